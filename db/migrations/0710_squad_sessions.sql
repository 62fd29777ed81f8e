-- Sessions: dates on which a squad plays. They are proposed by a member, answered by each, moved and called off.
create table squad_sessions (
  id uuid primary key default gen_random_uuid(),
  squad_id uuid not null references squads (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What an answer is to: raised when it moves and when it is called off.
  version integer not null default 1,
  proposed_by uuid references auth.users (id) on delete set null,
  -- When this version was proposed or moved.
  set_at timestamptz not null,
  called_off_at timestamptz,
  -- How calendars know it, whatever its time.
  calendar_uid text not null unique,
  created_at timestamptz not null,
  unique (id, squad_id),
  check (ends_at > starts_at)
);
-- A double press proposes once.
create unique index squad_sessions_once on squad_sessions (squad_id, starts_at) where called_off_at is null;
create index squad_sessions_start on squad_sessions (starts_at) where called_off_at is null;

create table squad_session_answers (
  session_id uuid not null,
  squad_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  answer text not null check (answer in ('yes', 'maybe', 'no')),
  answered_at timestamptz not null,
  primary key (session_id, user_id),
  foreign key (session_id, squad_id) references squad_sessions (id, squad_id) on delete cascade,
  -- Nobody answers who was never in the squad.
  foreign key (squad_id, user_id) references squad_members (squad_id, user_id) on delete cascade
);
create index squad_session_answers_user on squad_session_answers (user_id);

select live_follow('squads', 'squad', 'id');
select live_follow('squad_members', 'squad', 'squad_id', 'person', 'user_id');
select live_follow('squad_sessions', 'squad', 'squad_id');
select live_follow('squad_session_answers', 'squad', 'squad_id');
