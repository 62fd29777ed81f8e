-- Threads: what people who have something in common write to each other. What that is, its own feature knows.
create table threads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('squad', 'application', 'booking')),
  subject_id uuid not null,
  -- The number of the newest message: the next one takes the next number, under the lock of this row.
  last_seq integer not null default 0,
  created_at timestamptz not null,
  -- Since when what it belongs to has ended, as last looked at; it is kept for a while from then on.
  ended_at timestamptz,
  unique (kind, subject_id)
);

create table thread_members (
  thread_id uuid not null references threads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  joined_at timestamptz not null,
  left_at timestamptz,
  -- Up to here was written before they came: they never see it.
  from_seq integer not null default 0,
  -- Up to here they have read; only rises.
  read_seq integer not null default 0,
  primary key (thread_id, user_id)
);
create index thread_members_user on thread_members (user_id) where left_at is null;

create table thread_messages (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references threads (id) on delete cascade,
  seq integer not null check (seq > 0),
  -- Null when their account is gone, and their words with it.
  author_id uuid references auth.users (id) on delete set null,
  -- The author's own name for it: sent again, it is the same message.
  client_id uuid not null,
  body text not null check (char_length(body) <= 2000),
  -- How it read before it was changed or taken back, so that a report has what was read; for a few days.
  earlier text[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  removed_at timestamptz,
  removed_by text check (removed_by in ('author', 'leader', 'account')),
  unique (thread_id, seq),
  unique (thread_id, author_id, client_id),
  check ((removed_at is null) = (removed_by is null)),
  check ((removed_at is null) = (body <> ''))
);
create index thread_messages_author on thread_messages (author_id);
create index thread_messages_earlier on thread_messages (coalesce(removed_at, edited_at)) where earlier <> '{}';

-- Whose messages somebody does not want to read here; nobody is told.
create table thread_mutes (
  thread_id uuid not null references threads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  muted_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (thread_id, user_id, muted_id),
  check (user_id <> muted_id)
);

select live_follow('thread_messages', 'thread', 'thread_id');

-- Whoever comes and goes has another list of topics. What somebody has read concerns nobody else, so updates tell less.
create trigger live_insert after insert on thread_members
  referencing new table as changed for each statement execute function live_named('thread', 'thread_id', 'person', 'user_id');
create trigger live_delete after delete on thread_members
  referencing old table as changed for each statement execute function live_named('thread', 'thread_id', 'person', 'user_id');
create function live_thread_member() returns trigger language plpgsql as $$
begin
  perform live_raise('thread', array[new.thread_id]);
  perform live_raise('person', array[new.user_id]);
  return null;
end $$;
create trigger live_update after update on thread_members for each row
  when (old.left_at is distinct from new.left_at) execute function live_thread_member();

-- Squads that were there before have a thread as well.
insert into threads (kind, subject_id, created_at)
select 'squad', id, created_at from squads where ended_at is null;
insert into thread_members (thread_id, user_id, joined_at)
select t.id, m.user_id, m.joined_at
  from squad_members m join threads t on t.kind = 'squad' and t.subject_id = m.squad_id
 where m.left_at is null;

-- Applications that are not settled against, between the owner of the listing and the applicant.
insert into threads (kind, subject_id, created_at)
select 'application', a.id, a.created_at
  from lfg_applications a join lfg_listings l on l.id = a.listing_id
 where a.status in ('pending', 'accepted') and l.deleted_at is null;
insert into thread_members (thread_id, user_id, joined_at)
select t.id, x.id, t.created_at
  from lfg_applications a
  join lfg_listings l on l.id = a.listing_id
  join threads t on t.kind = 'application' and t.subject_id = a.id
  cross join lateral (values (a.applicant_id), (l.user_id)) as x (id);

-- Bookings whose money has arrived and that are not over, between the buyer and who was booked.
insert into threads (kind, subject_id, created_at)
select 'booking', id, created_at from bookings
 where status in ('held', 'accepted', 'in_progress', 'scheduled', 'started', 'completed', 'disputed');
insert into thread_members (thread_id, user_id, joined_at)
select t.id, x.id, t.created_at
  from bookings b
  join threads t on t.kind = 'booking' and t.subject_id = b.id
  cross join lateral (select distinct id from (values (b.buyer_id), (b.player_id)) as v (id) where id is not null) as x;
