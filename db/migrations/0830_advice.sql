-- The conversation with the AI Build Assistant, a row for each question with what was answered and what a follow-up goes
-- on from, and the builds that people keep. Both are part of an account's export and are erased with it.
create table advice_turns (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  seq bigserial not null,
  question text not null check (char_length(question) between 1 and 1000),
  answer jsonb not null,
  state jsonb not null,
  created_at timestamptz not null
);
create index advice_turns_by_user on advice_turns (user_id, seq);

create table saved_builds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  seq bigserial not null,
  name text not null check (char_length(name) between 1 and 60),
  build jsonb not null,
  created_at timestamptz not null
);
create index saved_builds_by_user on saved_builds (user_id, seq);
