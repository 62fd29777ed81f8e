import { pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { GameResult } from './live-now.schema.ts';

export const squadSessionGames = pgTable(
  'squad_session_games',
  {
    sessionId: uuid('session_id').notNull(),
    squadId: uuid('squad_id').notNull(),
    number: smallint().notNull(),
    startedAt: instant('started_at').notNull(),
    /** Null while the game is being played. */
    result: text().$type<GameResult>(),
    reportedAt: instant('reported_at'),
    reportedBy: uuid('reported_by'),
    /** Another member who reported the same result; from then on, it's final. */
    confirmedBy: uuid('confirmed_by'),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.number] })],
);
