-- The console counts the games of hires by the day on which they were confirmed.
create index booking_games_counted on booking_games (counted_at) where counted_at is not null;
