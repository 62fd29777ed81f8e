-- Who to ask first for a spot in a session that's being played: players waiting in the live queue, several at once.
alter table squad_stand_ins add column source text not null default 'pool' check (source in ('pool', 'queue'));
drop index squad_stand_ins_seat;
create unique index squad_stand_ins_seat on squad_stand_ins (session_id, coalesce(seat, ''))
  where state = 'asked' and source = 'pool';
-- When the queue was last asked for the spots that are open now.
alter table squad_stand_in_searches add column queue_asked_at timestamptz;

-- The players who reported someone missing. Coming back clears it; what's left counts as their feedback.
alter table squad_session_answers add column missing_by uuid[] not null default '{}';
alter table squad_stand_ins add column missing_by uuid[] not null default '{}';

-- Waiting players see an offer beside their place in the queue, so their page follows it.
create trigger live_insert_queue after insert on squad_stand_ins
  referencing new table as changed for each statement execute function live_named('queue', 'user_id');
create trigger live_update_queue after update on squad_stand_ins
  referencing new table as changed for each statement execute function live_named('queue', 'user_id');

-- Earlier versions take a session from the live queue for a run-back and cancel it when it's short a player after its
-- first hour. No version cancels one on purpose by then, so this can only be theirs.
create function keep_live_session() returns trigger language plpgsql as $$
begin
  raise exception 'session % is being played and cannot be canceled', old.id using errcode = 'check_violation';
end $$;
create trigger keep_live_session before update of called_off_at on squad_sessions for each row
  when (old.called_off_at is null and new.called_off_at >= old.answers_until and old.follows is null)
  execute function keep_live_session();
