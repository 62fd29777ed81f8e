-- Reports on listings with the decision on each, and appeals against bans.
create table content_flags (
  id uuid primary key default gen_random_uuid(),
  -- report: by a player. blocked_word: a listing that was refused at creation and never existed.
  kind text not null default 'report' check (kind in ('report', 'blocked_word')),
  listing_id uuid references lfg_listings (id) on delete set null,
  reporter_id uuid references auth.users (id) on delete set null,
  -- Whose listing it is about.
  owner_id uuid references auth.users (id) on delete cascade,
  reason text not null,
  details text check (char_length(details) <= 500),
  -- The listing as it was when it was reported; its owner may change it before a moderator looks.
  subject jsonb not null default '{}',
  status text not null default 'open' check (status in ('open', 'dismissed', 'upheld')),
  resolution text check (resolution in ('dismiss', 'close', 'delete', 'ban')),
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index content_flags_one_open on content_flags (reporter_id, listing_id) where status = 'open';
create index content_flags_open on content_flags (created_at desc, id desc) where status = 'open';
create index content_flags_listing on content_flags (listing_id) where status = 'open';
create index content_flags_reporter on content_flags (reporter_id, status);
create index content_flags_owner on content_flags (owner_id, created_at desc);

create table ban_appeals (
  id uuid primary key default gen_random_uuid(),
  ban_id uuid not null references ban_list (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  message text not null check (char_length(message) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'granted', 'rejected')),
  answer text check (char_length(answer) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  -- One appeal a ban: a decision is final.
  constraint ban_appeals_once unique (ban_id)
);
create index ban_appeals_open on ban_appeals (created_at, id) where status = 'open';
