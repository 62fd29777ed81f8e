import { bigserial, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { Answer } from './advice.schema.ts';

export const adviceTurns = pgTable('advice_turns', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  seq: bigserial({ mode: 'number' }).notNull(),
  question: text().notNull(),
  answer: jsonb().$type<Answer>().notNull(),
  /** The answer's `Build`, used to save it. Rows of earlier versions hold more. */
  state: jsonb().notNull(),
  createdAt: instant('created_at').notNull(),
});

export const savedBuilds = pgTable('saved_builds', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  seq: bigserial({ mode: 'number' }).notNull(),
  name: text().notNull(),
  /** A `Build`, as defined in builds.rules.ts. */
  build: jsonb().notNull(),
  createdAt: instant('created_at').notNull(),
});
