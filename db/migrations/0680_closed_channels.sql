-- Addresses that a vendor refused for good (a closed inbox, a STOP, a mailbox that is not there), one for each channel of a
-- person: nothing but security messages is sent there until they open it again or give another address.
create table channel_closures (
  user_id uuid not null references auth.users (id) on delete cascade,
  channel text not null,
  address text not null,
  -- not_installed, closed, stopped or no_such_address: what the person can do about it.
  why text not null,
  -- What the vendor said.
  error text not null,
  closed_at timestamptz not null,
  primary key (user_id, channel)
);

-- It goes out in place of a channel that did not take the message, whatever that kind's switch of this channel is by
-- default.
alter table notification_deliveries add column stands_in boolean not null default false;
-- An attempt whose fate the vendor can be asked about: it is looked up there before anything is sent again.
alter table notification_deliveries add column unsure_since timestamptz;
create index notification_deliveries_provider on notification_deliveries (provider_id) where provider_id is not null;
