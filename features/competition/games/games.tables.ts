import { bigint, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { BestOf, EventKind, FlagKind, GameMode, GameState, SideNumber, Winner } from './games.schema.ts';

export const games = pgTable('games', {
  id: uuid().primaryKey().defaultRandom(),
  sessionId: uuid('session_id').notNull(),
  /** The squad whose session it is. It's side 1. */
  squadId: uuid('squad_id').notNull(),
  number: smallint().notNull(),
  mode: text().$type<GameMode>().notNull(),
  bestOf: smallint('best_of').$type<BestOf>().notNull().default(1),
  state: text().$type<GameState>().notNull(),
  /** Version of the current result; 0 while the game is being played. */
  version: smallint().notNull().default(0),
  startedAt: instant('started_at'),
  endedAt: instant('ended_at'),
  /** When the state changes automatically; null if it doesn't. */
  dueAt: instant('due_at'),
  /** Since when the game counts; null if it doesn't. */
  confirmedAt: instant('confirmed_at'),
  createdAt: instant('created_at').notNull(),
});

export const gameSides = pgTable(
  'game_sides',
  {
    gameId: uuid('game_id').notNull(),
    side: smallint().$type<SideNumber>().notNull(),
    squadId: uuid('squad_id'),
    /** The squad's name on that day. */
    squadName: text('squad_name').notNull(),
    crestSeed: integer('crest_seed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.side] })],
);

export const gameResults = pgTable(
  'game_results',
  {
    gameId: uuid('game_id').notNull(),
    version: smallint().notNull(),
    reportedBy: uuid('reported_by'),
    side: smallint().$type<SideNumber>().notNull(),
    winner: smallint().$type<Winner>().notNull(),
    score1: smallint('score_1'),
    score2: smallint('score_2'),
    guests1: smallint('guests_1').notNull().default(0),
    guests2: smallint('guests_2').notNull().default(0),
    reportedAt: instant('reported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.version] })],
);

export const gamePlayers = pgTable(
  'game_players',
  {
    gameId: uuid('game_id').notNull(),
    version: smallint().notNull(),
    side: smallint().$type<SideNumber>().notNull(),
    seat: smallint().notNull(),
    /** Null after the account is deleted. */
    userId: uuid('user_id'),
    points: smallint(),
    rebounds: smallint(),
    assists: smallint(),
    steals: smallint(),
    blocks: smallint(),
    turnovers: smallint(),
    fgMade: smallint('fg_made'),
    fgAttempted: smallint('fg_attempted'),
    threesMade: smallint('threes_made'),
    threesAttempted: smallint('threes_attempted'),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.version, table.side, table.seat] })],
);

export const gameEvents = pgTable('game_events', {
  id: uuid().primaryKey().defaultRandom(),
  gameId: uuid('game_id').notNull(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  kind: text().$type<EventKind>().notNull(),
  userId: uuid('user_id'),
  side: smallint().$type<SideNumber>(),
  version: smallint(),
  note: text(),
  createdAt: instant('created_at').notNull(),
});

export const gameEvidence = pgTable('game_evidence', {
  id: uuid().primaryKey().defaultRandom(),
  gameId: uuid('game_id').notNull(),
  userId: uuid('user_id'),
  side: smallint().$type<SideNumber>().notNull(),
  objectName: text('object_name').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const gameFlags = pgTable(
  'game_flags',
  {
    gameId: uuid('game_id').notNull(),
    kind: text().$type<FlagKind>().notNull(),
    count: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.kind] })],
);
