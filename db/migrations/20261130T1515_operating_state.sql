-- The mode that all nodes run in, and the features that are switched off.
create table operating_state (
  one boolean primary key default true check (one),
  mode text not null default 'open' check (mode in ('open', 'read-only', 'maintenance')),
  mode_since timestamptz,
  pass uuid not null default gen_random_uuid(),
  switched_off text[] not null default '{}'
);
insert into operating_state default values;
