-- The home page counts the squads that became complete in the last days.
create index squads_formed on squads (whole_since) where whole_since is not null;
