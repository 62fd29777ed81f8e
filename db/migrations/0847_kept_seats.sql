-- A player of a squad that is handed over may be erased before it is settled. Their seat stays without the person: it
-- counts, and what is due for it goes to the payout account that it names.
alter table team_build_players drop constraint team_build_players_pkey;
alter table team_build_players add column id uuid primary key default gen_random_uuid();
alter table team_build_players alter column player_id drop not null;
create unique index team_build_players_once on team_build_players (team_build_id, player_id);
alter table team_build_players add column payee_account text;
create index team_build_players_payee_account on team_build_players (payee_account) where payee_account is not null;
