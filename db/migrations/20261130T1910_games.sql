-- Games with their results. A game belongs to a squad's session. Older nodes go on: they don't know these tables.
create table games (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  -- The squad whose session it is. It's side 1.
  squad_id uuid not null,
  -- The game's place in the session.
  number smallint not null check (number > 0),
  mode text not null,
  best_of smallint not null default 1 check (best_of in (1, 3, 5, 7)),
  state text not null check (state in ('started', 'reported', 'confirmed', 'disputed', 'decided', 'void')),
  -- The result in force; 0 while the game is being played.
  version smallint not null default 0 check (version >= 0),
  started_at timestamptz,
  ended_at timestamptz,
  -- When the state changes by itself; null if it doesn't.
  due_at timestamptz,
  -- Since when the game counts; null if it doesn't.
  confirmed_at timestamptz,
  created_at timestamptz not null,
  foreign key (session_id, squad_id) references squad_sessions (id, squad_id) on delete cascade,
  unique (session_id, number),
  check ((state = 'started') = (version = 0)),
  check (state = 'started' or ended_at is not null),
  check (ended_at >= started_at),
  check ((state in ('confirmed', 'decided')) = (confirmed_at is not null))
);
create index games_squad on games (squad_id, ended_at desc, id desc);
create index games_due on games (due_at) where due_at is not null;
create index games_disputed on games (due_at, id) where state = 'disputed';

-- One or two sides; a game against strangers has one.
create table game_sides (
  game_id uuid not null references games (id) on delete cascade,
  side smallint not null check (side in (1, 2)),
  squad_id uuid references squads (id) on delete set null,
  -- Its name on that day.
  squad_name text not null,
  crest_seed integer not null,
  primary key (game_id, side)
);
create unique index game_sides_squad on game_sides (squad_id, game_id);

-- Each report and correction is a version of the result.
create table game_results (
  game_id uuid not null references games (id) on delete cascade,
  version smallint not null check (version > 0),
  -- Null again when the account is deleted.
  reported_by uuid references auth.users (id) on delete set null,
  side smallint not null check (side in (1, 2)),
  -- The side that won; 0 for a tie. Strangers are side 2.
  winner smallint not null check (winner in (0, 1, 2)),
  -- Null if nobody typed them in.
  score_1 smallint check (score_1 >= 0),
  score_2 smallint check (score_2 >= 0),
  -- Players without an account.
  guests_1 smallint not null default 0 check (guests_1 between 0 and 5),
  guests_2 smallint not null default 0 check (guests_2 between 0 and 5),
  reported_at timestamptz not null,
  primary key (game_id, version),
  check ((score_1 is null) = (score_2 is null)),
  check (score_1 is null or winner = case when score_1 > score_2 then 1 when score_1 < score_2 then 2 else 0 end)
);
create index game_results_reported_by on game_results (reported_by);

-- Who played, with their box score if somebody typed it in.
create table game_players (
  game_id uuid not null,
  version smallint not null,
  side smallint not null check (side in (1, 2)),
  seat smallint not null check (seat > 0),
  -- Null again when the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  points smallint,
  rebounds smallint,
  assists smallint,
  steals smallint,
  blocks smallint,
  turnovers smallint,
  fg_made smallint,
  fg_attempted smallint,
  threes_made smallint,
  threes_attempted smallint,
  primary key (game_id, version, side, seat),
  foreign key (game_id, version) references game_results (game_id, version) on delete cascade
);
create unique index game_players_once on game_players (game_id, version, user_id);
create index game_players_user on game_players (user_id, game_id);

-- What happened to a game after it was played.
create table game_events (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references games (id) on delete cascade,
  -- The order in which it happened.
  seq bigint generated always as identity,
  kind text not null check (kind in ('reported', 'corrected', 'confirmed', 'disputed', 'decided', 'voided')),
  -- Null if nobody did it, and again when the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  -- The side of whoever did it; null for moderators and for what happens by itself.
  side smallint check (side in (1, 2)),
  -- The result it's about; null if it isn't about one.
  version smallint,
  note text,
  created_at timestamptz not null
);
create index game_events_game on game_events (game_id, seq);
create index game_events_user on game_events (user_id);

-- Screenshots. The bytes are in a private bucket under the same id.
create table game_evidence (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references games (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  side smallint not null check (side in (1, 2)),
  object_name text not null,
  created_at timestamptz not null
);
create index game_evidence_game on game_evidence (game_id, created_at, id);
create index game_evidence_user on game_evidence (user_id);

-- Why a game between two squads may not be an honest contest. Moderators see it; nothing follows by itself.
create table game_flags (
  game_id uuid not null references games (id) on delete cascade,
  kind text not null check (kind in ('shared_account', 'shared_address', 'shared_device', 'daily_limit')),
  -- How many pairs of players, or games, it's about.
  count integer not null check (count > 0),
  created_at timestamptz not null,
  primary key (game_id, kind)
);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('game-evidence', 'game-evidence', false, 5242880, '{image/webp}');

-- Both squads follow their games.
select live_follow('game_sides', 'squad', 'squad_id');
create function live_games() returns trigger language plpgsql as $$
begin
  perform live_raise('squad', (
    select array_agg(distinct s.squad_id) from changed c join game_sides s on s.game_id = c.id));
  return null;
end $$;
create trigger live_update after update on games
  referencing new table as changed for each statement execute function live_games();
create function live_game_evidence() returns trigger language plpgsql as $$
begin
  perform live_raise('squad', (
    select array_agg(distinct s.squad_id) from changed c join game_sides s on s.game_id = c.game_id));
  return null;
end $$;
create trigger live_insert after insert on game_evidence
  referencing new table as changed for each statement execute function live_game_evidence();
