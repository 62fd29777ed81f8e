import type { Db } from '../../db/database.ts';
import type { Message } from '../../messages/message.ts';
import { getTotals, listLedgerCauses } from './ledger.queries.ts';
import { listActions, listOrdersWithUndoneRefund, type MoneyAction } from './money-actions.queries.ts';
import type { Order } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';
import { sumOutsideRefunds, sumOutsideRefundsOfInvoice } from './provider-movements.queries.ts';
import { findPayment, getChargedBackCents } from './provider-payments.queries.ts';

/**
 * Explains why an undone refund can't be sent again.
 * @returns undefined when it can be
 */
export async function findRetryObstacle(db: Db, order: Order, action: MoneyAction): Promise<Message | undefined> {
  if (order.frozenAt) return messages.refundUnderReview;
  const { held = 0 } = await getTotals(db, order.id);
  if (held === 0) return messages.refundNotHeld;
  return (await computeArrivableCents(db, order, action)) === 0 ? messages.refundArrivedOtherwise : undefined;
}

/** Lists an order's bounced refunds that still have to be refunded another way. Excludes those that were sent again. */
export async function listFailedRefunds(db: Db, order: Order): Promise<MoneyAction[]> {
  const actions = await listActions(db, order.id);
  const causes = new Set(actions.map(({ cause }) => cause));
  const undoneRefunds = actions.filter(
    ({ id, kind, state }) => kind === 'refund' && state === 'undone' && !causes.has(`again:${id}`),
  );
  if (undoneRefunds.length === 0 || ((await getTotals(db, order.id)).held ?? 0) === 0) return [];
  const failedRefunds = [];
  for (const refund of undoneRefunds)
    if ((await computeArrivableCents(db, order, refund)) > 0) failedRefunds.push(refund);
  return failedRefunds;
}

export async function listOrdersWithFailedRefund(db: Db, orders: Order[]): Promise<Set<string>> {
  const orderIds = orders.map(({ id }) => id);
  const ids = new Set(await listOrdersWithUndoneRefund(db, orderIds));
  const failedRefunds = new Set<string>();
  for (const order of orders) {
    if (ids.has(order.id) && (await listFailedRefunds(db, order)).length > 0) failedRefunds.add(order.id);
  }
  return failedRefunds;
}

/**
 * Returns how much of a refund can still reach the payer, in cents: what was paid, less chargebacks, refunds made in
 * the provider's dashboard and other refunds.
 */
export async function computeArrivableCents(
  db: Db,
  order: Order,
  { id, subject, amountCents }: MoneyAction,
): Promise<number> {
  const cents = amountCents ?? 0;
  const returnedCents = subject ? await sumReturnedOfInvoice(db, subject) : await sumReturnedOfOrder(db, order);
  if (returnedCents === 0) return cents;
  const paidCents = subject
    ? (await listLedgerCauses(db, order.id, `invoice:${subject}`)).reduce((sum, month) => sum + month.cents, 0)
    : order.amountCents - order.creditCents;
  const returnActions = (await listActions(db, order.id)).filter(
    (one) =>
      one.kind === 'refund' &&
      (one.state === 'done' || one.state === 'otherwise') &&
      one.subject === subject &&
      one.id !== id,
  );
  return Math.max(
    0,
    Math.min(cents, paidCents - returnedCents - returnActions.reduce((sum, one) => sum + one.amountCents!, 0)),
  );
}

/**
 * Returns how much of an unsent refund can't reach the payer anymore, in cents, because the money was returned another
 * way.
 */
export async function computeUnsendableCents(db: Db, order: Order, action: MoneyAction): Promise<number> {
  if (action.kind !== 'refund' || (action.state !== 'pending' && action.state !== 'stuck')) return 0;
  return (action.amountCents ?? 0) - (await computeArrivableCents(db, order, action));
}

/**
 * Returns how much of an order's refunds reaches the payer, in cents. When our refund overlaps one made in the
 * provider's dashboard, the books count both until ours is due.
 */
export async function getRefundedCents(db: Db, order: Order): Promise<number> {
  const { refund = 0 } = await getTotals(db, order.id);
  let overlap = 0;
  for (const action of await listActions(db, order.id)) overlap += await computeUnsendableCents(db, order, action);
  return refund - overlap;
}

async function sumReturnedOfOrder(db: Db, order: Order): Promise<number> {
  const { paymentIntentId: intent } = order;
  return (await getChargedBackOfOrder(db, order)) + (intent ? await sumOutsideRefunds(db, intent) : 0);
}

/** Returns how much of an invoice was charged back or refunded in the provider's dashboard, in cents. */
export const sumReturnedOfInvoice = async (db: Db, invoice: string): Promise<number> =>
  (await getChargedBackCents(db, invoice)) + (await sumOutsideRefundsOfInvoice(db, invoice));

export async function getChargedBackOfOrder(db: Db, { paymentIntentId: intent }: Order): Promise<number> {
  return (intent ? await findPayment(db, { intent }) : undefined)?.takenBackCents ?? 0;
}
