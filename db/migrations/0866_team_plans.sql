-- The engine puts whole fives together for an assembly and asks their players in waves; what it proposed, with score and
-- reasons, is kept for the concierge. It names no players: who was asked stands in their seats.
create table team_plans (
  team_build_id uuid not null references team_builds (id) on delete cascade,
  wave smallint not null check (wave > 0),
  -- How many seats this wave asked for.
  asked smallint not null check (asked > 0),
  score real not null,
  lines text[] not null,
  planned_at timestamptz not null,
  primary key (team_build_id, wave)
);
-- Who was asked and stayed silent, so that the seat went on to somebody else.
alter table team_build_players add column silent boolean not null default false;
