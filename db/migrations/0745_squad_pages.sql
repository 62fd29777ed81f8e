-- The public page of a squad: since when it is on, and who of the members wants to be named there (null: not asked yet).
alter table squads add column page_since timestamptz;
alter table squad_members add column shown boolean;
-- Neither outlasts what it is about.
alter table squads add constraint squads_page_lives check (page_since is null or ended_at is null);
alter table squad_members add constraint squad_members_shown check (shown is null or left_at is null);
create index squads_page on squads (page_since desc, id desc) where page_since is not null;

-- Pages are kept for some seconds: the nodes hear at the commit which of them are not true any more.
create function squad_pages_old(ids uuid[]) returns void language plpgsql as $$
declare
  one uuid;
begin
  for one in select id from squads where id = any (ids) and page_since is not null loop
    perform pg_notify('planet_crew', jsonb_build_object('channel', 'public-pages', 'payload',
      jsonb_build_object('under', jsonb_build_array('/squads/' || one)))::text);
  end loop;
end $$;

create function squad_page_changed() returns trigger language plpgsql as $$
begin
  perform squad_pages_old((select array_agg(distinct squad_id) from changed));
  return null;
end $$;
create trigger squad_page_insert after insert on squad_members
  referencing new table as changed for each statement execute function squad_page_changed();
create trigger squad_page_update after update on squad_members
  referencing new table as changed for each statement execute function squad_page_changed();
create trigger squad_page_delete after delete on squad_members
  referencing old table as changed for each statement execute function squad_page_changed();
-- Whether the squad looks for somebody.
create trigger squad_page_insert after insert on squad_invitations
  referencing new table as changed for each statement execute function squad_page_changed();
create trigger squad_page_delete after delete on squad_invitations
  referencing old table as changed for each statement execute function squad_page_changed();

-- How often it has played.
create function squad_page_heard() returns trigger language plpgsql as $$
begin
  perform squad_pages_old((
    select array_agg(distinct s.squad_id) from changed c join squad_sessions s on s.id = c.session_id));
  return null;
end $$;
create trigger squad_page_update after update on squad_session_feedback
  referencing new table as changed for each statement execute function squad_page_heard();

-- Its name and crest; where it was turned on or off, the map of the site as well.
create function squad_page_of() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select before.id, before.page_since is distinct from now.page_since as turned
      from before_it before join after_it now using (id)
     where before.page_since is not null or now.page_since is not null
  loop
    perform pg_notify('planet_crew', jsonb_build_object('channel', 'public-pages', 'payload', jsonb_build_object('under',
      jsonb_build_array('/squads/' || one.id) || case when one.turned then '["/sitemap.xml"]' else '[]' end::jsonb))::text);
  end loop;
  return null;
end $$;
create trigger squad_page_update after update on squads
  referencing old table as before_it new table as after_it for each statement execute function squad_page_of();
