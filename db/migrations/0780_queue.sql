-- The live queue: people who want to play now, or tonight. Nobody can be in two places by construction: a person has one
-- row, its primary key; what takes people out of it locks these rows in the order of users and counts them.
create table queue_tickets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique,
  -- Who queues together comes and goes together; alone it is the ticket's own id.
  group_id uuid not null,
  kind text not null check (kind in ('now', 'tonight')),
  state text not null default 'waiting' check (state in ('waiting', 'checked')),
  -- Where they look for people: the group of regions that may meet, as the rules had it when they joined.
  pool text not null,
  role text not null,
  region text not null,
  -- Since when they wait; what breaks off on the way does not make it later.
  since timestamptz not null,
  window_from timestamptz,
  window_until timestamptz,
  any_language boolean not null default false,
  -- How many of the five fit together by now.
  found smallint not null default 1 check (found between 1 and 4),
  -- When they were last seen on a page.
  seen_at timestamptz not null,
  -- When they last said, by a press, that they want to play; and until when they are asked to say so again.
  said_at timestamptz not null,
  still_until timestamptz,
  check_id uuid,
  -- Rises with everything that a claim or an answer must not have missed.
  version integer not null default 1,
  check ((kind = 'tonight') = (window_from is not null and window_until is not null)),
  check (window_until is null or window_until > window_from),
  check ((state = 'checked') = (check_id is not null))
);
create index queue_tickets_pool on queue_tickets (pool, state);
create index queue_tickets_group on queue_tickets (group_id);

-- The seconds in which all of a found group say yes.
create table queue_checks (
  id uuid primary key,
  kind text not null check (kind in ('now', 'tonight')),
  pool text not null,
  state text not null default 'open' check (state in ('open', 'made', 'failed')),
  version integer not null default 1,
  -- Since which version it asks these five: a yes to others counts for nothing.
  five_version integer not null default 1,
  opened_at timestamptz not null,
  -- How long the first five had to answer.
  seconds integer not null,
  -- When the next thing happens to it without anybody's answer.
  due_at timestamptz not null,
  -- Since when a seat is empty, and until when those who said yes are held for it.
  empty_since timestamptz,
  held_until timestamptz,
  -- Somebody was asked for the empty seat: that is tried once.
  refilled boolean not null default false,
  starts_at timestamptz,
  score real not null,
  reasons text[] not null default '{}',
  -- The first five: a group that broke off is not put together again for an hour.
  member_ids uuid[] not null,
  closed_at timestamptz,
  why text,
  match_id uuid,
  squad_id uuid
);
create index queue_checks_open on queue_checks (pool, due_at) where state = 'open';
create index queue_checks_closed on queue_checks (closed_at) where state <> 'open';

create table queue_seats (
  check_id uuid not null references queue_checks (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  seat smallint not null check (seat between 0 and 4),
  position text not null,
  group_id uuid not null,
  state text not null default 'asked'
    check (state in ('asked', 'ready', 'declined', 'silent', 'unreached', 'parted', 'gone', 'released')),
  newcomer boolean not null default false,
  asked_at timestamptz not null,
  deadline timestamptz not null,
  shown_at timestamptz,
  answered_at timestamptz,
  -- Comes with a notification and answers for the person, this once.
  word uuid not null default gen_random_uuid(),
  primary key (check_id, user_id)
);
-- One person on each seat at a time.
create unique index queue_seats_living on queue_seats (check_id, seat) where state in ('asked', 'ready');
-- And nobody on two seats that are still being played for.
create unique index queue_seats_person on queue_seats (user_id) where state = 'asked';

-- Whoever let others wait: a warning first, then a time-out, forgotten with time.
create table queue_marks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  check_id uuid not null,
  at timestamptz not null
);
create index queue_marks_user on queue_marks (user_id, at);

-- How long people waited and how it ended, so that the next can be told; those who gave up count as such.
create table queue_waits (
  id bigserial primary key,
  user_id uuid references auth.users (id) on delete set null,
  kind text not null,
  role text not null,
  region text not null,
  seconds real not null,
  ended text not null check (ended in ('found', 'gave_up', 'out')),
  at timestamptz not null
);
create index queue_waits_at on queue_waits (kind, role, region, at);

-- What became of somebody's last ticket or check, to be said once.
create table queue_outcomes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('squad', 'requeued', 'out')),
  sentence text not null,
  squad_id uuid,
  at timestamptz not null
);

-- Who looks for groups. A row, not a session lock: it has to work through a pooler and embedded. The epoch rises with each
-- holder; every claim reads it in its transaction.
create table queue_leases (
  pool text primary key,
  holder uuid not null,
  epoch bigint not null,
  until timestamptz not null
);

-- One row: whether an admin has stopped the queue.
create table queue_switch (
  one boolean primary key default true check (one),
  stopped_at timestamptz,
  reason text not null default '',
  by_id uuid references auth.users (id) on delete set null
);
insert into queue_switch default values;

-- Pages follow their own place in the queue (`queue`, the person's id). Of a check all hear who are, or were, asked by it.
create trigger live_insert after insert on queue_tickets
  referencing new table as changed for each statement execute function live_named('queue', 'user_id');
create trigger live_delete after delete on queue_tickets
  referencing old table as changed for each statement execute function live_named('queue', 'user_id');
-- That somebody was seen is no news to them.
create function live_queue_ticket() returns trigger language plpgsql as $$
begin
  perform live_raise('queue', (
    select array_agg(n.user_id) from changed n join was w on w.user_id = n.user_id
     where n.version <> w.version or n.found <> w.found or n.still_until is distinct from w.still_until));
  return null;
end $$;
create trigger live_update after update on queue_tickets
  referencing new table as changed old table as was for each statement execute function live_queue_ticket();
create function live_queue_check() returns trigger language plpgsql as $$
begin
  perform live_raise('queue', (select array_agg(distinct s.user_id) from changed c join queue_seats s on s.check_id = c.id));
  return null;
end $$;
create trigger live_update after update on queue_checks
  referencing new table as changed for each statement execute function live_queue_check();
create trigger live_insert after insert on queue_outcomes
  referencing new table as changed for each statement execute function live_named('queue', 'user_id');
create trigger live_update after update on queue_outcomes
  referencing new table as changed for each statement execute function live_named('queue', 'user_id');
