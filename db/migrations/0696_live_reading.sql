-- The number of unread messages is the same on every device: reading is news of the inbox as arriving is. Delivering,
-- which also writes the row, is none.
create function live_read() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct now.user_id) into ids
    from after_it now join before_it before using (id)
   where now.read_at is distinct from before.read_at;
  perform live_raise('inbox', ids);
  return null;
end $$;
create trigger live_update after update on notification_outbox
  referencing old table as before_it new table as after_it for each statement execute function live_read();
