-- Reminders of this version of a session, each sent once; and since when somebody is there.
alter table squad_sessions
  add column reminded_day_at timestamptz,
  add column reminded_hour_at timestamptz;
alter table squad_session_answers add column here_at timestamptz check (here_at is null or answer = 'yes');
