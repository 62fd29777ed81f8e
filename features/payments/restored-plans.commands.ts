import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { hasOtherPlan } from './entitlements.queries.ts';
import { listLedgerCauses } from './ledger.queries.ts';
import { addOrderNote } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import { formatDollars } from './orders/orders.rules.ts';
import { getDisputeDays } from './provider-events/provider-events.queries.ts';
import { findSubscription, keepUntil, listPlansOfOrder, type SubscriptionRow } from './subscriptions.queries.ts';
import { refundInvoice } from './unwanted-plans.commands.ts';

/**
 * A dispute and the end of its plan count as one event within this time, since each is stored with its own timestamp.
 */
const SAME_EVENT_MS = MINUTE_MS;

const NAMES = { pro: 'Pro', premium: 'Premium' } as const;

/**
 * Restores a plan that ended because of bank disputes, once all of them are won. It runs for its remaining days and
 * doesn't renew without new consent. If the buyer has another plan by then, its last month is refunded instead.
 */
export async function restorePlansOf(tx: Db, deps: Deps, order: Order): Promise<void> {
  const { open, lost, openedAt } = await getDisputeDays(tx, order.id);
  if (open || lost) return;
  for (const id of await listPlansOfOrder(tx, order.id)) {
    const plan = (await findSubscription(tx, id))!;
    const endedAt = plan.endingAt;
    if (!endedAt || !openedAt.some((at) => Math.abs(at.getTime() - endedAt.getTime()) < SAME_EVENT_MS)) continue;
    const left = (plan.paidUntil?.getTime() ?? 0) - endedAt.getTime();
    if (left <= 0 || plan.keptUntil || !order.buyerId || (await isPendingDeletion(tx, order.buyerId))) continue;
    if (await hasOtherPlan(tx, order.buyerId, id)) await refundLastMonth(tx, deps, order, plan);
    else await restore(tx, deps, { order, buyerId: order.buyerId, plan, until: addMs(deps.now(), left) });
  }
}

async function restore(
  tx: Db,
  deps: Deps,
  { order, buyerId, plan, until }: { order: Order; buyerId: string; plan: SubscriptionRow; until: Date },
): Promise<void> {
  const name = NAMES[plan.plan];
  await keepUntil(tx, plan.subscriptionId, until);
  await addOrderNote(
    tx,
    deps,
    order.id,
    `${name} is back until ${formatUtcDay(until)}, for the days that were left. It won't renew.`,
  );
  await enqueueNotification(tx, deps, {
    userId: buyerId,
    kind: 'payment',
    title: `Your ${name} plan is back`,
    lines: [
      `Your bank rejected the dispute. You have ${name} until ${formatUtcDay(until)}, for the days you had left.`,
      "It won't renew. Buy it again then if you want to keep it.",
    ],
    link: { label: 'Open your account', path: paths.protocolAccount },
    dedupeKey: `plan-restored:${plan.subscriptionId}:${until.toISOString()}`,
  });
}

async function refundLastMonth(tx: Db, deps: Deps, order: Order, plan: SubscriptionRow): Promise<void> {
  const last = (await listLedgerCauses(tx, order.id, 'invoice:')).at(-1);
  if (!last) return;
  const invoice = last.cause.slice('invoice:'.length);
  const memo = 'Refund: another plan is running';
  const back = await refundInvoice(tx, deps, order, { invoice, cents: last.cents, memo });
  if (back === 0) return;
  await addOrderNote(tx, deps, order.id, `You already have another plan. We're refunding ${formatDollars(back)}.`);
  await enqueueNotification(tx, deps, {
    userId: order.buyerId!,
    kind: 'payment',
    title: 'Your refund is on its way',
    lines: [
      `Your bank rejected the dispute about ${NAMES[plan.plan]}. You already have another plan, so we're refunding ${formatDollars(back)}.`,
    ],
    link: { label: 'Open the order', path: paths.order(order.id) },
    dedupeKey: `plan-not-restored:${plan.subscriptionId}`,
  });
}
