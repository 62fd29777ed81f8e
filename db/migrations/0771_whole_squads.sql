-- When a squad first had as many as play at once. Until then those in it go on looking together: a party of three that
-- made itself a squad queues for the other two. Who leaves later leaves a squad that still is one.
alter table squads add column whole_since timestamptz;
-- Whoever came out of a match was as many, whether all of them could still be in the squad when it was made or not.
update squads s set whole_since = s.created_at
 where s.match_id is not null or exists (select 1 from squad_earlier_matches e where e.squad_id = s.id);
update squads s set whole_since = (
  select m.joined_at from squad_members m where m.squad_id = s.id and m.left_at is null
   order by m.joined_at, m.seq offset s.size - 1 limit 1)
 where s.whole_since is null and s.ended_at is null;
