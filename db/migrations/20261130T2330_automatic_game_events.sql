-- Players see whether a moderator or the clock voided a game. Older nodes go on: they leave it at its default.
alter table game_events add column automatic boolean not null default false;
update game_events set automatic = true where user_id is null and side is null and kind in ('confirmed', 'voided');
