-- The games a squad plays in a session, and where it talks meanwhile.
create table squad_session_games (
  session_id uuid not null,
  squad_id uuid not null,
  number smallint not null check (number > 0),
  started_at timestamptz not null,
  result text check (result in ('won', 'lost')),
  reported_at timestamptz,
  -- Null again when the account is deleted.
  reported_by uuid references auth.users (id) on delete set null,
  -- Another member who reported the same result.
  confirmed_by uuid references auth.users (id) on delete set null,
  primary key (session_id, number),
  foreign key (session_id, squad_id) references squad_sessions (id, squad_id) on delete cascade,
  check ((result is null) = (reported_at is null))
);
create index squad_session_games_reported_by on squad_session_games (reported_by);
create index squad_session_games_confirmed_by on squad_session_games (confirmed_by);
select live_follow('squad_session_games', 'squad', 'squad_id');

-- The squad's own voice channel; null while it uses ours.
alter table squads add column voice_url text;
