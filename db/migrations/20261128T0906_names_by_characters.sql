-- Names are counted in characters as people see them: a flag or a family is one. One of these may take several code
-- points, which is what char_length counts, so the database allows four for each.
-- What is there already is shorter, so nothing is read again.
-- Older nodes go on: they accept less than this.
alter table squads
  drop constraint squads_name_check,
  add constraint squads_name_check check (char_length(name) between 1 and 160) not valid;
alter table lfg_listings
  drop constraint lfg_listings_title_check,
  add constraint lfg_listings_title_check check (char_length(title) between 1 and 400) not valid;
alter table crew_milestones
  drop constraint crew_milestones_title_check,
  add constraint crew_milestones_title_check check (char_length(title) between 1 and 320) not valid;
alter table saved_builds
  drop constraint saved_builds_name_check,
  add constraint saved_builds_name_check check (char_length(name) between 1 and 240) not valid;
