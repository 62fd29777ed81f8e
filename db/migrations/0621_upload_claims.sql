-- Room for a file is claimed before anything is done for it: until a row names the bytes they are its claim, which counts
-- like a file of that person.
alter table storage.garbage
  add column owner uuid references auth.users (id) on delete set null,
  add column size bigint not null default 0;
create index garbage_owner on storage.garbage (owner) where owner is not null;
