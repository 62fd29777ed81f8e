-- What the health page says about backups: when the last one was made, where, how large, or why it failed.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null,
  finished_at timestamptz,
  file text,
  bytes bigint,
  rows bigint,
  error text
);
create index backup_runs_newest on backup_runs (started_at desc);
