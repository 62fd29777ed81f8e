-- What a transaction named is found by its key: the comparison of "kind id" read every topic there is, at every commit.
create or replace function live_flush() returns trigger language plpgsql as $$
declare
  named text[];
  raised jsonb[];
begin
  delete from live_pending where tx = new.tx returning topics into named;
  if named is null then return null; end if;
  with one as (
    select distinct split_part(topic, ' ', 1) as kind, split_part(topic, ' ', 2)::uuid as id from unnest(named) topic
  ), written as (
    insert into live_topics as t (kind, id, rev)
    select kind, id, (extract(epoch from clock_timestamp()) * 1000)::bigint from one order by kind, id
    on conflict (kind, id) do update set rev = greatest(t.rev + 1, excluded.rev)
    returning t.kind, t.id, t.rev
  )
  select array_agg(jsonb_build_array(kind || ':' || id, rev) order by kind, id) into raised from written;
  -- Nothing stays of people whose account is erased in this very transaction.
  delete from live_topics t
   where (t.kind, t.id) in (
     select split_part(topic, ' ', 1), split_part(topic, ' ', 2)::uuid from unnest(named) topic
      where split_part(topic, ' ', 1) in ('person', 'inbox', 'queue')
        and not exists (select 1 from auth.users u where u.id = split_part(topic, ' ', 2)::uuid));
  perform live_tell('topics', raised);
  return null;
end $$;

-- The places of people in the queue were forgotten: nothing stays of who is erased.
drop trigger live_delete on auth.users;
create trigger live_delete after delete on auth.users
  referencing old table as changed for each statement
  execute function live_named('person', 'id', 'inbox', 'id', 'queue', 'id');
delete from live_topics t where t.kind = 'queue' and not exists (select 1 from auth.users u where u.id = t.id);
