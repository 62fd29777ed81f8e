import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

export const squadInvitations = pgTable(
  'squad_invitations',
  {
    squadId: uuid('squad_id').notNull(),
    userId: uuid('user_id').notNull(),
    invitedBy: uuid('invited_by'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.squadId, table.userId] })],
);
