import { and, eq, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { tokenChallenges, tokenWallets } from './tokens.tables.ts';

export type WalletRow = typeof tokenWallets.$inferSelect;
export type ChallengeRow = typeof tokenChallenges.$inferSelect;

/** Returns a user's connected wallet with its last reading. */
export async function findWallet(db: Db, userId: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(tokenWallets).where(eq(tokenWallets.userId, userId)).limit(1);
  return row;
}

/** SQL statement that selects the fields a tier is computed from. */
export const selectBalanceSql = (userId: SQLWrapper): SQL => sql`
  select tokens, read_at as "readAt", next_read_at as "nextReadAt" from ${tokenWallets} where user_id = ${userId}`;

/** @throws a unique violation when another account has the wallet, or this account already has one */
export async function insertWallet(db: Db, row: Pick<WalletRow, 'userId' | 'address' | 'connectedAt'>): Promise<void> {
  await db.insert(tokenWallets).values({ ...row, nextReadAt: row.connectedAt });
}

export async function deleteWallet(db: Db, userId: string): Promise<void> {
  await db.delete(tokenWallets).where(eq(tokenWallets.userId, userId));
}

/**
 * Claims a reading that's due. @returns the address to query, or undefined when none is due or another request has
 * claimed it
 */
export async function claimReading(db: Db, userId: string, now: Date, until: Date): Promise<string | undefined> {
  const [row] = await db
    .update(tokenWallets)
    .set({ nextReadAt: until })
    .where(and(eq(tokenWallets.userId, userId), lte(tokenWallets.nextReadAt, now)))
    .returning({ address: tokenWallets.address });
  return row?.address;
}

/** Saves a reading unless the wallet was replaced in the meantime. */
export async function saveReading(
  db: Db,
  wallet: Pick<WalletRow, 'userId' | 'address'>,
  reading: { tokens: number; readAt: Date; nextReadAt: Date },
): Promise<void> {
  await db
    .update(tokenWallets)
    .set(reading)
    .where(and(eq(tokenWallets.userId, wallet.userId), eq(tokenWallets.address, wallet.address)));
}

/** Saves a message to be signed, and deletes expired ones. */
export async function insertChallenge(db: Db, row: ChallengeRow, now: Date): Promise<void> {
  await db.delete(tokenChallenges).where(lte(tokenChallenges.expiresAt, now));
  await db.insert(tokenChallenges).values(row);
}

/** Deletes and returns a user's message. Each message is single-use, whatever the outcome. */
export async function claimChallenge(db: Db, userId: string, nonce: string): Promise<ChallengeRow | undefined> {
  const [row] = await db
    .delete(tokenChallenges)
    .where(and(eq(tokenChallenges.nonce, nonce), eq(tokenChallenges.userId, userId)))
    .returning();
  return row;
}
