import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { isLeaving } from '../accounts/account-deletion.queries.ts';
import { isBannedFrom } from '../moderation/standing.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { restoreCredit } from './entitlements.commands.ts';
import { writeJournal } from './ledger.queries.ts';
import { paymentEntries } from './ledger.rules.ts';
import { fulfilmentOf } from './orders/fulfilment.commands.ts';
import { lockWithPeople } from './orders/order-people.commands.ts';
import { enqueueAction, lockOrder, note, refundHeld, settleIfDone } from './orders/orders.commands.ts';
import { claimAwaiting, findOrder, type Order, updateOrder } from './orders/orders.queries.ts';
import { dollars, ORDER_DEADLINES, offerOf } from './orders/orders.rules.ts';
import { notePayment } from './processor-payments.queries.ts';

/**
 * Marks an order paid, once: books the payment into the hold and starts what was bought. Only the events of the
 * processor lead here, and orders that a credit covers whole.
 */
export async function orderPaid(tx: Db, deps: Deps, orderId: string, paymentIntentId: string | null): Promise<void> {
  // What one person buys goes one after another.
  const before = await lockWithPeople(tx, deps, orderId);
  if (before.state === 'paid') return;
  const { buyerId } = before;
  const gone = !buyerId || (await isLeaving(tx, buyerId));
  const banned = !gone && (await isBannedFrom(tx, deps, buyerId, 'checkout'));
  const now = deps.now();
  const late = before.state !== 'awaiting_payment';
  const change = {
    state: 'paid' as const,
    paidAt: now,
    paymentIntentId,
    sessionUrl: null,
    waitsFor: 'service' as const,
    deadlineAt: addMs(now, ORDER_DEADLINES.processor),
  };
  if (late) await updateOrder(tx, orderId, change);
  else if (!(await claimAwaiting(tx, orderId, change))) return;
  if (paymentIntentId) await notePayment(tx, { paymentIntentId, orderId, createdAt: now });
  const order = (await findOrder(tx, orderId))!;
  const cash = order.amountCents - order.creditCents;
  const bought = fulfilmentOf(deps, order);
  if (!bought.monthly) {
    // A closed order has given its credit back.
    const entries = paymentEntries(cash, late ? 0 : order.creditCents);
    await writeJournal(tx, {
      orderId,
      cause: `payment:${orderId}`,
      memo: 'Payment received and held',
      entries,
      at: now,
    });
    if (cash > 0) await enqueueAction(tx, deps, orderId, { kind: 'read_fee', cause: `fee:${orderId}` });
  }
  await note(tx, deps, orderId, bought.monthly ? 'The plan has started.' : receivedLine(cash));
  if (!gone) await thank(tx, deps, order, cash);
  // A plan of somebody who has left or is banned is ended when the processor tells of it.
  if (bought.monthly || (!late && !gone && !banned)) return bought.start(tx, deps, order);
  // The seat, the half hour or the credit of a closed order may be somebody else's by now: the money goes straight back.
  if (!late) await bought.lapse(tx, orderId);
  const why = late ? 'the order was closed already' : banned ? 'the account is banned' : 'the account is closed';
  const cents = late ? cash : order.amountCents;
  await refundHeld(tx, deps, order, { cause: `late:${orderId}`, cents, memo: `Full refund: ${why}` });
  if (!late) await restoreCredit(tx, deps, order);
  await note(tx, deps, orderId, `The payment came when ${why}. It goes back.`);
  await settleIfDone(tx, deps, orderId);
}

/** Not for plans, whose months are noted with their invoices. */
function receivedLine(cash: number): string {
  return cash > 0 ? `${dollars(cash)} received.` : 'Covered by your hire credit.';
}

async function thank(tx: Db, deps: Deps, order: Order, cash: number): Promise<void> {
  const name = offerOf(order.priceId)?.name ?? 'your order';
  await enqueueNotification(tx, deps, {
    userId: order.buyerId!,
    kind: 'payment',
    title: `Thank you for your order: ${name}`,
    lines: [
      cash > 0 ? `We received ${dollars(cash)}.` : 'Your hire credit covered the price.',
      'The receipt is on your money page.',
    ],
    link: { label: 'Open the order', path: paths.order(order.id) },
    dedupeKey: `order-paid:${order.id}`,
  });
}

/** An order that was not paid, for whatever reason, gives back what it had reserved. */
export async function orderClosed(
  tx: Db,
  deps: Deps,
  orderId: string,
  end: { state: 'expired' | 'failed'; line: string },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const change = { state: end.state, waitsFor: null, deadlineAt: null, sessionUrl: null };
  if (!(await claimAwaiting(tx, orderId, change))) return;
  await note(tx, deps, orderId, end.line);
  await fulfilmentOf(deps, order).lapse(tx, orderId);
  await restoreCredit(tx, deps, order);
}
