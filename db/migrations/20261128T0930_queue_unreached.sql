-- Whoever cannot be reached is not blamed for a ready check that fails, but could break one check after another. Each time
-- is kept, so that the queue can pause for somebody who is unreachable again and again.
-- Nodes of the previous version neither read nor write it and go on.
create table queue_unreached (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  check_id uuid not null,
  at timestamptz not null
);
create index queue_unreached_user on queue_unreached (user_id, at);
