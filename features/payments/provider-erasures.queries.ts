import { and, asc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { moneyActions, orders, providerErasures } from './payments.tables.ts';

export type Erasure = typeof providerErasures.$inferSelect;

/** Records that a payment provider object identifying an erased user must be removed. */
export async function insertErasure(tx: Db, row: Pick<Erasure, 'providerId' | 'kind'>, now: Date): Promise<void> {
  await tx
    .insert(providerErasures)
    .values({ ...row, askedAt: now, dueAt: now })
    .onConflictDoNothing();
}

/** Lists due erasures, longest waiting first. */
export async function listDueErasures(db: Db, now: Date, limit: number): Promise<Erasure[]> {
  return db
    .select()
    .from(providerErasures)
    .where(and(isNull(providerErasures.doneAt), lte(providerErasures.dueAt, now)))
    .orderBy(asc(providerErasures.dueAt))
    .limit(limit);
}

/** Lists unfinished erasures that were requested before the given time, oldest first. */
export async function listLateErasures(db: Db, askedBefore: Date): Promise<Erasure[]> {
  return db
    .select()
    .from(providerErasures)
    .where(and(isNull(providerErasures.doneAt), lte(providerErasures.askedAt, askedBefore)))
    .orderBy(asc(providerErasures.askedAt))
    .limit(100);
}

export async function closeErasure(db: Db, providerId: string, now: Date): Promise<void> {
  await db
    .update(providerErasures)
    .set({ doneAt: now, problem: null })
    .where(eq(providerErasures.providerId, providerId));
}

/**
 * Returns whether the payout account exists and isn't deleted at the payment provider. Money sent to a deleted account
 * gets stuck.
 */
export async function isOpenAccount(db: Db, accountId: string | null): Promise<boolean> {
  if (!accountId) return false;
  const isDeletedSql = and(eq(providerErasures.providerId, accountId), isNotNull(providerErasures.doneAt));
  return (await db.$count(providerErasures, isDeletedSql)) === 0;
}

export async function postponeErasure(
  db: Db,
  providerId: string,
  { dueAt, problem }: { dueAt: Date; problem: string },
): Promise<void> {
  await db
    .update(providerErasures)
    .set({ dueAt, problem: problem.slice(0, 500), attempts: sql`${providerErasures.attempts} + 1` })
    .where(eq(providerErasures.providerId, providerId));
}

/** Redirects pending payouts of an erased user to their payout account. */
export async function redirectPendingPayouts(tx: Db, payeeId: string, accountId: string): Promise<void> {
  const isOwnTransfer = and(eq(moneyActions.payeeId, payeeId), eq(moneyActions.kind, 'transfer'));
  await tx
    .update(moneyActions)
    .set({ subject: accountId })
    .where(and(isOwnTransfer, sql`${moneyActions.state} in ('pending', 'stuck')`));
}

/**
 * Sets the payout account on the unsettled orders of an erased user, so money that a bank or buyer decides about later
 * still reaches them.
 */
export async function setUnsettledPayeeAccount(tx: Db, paidTo: SQL[], accountId: string): Promise<void> {
  const isOwnOrder = or(...paidTo.map((ids) => sql`${orders.id} in ${ids}`));
  await tx
    .update(orders)
    .set({ payeeAccount: accountId })
    .where(and(isOwnOrder, isNull(orders.settledAt)));
}

/**
 * Returns whether money is, or may be, on its way to a payout account.
 * @param destinations subqueries for the ids of orders paid to it, in addition to orders that have it as their
 * `payeeAccount`
 */
export async function hasPendingTransfers(db: Db, accountId: string, destinations: SQL[]): Promise<boolean> {
  const isOwnOrder = or(eq(orders.payeeAccount, accountId), ...destinations.map((ids) => sql`${orders.id} in ${ids}`));
  if ((await db.$count(orders, and(isOwnOrder, isNull(orders.settledAt)))) > 0) return true;
  const isOpen = sql`${moneyActions.state} in ('pending', 'stuck')`;
  return (await db.$count(moneyActions, and(eq(moneyActions.subject, accountId), isOpen))) > 0;
}
