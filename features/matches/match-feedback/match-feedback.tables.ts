import { boolean, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

export const matchFeedback = pgTable(
  'match_feedback',
  {
    matchId: uuid('match_id').notNull(),
    userId: uuid('user_id').notNull(),
    tookPlace: boolean('took_place').notNull(),
    rating: smallint(),
    absentIds: uuid('absent_ids').array().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.matchId, table.userId] })],
);

export const matchAbsenceAppeals = pgTable('match_absence_appeals', {
  id: uuid().primaryKey().defaultRandom(),
  /** Exactly one of these two is set. */
  matchId: uuid('match_id'),
  sessionId: uuid('session_id'),
  userId: uuid('user_id').notNull(),
  message: text().notNull(),
  status: text().$type<'open' | 'granted' | 'rejected'>().notNull().default('open'),
  answer: text(),
  decidedBy: uuid('decided_by'),
  decidedAt: instant('decided_at'),
  createdAt: instant('created_at').notNull(),
});
