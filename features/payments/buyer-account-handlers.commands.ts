import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { toUtcDay } from '../../time/instants.ts';
import { isDeniedByBan } from '../moderation/access-policy.rules.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { PLAN_NAMES } from './entitlements.rules.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { addOrderNote, closePaymentPage, lockOrder } from './orders/orders.commands.ts';
import { listUnfinishedOrders } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';
import { listRunningPlans, markOwnerPendingDeletion, restorePaidPlans } from './subscriptions.queries.ts';
import { endPlan } from './unwanted-plans.commands.ts';

/**
 * Handles a scheduled account deletion: ends the user's plan at the payment provider now, closes open payment pages,
 * refunds orders that haven't started and settles those in progress. Nothing is charged after this.
 */
export async function onAccountDeletionScheduledInPayments(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<void> {
  for (const plan of await listRunningPlans(tx, userId)) {
    await markOwnerPendingDeletion(tx, plan.subscriptionId, deps.now());
    await endPlan(tx, deps, plan);
    await addOrderNote(tx, deps, plan.orderId, messages.historyAccountDeletion);
  }
  for (const id of await listUnfinishedOrders(tx, userId)) {
    const order = await lockOrder(tx, id);
    if (order.state === 'awaiting_payment') await closePaymentPage(tx, deps, id);
    // An order under bank review waits for the bank. Afterwards it's settled as if the buyer had left at that moment.
    else if (!order.frozenAt) await getFulfillment(deps, order).onBuyerLeaving(tx, deps, order);
  }
}

/**
 * Handles a ban that includes purchases: closes open payment pages and refunds orders that haven't started. Running
 * orders continue, and the user can end a plan themselves.
 */
export async function onUserBannedInPayments(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!isDeniedByBan(scope, 'checkout')) return;
  for (const id of await listUnfinishedOrders(tx, userId)) {
    const order = await lockOrder(tx, id);
    if (order.state === 'awaiting_payment') await closePaymentPage(tx, deps, id);
    // An order under bank review waits for the bank's decision.
    else if (!order.frozenAt) await getFulfillment(deps, order).onBuyerBanned(tx, deps, order);
  }
}

/** Handles a canceled account deletion: restores the plan for the time already paid, without renewal. */
export async function onAccountRestoredInPayments(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  for (const plan of await restorePaidPlans(tx, userId, deps.now())) {
    const terms = { plan: PLAN_NAMES[plan.plan], day: toUtcDay(plan.keptUntil!) };
    await addOrderNote(tx, deps, plan.orderId, (t) => t(messages.historyPlanKept, terms));
    await enqueueNotification(tx, deps, {
      userId,
      write: (t) => ({
        kind: 'payment',
        title: t(messages.planBackTitle, { plan: terms.plan }),
        lines: [t(messages.planKeptText, { day: terms.day })],
        link: { label: t(messages.openAccount), path: paths.protocolAccount },
        dedupeKey: `plan-back:${plan.subscriptionId}:${deps.now().toISOString()}`,
      }),
    });
  }
}
