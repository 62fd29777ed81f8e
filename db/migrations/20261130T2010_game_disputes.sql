-- The console follows disputes. Older nodes go on.
create function live_game_disputes() returns trigger language plpgsql as $$
begin
  perform live_raise('console', array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end $$;
create trigger live_console_dispute after update on games for each row
  when (old.state is distinct from new.state and 'disputed' in (old.state, new.state))
  execute function live_game_disputes();
