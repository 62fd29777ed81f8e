import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

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
