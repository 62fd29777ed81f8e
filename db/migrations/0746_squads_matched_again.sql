-- The same people may be matched again while their squad lives: it is one squad, and these are the matches before the last.
create table squad_earlier_matches (
  match_id uuid primary key references matches (id) on delete cascade,
  squad_id uuid not null references squads (id) on delete cascade
);
create index squad_earlier_matches_squad on squad_earlier_matches (squad_id);
