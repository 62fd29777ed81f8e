import { and, eq, inArray, isNotNull, isNull, lte, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isPaidPlanRestored, RUNNING_STATUSES } from './entitlements.rules.ts';
import { subscriptions } from './payments.tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.subscriptionId, id)).limit(1);
  return row;
}

/** Stores the payment provider's data unless newer data is already stored. */
export async function upsertSubscription(tx: Db, row: typeof subscriptions.$inferInsert): Promise<void> {
  const { subscriptionId: _id, userId: _user, orderId: _order, createdAt: _created, firstPaidAt: _paid, ...seen } = row;
  await tx
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: subscriptions.subscriptionId,
      set: seen,
      setWhere: lte(subscriptions.observedAt, row.observedAt),
    });
}

/** Lists the ids of the plans that came from an order. */
export async function listPlansOfOrder(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(eq(subscriptions.orderId, orderId));
  return rows.map(({ id }) => id);
}

/** Marks a plan to be ended at the payment provider. */
export async function markEnding(tx: Db, id: string, at: Date): Promise<void> {
  const isRunning = and(eq(subscriptions.subscriptionId, id), isNull(subscriptions.endingAt));
  await tx.update(subscriptions).set({ endingAt: at }).where(isRunning);
}

/** Lists a user's active plans that aren't set to end. */
export async function listRunningPlans(db: Db, userId: string): Promise<SubscriptionRow[]> {
  const isRunning = inArray(subscriptions.status, [...RUNNING_STATUSES]);
  return db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isRunning, isNull(subscriptions.endingAt)));
}

/** Marks a plan whose owner is closing the account. If they restore it, they get back the time they've paid for. */
export async function markOwnerPendingDeletion(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ leftAt: at, keptUntil: subscriptions.paidUntil })
    .where(eq(subscriptions.subscriptionId, id));
}

/**
 * Records that a plan is paid until this date. If its owner keeps the plan's paid time after leaving, also extends that
 * time.
 */
export async function savePaidUntil(tx: Db, id: string, until: Date): Promise<void> {
  const keepLaterSql = (column: SQLWrapper) => sql`greatest(${column}, ${until.toISOString()}::timestamptz)`;
  const { paidUntil, keptUntil } = subscriptions;
  await tx
    .update(subscriptions)
    .set({
      paidUntil: keepLaterSql(paidUntil),
      keptUntil: sql`case when ${keptUntil} is not null then ${keepLaterSql(keptUntil)} end`,
    })
    .where(eq(subscriptions.subscriptionId, id));
}

/** Lets the owner keep an ended plan until the given time. */
export async function setKeptUntil(tx: Db, id: string, until: Date): Promise<void> {
  await tx.update(subscriptions).set({ keptUntil: until }).where(eq(subscriptions.subscriptionId, id));
}

/** Takes an ended plan's remaining paid time from its owner. */
export async function removePaidTime(tx: Db, id: string): Promise<void> {
  await tx.update(subscriptions).set({ keptUntil: null }).where(eq(subscriptions.subscriptionId, id));
}

/** Restores the plans of a user who returned. @returns their plans with paid time left */
export async function restorePaidPlans(tx: Db, userId: string, now: Date): Promise<SubscriptionRow[]> {
  const rows = await tx
    .update(subscriptions)
    .set({ leftAt: null })
    .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.leftAt)))
    .returning();
  return rows.filter((row) => isPaidPlanRestored(row, now));
}

/** Stores when a plan was first paid. Keeps the earliest time, because payments may be reported in any order. */
export async function saveFirstPayment(tx: Db, id: string, at: Date): Promise<void> {
  const row = await findSubscription(tx, id);
  if (!row || (row.firstPaidAt && row.firstPaidAt <= at)) return;
  await tx
    .update(subscriptions)
    .set({ firstPaidAt: at })
    .where(and(eq(subscriptions.subscriptionId, id)));
}
