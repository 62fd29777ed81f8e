-- What members say after a match: whether it took place, how it was, and who was missing. Reliability is worked out from
-- it whenever its owner asks; somebody named as missing may contest it.
create table match_feedback (
  match_id uuid not null references matches (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  took_place boolean not null,
  rating smallint check (rating between 1 and 5),
  absent_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (match_id, user_id)
);

create table match_absence_appeals (
  id uuid primary key default gen_random_uuid(),
  match_id uuid not null references matches (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  message text not null,
  status text not null default 'open' check (status in ('open', 'granted', 'rejected')),
  answer text,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint match_absence_appeals_once unique (match_id, user_id)
);
create index match_absence_appeals_open on match_absence_appeals (created_at) where status = 'open';
