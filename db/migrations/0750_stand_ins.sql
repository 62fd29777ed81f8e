-- Stand-ins: who plays one session of a squad without being in it. A row is one question to one person: the seat of one
-- version of a session, and what became of it.
create table squad_stand_ins (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  squad_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  version integer not null,
  -- In a five; of two both play anywhere.
  seat text check (seat in ('PG', 'SG', 'SF', 'PF', 'C')),
  state text not null check (state in ('asked', 'in', 'declined', 'lapsed', 'withdrawn', 'out')),
  -- Why them, as the ranking had it.
  score real,
  reasons text[] not null default '{}',
  asked_at timestamptz not null,
  until timestamptz not null,
  answered_at timestamptz,
  here_at timestamptz check (here_at is null or state = 'in'),
  -- Until when they are in the thread of the squad; null once they are out of it.
  thread_until timestamptz,
  foreign key (session_id, squad_id) references squad_sessions (id, squad_id) on delete cascade,
  -- Nobody is asked twice for the same evening.
  unique (session_id, version, user_id)
);
-- One person at a time for a seat.
create unique index squad_stand_ins_seat on squad_stand_ins (session_id, coalesce(seat, '')) where state = 'asked';
create index squad_stand_ins_user on squad_stand_ins (user_id, asked_at);
create index squad_stand_ins_squad on squad_stand_ins (squad_id) where state in ('asked', 'in');
create index squad_stand_ins_thread on squad_stand_ins (thread_until) where thread_until is not null;

-- For which sessions stand-ins are asked at the moment; what was moved is asked for anew.
create table squad_stand_in_searches (
  session_id uuid primary key,
  squad_id uuid not null,
  version integer not null,
  -- Whether the captain asked for it: then every seat that is missing is offered.
  pressed boolean not null,
  started_at timestamptz not null,
  -- The captain wants nobody asked any more for this version.
  stopped_at timestamptz,
  -- Enough are in; whoever falls out again begins it anew.
  filled_at timestamptz,
  -- When nobody fitted, the last time that somebody was looked for.
  nobody_at timestamptz,
  foreign key (session_id, squad_id) references squad_sessions (id, squad_id) on delete cascade
);

select live_follow('squad_stand_ins', 'squad', 'squad_id', 'person', 'user_id');
select live_follow('squad_stand_in_searches', 'squad', 'squad_id');
