-- A background job whose retries were used up left no trace. Failures are counted by kind for the metrics, and listed
-- until somebody runs them again or dismisses them. What a job was about stays in the queue: no personal data is here.
create table job_failures (
  kind text primary key,
  failures bigint not null default 0
);

create table failed_jobs (
  id uuid primary key,
  kind text not null,
  attempts integer not null,
  error text not null,
  failed_at timestamptz not null
);
create index failed_jobs_newest on failed_jobs (failed_at desc);
