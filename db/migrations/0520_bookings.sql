-- Bookings: what a player must fulfil for an order. Seven games of a hire, or half an hour of coaching.
create table hire_offers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  roles text[] not null check (cardinality(roles) > 0),
  price_id text not null check (price_id in ('PRICE_7G_ROLE', 'PRICE_7G_LOCK', 'PRICE_7G_ELITE')),
  -- Weekly windows in the zone of the player's profile.
  hours jsonb not null default '[]',
  note text not null default '' check (char_length(note) <= 300),
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index hire_offers_newest on hire_offers (updated_at desc, user_id) where active;
create index hire_offers_tier on hire_offers (price_id, updated_at desc, user_id) where active;

-- The faces of content/coaches-content.ts, tied to the accounts of the people behind them.
create table coaches (
  coach_id text primary key,
  -- For the rule against clashes below, which needs a number.
  coach_no integer generated always as identity unique,
  user_id uuid not null unique references auth.users (id) on delete cascade,
  timezone text not null,
  -- Weekly windows in that zone: [{"days": ["Mon"], "start": "19:00", "end": "21:00"}].
  hours jsonb not null default '[]',
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table coach_days_off (
  coach_id text not null references coaches (coach_id) on delete cascade,
  day date not null,
  primary key (coach_id, day)
);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders (id),
  buyer_id uuid references auth.users (id) on delete set null,
  player_id uuid references auth.users (id) on delete set null,
  type text not null check (type in ('hire', 'coaching')),
  price_usd numeric(8, 2) not null,
  contracted_games smallint not null default 0,
  completed_games smallint not null default 0 check (completed_games between 0 and contracted_games),
  status text not null check (status in (
    'reserved', 'lapsed', 'held', 'accepted', 'in_progress', 'scheduled', 'started', 'completed', 'released',
    'declined', 'expired', 'cancelled', 'ended_early', 'refunded', 'disputed', 'decided'
  )),
  -- Where a dispute found it.
  status_before text,
  stripe_payment_id text,
  -- Position that the player fills in a hire.
  role text,
  ended_by text check (ended_by in ('buyer', 'seller', 'silence')),
  coach_id text references coaches (coach_id),
  coach_no integer,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Counts reschedulings; calendar programs need it to replace an entry.
  sequence smallint not null default 0,
  meeting_note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (type <> 'coaching' or (coach_id is not null and coach_no is not null and starts_at < ends_at)),
  check (type <> 'hire' or (role is not null and contracted_games > 0))
);
create index bookings_buyer on bookings (buyer_id, created_at desc);
create index bookings_player on bookings (player_id, created_at desc);
create index bookings_coming on bookings (starts_at) where type = 'coaching' and status = 'scheduled';
-- One coach, one half hour, one booking, however many people click at once.
alter table bookings add constraint bookings_no_clash exclude using gist (
  int4range(coach_no, coach_no, '[]') with &&,
  tstzrange(starts_at, ends_at) with &&
) where (type = 'coaching' and status in ('reserved', 'held', 'scheduled', 'started', 'completed', 'released', 'disputed'));

create table booking_games (
  booking_id uuid not null references bookings (id),
  game_no smallint not null check (game_no between 1 and 7),
  buyer_confirmed_at timestamptz,
  seller_confirmed_at timestamptz,
  counted_at timestamptz,
  -- The side that said nothing when it counted; null when both confirmed.
  silent text check (silent in ('buyer', 'seller')),
  note text not null default '' check (char_length(note) <= 300),
  primary key (booking_id, game_no)
);

-- Screenshots and the like, made into one plain picture format before they get here.
create table booking_evidence (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  game_no smallint,
  author_id uuid references auth.users (id) on delete set null,
  note text not null default '' check (char_length(note) <= 300),
  picture bytea not null,
  created_at timestamptz not null
);
create index booking_evidence_booking on booking_evidence (booking_id, created_at);
