import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { dayOf } from '../../time/instants.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { shuts } from '../moderation/standing.rules.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { fulfilmentOf } from './orders/fulfilment.commands.ts';
import { closePage, lockOrder, note } from './orders/orders.commands.ts';
import { unfinishedOrders } from './orders/orders.queries.ts';
import { keepPaidPlans, markLeft, runningPlansOf } from './subscriptions.queries.ts';
import { endPlan } from './unwanted-plans.commands.ts';

/**
 * Somebody closes the account: their plan ends at the processor now, open payment pages are closed, what has not begun is
 * refunded and what is running is settled. Nothing is charged from here on.
 */
export async function closePurchases(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  for (const plan of await runningPlansOf(tx, userId)) {
    await markLeft(tx, plan.subscriptionId, deps.now());
    await endPlan(tx, deps, plan);
    await note(tx, deps, plan.orderId, 'The account is being closed: the plan has ended, nothing more is charged.');
  }
  for (const id of await unfinishedOrders(tx, userId)) {
    const order = await lockOrder(tx, id);
    if (order.state === 'awaiting_payment') await closePage(tx, deps, id);
    // A bank decides first; what is left for us then is settled as if they left at that moment.
    else if (!order.frozenAt) await fulfilmentOf(deps, order).buyerLeaves(tx, deps, order);
  }
}

/**
 * Somebody is banned: open payment pages are closed, and what has not begun goes back. What runs takes its course, and a plan
 * is theirs to end.
 */
export async function endPurchasesOfBanned(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (!shuts(scope, 'checkout')) return;
  for (const id of await unfinishedOrders(tx, userId)) {
    const order = await lockOrder(tx, id);
    if (order.state === 'awaiting_payment') await closePage(tx, deps, id);
    // A bank decides first.
    else if (!order.frozenAt) await fulfilmentOf(deps, order).buyerBanned(tx, deps, order);
  }
}

/** They stay after all: the plan is theirs for as long as it was paid, and does not renew. */
export async function restorePlans(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  for (const plan of await keepPaidPlans(tx, userId, deps.now())) {
    const until = dayOf(plan.keptUntil!);
    const name = plan.plan === 'premium' ? 'Premium' : 'Pro';
    await note(tx, deps, plan.orderId, `The account stays: ${name} is back until ${until} and does not renew.`);
    await enqueueNotification(tx, deps, {
      userId,
      kind: 'payment',
      title: `Your ${name} plan is back`,
      lines: [`It runs until ${until}, as you had paid. It does not renew: buy it again then if you want to keep it.`],
      link: { label: 'Open your account', path: paths.protocolAccount },
      dedupeKey: `plan-back:${plan.subscriptionId}:${deps.now().toISOString()}`,
    });
  }
}
