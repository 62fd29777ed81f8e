-- Of how many people the votes about a warrior are: one person alone moves nobody in the ranking.
alter table tournament_ratings add column voters integer not null default 0;
update tournament_ratings r
   set voters = (select count(distinct v.voter_id) from tournament_votes v
                  where r.warrior_id in (v.first_id, v.second_id));
