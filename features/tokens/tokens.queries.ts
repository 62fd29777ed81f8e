import { and, eq, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { tokenChallenges, tokenWallets } from './tokens.tables.ts';

export type WalletRow = typeof tokenWallets.$inferSelect;
export type ChallengeRow = typeof tokenChallenges.$inferSelect;

/** The connected wallet of a person with its last reading. */
export async function findWallet(db: Db, userId: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(tokenWallets).where(eq(tokenWallets.userId, userId)).limit(1);
  return row;
}

/** What a tier is worked out from, as a statement. */
export const findReading = (userId: SQLWrapper): SQL => sql`
  select tokens, read_at as "readAt", next_read_at as "nextReadAt" from ${tokenWallets} where user_id = ${userId}`;

/** @throws a unique violation when the wallet is another account's, or the account has one */
export async function insertWallet(db: Db, row: Pick<WalletRow, 'userId' | 'address' | 'connectedAt'>): Promise<void> {
  await db.insert(tokenWallets).values({ ...row, nextReadAt: row.connectedAt });
}

export async function deleteWallet(db: Db, userId: string): Promise<void> {
  await db.delete(tokenWallets).where(eq(tokenWallets.userId, userId));
}

/** Takes the reading that is due. @returns the address to ask about, or undefined when none is due or another asks */
export async function claimReading(db: Db, userId: string, now: Date, until: Date): Promise<string | undefined> {
  const [row] = await db
    .update(tokenWallets)
    .set({ nextReadAt: until })
    .where(and(eq(tokenWallets.userId, userId), lte(tokenWallets.nextReadAt, now)))
    .returning({ address: tokenWallets.address });
  return row?.address;
}

/** Keeps a reading, unless the wallet was exchanged meanwhile. */
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

/** Keeps a message that waits for its signature, and removes those that waited too long. */
export async function insertChallenge(db: Db, row: ChallengeRow, now: Date): Promise<void> {
  await db.delete(tokenChallenges).where(lte(tokenChallenges.expiresAt, now));
  await db.insert(tokenChallenges).values(row);
}

/** Takes a person's message away, whatever becomes of it: each can be tried once. */
export async function claimChallenge(db: Db, userId: string, nonce: string): Promise<ChallengeRow | undefined> {
  const [row] = await db
    .delete(tokenChallenges)
    .where(and(eq(tokenChallenges.nonce, nonce), eq(tokenChallenges.userId, userId)))
    .returning();
  return row;
}
