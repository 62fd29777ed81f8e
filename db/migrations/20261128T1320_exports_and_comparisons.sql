-- Taking one's data along and comparing the books with the payment provider are background jobs, which say how far they
-- are. Nodes of the version before neither read nor write these tables and keep running.
create table auth.data_exports (
  user_id uuid primary key references auth.users (id) on delete cascade,
  state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  content text check ((content is not null) = (state = 'ready')),
  requested_at timestamptz not null
);

create table reconcile_progress (
  only_one boolean primary key default true check (only_one),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  done integer not null default 0,
  requested_at timestamptz not null
);
