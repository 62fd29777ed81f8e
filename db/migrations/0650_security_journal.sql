-- The journal of an account: what the server saw (changes, sign-ins, failures) apart from what browsers report.
delete from auth.security_events e where user_id is not null
  and not exists (select 1 from auth.users u where u.id = e.user_id);
alter table auth.security_events
  add constraint security_events_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  add column kind text not null default 'change' check (kind in ('change', 'sign_in', 'failure', 'report')),
  -- What repeats within an hour is counted on one line: failures and reports, which others can cause.
  add column slot timestamptz,
  add column times integer not null default 1,
  add column last_at timestamptz,
  add column device text,
  add column network text,
  add column country text,
  add column marks text[] not null default '{}';
-- Until now what browsers reported stood among the rest.
update auth.security_events set kind = 'report', metadata = '{}' where action like 'auth\_%';
update auth.security_events set kind = 'failure' where kind = 'change' and not success;
update auth.security_events set kind = 'sign_in' where action = 'sign_up';
update auth.security_events set marks = '{factor_removed}' where action = 'factor_removed';
alter table auth.security_events alter column kind drop default;

drop index auth.security_events_user_id;
create index security_events_by_kind on auth.security_events (user_id, kind, id desc);
create index security_events_by_user on auth.security_events (user_id, id desc);
create index security_events_marked on auth.security_events (id desc) where marks <> '{}';
create unique index security_events_slot on auth.security_events (user_id, kind, action, slot) where slot is not null;

-- Since when the password does not open the account any more, because its owner said that somebody else was in it.
alter table auth.users add column password_shut_at timestamptz;
