-- The games that squads reported in the live room become games like all others, with everyone in the lineup as their
-- players.
-- Older nodes go on: the table they were in has never been in a release.
insert into games (session_id, squad_id, number, mode, state, version, started_at, ended_at, confirmed_at, created_at)
select g.session_id, g.squad_id, g.number, case when q.size = 5 then 'Pro-Am 5v5' else 'Park/City' end,
       case when g.result is null then 'started' when g.confirmed_by is null then 'reported' else 'confirmed' end,
       case when g.result is null then 0 else 1 end, g.started_at, greatest(g.reported_at, g.started_at),
       case when g.result is not null and g.confirmed_by is not null then g.reported_at end, g.started_at
  from squad_session_games g join squads q on q.id = g.squad_id;

insert into game_sides (game_id, side, squad_id, squad_name, crest_seed)
select g.id, 1, q.id, q.name, q.crest_seed
  from games g join squad_session_games o using (session_id, number) join squads q on q.id = g.squad_id;

insert into game_results (game_id, version, reported_by, side, winner, reported_at)
select g.id, 1, o.reported_by, 1, case when o.result = 'won' then 1 else 2 end, o.reported_at
  from games g join squad_session_games o using (session_id, number) where o.result is not null;

with lineups as (
  select a.session_id, a.user_id from squad_session_answers a where a.answer = 'yes'
   union
  select x.session_id, x.user_id from squad_stand_ins x where x.state = 'in'
), seats as (
  select g.id, l.user_id, q.size,
         row_number() over (partition by g.id order by (l.user_id = o.reported_by) desc nulls last, l.user_id) as seat
    from games g join squad_session_games o using (session_id, number) join squads q on q.id = g.squad_id
    join lineups l on l.session_id = g.session_id where o.result is not null
)
insert into game_players (game_id, version, side, seat, user_id)
select id, 1, 1, seat, user_id from seats where seat <= size;

insert into game_events (game_id, kind, user_id, side, version, created_at)
select g.id, e.kind, e.user_id, 1, 1, o.reported_at
  from games g join squad_session_games o using (session_id, number)
  cross join lateral (values (1, 'reported', o.reported_by), (2, 'confirmed', o.confirmed_by)) as e (place, kind, user_id)
 where o.result is not null and (e.place = 1 or o.confirmed_by is not null)
 order by g.id, e.place;

drop table squad_session_games;
