-- What the signed-in pages of the umbrella site keep: the answers of "Define Your Crew DNA" and a person's milestones.
create table crew_dna (
  user_id uuid primary key references auth.users (id) on delete cascade,
  position text not null check (position in ('pg', 'sg', 'sf', 'pf', 'c')),
  role_type text not null check (role_type in ('scorer', 'playmaker', 'defender', 'rebounder', 'sharpshooter')),
  playstyle text not null check (char_length(playstyle) <= 500),
  schedule text[] not null check (cardinality(schedule) > 0),
  region text not null,
  platform text not null check (platform in ('ps', 'xbox', 'pc')),
  has_mic boolean not null,
  goals text not null check (char_length(goals) <= 500),
  grind_level text not null check (grind_level in ('casual', 'rep', 'comp')),
  timezone text not null check (timezone in ('est', 'cst', 'mst', 'pst', 'gmt', 'cet')),
  updated_at timestamptz not null
);

create table crew_milestones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 80),
  done_at timestamptz,
  created_at timestamptz not null
);
create index crew_milestones_by_user on crew_milestones (user_id, created_at);
