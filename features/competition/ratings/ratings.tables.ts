import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { GameMode, SideNumber } from '../games/games.schema.ts';
import type { Outcome, StoredUnratedReason } from './ratings.schema.ts';

/** Players as ratings know them. The id outlives the account. */
export const ratingPlayers = pgTable('rating_players', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  hidden: boolean().notNull().default(false),
});

/** What players had typed in when they were first listed in a game of a mode. A trigger writes it. */
export const ratingPriors = pgTable(
  'rating_priors',
  {
    playerId: uuid('player_id').notNull(),
    mode: text().$type<GameMode>().notNull(),
    overall: smallint(),
    level: text(),
  },
  (table) => [primaryKey({ columns: [table.playerId, table.mode] })],
);

/** Times of games that began or stopped counting since the last refresh. Triggers write them. */
export const ratingMarks = pgTable('rating_marks', {
  seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Null if only the tables have to be ranked again. */
  playedAt: instant('played_at'),
});

/** The version of the rating model that the stored ratings come from. */
export const ratingState = pgTable('rating_state', {
  one: boolean().primaryKey().default(true),
  version: integer().notNull(),
});

/** Counting games between two squads: rated, or why not. */
export const ratedGames = pgTable('rated_games', {
  gameId: uuid('game_id').primaryKey(),
  mode: text().$type<GameMode>().notNull(),
  playedAt: instant('played_at').notNull(),
  season: smallint().notNull(),
  unrated: text().$type<StoredUnratedReason>(),
  slope: doublePrecision().notNull(),
  information: doublePrecision().notNull(),
});

const ratingColumns = () => ({
  mu: doublePrecision().notNull(),
  sigma: doublePrecision().notNull(),
  settledSigma: doublePrecision('settled_sigma').notNull(),
  points: doublePrecision().notNull(),
  peak: doublePrecision(),
  games: integer().notNull(),
  seasonGames: integer('season_games').notNull(),
  seasonPeak: doublePrecision('season_peak'),
  wins: integer().notNull(),
  losses: integer().notNull(),
  ties: integer().notNull(),
});

/** A player's rating after each rated game, which is also the snapshot from which later games are rated again. */
export const ratingChanges = pgTable(
  'rating_changes',
  {
    playerId: uuid('player_id').notNull(),
    gameId: uuid('game_id').notNull(),
    userId: uuid('user_id'),
    mode: text().$type<GameMode>().notNull(),
    playedAt: instant('played_at').notNull(),
    season: smallint().notNull(),
    side: smallint().$type<SideNumber>().notNull(),
    outcome: smallint().$type<Outcome>().notNull(),
    muBefore: doublePrecision('mu_before').notNull(),
    pointsBefore: doublePrecision('points_before'),
    ...ratingColumns(),
  },
  (table) => [primaryKey({ columns: [table.playerId, table.gameId] })],
);

/** A player's last rating of each season. */
export const playerRatings = pgTable(
  'player_ratings',
  {
    playerId: uuid('player_id').notNull(),
    mode: text().$type<GameMode>().notNull(),
    season: smallint().notNull(),
    userId: uuid('user_id'),
    ...ratingColumns(),
    lastPlayedAt: instant('last_played_at').notNull(),
    /** Place in the season's table; null for players who aren't in it. */
    rank: integer(),
  },
  (table) => [primaryKey({ columns: [table.playerId, table.mode, table.season] })],
);
