-- A squad may come out of a party: one at a time, and another once it has ended.
alter table squads add column party_id uuid references parties (id) on delete set null;
create unique index squads_party on squads (party_id) where ended_at is null;
