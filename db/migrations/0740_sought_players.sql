-- A seat of a squad that somebody from the pool is asked to take: one person at a time.
alter table squad_invitations add column seat text check (seat in ('PG', 'SG', 'SF', 'PF', 'C'));
create unique index squad_invitations_seat on squad_invitations (squad_id, seat) where seat is not null;

-- Whom a squad has asked in this way: nobody is asked twice within a month.
create table squad_sought (
  squad_id uuid not null references squads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  asked_at timestamptz not null,
  primary key (squad_id, user_id)
);
create index squad_sought_user on squad_sought (user_id);
