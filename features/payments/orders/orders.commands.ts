import type { Db } from '../../../db/database.ts';
import { type SharedText, writeSharedText } from '../../../messages/every-language.ts';
import type { Translatable } from '../../../messages/lazy-text.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs } from '../../../time/instants.ts';
import { getTotals, writeJournal } from '../ledger.queries.ts';
import { createEarningEntries, createRefundEntries, createReleaseEntries } from '../ledger.rules.ts';
import { hasFailedRefund, hasOpenActions, insertAction } from '../money-actions.queries.ts';
import * as messages from '../payments.messages.ts';
import { listOpenMovements } from '../provider-movements.queries.ts';
import { computeFee, formatFeePercent } from './fees.rules.ts';
import { addOrderEvent, lockOrderRow, type Order, setNextDeadline, updateOrder } from './orders.queries.ts';
import { ORDER_DEADLINES, type RefundAmounts, splitRefund } from './orders.rules.ts';
import type { ActionKind } from './orders.schema.ts';

/** Name of the job kind that sends due actions to the payment provider. */
export const ACTIONS_JOB = 'money-actions';

/**
 * Locks the order for the rest of the transaction.
 * @throws Refusal not_found
 */
export async function lockOrder(tx: Db, id: string): Promise<Order> {
  const order = await lockOrderRow(tx, id);
  if (!order) throw new Refusal('not_found', messages.orderUnknown);
  return order;
}

type Action = { kind: ActionKind; cause: string; amountCents?: number; payeeId?: string; subject?: string };

/** Persists an action for the payment provider in the transaction that causes it. */
export async function enqueueAction(tx: Db, deps: Deps, orderId: string, action: Action) {
  const now = deps.now();
  const row = await insertAction(tx, { orderId, ...action, dueAt: now, createdAt: now });
  if (row) await deps.jobs.send(ACTIONS_JOB, {}, { tx, key: 'due' });
  return row;
}

/** Schedules closing an order's payment page at the payment provider. A page that gets paid first stays paid. */
export async function closePaymentPage(tx: Db, deps: Deps, orderId: string): Promise<void> {
  await enqueueAction(tx, deps, orderId, { kind: 'close_session', cause: `close:${orderId}` });
}

/**
 * Refuses while a bank or an admin reviews the charge.
 * @throws Refusal conflict with the given message
 */
export function refuseWhileFrozen(order: Order, sentence: Translatable = messages.orderUnderReview): void {
  if (order.frozenAt) throw new Refusal('conflict', sentence);
}

/**
 * Refuses to spend money that was refunded or charged back. Without this, the database would refuse it with no message.
 */
function requireHeld(heldCents: number | undefined, cents: number): void {
  if ((heldCents ?? 0) < cents) {
    throw new Refusal('conflict', messages.moneyNotHeld);
  }
}

/** Returns whether an order's full price is still held: nothing was released and no refund has bounced. */
export async function isFullyHeld(db: Db, order: Order): Promise<boolean> {
  return (await getTotals(db, order.id)).held === order.amountCents && !(await hasFailedRefund(db, order.id));
}

type HeldTransfer = { cause: string; cents: number; memo: SharedText };

/**
 * The order's fee applies unless `feePoints` is given. An erased payee is paid to the payout account stored with the
 * order, unless `payeeAccount` is given.
 */
type HeldRelease = HeldTransfer & { payeeId: string | null; payeeAccount?: string | null; feePoints?: number };

/**
 * Releases held money to a seller, less the fee. It's booked now and sent later by the worker.
 * @returns what the seller gets, in cents
 */
export async function releaseHeld(tx: Db, deps: Deps, order: Order, move: HeldRelease): Promise<number> {
  refuseWhileFrozen(order);
  if (move.cents === 0) return 0;
  const { cause, cents, payeeId, feePoints = order.feePoints } = move;
  const { held } = await getTotals(tx, order.id);
  const fee = computeFee(cents, feePoints);
  const memo: SharedText =
    fee === 0
      ? move.memo
      : (t) =>
          t(messages.memoLessFee, { memo: writeSharedText(t, move.memo), percent: formatFeePercent(t, feePoints) });
  const isNew = await writeJournal(tx, {
    orderId: order.id,
    cause,
    memo,
    entries: createReleaseEntries(cents, fee),
    at: deps.now(),
  });
  if (!isNew) throw new Refusal('conflict', messages.alreadyReleased);
  requireHeld(held, cents);
  const amountCents = cents - fee;
  const payee = payeeId ? { payeeId } : { subject: (move.payeeAccount ?? order.payeeAccount)! };
  if (amountCents > 0) await enqueueAction(tx, deps, order.id, { kind: 'transfer', cause, amountCents, ...payee });
  return amountCents;
}

/**
 * Refunds held money. The payer's own part is refunded first, and the rest goes back to the credit that covered it.
 * @returns the amount that reaches the payer, and the amount that a credit had covered
 */
export async function refundHeld(
  tx: Db,
  deps: Deps,
  order: Order,
  move: HeldTransfer & { subject?: string },
): Promise<RefundAmounts> {
  refuseWhileFrozen(order);
  if (move.cents === 0) return { cash: 0, credit: 0 };
  const { cause, cents, memo, subject } = move;
  const { held, buyer = 0, refund = 0 } = await getTotals(tx, order.id);
  // Cash received minus refunds and chargebacks, across all months of a plan.
  const { cash, credit } = splitRefund(cents, 0 - buyer - refund);
  const entries = createRefundEntries(cash, credit);
  const isNew = await writeJournal(tx, { orderId: order.id, cause, memo, entries, at: deps.now() });
  if (!isNew) throw new Refusal('conflict', messages.alreadyRefunded);
  requireHeld(held, cents);
  const subjectField = subject === undefined ? {} : { subject };
  if (cash > 0) await enqueueAction(tx, deps, order.id, { kind: 'refund', cause, amountCents: cash, ...subjectField });
  return { cash, credit };
}

/** Turns held money into platform revenue. */
export async function earnHeldMoney(tx: Db, deps: Deps, order: Order, move: HeldTransfer): Promise<void> {
  refuseWhileFrozen(order);
  const { cause, cents, memo } = move;
  const at = deps.now();
  await writeJournal(tx, { orderId: order.id, cause, memo, entries: createEarningEntries(cents), at });
}

/**
 * Closes the order when nothing is held and no action is open. Otherwise the order waits for us (`service`).
 * @returns whether it's settled now
 */
export async function settleIfDone(tx: Db, deps: Deps, orderId: string): Promise<boolean> {
  // An admin decides about outside movements first, because money refunded there may be held again.
  if ((await listOpenMovements(tx, orderId)).length > 0) return false;
  const heldCents = (await getTotals(tx, orderId)).held ?? 0;
  if (heldCents === 0 && !(await hasOpenActions(tx, orderId))) {
    await updateOrder(tx, orderId, { settledAt: deps.now(), waitsFor: null, deadlineAt: null });
    return true;
  }
  const now = deps.now();
  await setNextDeadline(tx, orderId, { waitsFor: 'service', deadlineAt: addMs(now, ORDER_DEADLINES.provider), now });
  return false;
}

/** Adds a line to an order's history, in every language. */
export async function addOrderNote(tx: Db, deps: Deps, orderId: string, line: SharedText): Promise<void> {
  await addOrderEvent(tx, orderId, line, deps.now());
}
