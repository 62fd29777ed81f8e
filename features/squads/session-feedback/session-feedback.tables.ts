import { boolean, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

export const squadSessionFeedback = pgTable(
  'squad_session_feedback',
  {
    sessionId: uuid('session_id').notNull(),
    userId: uuid('user_id').notNull(),
    askedAt: instant('asked_at').notNull(),
    saidAt: instant('said_at'),
    tookPlace: boolean('took_place'),
    rating: smallint(),
    absentIds: uuid('absent_ids').array().notNull().default([]),
    judgedIds: uuid('judged_ids').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.userId] })],
);
