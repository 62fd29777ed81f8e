-- Addresses under which calendars follow the sessions of one squad, or of all squads of a person. Whoever has one reads
-- them; its owner takes it back, and it shows a squad only while they are in it.
create table squad_calendars (
  secret text primary key check (char_length(secret) >= 32),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Null: all squads of the person.
  squad_id uuid references squads (id) on delete cascade,
  created_at timestamptz not null
);
create unique index squad_calendars_once on squad_calendars
  (user_id, (coalesce(squad_id, '00000000-0000-0000-0000-000000000000'::uuid)));
