import { and, asc, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { sellerAccounts } from './payments.tables.ts';

export type SellerAccount = typeof sellerAccounts.$inferSelect;

/** Sellers the payment provider can pay (`user_id`), as a row source for statements of other features. @public */
export const payableSellersSql: SQL = sql`(select user_id from seller_accounts where payouts_enabled)`;

export async function findSellerAccount(db: Db, userId: string): Promise<SellerAccount | undefined> {
  const [row] = await db.select().from(sellerAccounts).where(eq(sellerAccounts.userId, userId)).limit(1);
  return row;
}

/** Returns whether the payment provider can pay a user now. */
export const isPayable = async (db: Db, userId: string): Promise<boolean> =>
  (await findSellerAccount(db, userId))?.payoutsEnabled ?? false;

export async function findSellerByAccount(db: Db, accountId: string): Promise<SellerAccount | undefined> {
  const [row] = await db.select().from(sellerAccounts).where(eq(sellerAccounts.accountId, accountId)).limit(1);
  return row;
}

/** Stores a user's seller account unless they already have one. @returns the stored account */
export async function insertSellerAccount(
  db: Db,
  userId: string,
  { accountId, country, now }: { accountId: string; country: string; now: Date },
): Promise<SellerAccount> {
  const row = { userId, accountId, country, createdAt: now, lookAt: now };
  await db.insert(sellerAccounts).values(row).onConflictDoNothing();
  return (await findSellerAccount(db, userId))!;
}

/** Stores the payment provider's data unless newer data is already stored. */
export async function saveSellerSnapshot(
  tx: Db,
  accountId: string,
  observation: { detailsSubmitted: boolean; payoutsEnabled: boolean; observedAt: Date; lookAt?: Date | null },
): Promise<void> {
  await tx
    .update(sellerAccounts)
    .set(observation)
    .where(
      and(
        eq(sellerAccounts.accountId, accountId),
        or(isNull(sellerAccounts.observedAt), lte(sellerAccounts.observedAt, observation.observedAt)),
      ),
    );
}

/** Lists sellers due for a check with the payment provider, longest due first. */
export async function listSellersToCheck(db: Db, now: Date, limit: number): Promise<SellerAccount[]> {
  return db
    .select()
    .from(sellerAccounts)
    .where(lte(sellerAccounts.lookAt, now))
    .orderBy(asc(sellerAccounts.lookAt))
    .limit(limit);
}

export async function scheduleSellerCheck(db: Db, accountId: string, lookAt: Date | null): Promise<void> {
  await db.update(sellerAccounts).set({ lookAt }).where(eq(sellerAccounts.accountId, accountId));
}

/** Stores the newest payout's result. If two payouts have the same timestamp (in seconds), the failed one wins. */
export async function savePayoutSnapshot(tx: Db, accountId: string, problem: string | null, at: Date): Promise<void> {
  const isNewerSql = problem ? lte(sellerAccounts.payoutSeenAt, at) : lt(sellerAccounts.payoutSeenAt, at);
  await tx
    .update(sellerAccounts)
    .set({ payoutProblem: problem, payoutSeenAt: at })
    .where(and(eq(sellerAccounts.accountId, accountId), or(isNull(sellerAccounts.payoutSeenAt), isNewerSql)));
}
