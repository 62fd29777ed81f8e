-- What anybody may follow, signed in or not: each listing, and the list of them all (one topic, whose id is all zeros).
create function live_listings(ids uuid[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(ids), 0) = 0 then return; end if;
  perform live_raise('listing', ids);
  perform live_raise('listings', array['00000000-0000-0000-0000-000000000000'::uuid]);
end $$;

create function live_listing_changed() returns trigger language plpgsql as $$
begin
  perform live_listings((select array_agg(distinct id) from changed));
  return null;
end $$;
create trigger live_listing_insert after insert on lfg_listings
  referencing new table as changed for each statement execute function live_listing_changed();
create trigger live_listing_update after update on lfg_listings
  referencing new table as changed for each statement execute function live_listing_changed();
create trigger live_listing_delete after delete on lfg_listings
  referencing old table as changed for each statement execute function live_listing_changed();

-- That somebody applied is nobody's business; that a seat is taken, or free again, is everybody's.
create function live_seat_changed() returns trigger language plpgsql as $$
begin
  perform live_listings((
    select array_agg(distinct now.listing_id) from after_it now join before_it before using (id)
     where (now.status = 'accepted') <> (before.status = 'accepted')));
  return null;
end $$;
create trigger live_seat_update after update on lfg_applications
  referencing old table as before_it new table as after_it for each statement execute function live_seat_changed();

create function live_seat_written() returns trigger language plpgsql as $$
begin
  perform live_listings((select array_agg(distinct listing_id) from changed where status = 'accepted'));
  return null;
end $$;
create trigger live_seat_insert after insert on lfg_applications
  referencing new table as changed for each statement execute function live_seat_written();
create trigger live_seat_delete after delete on lfg_applications
  referencing old table as changed for each statement execute function live_seat_written();

-- Whose owner is banned is not shown.
create function live_owner_banned() returns trigger language plpgsql as $$
begin
  perform live_listings((
    select array_agg(distinct l.id) from changed join lfg_listings l using (user_id) where l.status = 'active'));
  return null;
end $$;
create trigger live_owner_insert after insert on ban_list
  referencing new table as changed for each statement execute function live_owner_banned();
create trigger live_owner_update after update on ban_list
  referencing new table as changed for each statement execute function live_owner_banned();
