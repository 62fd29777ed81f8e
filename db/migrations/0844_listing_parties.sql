-- A listing whose group became a party is over, as one that became a match is: without it, it could be opened again.
alter table lfg_listings add column became_party_at timestamptz;
