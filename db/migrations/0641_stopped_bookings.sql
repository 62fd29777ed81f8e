-- The player was banned while the hire was running: it stands still until its buyer has chosen, or the time is over.
alter table bookings add column stopped_at timestamptz;
