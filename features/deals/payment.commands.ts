import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import {
  lapseReservation,
  passBookingDeadline,
  settleBooking,
  startBooking,
} from '../bookings/booking-life.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { passTeamDeadline, settleTeam, startTeam } from '../teams/team-life.commands.ts';
import { grantFounders, restoreCredit } from './entitlements.commands.ts';
import { freeSeat } from './entitlements.queries.ts';
import { totalsOf, writeJournal } from './ledger.queries.ts';
import { paymentEntries } from './ledger.rules.ts';
import { earnHeld, enqueueAction, lockOrder, note, refundHeld, settleIfDone } from './orders/orders.commands.ts';
import { claimAwaiting, findOrder, type Order, updateOrder } from './orders/orders.queries.ts';
import { after, dollars, offerOf, PATIENCE } from './orders/orders.rules.ts';

/** What the order does next depends on what was bought. */
async function start(tx: Db, deps: Deps, order: Order): Promise<void> {
  if (order.kind === 'founders') return grantFounders(tx, deps, order);
  if (order.kind === 'assembly') return startTeam(tx, deps, order);
  if (order.kind === 'subscription') return void (await settleIfDone(tx, deps, order.id));
  return startBooking(tx, deps, order);
}

/**
 * Marks an order paid, once: books the payment into the hold and starts what was bought. Only the events of the
 * processor lead here, and orders that a credit covers whole.
 */
export async function orderPaid(tx: Db, deps: Deps, orderId: string, paymentIntentId: string | null): Promise<void> {
  const before = await lockOrder(tx, orderId);
  if (before.state === 'paid') return;
  const now = deps.now();
  const late = before.state !== 'awaiting_payment';
  const change = {
    state: 'paid' as const,
    paidAt: now,
    paymentIntentId,
    sessionUrl: null,
    waitsFor: 'service' as const,
    deadlineAt: after(now, PATIENCE.processor),
  };
  if (late) await updateOrder(tx, orderId, change);
  else if (!(await claimAwaiting(tx, orderId, change))) return;
  const order = (await findOrder(tx, orderId))!;
  const cash = order.amountCents - order.creditCents;
  if (order.kind !== 'subscription') {
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
  await note(tx, deps, orderId, receivedLine(order, cash));
  if (order.buyerId) await thank(tx, deps, order, cash);
  if (!late || order.kind === 'subscription') return start(tx, deps, order);
  // The seat, the half hour or the credit of a closed order may be somebody else's by now: the money goes straight back.
  await refundHeld(tx, deps, order, {
    cause: `late:${orderId}`,
    cents: cash,
    memo: 'Full refund: the order was closed already',
  });
  await note(tx, deps, orderId, 'The payment came after the order was closed. It goes back.');
  await settleIfDone(tx, deps, orderId);
}

/** The months of a plan are noted with their invoices. */
function receivedLine(order: Order, cash: number): string {
  if (order.kind === 'subscription') return 'The plan has started.';
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
    link: { label: 'Open the order', path: `/protocol/money/${order.id}` },
    dedupeKey: `order-paid:${order.id}`,
  });
}

/** An order that was not paid, for whatever reason, gives back what it had reserved. */
export async function orderClosed(
  tx: Db,
  deps: Deps,
  orderId: string,
  state: 'expired' | 'failed',
  line: string,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const change = { state, waitsFor: null, deadlineAt: null, sessionUrl: null };
  if (!(await claimAwaiting(tx, orderId, change))) return;
  await note(tx, deps, orderId, line);
  if (order.kind === 'founders') await freeSeat(tx, orderId);
  if (order.kind === 'hire' || order.kind === 'coaching') await lapseReservation(tx, orderId);
  await restoreCredit(tx, deps, order);
}

/** Closes a paid order when nothing is left to do; called with the order locked. */
export async function settleOrder(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  if (order.kind === 'hire' || order.kind === 'coaching') return settleBooking(tx, deps, order.id);
  if (order.kind === 'assembly') return settleTeam(tx, deps, order.id);
  return settleIfDone(tx, deps, order.id);
}

/** The deadline of a paid order has passed. @returns false when only the processor is awaited */
export async function passPaidDeadline(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  if (
    order.kind === 'founders' &&
    ((await totalsOf(tx, order.id)).held ?? 0) > 0 &&
    order.paidAt &&
    after(order.paidAt, PATIENCE.guarantee) <= deps.now()
  ) {
    await earnHeld(tx, deps, order, {
      cause: `earned:${order.id}`,
      cents: order.amountCents,
      memo: 'The 7-day guarantee is over',
    });
    await settleIfDone(tx, deps, order.id);
    return true;
  }
  if (order.kind === 'hire' || order.kind === 'coaching') return passBookingDeadline(tx, deps, order);
  if (order.kind === 'assembly') return passTeamDeadline(tx, deps, order);
  return false;
}
