import { bigserial, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../db/instant-column.ts';

export const parties = pgTable('parties', {
  id: uuid().primaryKey().defaultRandom(),
  leaderId: uuid('leader_id').notNull(),
  linkToken: text('link_token').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const partyMembers = pgTable(
  'party_members',
  {
    partyId: uuid('party_id').notNull(),
    userId: uuid('user_id').notNull(),
    status: text().$type<'invited' | 'joined'>().notNull(),
    createdAt: instant('created_at').notNull(),
    seq: bigserial({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.partyId, table.userId] })],
);
