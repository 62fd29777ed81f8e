import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { SharedText } from '../../messages/every-language.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { lockUser } from '../accounts/accounts.queries.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { hasOtherPlan } from './entitlements.queries.ts';
import { isRunning } from './entitlements.rules.ts';
import { listLedgerCauses, writeJournal } from './ledger.queries.ts';
import { createEarnedRefundEntries } from './ledger.rules.ts';
import { listActions } from './money-actions.queries.ts';
import { addOrderNote, enqueueAction, lockOrder } from './orders/orders.commands.ts';
import { type Order, updateOrder } from './orders/orders.queries.ts';
import { ORDER_DEADLINES } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';
import { notifyOfPlanRefund } from './plan-messages.commands.ts';
import { sumReturnedOfInvoice } from './refund-retries.commands.ts';
import { findSubscription, markEnding, upsertSubscription } from './subscriptions.queries.ts';

/**
 * Stores the payment provider's data about a plan. If the plan shouldn't be active because the user has another one or
 * has left, ends it at the provider and refunds everything paid for it.
 */
export async function handleObservedPlan(
  tx: Db,
  deps: Deps,
  order: Order,
  observation: Parameters<typeof upsertSubscription>[1],
): Promise<void> {
  const { subscriptionId } = observation;
  const owner = order.buyerId ? await lockUser(tx, order.buyerId) : undefined;
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription && subscription.observedAt > observation.observedAt) return;
  const isPlanRunning = isRunning({ status: observation.status, endingAt: subscription?.endingAt ?? null });
  const isSecondPlan = owner !== undefined && (await hasOtherPlan(tx, owner.id, subscriptionId));
  // A ban doesn't end an active plan, but prevents starting one.
  const isBanned = owner !== undefined && !subscription && (await isBannedFrom(tx, deps, owner.id, 'checkout'));
  const isUnwanted = isPlanRunning && (!owner || owner.deleteAfter !== null || isSecondPlan || isBanned);
  // A known plan was bought legitimately, so only payments after its end are refunded.
  const surplus = isUnwanted && (isSecondPlan || !subscription);
  await upsertSubscription(tx, { ...observation, ...(isUnwanted ? { endingAt: deps.now(), surplus } : {}) });
  if (!isUnwanted) return;
  await endPlanAtProvider(tx, deps, { subscriptionId, orderId: order.id });
  if (!surplus) return addOrderNote(tx, deps, order.id, messages.historyAccountClosed);
  const reason = isSecondPlan ? 'second' : isBanned ? 'banned' : 'closed';
  await addOrderNote(tx, deps, order.id, (t) => t(messages.historyPlanUnwanted, { reason }));
  await refundAllPayments(tx, deps, order, (t) => t(messages.memoPlanUnwanted, { reason }));
  if (owner && isSecondPlan) await notifyPlanEnded(tx, deps, owner.id, subscriptionId);
}

async function refundAllPayments(tx: Db, deps: Deps, order: Order, memo: SharedText): Promise<void> {
  for (const { cause, cents } of await listLedgerCauses(tx, order.id, 'invoice:')) {
    await refundInvoice(tx, deps, order, { invoice: cause.slice('invoice:'.length), cents, memo });
  }
}

/**
 * Ends a plan that should have ended but is still active at the payment provider.
 * @returns `asked`: we've just requested its end; `waiting`: the earlier request is still pending; `done`: it had
 * already ended there
 */
export async function endSurplusPlan(
  tx: Db,
  deps: Deps,
  order: Order,
  { subscriptionId, surplus: isSurplus }: { subscriptionId: string; surplus: boolean },
): Promise<'asked' | 'waiting' | 'done'> {
  await lockOrder(tx, order.id);
  const before = (await listActions(tx, order.id)).find((action) => action.cause === `end:${subscriptionId}`);
  if (before) return before.state === 'pending' ? 'waiting' : 'done';
  await endPlanAtProvider(tx, deps, { subscriptionId, orderId: order.id });
  if (isSurplus) await refundAllPayments(tx, deps, order, messages.memoBoughtTwice);
  await addOrderNote(tx, deps, order.id, messages.historySecondPlan);
  return 'asked';
}

async function notifyPlanEnded(tx: Db, deps: Deps, userId: string, subscriptionId: string): Promise<void> {
  await enqueueNotification(tx, deps, {
    userId,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.secondPlanTitle),
      lines: [t(messages.secondPlanText)],
      link: { label: t(messages.openMoneyPage), path: paths.money },
      dedupeKey: `second-plan:${subscriptionId}`,
    }),
  });
}

type PaidInvoice = { subscriptionId: string; invoice: string; cents: number; at: Date };

/**
 * Refunds a payment for a plan that shouldn't have been active, or a payment after the plan's end was requested.
 * @returns false when we keep the payment
 */
export async function refundUnwantedPayment(
  tx: Db,
  deps: Deps,
  order: Order,
  paidInvoice: PaidInvoice,
): Promise<boolean> {
  const plan = await findSubscription(tx, paidInvoice.subscriptionId);
  // Allow a difference of one second, because the payment provider reports whole seconds.
  const isBeforeEnd = plan?.endingAt && paidInvoice.at.getTime() + 1_000 <= plan.endingAt.getTime();
  if (!plan?.endingAt || (isBeforeEnd && !plan.surplus)) return false;
  const memo = messages.memoPlanEnded;
  const { invoice, cents } = paidInvoice;
  const refundedCents = await refundInvoice(tx, deps, order, { invoice, cents, memo });
  if (refundedCents === 0) return true;
  await addOrderNote(tx, deps, order.id, (t) =>
    t(messages.historyPlanEnded, { amount: formatDollars(t, refundedCents) }),
  );
  await notifyOfPlanRefund(tx, deps, order, { cause: invoice, cents: refundedCents, message: messages.planEndedText });
  return true;
}

/**
 * Refunds an invoice's payment, once, minus any amount that the payer's bank already charged back.
 * @returns the cents refunded now: 0 when nothing is left
 */
export async function refundInvoice(
  tx: Db,
  deps: Deps,
  order: Order,
  { invoice, cents, memo }: { invoice: string; cents: number; memo: SharedText },
): Promise<number> {
  const cause = `guarantee:${invoice}`;
  const remainderCents = await computeInvoiceRemainder(tx, order.id, { invoice, cents });
  const entries = createEarnedRefundEntries(remainderCents);
  if (!(await writeJournal(tx, { orderId: order.id, cause, memo, entries, at: deps.now() }))) return 0;
  await enqueueAction(tx, deps, order.id, { kind: 'refund', cause, amountCents: remainderCents, subject: invoice });
  await reopenUntilProviderAnswers(tx, deps, order.id);
  return remainderCents;
}

/** Returns how much of an invoice hasn't been returned in any way yet, in cents. */
export async function computeInvoiceRemainder(
  db: Db,
  orderId: string,
  { invoice, cents }: { invoice: string; cents: number },
): Promise<number> {
  const refunds = (await listActions(db, orderId)).filter(
    ({ kind, subject, state }) => kind === 'refund' && subject === invoice && state !== 'undone',
  );
  const requestedCents = refunds.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  return Math.max(0, cents - requestedCents - (await sumReturnedOfInvoice(db, invoice)));
}

/** Ends a plan at the payment provider. It counts as ended from now on. */
export async function endPlan(tx: Db, deps: Deps, plan: { subscriptionId: string; orderId: string }): Promise<void> {
  await markEnding(tx, plan.subscriptionId, deps.now());
  await endPlanAtProvider(tx, deps, plan);
}

async function endPlanAtProvider(
  tx: Db,
  deps: Deps,
  { subscriptionId, orderId }: { subscriptionId: string; orderId: string },
): Promise<void> {
  const cause = `end:${subscriptionId}`;
  await enqueueAction(tx, deps, orderId, { kind: 'end_subscription', cause, subject: subscriptionId });
  await reopenUntilProviderAnswers(tx, deps, orderId);
}

/** Reopens the order while we wait for the payment provider. */
export async function reopenUntilProviderAnswers(tx: Db, deps: Deps, orderId: string): Promise<void> {
  const deadlineAt = addMs(deps.now(), ORDER_DEADLINES.provider);
  await updateOrder(tx, orderId, { settledAt: null, waitsFor: 'service', deadlineAt });
}
