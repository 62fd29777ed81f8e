-- A live squad keeps the score and the reasons that its members accepted in the ready check. Squads that were stored
-- with "too little time in common" get them from their check where it still exists.
-- Older nodes go on: they ignore the new column.
alter table queue_checks add column parts jsonb;

update matches m
   set score = round(c.score::numeric, 1),
       facts = c.facts || jsonb_build_object('origin', m.facts -> 'origin')
  from queue_checks c
 where c.match_id = m.id and m.score = 0 and c.facts is not null and m.facts -> 'origin' is not null;
