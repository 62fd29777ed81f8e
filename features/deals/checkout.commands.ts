import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { AfterCommit, Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { after } from '../../time/instants.ts';
import { activeBans } from '../moderation/bans.queries.ts';
import type { CheckoutInput } from './checkout.schema.ts';
import { spendCredit } from './entitlements.commands.ts';
import { actionsOf, insertAction } from './money-actions.queries.ts';
import { runActions } from './money-worker.commands.ts';
import { fulfilmentOf } from './orders/fulfilment.commands.ts';
import { ACTIONS_JOB, lockOrder } from './orders/orders.commands.ts';
import { findOrder, insertOrder, type Order, openCheckout, updateOrder } from './orders/orders.queries.ts';
import { type Offer, offerOf, PATIENCE } from './orders/orders.rules.ts';
import { orderPaid } from './payment.commands.ts';
import { stripeOf } from './processor.commands.ts';
import { CATCH_UP_JOB } from './processor-events/processor-events.commands.ts';

const FAILED = 'Failed to create checkout session. Please try again.';

/**
 * Starts a purchase: writes the order with everything it reserves, then opens the payment page for it.
 * @throws Refusal for unknown prices, sold-out seats, taken hours; unavailable when the processor does not answer
 */
export async function startCheckout(
  deps: Deps,
  actor: Person,
  input: CheckoutInput,
): Promise<{ url: string; orderId: string }> {
  const offer = offerOf(input.priceId);
  if (!offer) throw new Refusal('invalid', 'This is not something we sell.', 'priceId');
  if (input.userId !== actor.userId) throw new Refusal('forbidden', 'You can only buy for yourself.', 'userId');
  if (input.mode !== offer.mode) throw new Refusal('invalid', `This is sold with mode ${offer.mode}.`, 'mode');
  stripeOf(deps);
  const again = await sameCheckout(deps, actor, offer);
  if (again) return again;
  const { order, actionId, due } = await deps.db.transaction((tx) => placeOrder(tx, deps, offer, input));
  await due?.();
  if (!actionId) return { url: `${deps.env.origin}${paths.paid(order.id)}`, orderId: order.id };
  await runActions(deps, { only: actionId });
  const opened = await findOrder(deps.db, order.id);
  if (!opened?.sessionUrl) {
    await deps.jobs.send(ACTIONS_JOB, {}, { key: 'due' });
    throw new Refusal('unavailable', FAILED);
  }
  return { url: opened.sessionUrl, orderId: order.id };
}

/** For what is bought once, a second click comes back to the page that is open. */
async function sameCheckout(deps: Deps, actor: Person, offer: Offer) {
  if (!fulfilmentOf(deps, offer).refuseSecond) return undefined;
  const open = await openCheckout(deps.db, actor.userId, offer.kind);
  if (!open || open.priceId !== offer.priceId || !open.deadlineAt || open.deadlineAt <= deps.now()) return undefined;
  if (!open.sessionUrl) {
    const opening = (await actionsOf(deps.db, open.id)).find((action) => action.kind === 'open_session');
    if (opening) await runActions(deps, { only: opening.id });
  }
  const url = (await findOrder(deps.db, open.id))?.sessionUrl;
  return url ? { url, orderId: open.id } : undefined;
}

/** The order with everything that it reserves, and what opens its payment page; a credit may have paid for it whole. */
async function placeOrder(
  tx: Db,
  deps: Deps,
  offer: Offer,
  input: CheckoutInput,
): Promise<{ order: Order; actionId: string | undefined; due: AfterCommit | undefined }> {
  const now = deps.now();
  const buyerId = input.userId;
  const bought = fulfilmentOf(deps, offer);
  if ((await activeBans(tx, buyerId, now, 'all')).length > 0)
    throw new Refusal('forbidden', 'Your account is banned and cannot buy.');
  await bought.refuseSecond?.(tx, deps, buyerId);
  const order = await insertOrder(tx, {
    buyerId,
    kind: offer.kind,
    priceId: offer.priceId,
    amountCents: offer.cents,
    waitsFor: 'buyer',
    deadlineAt: after(now, PATIENCE.payment),
    createdAt: now,
  });
  const due = (await bought.reserve(tx, deps, order, input)) ?? undefined;
  const credit = bought.takesCredit && input.useCredit ? await spendCredit(tx, deps, buyerId, offer.cents) : 0;
  if (input.useCredit && credit === 0) throw new Refusal('conflict', 'You have no hire credit left.', 'useCredit');
  if (credit > 0) await updateOrder(tx, order.id, { creditCents: credit });
  if (credit === offer.cents) {
    await orderPaid(tx, deps, order.id, null);
    return { order, actionId: undefined, due };
  }
  const action = await insertAction(tx, {
    orderId: order.id,
    kind: 'open_session',
    cause: `open:${order.id}`,
    dueAt: now,
    createdAt: now,
  });
  return { order, actionId: action!.id, due };
}

/** The buyer came back without paying: the page is closed, so that a reserved seat or hour is free again at once. */
export async function abandonCheckout(deps: Deps, actor: Person, orderId: string): Promise<void> {
  const actionId = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.buyerId !== actor.userId) throw new Refusal('not_found', 'There is no such order.');
    if (order.state !== 'awaiting_payment') return undefined;
    const now = deps.now();
    const closing = await insertAction(tx, {
      orderId,
      kind: 'close_session',
      cause: `close:${orderId}`,
      dueAt: now,
      createdAt: now,
    });
    return closing?.id;
  });
  if (actionId) await runActions(deps, { only: actionId });
}

/**
 * The buyer has paid and waits: events that got lost on the way are read back now instead of with the next round.
 * However many ask, one reading answers for all of them.
 * @throws Refusal not_found for orders of others
 */
export async function askAgain(deps: Deps, actor: Person, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId);
  if (order?.buyerId !== actor.userId) throw new Refusal('not_found', 'There is no such order.');
  if (order.state === 'awaiting_payment') await deps.jobs.send(CATCH_UP_JOB, {}, { key: 'asked' });
}
