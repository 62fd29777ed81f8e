-- A moderator may take away a message that was reported.
alter table thread_messages drop constraint thread_messages_removed_by_check;
alter table thread_messages add constraint thread_messages_removed_by_check
  check (removed_by in ('author', 'leader', 'account', 'moderator'));
