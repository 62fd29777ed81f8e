import type { Db } from '../../db/database.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs, toUtcDay } from '../../time/instants.ts';
import { endByRule, notifyParties } from './disputes.commands.ts';
import { getHoldingTimes } from './holding-limits.rules.ts';
import { getTotals } from './ledger.queries.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { lockOrder } from './orders/orders.commands.ts';
import { listOrdersHeldSince, type Order } from './orders/orders.queries.ts';
import { getSellerLabel } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';

/** Name of the job kind that ends orders before the provider's limit on holding their money. */
export const HOLDING_JOB = 'money-holding';
const BATCH_SIZE = 200;

/**
 * Enforces the payment provider's limit on holding money. Notifies the people of orders near the limit and ends those
 * that reach it: the player gets the agreed part, and the buyer gets a refund of the rest.
 */
export async function enforceHoldingLimits(deps: Deps, signal?: AbortSignal): Promise<void> {
  const times = getHoldingTimes(deps.env.STRIPE_COUNTRY);
  const now = deps.now();
  for (const orderId of await listOrdersHeldSince(deps.db, addMs(now, -times.notice), BATCH_SIZE)) {
    if (signal?.aborted) return;
    await deps.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order.settledAt || !order.paidAt || ((await getTotals(tx, orderId)).held ?? 0) === 0) return;
      const endsAt = addMs(order.paidAt, times.end);
      if (endsAt > now) return sendHoldingNotice(tx, deps, order, endsAt);
      await endHolding(tx, deps, order);
    });
  }
}

async function sendHoldingNotice(tx: Db, deps: Deps, order: Order, endsAt: Date): Promise<void> {
  const day = toUtcDay(endsAt);
  const cause = `holding:${order.id}`;
  const write = (t: Translator) => ({
    title: t(messages.holdingTitle, { day }),
    lines: [t(messages.holdingText, { day, seller: getSellerLabel(order.kind) })],
  });
  await notifyParties(tx, deps, order, { cause, write });
  const { title, lines } = write(english);
  await notifyAdmins(tx, deps, { cause, title, lines: [`Order ${order.id}. ${lines[0]}`] });
}

async function endHolding(tx: Db, deps: Deps, order: Order): Promise<void> {
  const reason = messages.endedByHolding;
  // If the payment is under bank review or no one may dispute the order, it can't end automatically, so an admin
  // decides.
  if (!order.frozenAt && (await endByRule(tx, deps, order, { why: reason, asks: true }))) return;
  await notifyAdmins(tx, deps, {
    cause: `holding-over:${order.id}:${toUtcDay(deps.now())}`,
    title: 'Funds have been held too long',
    lines: [`Order ${order.id} can't end automatically. Decide where its money goes.`],
  });
}
