-- A message has one address, which only opens a page, and labeled buttons in `links`, which may act. Until now the first
-- button was taken for the address, so that opening a proposal from a list, a push or a text message accepted it.
-- Older nodes go on: they read and write `links` alone. The trigger gives their messages an address.
alter table notification_outbox add column address text;

create function message_address(links jsonb) returns text language sql immutable as $$
  select case when links -> 0 ->> 'path' like '/protocol/respond%'
              then '/protocol/matches#match-' || coalesce(substring(links -> 0 ->> 'path' from 'matchId=([^&]+)'), '')
              else links -> 0 ->> 'path' end
$$;

create function fill_message_address() returns trigger language plpgsql as $$
begin
  new.address := message_address(new.links);
  return new;
end $$;

create trigger notification_outbox_address before insert on notification_outbox
  for each row when (new.address is null and new.links <> '[]') execute function fill_message_address();

update notification_outbox set address = message_address(links) where links <> '[]';
