-- The games that squads reported in the live room become games like all others, with everyone in the lineup as their
-- players. A game that the API knows already keeps what it was told there, because that has the score.
-- Older nodes go on: the table they were in has never been in a release.
create temporary table moved_games on commit drop as
select gen_random_uuid() as id, o.session_id, o.squad_id, o.number, o.started_at, o.result, o.reported_at, o.reported_by,
       o.confirmed_by, q.size, q.name, q.crest_seed
  from squad_session_games o join squads q on q.id = o.squad_id
 where not exists (select 1 from games g where g.session_id = o.session_id and g.number = o.number);

insert into games (id, session_id, squad_id, number, mode, state, version, started_at, ended_at, confirmed_at, created_at)
select id, session_id, squad_id, number, case when size = 5 then 'Pro-Am 5v5' else 'Park/City' end,
       case when result is null then 'started' when confirmed_by is null then 'reported' else 'confirmed' end,
       case when result is null then 0 else 1 end, started_at,
       -- Clocks of two nodes may differ a little.
       case when result is not null then greatest(reported_at, started_at) end,
       case when result is not null and confirmed_by is not null then reported_at end, started_at
  from moved_games;

insert into game_sides (game_id, side, squad_id, squad_name, crest_seed)
select id, 1, squad_id, name, crest_seed from moved_games;

insert into game_results (game_id, version, reported_by, side, winner, reported_at)
select id, 1, reported_by, 1, case when result = 'won' then 1 else 2 end, reported_at
  from moved_games where result is not null;

-- Whoever reported or confirmed a game was there, even if they changed their answer to the session since.
with present as (
  select m.id, a.user_id from moved_games m join squad_session_answers a using (session_id) where a.answer = 'yes'
   union
  select m.id, x.user_id from moved_games m join squad_stand_ins x using (session_id) where x.state = 'in'
   union
  select id, reported_by from moved_games where reported_by is not null
   union
  select id, confirmed_by from moved_games where confirmed_by is not null
), seats as (
  select m.id, p.user_id, m.size,
         row_number() over (
           partition by m.id
           order by p.user_id is not distinct from m.reported_by desc,
                    p.user_id is not distinct from m.confirmed_by desc, p.user_id) as seat
    from moved_games m join present p using (id) where m.result is not null
)
insert into game_players (game_id, version, side, seat, user_id)
select id, 1, 1, seat, user_id from seats where seat <= size;

insert into game_events (game_id, kind, user_id, side, version, created_at)
select m.id, e.kind, e.user_id, 1, 1, m.reported_at
  from moved_games m
  cross join lateral (values (1, 'reported', m.reported_by), (2, 'confirmed', m.confirmed_by)) as e (place, kind, user_id)
 where m.result is not null and (e.place = 1 or m.confirmed_by is not null)
 order by m.id, e.place;

drop table squad_session_games;
