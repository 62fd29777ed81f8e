-- How often all of a person's sessions were ended. Whoever is just signing in has seen the count before their proof was
-- checked, and is refused where it has moved on meanwhile.
alter table auth.users add column sessions_ended integer not null default 0;

-- A sign-in on its way to being linked ends with the session that began it.
alter table auth.flow_state
  add column linking_session_id uuid references auth.sessions (id) on delete cascade;
create index flow_state_user_id on auth.flow_state (user_id);
create index flow_state_linking_session_id on auth.flow_state (linking_session_id);
