-- Who was in the directory and saved something since without publishing again: a saved profile is out for a moment, and
-- withdrawn when it stays out.
create table profile_edits (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null
);
create index profile_edits_since on profile_edits (since);

alter table matches drop constraint matches_ended_by_check;
alter table matches add constraint matches_ended_by_check check (
  ended_by in ('accepted', 'declined', 'deadline', 'withdrawn', 'rebuild', 'banned', 'left', 'parted', 'unpublished')
);
