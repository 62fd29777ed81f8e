-- After a session that stood: who was asked how it was, and what they said.
create table squad_session_feedback (
  session_id uuid not null references squad_sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  asked_at timestamptz not null,
  said_at timestamptz,
  took_place boolean,
  rating smallint check (rating between 1 and 5),
  absent_ids uuid[] not null default '{}',
  -- About whom the word counts: the others, without those with whom a block stood when it was given.
  judged_ids uuid[] not null default '{}',
  primary key (session_id, user_id),
  check ((said_at is null) = (took_place is null))
);
create index squad_session_feedback_user on squad_session_feedback (user_id);
select live_follow('squad_session_feedback', 'person', 'user_id');

-- When those who were to play were asked, each once; also where there was nobody to ask.
alter table squad_sessions add column asked_at timestamptz;
create index squad_sessions_unasked on squad_sessions (ends_at) where asked_at is null and called_off_at is null;
-- What is long over is not asked about any more.
update squad_sessions set asked_at = ends_at where ends_at < now() - interval '1 day';

-- An absence is contested where it was said, after a match or after a session.
alter table match_absence_appeals
  alter column match_id drop not null,
  add column session_id uuid references squad_sessions (id) on delete cascade,
  add constraint match_absence_appeals_about check (num_nonnulls(match_id, session_id) = 1),
  add constraint match_absence_appeals_session_once unique (session_id, user_id);
