-- The matcher's rules as data: published versions that are never changed, one shared draft, and trials of a draft on
-- the current pool. Without any version the rules that come with the program are in force (version 0).
create table matcher_rules (
  version integer primary key check (version > 0),
  rules jsonb not null,
  note text,
  published_by uuid references auth.users (id) on delete set null,
  published_at timestamptz not null,
  -- Taken back by whoever published it, moments later; the version before is in force again.
  withdrawn_at timestamptz
);

create table matcher_rules_draft (
  -- One row at most: admins work on the same draft.
  one boolean primary key default true check (one),
  rules jsonb not null,
  -- The version that it was made from; publishing is refused when another one is in force by then.
  based_on integer not null,
  edited_by uuid references auth.users (id) on delete set null,
  edited_at timestamptz not null
);

create table matcher_trials (
  id uuid primary key default gen_random_uuid(),
  requested_by uuid references auth.users (id) on delete set null,
  requested_at timestamptz not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  rules jsonb not null,
  base_version integer not null,
  -- {"step", "done", "of"} while it runs.
  progress jsonb,
  finished_at timestamptz,
  -- What the present rules and the tried ones make of the same pool.
  present jsonb,
  tried jsonb,
  changes jsonb,
  error text
);
create index matcher_trials_newest on matcher_trials (requested_at desc);

-- Under which rules something was proposed: its score is out of that version's weights.
alter table matches add column rules_version integer not null default 0;
alter table matcher_runs add column rules_version integer;
