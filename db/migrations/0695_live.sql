-- Live pages: each thing that a page follows is a topic (kind and id) with a revision. What changes a topic names it in
-- its transaction; when that commits, all named topics are raised in one statement and in one order, so that no two
-- transactions can wait for each other, and the nodes are told. A topic without a row was never changed: revision 0.
create table live_topics (
  kind text not null,
  id uuid not null,
  -- Rises with every commit that changes the topic. Never below the milliseconds since 1970 of its last change, so that
  -- a row that was cleared away does not begin again with a number that a page has seen.
  rev bigint not null,
  primary key (kind, id)
);
create index live_topics_rev on live_topics (rev);

-- What the transactions under way have named so far; empty for everybody else, at any time.
create unlogged table live_pending (
  tx xid8 primary key,
  -- "kind id"
  topics text[] not null
);

create function live_raise(kind text, ids uuid[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(ids), 0) = 0 then return; end if;
  insert into live_pending (tx, topics)
  select pg_current_xact_id(), array_agg(distinct live_raise.kind || ' ' || one) from unnest(ids) one where one is not null
  having count(*) > 0
  on conflict (tx) do update set topics = live_pending.topics || excluded.topics;
end $$;

-- A notification holds 8,000 bytes.
create function live_tell(what text, parts jsonb[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(parts), 0) = 0 then return; end if;
  for at in 0 .. (cardinality(parts) - 1) / 80 loop
    perform pg_notify('planet_crew', jsonb_build_object('channel', 'live', 'payload',
      jsonb_build_object(what, to_jsonb(parts[at * 80 + 1 : at * 80 + 80])))::text);
  end loop;
end $$;

create function live_flush() returns trigger language plpgsql as $$
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
  delete from live_topics t using unnest(named) topic
   where t.kind in ('person', 'inbox') and topic = t.kind || ' ' || t.id
     and not exists (select 1 from auth.users u where u.id = t.id);
  perform live_tell('topics', raised);
  return null;
end $$;
create constraint trigger live_flush after insert on live_pending
  deferrable initially deferred for each row execute function live_flush();

-- Which column of a changed row names which kind of topic: live_named('match', 'match_id', 'person', 'user_id').
-- One function for all tables; `changed` holds the rows of the statement as they are, or were.
create function live_named() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  for at in 0 .. tg_nargs / 2 - 1 loop
    execute format('select array_agg(distinct %I) from changed', tg_argv[at * 2 + 1]) into ids;
    perform live_raise(tg_argv[at * 2], ids);
  end loop;
  return null;
end $$;

create function live_follow(place regclass, variadic names text[]) returns void language plpgsql as $$
declare
  arguments text := (select string_agg(quote_literal(name), ', ') from unnest(names) name);
  change record;
begin
  for change in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as c (verb, side) loop
    execute format(
      'create trigger live_%s after %s on %s referencing %s table as changed for each statement execute function live_named(%s)',
      change.verb, change.verb, place, change.side, arguments);
  end loop;
end $$;

select live_follow('matches', 'match', 'id');
select live_follow('match_responses', 'match', 'match_id');
select live_follow('match_members', 'person', 'user_id');
select live_follow('parties', 'party', 'id');
select live_follow('party_members', 'party', 'party_id', 'person', 'user_id');
select live_follow('bookings', 'booking', 'id', 'person', 'buyer_id', 'person', 'player_id');
select live_follow('booking_games', 'booking', 'booking_id');
select live_follow('booking_evidence', 'booking', 'booking_id');
-- Two topics: what becomes of an application is its applicant's, that somebody applied is the owner's.
select live_follow('lfg_applications', 'application', 'id', 'applicants', 'listing_id', 'person', 'applicant_id');
select live_follow('lfg_listings', 'person', 'user_id');

create trigger live_insert after insert on notification_outbox
  referencing new table as changed for each statement execute function live_named('inbox', 'user_id');

-- Erased with everything else of the person.
create trigger live_delete after delete on auth.users
  referencing old table as changed for each statement execute function live_named('person', 'id', 'inbox', 'id');

-- Whose streams may have to end: those of sessions that are over, and of people whose standing has changed.
create function live_doubt() returns trigger language plpgsql as $$
declare
  ids jsonb[];
begin
  execute format('select array_agg(distinct to_jsonb(%I)) from changed', tg_argv[1]) into ids;
  perform live_tell(tg_argv[0], ids);
  return null;
end $$;
create trigger live_doubt after delete on auth.sessions
  referencing old table as changed for each statement execute function live_doubt('sessions', 'id');
create trigger live_doubt_insert after insert on ban_list
  referencing new table as changed for each statement execute function live_doubt('people', 'user_id');
create trigger live_doubt_update after update on ban_list
  referencing new table as changed for each statement execute function live_doubt('people', 'user_id');
create trigger live_doubt_update after update on auth.mfa_factors
  referencing new table as changed for each statement execute function live_doubt('people', 'user_id');

create function live_doubt_user() returns trigger language plpgsql as $$
begin
  perform live_tell('people', array[to_jsonb(new.id)]);
  return null;
end $$;
create trigger live_doubt after update on auth.users for each row
  when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at
    or old.delete_after is distinct from new.delete_after)
  execute function live_doubt_user();
