-- Who closes the account is charged nothing from then on: their plan is ended at the processor at once. left_at says so;
-- who comes back keeps what was paid for until kept_until, and nothing renews without a new purchase.
alter table subscriptions add column left_at timestamptz, add column kept_until timestamptz;

-- What is removed at the processor after an account was erased; tried again until it is gone there.
create table processor_erasures (
  processor_id text primary key,
  kind text not null check (kind in ('customer', 'seller')),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  problem text,
  done_at timestamptz
);
create index processor_erasures_due on processor_erasures (due_at) where done_at is null;
