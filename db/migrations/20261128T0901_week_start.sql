-- Weeks began on Monday for everybody, which is odd for whoever grew up with calendars that begin on Sunday or Saturday.
-- 1 is Monday, 6 Saturday, 7 Sunday, as in ISO 8601; without a choice pages follow the browser's language.
-- Nodes of the previous version neither read nor write it and go on.
alter table user_profiles add column week_start smallint check (week_start in (1, 6, 7));
