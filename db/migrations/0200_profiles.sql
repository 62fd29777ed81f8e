-- Profiles: private tables, public view. The view is the only thing that visitors' queries may read, so a column that
-- is not named there cannot leave its owner by mistake.
create table user_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text,
  onboarding_completed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table protocol_profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  twitch_id text,
  twitch_login text,
  display_name text not null,
  email text,
  platform text default 'PS5',
  role text default 'PG',
  flex_positions text[] not null default '{}',
  modes text[] not null default '{Park/City}',
  timezone text default 'UTC',
  region text,
  languages text[] not null default '{}',
  psn text,
  xbox text,
  discord text,
  twitter text,
  -- Which handles the owner shows to everybody; members of a mutual match see all of them.
  public_handles text[] not null default '{twitch}',
  playstyle text[] not null default '{}',
  archetype_primary text,
  archetype_secondary text,
  height_in smallint,
  weight_lb smallint,
  hand text,
  overall_rating smallint,
  win_percentage numeric(4, 1),
  experience_years smallint,
  competitive_level text,
  -- List of weekly windows in the player's own zone: [{"days": ["Mon"], "start": "19:00", "end": "23:00"}].
  availability jsonb not null default '[]',
  crossplay boolean not null default true,
  mic boolean not null default true,
  phone text,
  preferred_contact text not null default 'email',
  allow_contact boolean not null default true,
  consent_comms boolean not null default true,
  bio text not null default '' check (char_length(bio) <= 500),
  avatar_path text,
  published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the publish command asks for; the directory and the matcher rely on it.
  constraint protocol_profiles_published_complete check (
    not published
    or (platform is not null and role is not null and cardinality(modes) > 0 and region is not null and timezone is not null)
  )
);

create table player_blocks (
  blocker_id uuid not null references auth.users (id) on delete cascade,
  blocked_id uuid not null references auth.users (id) on delete cascade,
  -- block: absolute. avoid: costs score and is shown to nobody.
  kind text not null check (kind in ('block', 'avoid')),
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index player_blocks_blocked on player_blocks (blocked_id);

-- Verified means: the streaming account was proven by signing in with it.
create view protocol_public_profiles as
select
  p.id, p.display_name, p.twitch_id is not null as verified, p.role, p.flex_positions, p.platform, p.crossplay,
  p.competitive_level, p.overall_rating, p.win_percentage, p.height_in, p.weight_lb, p.hand,
  p.archetype_primary, p.archetype_secondary, p.modes, p.playstyle, p.languages, p.region, p.timezone, p.mic, p.bio,
  p.avatar_path, p.experience_years,
  case when 'twitch' = any (p.public_handles) and p.twitch_login is not null
       then 'https://www.twitch.tv/' || p.twitch_login end as twitch_url,
  case when 'discord' = any (p.public_handles) then p.discord end as discord,
  case when 'twitter' = any (p.public_handles) then p.twitter end as twitter,
  case when 'psn' = any (p.public_handles) then p.psn end as psn,
  case when 'xbox' = any (p.public_handles) then p.xbox end as xbox,
  p.created_at, p.updated_at
from protocol_profiles p
where p.published
  and not exists (
    select 1 from ban_list b
    where b.user_id = p.id and b.scope = 'all' and b.lifted_at is null and (b.expires_at is null or b.expires_at > now())
  );

-- The directory reads the newest published profiles under any combination of the filters. An index for every set of
-- platform, role and region keeps the rarest combination (a centre on Switch in Oceania) as short as the first page;
-- mic has two values and is filtered on the way.
create index protocol_profiles_newest on protocol_profiles (created_at desc, id desc) where published;
create index protocol_profiles_role on protocol_profiles (role, created_at desc, id desc) where published;
create index protocol_profiles_region on protocol_profiles (region, created_at desc, id desc) where published;
create index protocol_profiles_platform on protocol_profiles (platform, created_at desc, id desc) where published;
create index protocol_profiles_platform_role on protocol_profiles (platform, role, created_at desc, id desc) where published;
create index protocol_profiles_platform_region on protocol_profiles (platform, region, created_at desc, id desc) where published;
create index protocol_profiles_role_region on protocol_profiles (role, region, created_at desc, id desc) where published;
create index protocol_profiles_platform_role_region
  on protocol_profiles (platform, role, region, created_at desc, id desc) where published;
