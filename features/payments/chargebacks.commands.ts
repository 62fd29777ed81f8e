import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { SharedText } from '../../messages/every-language.ts';
import { english, type Translatable } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { endByRule } from './disputes.commands.ts';
import { restoreCredit } from './entitlements.commands.ts';
import { isRunning } from './entitlements.rules.ts';
import { getTotals, writeJournal } from './ledger.queries.ts';
import { createUndoneRefundEntries } from './ledger.rules.ts';
import { closeAction, listActions, type MoneyAction } from './money-actions.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { addOrderNote, refundHeld } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';
import { findPayment } from './provider-payments.queries.ts';
import { computeArrivableCents } from './refund-retries.commands.ts';
import { findSubscription, listPlansOfOrder, removePaidTime } from './subscriptions.queries.ts';
import { endPlan } from './unwanted-plans.commands.ts';

/**
 * Returns how much of a payment is held. A plan's monthly payments are ours immediately, so for plans only a bounced
 * refund is held.
 */
export async function getHeldCents(tx: Db, deps: Deps, order: Order, intent: string | undefined): Promise<number> {
  const { held = 0 } = await getTotals(tx, order.id);
  if (!getFulfillment(deps, order).isMonthly) return held;
  const invoice = intent && (await findPayment(tx, { intent }))?.invoiceId;
  const returnedAction = (await listActions(tx, order.id)).find(
    ({ kind, state, subject }) => kind === 'refund' && state === 'undone' && subject === invoice,
  );
  return Math.min(held, returnedAction?.amountCents ?? 0);
}

/** @property buyerKnows whether the caller notifies the buyer of the ending */
type OrderEnding = { why: Translatable; cause: string; memo: SharedText; buyerKnows?: boolean };

/** Returns the ending of an order after a lost bank dispute. */
export const createChargebackEnding = (orderId: string): OrderEnding => ({
  why: messages.endedByBank,
  cause: `taken-back:${orderId}`,
  memo: messages.memoBankRest,
});

/**
 * Ends an order whose payment was charged back. Money that's still held (paid by a hire credit or left by the bank) is
 * split by the order's rules: games both sides confirmed are paid to the player, and the rest is refunded.
 */
export async function endChargedBackOrder(
  tx: Db,
  deps: Deps,
  order: Order,
  { why, cause, memo, buyerKnows = false }: OrderEnding,
): Promise<void> {
  const fulfillment = getFulfillment(deps, order);
  await fulfillment.onChargeback(tx, deps, order);
  if (order.settledAt) return;
  const { held = 0 } = await getTotals(tx, order.id);
  if (!fulfillment.isMonthly && (await endByRule(tx, deps, order, { why, asks: held > 0, buyerKnows }))) return;
  if (!fulfillment.isMonthly && held > 0) {
    await refundHeld(tx, deps, order, { cause, cents: held, memo });
    if (held === order.creditCents) await restoreCredit(tx, deps, order);
  }
  await fulfillment.settle(tx, deps, order.id);
}

/**
 * Ends the plans of an order after a month was refunded or disputed at the bank. Nothing more is charged, and restoring
 * a deleted account doesn't bring back paid time.
 */
export async function endPlansOfOrder(tx: Db, deps: Deps, order: Order): Promise<void> {
  for (const id of await listPlansOfOrder(tx, order.id)) {
    await removePaidTime(tx, id);
    const plan = await findSubscription(tx, id);
    if (!plan || !isRunning(plan)) continue;
    await endPlan(tx, deps, plan);
    await addOrderNote(tx, deps, order.id, messages.historyPlanEnds);
  }
}

/**
 * Handles a refund that the payment provider refuses because the money was already returned another way. Removes the
 * part that can't arrive anymore from the books, and sends the rest.
 * @returns false when all of it can still be refunded
 */
export async function undoImpossibleRefund(tx: Db, deps: Deps, order: Order, action: MoneyAction): Promise<boolean> {
  if (action.kind !== 'refund') return false;
  const arrivableCents = await computeArrivableCents(tx, order, action);
  const cents = action.amountCents! - arrivableCents;
  if (cents === 0) return false;
  const retry = { amountCents: arrivableCents, generation: action.generation + 1, attempts: 0, dueAt: deps.now() };
  const change =
    arrivableCents === 0 ? { state: 'undone' as const, problem: english(messages.memoAlreadyRefunded) } : retry;
  if (!(await closeAction(tx, action.id, change))) return true;
  await writeJournal(tx, {
    orderId: order.id,
    cause: `impossible:${action.id}:${action.generation}`,
    memo: messages.memoAlreadyRefunded,
    entries: createUndoneRefundEntries(cents),
    at: deps.now(),
  });
  const unsentMessage = arrivableCents === 0 ? messages.historyRefundUnsent : messages.historyRefundPartUnsent;
  await addOrderNote(tx, deps, order.id, (t) => t(unsentMessage, { amount: formatDollars(t, cents) }));
  return true;
}
