-- Parties: 2 to 4 players who queue together. The matcher places all who joined in the same squad (two of them also as
-- a pair), or none of them.
create table parties (
  id uuid primary key default gen_random_uuid(),
  leader_id uuid not null references auth.users (id) on delete cascade,
  -- Whoever holds the link may join; the leader can make a new one.
  link_token text not null unique,
  created_at timestamptz not null
);

create table party_members (
  party_id uuid not null references parties (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  status text not null check (status in ('invited', 'joined')),
  created_at timestamptz not null,
  -- The order in which they came, where the instants are the same.
  seq bigserial,
  primary key (party_id, user_id)
);
-- In one party at a time, whatever happens at the same moment; invited to any number.
create unique index party_members_one on party_members (user_id) where status = 'joined';
create index party_members_user on party_members (user_id);
