-- Whoever publishes is looked after at once; without an end the look has still to come or is under way.
create table matcher_looks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null,
  ended_at timestamptz
);

-- Such a look leaves somebody over without a run.
alter table matcher_left_over alter column run_id drop not null;
