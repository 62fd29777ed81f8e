import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { SharedText } from '../../messages/every-language.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { recordPaidConfirmations } from '../accounts/terms.commands.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { restoreCredit } from './entitlements.commands.ts';
import { writeJournal } from './ledger.queries.ts';
import { createPaymentEntries } from './ledger.rules.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { lockWithPeople } from './orders/order-people.commands.ts';
import { addOrderNote, enqueueAction, lockOrder, refundHeld, settleIfDone } from './orders/orders.commands.ts';
import { claimAwaitingPayment, findOrder, type Order, updateOrder } from './orders/orders.queries.ts';
import { getOffer, ORDER_DEADLINES } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';
import { savePayment } from './provider-payments.queries.ts';

/**
 * Marks an order paid, once. Books the payment as held money and starts the fulfillment. Called only for payment
 * provider events and for orders fully covered by a credit.
 */
export async function markOrderPaid(
  tx: Db,
  deps: Deps,
  orderId: string,
  paymentIntentId: string | null,
): Promise<void> {
  // Serializes the purchases of one user.
  const before = await lockWithPeople(tx, deps, orderId);
  if (before.state === 'paid') return;
  const { buyerId } = before;
  const isBuyerGone = !buyerId || (await isPendingDeletion(tx, buyerId));
  const isBanned = !isBuyerGone && (await isBannedFrom(tx, deps, buyerId, 'checkout'));
  const now = deps.now();
  const isLate = before.state !== 'awaiting_payment';
  const change = {
    state: 'paid' as const,
    paidAt: now,
    paymentIntentId,
    sessionUrl: null,
    waitsFor: 'service' as const,
    deadlineAt: addMs(now, ORDER_DEADLINES.provider),
  };
  if (isLate) await updateOrder(tx, orderId, change);
  else if (!(await claimAwaitingPayment(tx, orderId, change))) return;
  await recordPaidConfirmations(tx, deps, before);
  if (paymentIntentId) await savePayment(tx, { paymentIntentId, orderId, createdAt: now });
  const order = (await findOrder(tx, orderId))!;
  const cash = order.amountCents - order.creditCents;
  const fulfillment = getFulfillment(deps, order);
  if (!fulfillment.isMonthly) {
    // A closed order has already returned its credit.
    const entries = createPaymentEntries(cash, isLate ? 0 : order.creditCents);
    await writeJournal(tx, {
      orderId,
      cause: `payment:${orderId}`,
      memo: messages.memoPaid,
      entries,
      at: now,
    });
    if (cash > 0) await enqueueAction(tx, deps, orderId, { kind: 'read_fee', cause: `fee:${orderId}` });
  }
  await addOrderNote(tx, deps, orderId, fulfillment.isMonthly ? messages.historyPlanStarted : formatReceived(cash));
  if (!isBuyerGone) await sendPaymentReceipt(tx, deps, order, cash);
  // The plan of a deleted or banned user is ended when the payment provider reports it.
  if (fulfillment.isMonthly || (!isLate && !isBuyerGone && !isBanned)) return fulfillment.start(tx, deps, order);
  // The seat, time slot or credit of a closed order may already belong to someone else, so refund the money
  // immediately.
  if (!isLate) await fulfillment.releaseReservation(tx, orderId);
  const reason = isLate ? 'order' : isBanned ? 'banned' : 'account';
  const cents = isLate ? cash : order.amountCents;
  await refundHeld(tx, deps, order, { cause: `late:${orderId}`, cents, memo: (t) => t(messages.memoLate, { reason }) });
  if (!isLate) await restoreCredit(tx, deps, order);
  await addOrderNote(tx, deps, orderId, (t) => t(messages.historyLatePaymentRefunded, { reason }));
  await settleIfDone(tx, deps, orderId);
}

/**
 * Formats the history line of a received payment. Not used for plans, because their months are recorded with their
 * invoices.
 */
function formatReceived(cash: number): SharedText {
  return cash > 0 ? (t) => t(messages.historyReceived, { amount: formatDollars(t, cash) }) : messages.historyCovered;
}

async function sendPaymentReceipt(tx: Db, deps: Deps, order: Order, cash: number): Promise<void> {
  const name = getOffer(order.priceId)?.name ?? order.priceId;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId!,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.thanksTitle, { name }),
      lines: [
        cash > 0 ? t(messages.paymentReceived, { amount: formatDollars(t, cash) }) : t(messages.creditCovered),
        t(messages.receiptHint),
      ],
      link: { label: t(messages.openOrder), path: paths.order(order.id) },
      dedupeKey: `order-paid:${order.id}`,
    }),
  });
}

/** Closes an unpaid order and releases its reservation. */
export async function closeUnpaidOrder(
  tx: Db,
  deps: Deps,
  orderId: string,
  end: { state: 'expired' | 'failed'; line: SharedText },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const change = { state: end.state, waitsFor: null, deadlineAt: null, sessionUrl: null };
  if (!(await claimAwaitingPayment(tx, orderId, change))) return;
  await addOrderNote(tx, deps, orderId, end.line);
  await getFulfillment(deps, order).releaseReservation(tx, orderId);
  await restoreCredit(tx, deps, order);
}
