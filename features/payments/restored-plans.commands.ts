import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { hasOtherPlan } from './entitlements.queries.ts';
import { PLAN_NAMES } from './entitlements.rules.ts';
import { listLedgerCauses } from './ledger.queries.ts';
import { addOrderNote } from './orders/orders.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';
import { getDisputeDays } from './provider-events/provider-events.queries.ts';
import { findSubscription, listPlansOfOrder, type SubscriptionRow, setKeptUntil } from './subscriptions.queries.ts';
import { refundInvoice } from './unwanted-plans.commands.ts';

/** Time within which a dispute and the end of its plan count as one event, because each has its own timestamp. */
const SAME_EVENT_MS = MINUTE_MS;

/**
 * Restores a plan that ended because of bank disputes, once all of them are won. The plan runs for its remaining days
 * and doesn't renew without new consent. If the buyer has another plan by then, its last month is refunded instead.
 */
export async function restorePlansOf(tx: Db, deps: Deps, order: Order): Promise<void> {
  const { open, lost, openedAt } = await getDisputeDays(tx, order.id);
  if (open || lost) return;
  for (const id of await listPlansOfOrder(tx, order.id)) {
    const plan = (await findSubscription(tx, id))!;
    const endedAt = plan.endingAt;
    if (!endedAt || !openedAt.some((at) => Math.abs(at.getTime() - endedAt.getTime()) < SAME_EVENT_MS)) continue;
    const unusedMs = (plan.paidUntil?.getTime() ?? 0) - endedAt.getTime();
    if (unusedMs <= 0 || plan.keptUntil || !order.buyerId || (await isPendingDeletion(tx, order.buyerId))) continue;
    if (await hasOtherPlan(tx, order.buyerId, id)) await refundLastMonth(tx, deps, order, plan);
    else await restore(tx, deps, { order, buyerId: order.buyerId, plan, until: addMs(deps.now(), unusedMs) });
  }
}

async function restore(
  tx: Db,
  deps: Deps,
  { order, buyerId, plan, until }: { order: Order; buyerId: string; plan: SubscriptionRow; until: Date },
): Promise<void> {
  const name = PLAN_NAMES[plan.plan];
  await setKeptUntil(tx, plan.subscriptionId, until);
  await addOrderNote(tx, deps, order.id, (t) =>
    t(messages.historyPlanRestored, { plan: name, day: formatUtcDay(t, until) }),
  );
  await enqueueNotification(tx, deps, {
    userId: buyerId,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.planBackTitle, { plan: name }),
      lines: [t(messages.planRestoredText, { plan: name, day: formatUtcDay(t, until) }), t(messages.planRestoredHint)],
      link: { label: t(messages.openAccount), path: paths.protocolAccount },
      dedupeKey: `plan-restored:${plan.subscriptionId}:${until.toISOString()}`,
    }),
  });
}

async function refundLastMonth(tx: Db, deps: Deps, order: Order, plan: SubscriptionRow): Promise<void> {
  const lastInvoiceCause = (await listLedgerCauses(tx, order.id, 'invoice:')).at(-1);
  if (!lastInvoiceCause) return;
  const invoice = lastInvoiceCause.cause.slice('invoice:'.length);
  const memo = messages.memoOtherPlan;
  const refundedCents = await refundInvoice(tx, deps, order, { invoice, cents: lastInvoiceCause.cents, memo });
  if (refundedCents === 0) return;
  const describe = (t: Translator) => ({ plan: PLAN_NAMES[plan.plan], amount: formatDollars(t, refundedCents) });
  await addOrderNote(tx, deps, order.id, (t) =>
    t(messages.historyOtherPlan, { amount: formatDollars(t, refundedCents) }),
  );
  await enqueueNotification(tx, deps, {
    userId: order.buyerId!,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.refundOnItsWay),
      lines: [t(messages.otherPlanText, describe(t))],
      link: { label: t(messages.openOrder), path: paths.order(order.id) },
      dedupeKey: `plan-not-restored:${plan.subscriptionId}`,
    }),
  });
}
