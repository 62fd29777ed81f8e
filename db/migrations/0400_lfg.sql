-- Looking for group: listings, and the applications to them.
create table lfg_listings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null default 'N/A' check (role = 'N/A'),
  title text not null check (char_length(title) between 1 and 100),
  needed_positions text[] not null check (cardinality(needed_positions) > 0),
  modes text[] not null check (cardinality(modes) > 0),
  platform text not null,
  allows_crossplay boolean not null default true,
  region text not null,
  -- A JSON list of slots {day, start, end} in the wall-clock time of `timezone`; text as in the earlier product.
  availability text not null default '[]',
  timezone text not null default 'UTC',
  notes text check (char_length(notes) <= 500),
  boosted_at timestamptz,
  boost_expires_at timestamptz,
  status text not null default 'active' check (status in ('active', 'closed', 'expired')),
  -- Who closed it: an owner may take back their own closing, not an admin's.
  closed_by text check (closed_by in ('owner', 'admin')),
  closed_at timestamptz,
  -- Deleted by an admin: gone for everybody, kept a while so that the deletion can be taken back.
  deleted_at timestamptz,
  -- The match that the filled listing became.
  match_id uuid,
  created_at timestamptz not null default now(),
  -- When it was put up: the creation, or the last renewal after it had run out.
  listed_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  updated_at timestamptz not null default now(),
  -- Everything that browsing filters by, in one array: one index answers every combination of filters.
  facets text[] not null generated always as (
    needed_positions || modes || array['region ' || region, case when allows_crossplay then 'crossplay' else 'platform ' || platform end]
  ) stored,
  check (deleted_at is null or status <> 'active')
);
-- Featured listings first, then the newest: read in order until a page is full ...
create index lfg_listings_featured on lfg_listings (boost_expires_at desc, listed_at desc, id desc)
  where status = 'active' and boost_expires_at is not null;
create index lfg_listings_newest on lfg_listings (listed_at desc, id desc) where status = 'active';
-- ... or, when few listings fit the filters, exactly those.
create index lfg_listings_facets on lfg_listings using gin (facets) where status = 'active';
create index lfg_listings_owner on lfg_listings (user_id, created_at desc, id desc);
create index lfg_listings_running_out on lfg_listings (expires_at) where status = 'active';
create index lfg_listings_latest on lfg_listings (created_at desc, id desc);
create index lfg_listings_deleted on lfg_listings (deleted_at) where deleted_at is not null;
-- A second click on Create must not make a second listing.
create unique index lfg_listings_one_of_a_title on lfg_listings (user_id, lower(title)) where status = 'active';

create table lfg_applications (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references lfg_listings (id) on delete cascade,
  applicant_id uuid not null references auth.users (id) on delete cascade,
  -- The needed position that the applicant would play.
  position text not null,
  message text check (char_length(message) <= 500),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint lfg_applications_once unique (listing_id, applicant_id)
);
-- One player a seat, whoever clicks first.
create unique index lfg_applications_seat on lfg_applications (listing_id, position) where status = 'accepted';
create index lfg_applications_inbox on lfg_applications (listing_id, created_at, id);
create index lfg_applications_applicant on lfg_applications (applicant_id, created_at desc, id desc);
