-- Call-backs of the phone concierge, which the Premium plan promises. A call has one half hour, and a half hour one call;
-- nobody waits for two of them. What was said is part of the person's own data, and is erased with the account.
create table phone_calls (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  starts_at timestamptz not null,
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  topic text not null check (char_length(topic) between 1 and 300),
  status text not null default 'booked' check (status in ('booked', 'taken', 'done', 'missed', 'cancelled')),
  -- Whose doing it is that nobody calls.
  cancelled_for text check (cancelled_for in ('member', 'desk', 'banned', 'leaving', 'plan', 'nobody')),
  taken_by uuid references auth.users (id) on delete set null,
  notes text not null default '' check (char_length(notes) <= 2000),
  closed_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'cancelled') = (cancelled_for is not null)),
  check ((status in ('booked', 'taken')) = (closed_at is null))
);
create unique index phone_calls_slot on phone_calls (starts_at) where status in ('booked', 'taken');
create unique index phone_calls_open on phone_calls (user_id) where status in ('booked', 'taken');
create index phone_calls_user on phone_calls (user_id, starts_at desc);
create index phone_calls_closed on phone_calls (closed_at desc) where closed_at is not null;
create index phone_calls_taken_by on phone_calls (taken_by) where taken_by is not null;
