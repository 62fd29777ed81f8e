-- Why a proposal was made is kept as facts (ids, numbers, words of profiles, times as minutes of the UTC week), and its
-- sentences are written for whoever reads them, with their own clock and names. What was kept as sentences before stays
-- as it is; null says so, and its hours are told anew from the columns of the match.
alter table matches add column facts jsonb;
alter table squad_stand_ins add column facts jsonb;
alter table queue_checks add column facts jsonb;
alter table team_plans add column facts jsonb, alter column lines set default '{}';
