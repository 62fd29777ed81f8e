-- The fee on what is released to players and coaches, in hundredths of a percent, frozen when the seller is chosen.
alter table orders add column fee_points integer not null default 0 check (fee_points between 0 and 10000);
alter table team_build_players add column fee_points integer not null default 0 check (fee_points between 0 and 10000);
