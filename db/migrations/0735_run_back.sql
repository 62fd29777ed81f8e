-- A session that runs another one back; and until when its question is open where that is not until it begins.
alter table squad_sessions
  add column follows uuid references squad_sessions (id) on delete set null,
  add column answers_until timestamptz check (answers_until >= starts_at);
create index squad_sessions_follows on squad_sessions (follows) where follows is not null;
create index squad_sessions_answers_until on squad_sessions (answers_until) where answers_until is not null and called_off_at is null;
