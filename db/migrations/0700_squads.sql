-- Squads: people who go on playing together after their match. They end; they are not deleted.
create table squads (
  id uuid primary key default gen_random_uuid(),
  -- What it came out of: one squad a match.
  match_id uuid unique references matches (id) on delete set null,
  name text not null check (char_length(name) between 1 and 40),
  -- What the crest is drawn from.
  crest_seed integer not null,
  size smallint not null check (size in (2, 5)),
  captain_id uuid,
  captain_active boolean generated always as (true) stored,
  -- Raised by every change.
  rev integer not null default 1,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- A living squad has a captain, one that ended has none.
  check ((ended_at is null) = (captain_id is not null))
);

create table squad_members (
  squad_id uuid not null references squads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Where they played in the match.
  position text,
  joined_at timestamptz not null,
  left_at timestamptz,
  left_reason text check (left_reason in ('hours', 'break', 'elsewhere', 'unsaid', 'ended', 'banned', 'leaving', 'parted')),
  -- The order in which they came, where the instants are the same.
  seq bigserial,
  active boolean generated always as (left_at is null) stored,
  primary key (squad_id, user_id),
  unique (squad_id, user_id, active),
  check ((left_at is null) = (left_reason is null))
);
create index squad_members_user on squad_members (user_id);

-- The one captain is a member who has not left: looked at when a transaction ends, so that leaving and passing on are one.
alter table squads add constraint squads_captain_plays
  foreign key (id, captain_id, captain_active) references squad_members (squad_id, user_id, active)
  deferrable initially deferred;
