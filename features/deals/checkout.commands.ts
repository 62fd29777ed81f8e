import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { isBanned } from '../bookings/bookings.queries.ts';
import { reserveSession } from '../bookings/coaching/coaching.commands.ts';
import { reserveHire } from '../bookings/hires.commands.ts';
import type { CheckoutInput } from './checkout.schema.ts';
import { spendCredit } from './entitlements.commands.ts';
import { entitlementOf, reserveSeat, subscriptionOf } from './entitlements.queries.ts';
import { isRunning } from './entitlements.rules.ts';
import { actionsOf, insertAction } from './money-actions.queries.ts';
import { runActions } from './money-worker.commands.ts';
import { ACTIONS_JOB, lockOrder } from './orders/orders.commands.ts';
import { findOrder, insertOrder, type Order, openCheckout, updateOrder } from './orders/orders.queries.ts';
import { after, type Offer, offerOf, PATIENCE } from './orders/orders.rules.ts';
import { orderPaid } from './payment.commands.ts';
import { stripeOf } from './processor.commands.ts';
import { CATCH_UP_JOB } from './processor-events/processor-events.commands.ts';

type Actor = { userId: string };

export const FAILED = 'Failed to create checkout session. Please try again.';

/**
 * Starts a purchase: writes the order with everything it reserves, then opens the payment page for it.
 * @throws Refusal for unknown prices, sold-out seats, taken hours; unavailable when the processor does not answer
 */
export async function startCheckout(
  deps: Deps,
  actor: Actor,
  input: CheckoutInput,
): Promise<{ url: string; orderId: string }> {
  const offer = offerOf(input.priceId);
  if (!offer) throw new Refusal('invalid', 'This is not something we sell.', 'priceId');
  if (input.userId !== actor.userId) throw new Refusal('forbidden', 'You can only buy for yourself.', 'userId');
  if (input.mode !== offer.mode) throw new Refusal('invalid', `This is sold with mode ${offer.mode}.`, 'mode');
  stripeOf(deps);
  const again = await sameCheckout(deps, actor, offer);
  if (again) return again;
  const { order, actionId } = await deps.db.transaction((tx) => placeOrder(tx, deps, actor, offer, input));
  if (offer.kind === 'founders') await deps.bus.publish('public-pages', {});
  if (!actionId) return { url: `${deps.env.origin}/protocol/deals/success?order=${order.id}`, orderId: order.id };
  await runActions(deps, { only: actionId });
  const opened = await findOrder(deps.db, order.id);
  if (!opened?.sessionUrl) {
    await deps.jobs.send(ACTIONS_JOB, {}, { key: 'due' });
    throw new Refusal('unavailable', FAILED);
  }
  return { url: opened.sessionUrl, orderId: order.id };
}

/** A founders seat or a plan is bought once: a second click comes back to the page that is open. */
async function sameCheckout(deps: Deps, actor: Actor, offer: Offer) {
  if (offer.kind !== 'founders' && offer.kind !== 'subscription') return undefined;
  const open = await openCheckout(deps.db, actor.userId, offer.kind);
  if (!open || open.priceId !== offer.priceId || !open.deadlineAt || open.deadlineAt <= deps.now()) return undefined;
  if (!open.sessionUrl) {
    const opening = (await actionsOf(deps.db, open.id)).find((action) => action.kind === 'open_session');
    if (opening) await runActions(deps, { only: opening.id });
  }
  const url = (await findOrder(deps.db, open.id))?.sessionUrl;
  return url ? { url, orderId: open.id } : undefined;
}

async function placeOrder(
  tx: Db,
  deps: Deps,
  actor: Actor,
  offer: Offer,
  input: CheckoutInput,
): Promise<{ order: Order; actionId: string | undefined }> {
  const now = deps.now();
  if (await isBanned(tx, actor.userId, now)) throw new Refusal('forbidden', 'Your account is banned and cannot buy.');
  await refuseSecond(tx, deps, actor, offer);
  const order = await insertOrder(tx, {
    buyerId: actor.userId,
    kind: offer.kind,
    priceId: offer.priceId,
    amountCents: offer.cents,
    waitsFor: 'buyer',
    deadlineAt: after(now, PATIENCE.payment),
    createdAt: now,
  });
  if (offer.kind === 'founders' && (await reserveSeat(tx, order.id)) === undefined) {
    throw new Refusal(
      'conflict',
      'All founders seats are taken or being paid for right now. Please try again in half an hour.',
    );
  }
  if (offer.kind === 'hire' && input.playerId && input.role) {
    await reserveHire(tx, deps, order, { playerId: input.playerId, role: input.role });
  }
  if (offer.kind === 'coaching' && input.coachId && input.startsAt) {
    await reserveSession(tx, deps, order, { coachId: input.coachId, startsAt: input.startsAt });
  }
  const credit = offer.kind === 'hire' && input.useCredit ? await spendCredit(tx, deps, actor.userId, offer.cents) : 0;
  if (input.useCredit && credit === 0) throw new Refusal('conflict', 'You have no hire credit left.', 'useCredit');
  if (credit > 0) await updateOrder(tx, order.id, { creditCents: credit });
  if (credit === offer.cents) {
    await orderPaid(tx, deps, order.id, null);
    return { order, actionId: undefined };
  }
  const action = await insertAction(tx, {
    orderId: order.id,
    kind: 'open_session',
    cause: `open:${order.id}`,
    dueAt: now,
    createdAt: now,
  });
  return { order, actionId: action!.id };
}

/** What is sold once to a person. */
async function refuseSecond(tx: Db, deps: Deps, actor: Actor, offer: Offer): Promise<void> {
  if (offer.kind === 'founders') {
    const held = await entitlementOf(tx, actor.userId);
    if (held?.foundersExpiresAt && held.foundersExpiresAt > deps.now()) {
      throw new Refusal('conflict', `You are a Founder until ${held.foundersExpiresAt.toISOString().slice(0, 10)}.`);
    }
  }
  if (offer.kind === 'subscription' && isRunning(await subscriptionOf(tx, actor.userId))) {
    throw new Refusal('conflict', 'You have a plan already. Change it with Manage Subscription on your account page.');
  }
}

/** The buyer came back without paying: the page is closed, so that a reserved seat or hour is free again at once. */
export async function abandonCheckout(deps: Deps, actor: Actor, orderId: string): Promise<void> {
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
export async function askAgain(deps: Deps, actor: Actor, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId);
  if (order?.buyerId !== actor.userId) throw new Refusal('not_found', 'There is no such order.');
  if (order.state === 'awaiting_payment') await deps.jobs.send(CATCH_UP_JOB, {}, { key: 'asked' });
}
