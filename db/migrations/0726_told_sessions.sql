-- What the members of a session were told last: that it stands, or nothing of that kind. What differs from it is told
-- once it has lasted.
alter table squad_sessions
  add column told_stands boolean not null default false,
  -- How often this version was told of; the first time waits for nothing.
  add column told_count integer not null default 0,
  add column differs_since timestamptz;
create index squad_sessions_differs on squad_sessions (differs_since) where differs_since is not null;
update squad_sessions s set told_stands = true, told_count = 1
  from squads q
 where q.id = s.squad_id and s.called_off_at is null
   and (select count(*) from squad_session_answers a where a.session_id = s.id and a.answer = 'yes') >= q.size;
