-- Whom somebody wants to find again. Silent: who is followed is not told, and nobody else can ask.
create table player_follows (
  follower_id uuid not null references auth.users (id) on delete cascade,
  followed_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index player_follows_followed on player_follows (followed_id);
