import { boolean, integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { Position } from '../../profiles/game.schema.ts';
import type { SubstituteState } from './substitutes.schema.ts';

export const squadSubstitutes = pgTable('squad_stand_ins', {
  id: uuid().primaryKey().defaultRandom(),
  sessionId: uuid('session_id').notNull(),
  squadId: uuid('squad_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** The session's version when the player was invited. */
  version: integer().notNull(),
  seat: text().$type<Position>(),
  state: text().$type<SubstituteState>().notNull(),
  score: real(),
  /** Reasons as sentences, in old offers without `facts`. */
  reasons: text().array().notNull().default([]),
  facts: jsonb().$type<Record<string, unknown> | null>(),
  /** Where the player was found: in the live queue or among all players. */
  source: text().$type<'pool' | 'queue'>().notNull().default('pool'),
  askedAt: instant('asked_at').notNull(),
  until: instant('until').notNull(),
  answeredAt: instant('answered_at'),
  hereAt: instant('here_at'),
  threadUntil: instant('thread_until'),
  /** The players who reported this substitute missing. */
  missingBy: uuid('missing_by').array().notNull().default([]),
});

export const squadSubstituteSearches = pgTable('squad_stand_in_searches', {
  sessionId: uuid('session_id').primaryKey(),
  squadId: uuid('squad_id').notNull(),
  version: integer().notNull(),
  pressed: boolean().notNull(),
  startedAt: instant('started_at').notNull(),
  stoppedAt: instant('stopped_at'),
  filledAt: instant('filled_at'),
  nobodyAt: instant('nobody_at'),
  /** When the live queue was asked for the open spots; null until then. */
  queueAskedAt: instant('queue_asked_at'),
});
