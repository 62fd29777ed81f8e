import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';
import type { Position } from '../../profiles/game.schema.ts';

export const squadInvitations = pgTable(
  'squad_invitations',
  {
    squadId: uuid('squad_id').notNull(),
    userId: uuid('user_id').notNull(),
    invitedBy: uuid('invited_by'),
    createdAt: instant('created_at').notNull(),
    /** The spot a player is invited to from the pool; null for invitations by name. */
    seat: text().$type<Position>(),
  },
  (table) => [primaryKey({ columns: [table.squadId, table.userId] })],
);

export const poolInvitations = pgTable(
  'squad_sought',
  {
    squadId: uuid('squad_id').notNull(),
    userId: uuid('user_id').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.squadId, table.userId] })],
);
