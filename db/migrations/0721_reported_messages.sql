-- The message of a thread that was reported; what was written is kept in the subject.
alter table content_flags add column message_id uuid references thread_messages (id) on delete set null;
create index content_flags_message on content_flags (message_id) where message_id is not null;
create unique index content_flags_one_open_thread_message on content_flags (reporter_id, message_id)
  where status = 'open';
