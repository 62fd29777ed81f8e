-- Why a player was left over is asked for after the next run as well: when somebody complains, or when an admin compares
-- two versions of the rules. The reasons of the newest runs are kept beside the current ones of matcher_left_over, which
-- has one row a player and carries the waiting over.
create table matcher_run_left_over (
  run_id uuid not null references matcher_runs (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  reason text not null,
  -- Runs in a row without a proposal, this one included.
  waiting integer not null,
  primary key (run_id, user_id)
);
create index matcher_run_left_over_user on matcher_run_left_over (user_id);
