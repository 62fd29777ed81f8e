-- Times are written as their reader reads them, in messages too, where no browser says how: a clock of twelve hours or of
-- twenty-four. Nobody has to choose one; without a choice pages follow the browser and messages the time zone.
alter table user_profiles add column clock_hours smallint check (clock_hours in (12, 24));
