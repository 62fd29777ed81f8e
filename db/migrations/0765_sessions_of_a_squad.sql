-- A room and a calendar read the sessions of their squad that are not over, those that were called off among them; the
-- index that is there knows only the others.
create index squad_sessions_of_squad on squad_sessions (squad_id, ends_at);
