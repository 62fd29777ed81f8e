-- Somebody who has asked for the deletion of their account leaves the directory at once. Whether they were in it is
-- remembered here, so that changing their mind brings them back and publishes nobody who was not.
alter table auth.users add column hidden_profile boolean not null default false;
