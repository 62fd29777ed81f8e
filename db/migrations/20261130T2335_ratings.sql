-- Ratings from confirmed games. Older nodes go on: they write games as before, and triggers record what ratings need.

-- A player as ratings know them. The id outlives the account, so a deleted account doesn't change anyone's rating.
create table rating_players (
  id uuid primary key default gen_random_uuid(),
  -- Null again when the account is deleted.
  user_id uuid unique references auth.users (id) on delete set null,
  -- Whether the player left leaderboards and search.
  hidden boolean not null default false
);
create index rating_players_hidden on rating_players (user_id) where hidden;

-- What a player had typed in when they were first listed in a game of a mode. Later edits don't change ratings.
create table rating_priors (
  player_id uuid not null references rating_players (id) on delete cascade,
  mode text not null,
  overall smallint,
  level text,
  primary key (player_id, mode)
);

alter table game_players add column rated_as uuid references rating_players (id);
create index game_players_rated_as on game_players (rated_as, game_id);

create function rate_game_player() returns trigger language plpgsql as $$
begin
  if new.user_id is null or new.rated_as is not null then
    return new;
  end if;
  insert into rating_players (user_id) values (new.user_id) on conflict (user_id) do nothing;
  select id into new.rated_as from rating_players where user_id = new.user_id;
  insert into rating_priors (player_id, mode, overall, level)
    select new.rated_as, g.mode, p.overall_rating, p.competitive_level
      from games g left join protocol_profiles p on p.id = new.user_id
     where g.id = new.game_id
    on conflict do nothing;
  return new;
end $$;
create trigger rate_player before insert on game_players for each row execute function rate_game_player();

insert into rating_players (user_id) select distinct user_id from game_players where user_id is not null;
update game_players p set rated_as = r.id from rating_players r where r.user_id = p.user_id;
insert into rating_priors (player_id, mode, overall, level)
  select distinct p.rated_as, g.mode, f.overall_rating, f.competitive_level
    from game_players p join games g on g.id = p.game_id left join protocol_profiles f on f.id = p.user_id
   where p.rated_as is not null;

-- Games that began or stopped counting since the ratings were computed. Ratings are computed again from the earliest.
create table rating_marks (
  seq bigint primary key generated always as identity,
  -- Null if only the tables have to be ranked again.
  played_at timestamptz
);

create function mark_rated_game() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.confirmed_at is not null then
      insert into rating_marks (played_at) values (old.ended_at);
    end if;
    return null;
  end if;
  if new.confirmed_at is not distinct from old.confirmed_at and new.version = old.version
     and new.ended_at is not distinct from old.ended_at and new.mode = old.mode then
    return null;
  end if;
  if old.confirmed_at is not null then
    insert into rating_marks (played_at) values (old.ended_at);
  end if;
  if new.confirmed_at is not null then
    insert into rating_marks (played_at) values (new.ended_at);
  end if;
  return null;
end $$;
create trigger rating_mark_update after update on games for each row execute function mark_rated_game();
create trigger rating_mark_delete after delete on games for each row execute function mark_rated_game();
create index games_counted on games (ended_at, id) where confirmed_at is not null;

insert into rating_marks (played_at) select ended_at from games where confirmed_at is not null;

-- Players who hide or delete their account leave the tables.
create function mark_rating_tables() returns trigger language plpgsql as $$
begin
  insert into rating_marks default values;
  return null;
end $$;
create trigger rating_mark_player after update on rating_players for each row
  when (old.hidden <> new.hidden or old.user_id is distinct from new.user_id) execute function mark_rating_tables();

-- The rating model that the stored ratings come from.
create table rating_state (
  one boolean primary key default true check (one),
  version integer not null
);
insert into rating_state (version) values (0);

-- Counting games between two squads: rated, or why not.
create table rated_games (
  game_id uuid primary key references games (id) on delete cascade,
  mode text not null,
  played_at timestamptz not null,
  season smallint not null,
  unrated text check (unrated in ('no-lineup', 'shared-history', 'daily-limit')),
  -- The mode's calibration after the game.
  slope double precision not null,
  information double precision not null
);
create index rated_games_played on rated_games (played_at, game_id);
create index rated_games_mode on rated_games (mode, played_at desc, game_id desc);

-- A player's rating after each rated game. It's also the snapshot from which ratings are computed again.
create table rating_changes (
  player_id uuid not null references rating_players (id) on delete cascade,
  game_id uuid not null references rated_games (game_id) on delete cascade,
  -- Null again when the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  mode text not null,
  played_at timestamptz not null,
  season smallint not null,
  side smallint not null check (side in (1, 2)),
  -- 1 for a win, 0 for a tie, -1 for a loss.
  outcome smallint not null check (outcome in (-1, 0, 1)),
  mu_before double precision not null,
  points_before double precision,
  mu double precision not null,
  sigma double precision not null,
  settled_sigma double precision not null,
  points double precision not null,
  peak double precision,
  games integer not null,
  season_games integer not null,
  season_peak double precision,
  wins integer not null,
  losses integer not null,
  ties integer not null,
  primary key (player_id, game_id)
);
create index rating_changes_player on rating_changes (player_id, mode, played_at desc, game_id desc);
create index rating_changes_played on rating_changes (played_at);
create index rating_changes_game on rating_changes (game_id);
create index rating_changes_user on rating_changes (user_id, mode, played_at desc, game_id desc);

-- A player's last rating of each season, with the place in its table.
create table player_ratings (
  player_id uuid not null references rating_players (id) on delete cascade,
  mode text not null,
  season smallint not null,
  user_id uuid references auth.users (id) on delete set null,
  mu double precision not null,
  sigma double precision not null,
  settled_sigma double precision not null,
  points double precision not null,
  peak double precision,
  -- All rated games in the mode; the other counts are of the season.
  games integer not null,
  season_games integer not null,
  season_peak double precision,
  wins integer not null,
  losses integer not null,
  ties integer not null,
  last_played_at timestamptz not null,
  -- Null for players who aren't in the table.
  rank integer check (rank > 0),
  primary key (player_id, mode, season)
);
create index player_ratings_rank on player_ratings (mode, season, rank) where rank is not null;
create index player_ratings_points on player_ratings (mode, season, points desc, player_id);
create index player_ratings_user on player_ratings (user_id, mode, season);
