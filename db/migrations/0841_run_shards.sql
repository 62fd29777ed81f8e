-- A run of a large community is cut into shards of players who never play together. Workers take them one by one, each for
-- as long as it renews its lease; what a worker that stopped has stored stays, and another one takes the shard anew.
create table matcher_run_shards (
  run_id uuid not null references matcher_runs (id) on delete cascade,
  number smallint not null,
  -- Whom it holds: [{"region", "platform", "crossplay"}], and how many they were when the run began.
  places jsonb not null,
  players integer not null,
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  -- Who works on it: a number of its own for each time that it is taken.
  lease uuid,
  alive_at timestamptz,
  pool_read_at timestamptz,
  finished_at timestamptz,
  -- Stored so far, over all times that it was taken.
  squads integer not null default 0,
  pairs integer not null default 0,
  -- Proposals that no longer fitted when they were stored.
  dropped integer not null default 0,
  certificate jsonb,
  primary key (run_id, number)
);
-- The shard that somebody was left over in, of a run that has any.
alter table matcher_run_left_over add column shard smallint;
