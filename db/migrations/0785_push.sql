-- Web push: messages to a locked phone and to a closed page.

-- The pair with which push services know us (VAPID). One for all times, because each browser binds its subscription to
-- the public half: another pair would silence every device. The private half is encrypted where the operator gave a key.
create table push_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null
);

-- A browser that somebody turned push on in. It hangs on the session that it was turned on in: who signs out there, or
-- ends that session from elsewhere, is told nothing there any more.
create table push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- A digest of the address, by which a page recognises its own browser in the list.
  fingerprint text not null unique,
  endpoint text not null,
  p256dh text not null,
  auth_secret text not null,
  name text not null,
  added_at timestamptz not null,
  last_sent_at timestamptz
);
create index push_devices_user on push_devices (user_id);
create index push_devices_session on push_devices (session_id);

-- Which devices have a message already: what is tried again for one of them must not reach the others twice.
create table push_arrivals (
  delivery_id uuid not null references notification_deliveries (id) on delete cascade,
  device_id uuid not null references push_devices (id) on delete cascade,
  primary key (delivery_id, device_id)
);
create index push_arrivals_device on push_arrivals (device_id);

-- A message that is worth something for seconds only: it leaves before all others.
alter table notification_outbox
  add column urgent boolean not null default false,
  -- What it is about, so that the newer replaces the older on its way and on the screen.
  add column topic text,
  -- Buttons on the notification, with what each answers; wiped with the rest once it is over.
  add column push_actions jsonb not null default '[]';
create index notification_outbox_urgent on notification_outbox (created_at, id) where planned_at is null and urgent;
alter table notification_deliveries add column urgent boolean not null default false;
create index notification_deliveries_urgent on notification_deliveries (due_at, id) where status = 'waiting' and urgent;
