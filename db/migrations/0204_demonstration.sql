-- A database that was furnished with made-up players and accounts whose passwords everybody knows stays marked for good,
-- so that no server of production ever starts on it.
create table demonstration_furnishings (
  furnished_at timestamptz not null
);

insert into demonstration_furnishings (furnished_at)
select min(created_at)
  from auth.users
 where email in ('rookie@planetcrew.example', 'player@planetcrew.example', 'admin@planetcrew.example')
having count(*) > 0;
