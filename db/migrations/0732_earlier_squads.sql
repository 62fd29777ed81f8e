-- Matches that everybody had accepted before there were squads go on as squads: one for each group of people, of their
-- latest match. Left out is whoever could be in no squad today: banned from matches, leaving, without a published
-- profile, or having blocked one of the others. Fewer than two are no squad. Nobody is told of what is long ago; their
-- match leads there.
create temporary table earlier_squads on commit drop as
with latest as (
  select distinct on (m.group_key) m.id, m.type, m.member_ids, m.positions, coalesce(m.closed_at, m.created_at) as at
    from matches m
   where m.status = 'mutual'
     and not exists (select 1 from squads s join matches o on o.id = s.match_id where o.group_key = m.group_key)
   order by m.group_key, coalesce(m.closed_at, m.created_at) desc, m.id
), able as (
  select l.id as match_id, l.type, l.at, u.id as user_id, l.positions ->> u.id::text as position,
         row_number() over (
           partition by l.id order by r.created_at nulls last, array_position(l.member_ids, u.id)) as place
    from latest l
    join auth.users u on u.id = any (l.member_ids) and u.delete_after is null
    join protocol_profiles p on p.id = u.id and p.published
    left join match_responses r on r.match_id = l.id and r.user_id = u.id and r.action = 'accept'
   where not exists (select 1 from ban_list b
                      where b.user_id = u.id and b.lifted_at is null and b.scope in ('matching', 'all')
                        and (b.expires_at is null or b.expires_at > now()))
     and not exists (select 1 from player_blocks k
                      where k.kind = 'block' and k.blocker_id = u.id and k.blocked_id = any (l.member_ids))
)
select match_id, type, at, user_id, position, place, gen_random_uuid() as drawn,
       count(*) over (partition by match_id) as members
  from able;

insert into squads (id, match_id, name, crest_seed, size, captain_id, created_at)
select e.drawn, e.match_id,
       (array['Neon', 'Silver', 'Crimson', 'Golden', 'Violet', 'Midnight', 'Solar', 'Lunar', 'Cosmic', 'Electric',
              'Polar', 'Velvet', 'Amber', 'Cobalt', 'Rapid', 'Silent', 'Northern', 'Rising', 'Distant', 'Bright'])
         [1 + s.seed % 20] || ' ' ||
       (array['Orbit', 'Comets', 'Rings', 'Meteors', 'Satellites', 'Eclipse', 'Horizon', 'Gravity', 'Nebula', 'Rockets',
              'Voyagers', 'Quasars', 'Pulsars', 'Moons', 'Tides', 'Apollo', 'Zenith', 'Equinox', 'Signals', 'Crossover'])
         [1 + (s.seed / 20) % 20],
       s.seed, case when e.type = 'nba2k_squad5' then 5 else 2 end, e.user_id, e.at
  from earlier_squads e
 cross join lateral (select ('x' || substr(md5(e.drawn::text), 1, 7))::bit(28)::int as seed) s
 where e.members > 1
   and e.place = (select min(f.place) from earlier_squads f where f.match_id = e.match_id);

insert into squad_members (squad_id, user_id, position, joined_at)
select s.id, e.user_id, e.position, e.at
  from earlier_squads e join squads s on s.match_id = e.match_id
 where e.members > 1
 order by e.at, e.match_id, e.place;

insert into threads (kind, subject_id, created_at)
select 'squad', s.id, now() from squads s
 where s.ended_at is null
   and not exists (select 1 from threads t where t.kind = 'squad' and t.subject_id = s.id);

insert into thread_members (thread_id, user_id, joined_at)
select t.id, e.user_id, now()
  from earlier_squads e
  join squads s on s.match_id = e.match_id
  join threads t on t.kind = 'squad' and t.subject_id = s.id
 where e.members > 1;
