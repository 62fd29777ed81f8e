-- The language that a user has chosen, for pages on a new device and for messages; null until they have signed in with a
-- page in some language. Nodes of the previous version neither read nor write it and keep running.
alter table user_profiles add column language text;
