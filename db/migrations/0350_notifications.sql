-- Notifications: one outbox row for a person and a cause, written in the transaction of the cause; workers plan the
-- channels and send. The unique key on the cause and the claim before each sending make it at most once per channel.
create table notification_outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  dedupe_key text not null,
  title text not null,
  lines text[] not null default '{}',
  -- Buttons: [{"label", "path"}], the first is the main one.
  links jsonb not null default '[]',
  -- Files of the mail: [{"name", "type", "content"}], text content.
  attachments jsonb not null default '[]',
  -- Addresses that are not (yet) the account's own: {"email"} or {"phone"}, for confirmations.
  recipient jsonb,
  -- Only these channels, whatever the preferences say; empty: by preference.
  channels text[] not null default '{}',
  -- Codes and sign-in links: never in the inbox, and wiped here once nothing is left to send.
  secret boolean not null default false,
  created_at timestamptz not null,
  planned_at timestamptz,
  read_at timestamptz,
  constraint notification_outbox_cause unique (dedupe_key)
);
create index notification_outbox_unplanned on notification_outbox (created_at, id) where planned_at is null;
create index notification_outbox_inbox on notification_outbox (user_id, created_at desc, id desc) where not secret;
create index notification_outbox_unread on notification_outbox (user_id) where read_at is null and not secret;
create index notification_outbox_secrets on notification_outbox (id) where secret and lines <> '{}';

create table notification_deliveries (
  id uuid primary key default gen_random_uuid(),
  outbox_id uuid not null references notification_outbox (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms', 'discord')),
  -- waiting: to be sent when due. sending: claimed, in flight. lost: claimed by a node that stopped, so perhaps sent;
  -- it is not repeated. failed: refused for good or eight times. skipped: withdrawn before it was sent.
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'failed', 'lost', 'skipped')),
  attempts smallint not null default 0,
  due_at timestamptz not null,
  claimed_at timestamptz,
  settled_at timestamptz,
  provider_id text,
  unique (outbox_id, channel)
);
create index notification_deliveries_due on notification_deliveries (due_at, id) where status = 'waiting';
create index notification_deliveries_sending on notification_deliveries (claimed_at) where status = 'sending';

-- Each attempt, as health and admins read it.
create table notifications (
  id bigint generated always as identity primary key,
  outbox_id uuid references notification_outbox (id) on delete set null,
  user_id uuid references auth.users (id) on delete set null,
  kind text not null,
  channel text not null,
  status text not null check (status in ('sent', 'failed')),
  attempt smallint not null,
  error text,
  created_at timestamptz not null
);
create index notifications_created_at on notifications (created_at desc, id desc);
create index notifications_failed on notifications (created_at desc, id desc) where status = 'failed';

-- Absent row: the defaults of the kind.
create table notification_preferences (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('email', 'sms', 'discord')),
  enabled boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, kind, channel)
);

create table notification_settings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Local times of the profile's zone between which nothing may buzz; both null: no quiet hours.
  quiet_start text default '23:00',
  quiet_end text default '08:00',
  -- Consent that time-critical kinds may come through quiet hours.
  urgent_in_quiet boolean not null default false,
  -- Names the person in one-click unsubscribe links without a session.
  unsubscribe_token uuid not null unique default gen_random_uuid()
);

create table discord_connections (
  user_id uuid primary key references auth.users (id) on delete cascade,
  discord_id text not null unique,
  username text not null,
  connected_at timestamptz not null
);

-- Somebody on the way to Discord and back; the word they come back with must be theirs.
create table discord_states (
  user_id uuid primary key references auth.users (id) on delete cascade,
  state text not null,
  created_at timestamptz not null
);
