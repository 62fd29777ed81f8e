-- Which versions of our legal texts people accepted, where and when, and that they confirmed their age. We keep the yes
-- and its time, never a date of birth. Null: from before this was recorded. Nodes of the previous version don't write
-- any of it, so their sign-ups and orders count as from before.
alter table auth.users add column minimum_age_confirmed_at timestamptz;
alter table auth.users add column adult_confirmed_at timestamptz;

create table auth.terms_acceptances (
  user_id uuid not null references auth.users (id) on delete cascade,
  accepted_at timestamptz not null,
  place text not null check (place in ('sign_up', 'checkout')),
  terms integer not null,
  -- Null where the person wasn't shown the text.
  privacy integer,
  refunds integer,
  primary key (user_id, accepted_at, place)
);

-- An order keeps the versions it was placed under.
alter table orders add column terms_version integer;
alter table orders add column refunds_version integer;

-- The people whom a message names, each with the words that identify them, so that erasing an account removes them.
-- Null: written by a node of the previous version.
alter table notification_outbox add column mentions jsonb;
create index notification_outbox_mentions on notification_outbox using gin (mentions) where mentions <> '{}';
