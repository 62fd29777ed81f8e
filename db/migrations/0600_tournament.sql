-- The community's side of the Tournament of Power: who preferred which of two warriors on a day, and the rating that
-- follows from all of it. Warriors are content, so their ids are text that the code checks against its list.
create table tournament_votes (
  id uuid primary key default gen_random_uuid(),
  voter_id uuid not null references auth.users (id) on delete cascade,
  first_id text not null,
  second_id text not null,
  winner_id text not null,
  -- The UTC day the vote counts for: one vote a person, pair and day.
  day date not null,
  created_at timestamptz not null,
  constraint tournament_votes_pair_in_order check (first_id < second_id),
  constraint tournament_votes_winner_of_pair check (winner_id in (first_id, second_id)),
  constraint tournament_votes_once unique (voter_id, first_id, second_id, day)
);
create index tournament_votes_by_voter on tournament_votes (voter_id, created_at desc);

-- One row a pair with its count, so that a result needs no walk over all votes.
create table tournament_pairs (
  first_id text not null,
  second_id text not null,
  first_wins integer not null default 0,
  second_wins integer not null default 0,
  updated_at timestamptz not null,
  primary key (first_id, second_id)
);

-- Mean and uncertainty of a warrior's strength after all votes so far.
create table tournament_ratings (
  warrior_id text primary key,
  mu double precision not null,
  sigma double precision not null,
  votes integer not null default 0,
  wins integer not null default 0,
  updated_at timestamptz not null
);
