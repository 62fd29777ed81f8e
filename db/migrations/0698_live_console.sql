-- The console of the admins: what waits for a decision, and what its first page counts. One topic, whose id is all zeros.
create function live_console() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed) then
    perform live_raise('console', array['00000000-0000-0000-0000-000000000000'::uuid]);
  end if;
  return null;
end $$;

do $$
declare
  place text;
  change record;
begin
  foreach place in array array['content_flags', 'ban_list', 'ban_appeals', 'match_absence_appeals', 'lfg_listings', 'matches'] loop
    for change in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as c (verb, side) loop
      -- Answers to a proposal change its row, and nothing of what is counted.
      continue when place = 'matches' and change.verb = 'update';
      execute format(
        'create trigger live_console_%s after %s on %I referencing %s table as changed for each statement execute function live_console()',
        change.verb, change.verb, place, change.side);
    end loop;
  end loop;
end $$;

-- Whoever becomes an admin, or is none any more, has other topics from then on.
select live_follow('admin_roles', 'person', 'user_id');
