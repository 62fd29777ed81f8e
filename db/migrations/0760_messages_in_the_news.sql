-- A new message is a topic of its own, beside everything else that may change in a thread: what is new travels with the
-- news, and nobody has to read the whole thread for it.
drop trigger live_insert on thread_messages;
create trigger live_insert after insert on thread_messages
  referencing new table as changed for each statement execute function live_named('messages', 'thread_id');

-- Until when the others of a thread are waited for before they are told of what they have not read: while that lies
-- ahead, no second job is needed.
alter table threads add column tell_at timestamptz;
