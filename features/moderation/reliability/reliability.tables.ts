import { boolean, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

export const reliabilityEvidence = pgTable(
  'reliability_evidence',
  {
    userId: uuid('user_id').notNull(),
    cause: text().notNull(),
    happenedAt: instant('happened_at').notNull(),
    missed: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.cause] })],
);

export const unreliablePlayers = pgTable('unreliable_players', {
  userId: uuid('user_id').primaryKey(),
  score: smallint().notNull(),
  since: instant('since').notNull(),
  returnsAt: instant('returns_at').notNull(),
});
