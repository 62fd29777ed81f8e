import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { readStoredText, type SharedText, writeInEveryLanguage } from '../../../messages/every-language.ts';
import { type Locale, SOURCE_LOCALE } from '../../../messages/locales.ts';
import { selectPendingActionColumns } from '../../notifications/pending-actions.queries.ts';
import { orderEvents, orders } from '../payments.tables.ts';
import type { ActingParty, OrderKind } from './orders.schema.ts';

export type Order = typeof orders.$inferSelect;

/**
 * Orders that are paid and not settled (`id`, `buyer_id`, `kind`, `price_id`, `waits_for`, `deadline_at`,
 * `created_at`), as a row source for statements of other features.
 * @public
 */
export const runningOrdersSql: SQL = sql`(
  select id, buyer_id, kind, price_id, waits_for, deadline_at, frozen_at, created_at from orders where state = 'paid' and settled_at is null)`;

export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).limit(1);
  return row;
}

/** Locks the order until the transaction ends. Every change to an order takes this lock. */
export async function lockOrderRow(tx: Db, id: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).limit(1).for('update');
  return row;
}

export async function insertOrder(tx: Db, order: typeof orders.$inferInsert): Promise<Order> {
  const [row] = await tx.insert(orders).values(order).returning();
  return row!;
}

export async function updateOrder(tx: Db, id: string, change: Partial<typeof orders.$inferInsert>): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, id));
}

/**
 * Changes the state of an order that's waiting for payment. Only one caller succeeds.
 * @returns false when the order was no longer waiting for payment
 */
export async function claimAwaitingPayment(
  tx: Db,
  id: string,
  change: Partial<typeof orders.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, id), eq(orders.state, 'awaiting_payment')))
    .returning({ id: orders.id });
  return rows.length > 0;
}

export async function findOrderByIntent(db: Db, intentId: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.paymentIntentId, intentId)).limit(1);
  return row;
}

export async function findOrderBySession(db: Db, sessionId: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.sessionId, sessionId)).limit(1);
  return row;
}

export async function addOrderEvent(tx: Db, orderId: string, sharedText: SharedText, at: Date): Promise<void> {
  const { text, translations } = writeInEveryLanguage(sharedText);
  await tx.insert(orderEvents).values({ orderId, line: text, translations, createdAt: at });
}

/** Lists an order's history in one language, oldest first. */
export async function listOrderEvents(
  db: Db,
  orderId: string,
  locale: Locale = SOURCE_LOCALE,
): Promise<{ line: string; at: Date }[]> {
  const rows = await db
    .select({ text: orderEvents.line, translations: orderEvents.translations, at: orderEvents.createdAt })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id));
  return rows.map((row) => ({ line: readStoredText(row, locale), at: row.at }));
}

/** Lists the ids of open orders whose deadline has passed, longest overdue first. */
export async function listOverdueOrders(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isNull(orders.settledAt),
        or(eq(orders.state, 'awaiting_payment'), eq(orders.state, 'paid')),
        lte(orders.deadlineAt, now),
      ),
    )
    .orderBy(asc(orders.deadlineAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Lists the ids of open orders that were paid by `paidBy` and still hold money, longest held first. */
export async function listOrdersHeldSince(db: Db, paidBy: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from ${orders} o
     where o.state = 'paid' and o.settled_at is null and o.paid_at <= ${paidBy.toISOString()}
       and exists (select 1 from ledger_journals j join ledger_entries e on e.journal_id = j.id
                    where j.order_id = o.id and e.account = 'held' group by j.order_id having sum(e.amount_cents) > 0)
     order by o.paid_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns a user's newest unpaid order of a kind, for this choice if one is given. */
export async function findOpenCheckout(
  db: Db,
  buyerId: string,
  kind: OrderKind,
  choice?: string,
): Promise<Order | undefined> {
  const matchesChoice = choice === undefined ? undefined : eq(orders.choice, choice);
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.kind, kind), eq(orders.state, 'awaiting_payment'), matchesChoice))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return row;
}

/** Lists the times at which a user withdrew paid orders since the given time, oldest first. */
export async function listWithdrawalsSince(db: Db, buyerId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: orders.withdrawnAt })
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), gt(orders.withdrawnAt, since)))
    .orderBy(asc(orders.withdrawnAt));
  return rows.map(({ at }) => at!);
}

/** Lists the ids of a buyer's orders that are neither settled nor closed, sorted by id. */
export async function listUnfinishedOrders(tx: Db, buyerId: string): Promise<string[]> {
  const isOpen = or(eq(orders.state, 'awaiting_payment'), eq(orders.state, 'paid'));
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), isOpen, isNull(orders.settledAt)))
    .orderBy(asc(orders.id));
  return rows.map((row) => row.id);
}

/**
 * Sets which party an order waits for and until when. During a bank review, the order waits for an admin. The given
 * values then apply after the bank's decision, with as much time as is left now.
 */
export async function setNextDeadline(
  tx: Db,
  id: string,
  { waitsFor, deadlineAt, now }: { waitsFor: ActingParty; deadlineAt: Date; now: Date },
): Promise<void> {
  await tx
    .update(orders)
    .set({ waitsFor, deadlineAt })
    .where(and(eq(orders.id, id), isNull(orders.frozenAt)));
  const remainingMs = deadlineAt.getTime() - now.getTime();
  await tx
    .update(orders)
    .set({
      frozenWaitsFor: waitsFor,
      frozenDeadlineAt: sql`${orders.frozenAt} + ${remainingMs} * interval '1 millisecond'`,
    })
    .where(and(eq(orders.id, id), isNotNull(orders.frozenAt)));
}

/** Returns a subquery for orders whose payment page is open for this buyer. */
export const selectOrdersToPay = (buyerId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('order', {
    thing: sql`o.id`,
    until: sql`o.deadline_at`,
    since: sql`o.created_at`,
    facts: { kind: sql`o.kind`, price_id: sql`o.price_id`, step: sql`'pay'` },
  })}
    from ${orders} o
   where o.buyer_id = ${buyerId} and o.state = 'awaiting_payment' and o.deadline_at > ${now}`;

/**
 * Counts a user's unsettled orders: those they bought, and paid ones that will pay them.
 * @param paidTo subqueries for the ids of orders that pay them
 */
export const countUnsettledOrdersSql = (userId: SQLWrapper, paidTo: SQL[]): SQL<number> => sql`(
  select count(*)::int from ${orders} o
   where o.settled_at is null
     and (o.buyer_id = ${userId} and o.state in ('awaiting_payment', 'paid')
          or o.state = 'paid' and (${sql.join(
            paidTo.map((ids) => sql`o.id in ${ids}`),
            sql` or `,
          )})))`;
