import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { moneyActions } from './payments.tables.ts';

export type MoneyAction = typeof moneyActions.$inferSelect;

/** @returns the action, or undefined when there's already one with that cause */
export async function insertAction(tx: Db, action: typeof moneyActions.$inferInsert): Promise<MoneyAction | undefined> {
  const [row] = await tx
    .insert(moneyActions)
    .values(action)
    .onConflictDoNothing({ target: moneyActions.cause })
    .returning();
  return row;
}

/**
 * Claims the next due action for two minutes, so no other worker gets it. Skips refunds and transfers of frozen orders,
 * except those tried before, to check whether they arrived.
 * @param onlyActionId claim this action instead of the longest overdue one
 */
export async function claimAction(
  db: Db,
  now: Date,
  until: Date,
  onlyActionId?: string,
): Promise<MoneyAction | undefined> {
  const at = now.toISOString();
  const [row] = await db
    .update(moneyActions)
    .set({ attempts: sql`${moneyActions.attempts} + 1`, claimedUntil: until })
    .where(
      sql`${moneyActions.id} = (
        select a.id from money_actions a join orders o on o.id = a.order_id
         where a.state = 'pending' and a.due_at <= ${at}
           and (a.claimed_until is null or a.claimed_until <= ${at})
           and (o.frozen_at is null or a.kind not in ('refund', 'transfer') or a.attempts > 0)
           and ${onlyActionId ? sql`a.id = ${onlyActionId}` : sql`true`}
         order by a.due_at, a.created_at limit 1 for update of a skip locked)`,
    )
    .returning();
  return row;
}

/** Makes an order's pending actions due now, and retries actions that were given up while the order was frozen. */
export async function rescheduleActionsOfOrder(tx: Db, orderId: string, now: Date): Promise<void> {
  const isInState = (state: MoneyAction['state']) =>
    and(eq(moneyActions.orderId, orderId), eq(moneyActions.state, state));
  await tx.update(moneyActions).set({ dueAt: now }).where(isInState('pending'));
  const generation = sql`${moneyActions.generation} + 1`;
  await tx
    .update(moneyActions)
    .set({ state: 'pending', attempts: 0, generation, dueAt: now })
    .where(isInState('stuck'));
}

/** @returns false when another worker finished it */
export async function closeAction(
  tx: Db,
  id: string,
  change: Partial<typeof moneyActions.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(moneyActions)
    .set({ claimedUntil: null, ...change })
    .where(and(eq(moneyActions.id, id), eq(moneyActions.state, 'pending')))
    .returning({ id: moneyActions.id });
  return rows.length > 0;
}

export async function listActions(db: Db, orderId: string): Promise<MoneyAction[]> {
  return db
    .select()
    .from(moneyActions)
    .where(eq(moneyActions.orderId, orderId))
    .orderBy(asc(moneyActions.createdAt), asc(moneyActions.id));
}

/** Lists the seller accounts that received a transfer since the given time. */
export async function listAccountsPaidSince(db: Db, since: Date): Promise<string[]> {
  const { rows } = await db.execute<{ account: string }>(sql`
    select distinct account_id as account from money_actions
     where kind = 'transfer' and state = 'done' and account_id is not null and done_at >= ${since.toISOString()}
     order by account_id`);
  return rows.map(({ account }) => account);
}

/** Returns whether an action of the order hasn't reached the payment provider yet (reading a fee doesn't count). */
export async function hasOpenActions(db: Db, orderId: string): Promise<boolean> {
  const rows = await db
    .select({ id: moneyActions.id })
    .from(moneyActions)
    .where(
      and(
        eq(moneyActions.orderId, orderId),
        sql`${moneyActions.state} in ('pending', 'stuck')`,
        ne(moneyActions.kind, 'read_fee'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Returns whether a refund of the order failed. If so, part of the held money belongs to the buyer, and an admin has to
 * send it another way.
 */
export async function hasFailedRefund(db: Db, orderId: string): Promise<boolean> {
  return (await listActions(db, orderId)).some(({ kind, state }) => kind === 'refund' && state === 'undone');
}

/** Returns which of these orders had a refund undone. */
export async function listOrdersWithUndoneRefund(db: Db, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const isUndone = and(eq(moneyActions.kind, 'refund'), eq(moneyActions.state, 'undone'));
  const rows = await db
    .selectDistinct({ orderId: moneyActions.orderId })
    .from(moneyActions)
    .where(and(isUndone, inArray(moneyActions.orderId, orderIds)));
  return rows.map(({ orderId }) => orderId);
}

export async function findAction(db: Db, id: string): Promise<MoneyAction | undefined> {
  const [row] = await db.select().from(moneyActions).where(eq(moneyActions.id, id)).limit(1);
  return row;
}

export async function findActionByProviderId(db: Db, providerId: string): Promise<MoneyAction | undefined> {
  const [row] = await db.select().from(moneyActions).where(eq(moneyActions.providerId, providerId)).limit(1);
  return row;
}

export async function updateAction(
  tx: Db,
  id: string,
  change: Partial<typeof moneyActions.$inferInsert>,
): Promise<void> {
  await tx.update(moneyActions).set(change).where(eq(moneyActions.id, id));
}

/** Makes a seller's pending payouts due now, for example once the seller is verified. */
export async function rescheduleTransfers(tx: Db, payeeId: string, now: Date): Promise<number> {
  const rows = await tx
    .update(moneyActions)
    .set({ dueAt: now })
    .where(and(eq(moneyActions.payeeId, payeeId), eq(moneyActions.kind, 'transfer'), eq(moneyActions.state, 'pending')))
    .returning({ id: moneyActions.id });
  return rows.length;
}
