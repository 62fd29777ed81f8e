-- The release that ran a migration, and whether older releases can't run after it. An older node reads both to say
-- which release to start.
alter table schema_migrations
  add column release text,
  add column stops_older boolean not null default false;
