import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';

export const tokenWallets = pgTable('token_wallets', {
  userId: uuid('user_id').primaryKey(),
  address: text().notNull(),
  connectedAt: instant('connected_at').notNull(),
  tokens: bigint({ mode: 'number' }),
  readAt: instant('read_at'),
  nextReadAt: instant('next_read_at').notNull(),
});

export const tokenChallenges = pgTable('token_challenges', {
  nonce: text().primaryKey(),
  userId: uuid('user_id').notNull(),
  address: text().notNull(),
  message: text().notNull(),
  expiresAt: instant('expires_at').notNull(),
});
