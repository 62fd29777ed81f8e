-- Addresses that somebody named in a profile, other than their account's, and has shown to be theirs: a code that was
-- sent there came back. An address of a profile counts as confirmed only while it is the one of this row, so that
-- changing it is enough to make it unconfirmed. Whatever profiles named before this has never been confirmed.
create table confirmed_contacts (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  -- In lower case; of a telephone number the digits, without the plus.
  address text not null,
  confirmed_at timestamptz not null,
  primary key (user_id, kind)
);
