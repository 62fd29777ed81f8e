-- Matches: proposals of the matcher, the answers of their members, and the runs with their certificates.
create table matcher_runs (
  id uuid primary key default gen_random_uuid(),
  -- What asked for it: the schedule, an admin, an admin who also withdrew unanswered proposals.
  trigger text not null check (trigger in ('schedule', 'admin', 'rebuild')),
  requested_by uuid,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  requested_at timestamptz not null,
  started_at timestamptz,
  -- Renewed while it runs; a run that stopped renewing belonged to a node that is gone.
  alive_at timestamptz,
  finished_at timestamptz,
  seed bigint,
  effort text,
  week_of date,
  pool integer,
  squads integer,
  pairs integer,
  left_over integer,
  seconds double precision,
  total double precision,
  bound double precision,
  gap double precision,
  -- Proposals that no longer fitted when they were stored, because a member had changed meanwhile.
  dropped integer,
  certificate jsonb,
  error text
);
-- One run at a time, whoever starts it.
create unique index matcher_runs_one_running on matcher_runs ((true)) where status = 'running';
create index matcher_runs_newest on matcher_runs (requested_at desc);

create table matches (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  score numeric(4, 1) not null,
  status text not null default 'proposed' check (status in ('proposed', 'mutual', 'declined', 'expired')),
  member_ids uuid[] not null,
  position_coverage jsonb not null default '{}',
  scheduled_overlap_minutes integer not null default 0,
  explanation text not null default '',
  created_at timestamptz not null,
  -- Member id → position they are meant to play.
  positions jsonb not null default '{}',
  -- Points by part of the score.
  parts jsonb not null default '{}',
  -- Common free time as minutes since Monday 00:00 UTC of week_of.
  intervals jsonb not null default '[]',
  week_of date,
  -- The same people always give the same text: their ids in order.
  group_key text not null,
  run_id uuid references matcher_runs (id) on delete set null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  -- What ended it: everybody accepted, a decline, the deadline, a block or ban, or a rebuild by an admin.
  ended_by text check (ended_by in ('accepted', 'declined', 'deadline', 'withdrawn', 'rebuild')),
  -- The declined match that this one saves with a substitute, and how often that happened in a row.
  rescued_from uuid references matches (id) on delete set null,
  rescue_depth smallint not null default 0,
  substitute_id uuid,
  -- The next sessions, fixed when everybody had accepted: [{"start", "end"}].
  sessions jsonb
);
create index matches_newest on matches (created_at desc, id desc);
create index matches_due on matches (expires_at) where status = 'proposed';
create index matches_closed on matches (closed_at) where closed_at is not null;
-- A declined match is saved at most once.
create unique index matches_rescue on matches (rescued_from) where rescued_from is not null;

create table match_members (
  match_id uuid not null references matches (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('squad', 'pair')),
  -- True while the match is proposed.
  open boolean not null,
  -- Accepted the match that this one saves, and is only asked about the substitute.
  carried boolean not null default false,
  -- Runs waited before this proposal; given back when it ends through no fault of theirs.
  waited integer not null default 0,
  primary key (match_id, user_id)
);
-- At most one open squad proposal and one open pair proposal a player, whatever happens at the same moment.
create unique index match_members_one_open on match_members (user_id, kind) where open;
create index match_members_user on match_members (user_id, match_id);

create table match_responses (
  match_id uuid not null references matches (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  action text not null check (action in ('accept', 'decline')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint match_responses_one_each primary key (match_id, user_id)
);

-- Why somebody had no proposal after the newest run, and since how many runs. Gone as soon as one comes.
create table matcher_left_over (
  user_id uuid primary key references auth.users (id) on delete cascade,
  run_id uuid not null references matcher_runs (id) on delete cascade,
  reason text not null,
  waiting integer not null,
  written_at timestamptz not null,
  -- The sentence and the change that helps most, worked out when the player first asks.
  advice jsonb
);
