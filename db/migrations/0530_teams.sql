-- Team assembly: a request, the seats it asks for, and the players proposed for them; and who may be asked at short notice.
create table team_builds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid unique references orders (id),
  buyer_id uuid references auth.users (id) on delete set null,
  description text not null default '',
  desired_roles text[] not null check (cardinality(desired_roles) between 1 and 5),
  skill_tiers text not null check (skill_tiers in ('beginner', 'intermediate', 'advanced', 'elite')),
  region text not null check (region in ('na-east', 'na-west', 'eu', 'asia', 'oceania')),
  platform text not null check (platform in ('ps5', 'xbox', 'pc')),
  -- As the buyer wrote it, and the weekly windows drawn, in the buyer's zone.
  availability_windows text not null,
  windows jsonb not null default '[]',
  timezone text not null default 'UTC',
  discord_psn text not null,
  -- The day by which the buyer wants to play.
  wanted_by date not null,
  status text not null default 'requested' check (status in (
    'requested', 'lapsed', 'assembling', 'filled', 'delivered', 'completed', 'released', 'expired', 'refunded', 'cancelled', 'disputed', 'decided'
  )),
  total_price numeric(8, 2) not null,
  -- Until when it has to be filled: 48 h from payment and request.
  deadline timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index team_builds_buyer on team_builds (buyer_id, created_at desc);
create index team_builds_open on team_builds (deadline) where status in ('assembling', 'filled');

create table team_build_players (
  team_build_id uuid not null references team_builds (id),
  -- Which of the desired roles, counted from 0: two guards are two seats.
  seat smallint not null,
  player_id uuid not null references auth.users (id) on delete cascade,
  role text not null,
  fee_cents integer not null check (fee_cents >= 0),
  -- Null: not answered yet.
  accepted boolean,
  asked_at timestamptz not null,
  answered_at timestamptz,
  primary key (team_build_id, player_id)
);
-- A seat has at most one player who accepted or may still do so.
create unique index team_build_players_seat on team_build_players (team_build_id, seat) where accepted is not false;
create index team_build_players_player on team_build_players (player_id, asked_at desc);

create table alerts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  availability_opt_in boolean not null default false,
  phone_opt_in boolean not null default false,
  last_notified_at timestamptz,
  updated_at timestamptz not null
);
