-- Whether somebody looks for a squad and for a pair: until they have one, although they have one, or never. It takes the
-- place of the days of rest after a match. Who is in a squad needs no row here: that is looked up where it is asked.
alter table protocol_profiles
  add column look_for_squad text not null default 'until_found'
    check (look_for_squad in ('until_found', 'always', 'never')),
  add column look_for_pair text not null default 'until_found'
    check (look_for_pair in ('until_found', 'always', 'never'));

-- Said on one device, true on all of them.
create function live_looking() returns trigger language plpgsql as $$
begin
  perform live_raise('person', array[new.id]);
  return null;
end $$;
create trigger live_looking after update on protocol_profiles for each row
  when (old.look_for_squad is distinct from new.look_for_squad or old.look_for_pair is distinct from new.look_for_pair)
  execute function live_looking();
