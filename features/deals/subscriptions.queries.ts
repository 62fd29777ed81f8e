import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { subscriptions } from './deals.tables.ts';

type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.subscriptionId, id)).limit(1);
  return row;
}

/** Writes what the processor said, unless something asked for later is there already. */
export async function observeSubscription(tx: Db, row: typeof subscriptions.$inferInsert): Promise<void> {
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

/** From now on the plan is to end at the processor. */
export async function markEnding(tx: Db, id: string, at: Date): Promise<void> {
  const running = and(eq(subscriptions.subscriptionId, id), isNull(subscriptions.endingAt));
  await tx.update(subscriptions).set({ endingAt: at }).where(running);
}

/** The earliest payment that is known; payments may be told in any order. */
export async function noteFirstPayment(tx: Db, id: string, at: Date): Promise<void> {
  const row = await findSubscription(tx, id);
  if (!row || (row.firstPaidAt && row.firstPaidAt <= at)) return;
  await tx
    .update(subscriptions)
    .set({ firstPaidAt: at })
    .where(and(eq(subscriptions.subscriptionId, id)));
}
