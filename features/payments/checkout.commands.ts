import { setTimeout } from 'node:timers/promises';
import { legalVersions } from '../../content/legal/legal-versions.ts';
import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { AfterCommit, Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs, subtractMs } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { DAY_MS } from '../../time/units.ts';
import { lockUser } from '../accounts/accounts.queries.ts';
import { recordCheckoutAcceptance } from '../accounts/terms.commands.ts';
import { findAcceptedTerms } from '../accounts/terms.queries.ts';
import { requireAccess } from '../moderation/access-policy.commands.ts';
import type { CheckoutInput } from './checkout.schema.ts';
import { explainMissingCredit, spendCredit } from './entitlements.commands.ts';
import { insertAction, listActions } from './money-actions.queries.ts';
import { runActions } from './money-worker.commands.ts';
import { getFeePoints } from './orders/fees.rules.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { ACTIONS_JOB, lockOrder } from './orders/orders.commands.ts';
import {
  findOpenCheckout,
  findOrder,
  insertOrder,
  listWithdrawalsSince,
  type Order,
  updateOrder,
} from './orders/orders.queries.ts';
import { getOffer, type Offer, ORDER_DEADLINES, WITHDRAWAL_LIMIT } from './orders/orders.rules.ts';
import type { OrderKind } from './orders/orders.schema.ts';
import { markOrderPaid } from './payment.commands.ts';
import { getStripe } from './payment-provider.commands.ts';
import * as messages from './payments.messages.ts';
import { CATCH_UP_JOB } from './provider-events/provider-events.commands.ts';

const NO_CREDIT = { cents: 0, of: null };
/** Number of times a concurrent request polls for the payment page before it gives up. */
const CHECKOUT_POLL_ATTEMPTS = 20;
const CHECKOUT_POLL_MS = 100;

/**
 * Starts a purchase: writes the order with its reservations, then opens its payment page.
 * @throws Refusal if the price is unknown, the spots are sold out or the time isn't available; unavailable if the
 * payment provider doesn't respond
 */
export async function startCheckout(
  deps: Deps,
  actor: Person,
  input: CheckoutInput,
): Promise<{ url: string; orderId: string }> {
  const offer = getOffer(input.priceId);
  if (!offer) throw new Refusal('invalid', messages.notSold, 'priceId');
  if (input.userId !== actor.userId) throw new Refusal('forbidden', messages.buyForSelfOnly, 'userId');
  refuseOtherChoice(offer, input);
  if (input.mode !== offer.mode)
    throw new Refusal('invalid', lazyText(messages.wrongMode, { mode: offer.mode }), 'mode');
  getStripe(deps);
  if (isOneTimePurchase(deps, offer)) await closeOtherPage(deps, actor, offer);
  const { order, due } = await deps.db.transaction((tx) => placeOrder(tx, deps, offer, input));
  await due?.();
  if (order.state === 'paid') return { url: `${deps.env.origin}${paths.paid(order.id)}`, orderId: order.id };
  return { url: await waitForPage(deps, order.id), orderId: order.id };
}

const CHOICES = ['playerId', 'role', 'coachId', 'startsAt'] as const;
const CHOICES_BY_KIND: Readonly<Record<OrderKind, readonly (typeof CHOICES)[number][]>> = {
  hire: ['playerId', 'role'],
  coaching: ['coachId', 'startsAt'],
  assembly: [],
  founders: [],
  subscription: [],
};

/** Refuses choices that the offer would ignore, so buyers don't pay for them. @throws Refusal invalid */
function refuseOtherChoice({ kind, name }: Offer, input: CheckoutInput): void {
  const other = CHOICES.find((field) => input[field] !== undefined && !CHOICES_BY_KIND[kind].includes(field));
  if (other) throw new Refusal('invalid', lazyText(messages.choiceNotTaken, { name, field: other }), other);
}

/** Returns whether an offer can be bought only once. Such an offer has one open payment page at a time. */
const isOneTimePurchase = (deps: Deps, offer: Offer) => getFulfillment(deps, offer).refuseIfOwned !== null;

/** Serializes the choice for a repeatable purchase. Two requests with the same choice count as one purchase. */
const toChoice = ({ priceId, playerId, role, coachId, startsAt, useCredit }: CheckoutInput) =>
  JSON.stringify([priceId, playerId, role, coachId, startsAt, useCredit]);

/** Returns whether an order's payment page can still be paid. */
const isPageOpen = (deps: Deps, order: Order) =>
  order.waitsFor === 'buyer' && addMs(order.createdAt, ORDER_DEADLINES.payment) > deps.now();

/** Closes the user's open page for another plan and releases its reservation. */
async function closeOtherPage(deps: Deps, actor: Person, offer: Offer): Promise<void> {
  const other = await findOpenCheckout(deps.db, actor.userId, offer.kind);
  if (!other || (other.priceId === offer.priceId && isPageOpen(deps, other))) return;
  await abandonCheckout(deps, actor, other.id);
  const currentOrder = await findOrder(deps.db, other.id);
  if (currentOrder?.state !== 'awaiting_payment') return;
  // The page couldn't be closed because it was paid, and the webhook is on its way.
  await deps.jobs.send(CATCH_UP_JOB, {}, { key: 'asked' });
  throw new Refusal('conflict', messages.paymentConfirming);
}

/** Returns the URL of the payment page, opened by this request or a concurrent one. */
async function waitForPage(deps: Deps, orderId: string): Promise<string> {
  for (let attempt = 0; attempt < CHECKOUT_POLL_ATTEMPTS; attempt++) {
    const openAction = (await listActions(deps.db, orderId)).find((action) => action.kind === 'open_session');
    if (openAction?.state === 'pending') await runActions(deps, { only: openAction.id });
    const order = await findOrder(deps.db, orderId);
    if (order?.sessionUrl) return order.sessionUrl;
    const action = (await listActions(deps.db, orderId)).find((one) => one.id === openAction?.id);
    // The page was opened after the order was read, so the next read finds the URL.
    if (action?.state === 'done' && attempt < CHECKOUT_POLL_ATTEMPTS - 1) continue;
    const isClaimedElsewhere = action?.claimedUntil && action.claimedUntil > deps.now();
    if (action?.state !== 'pending' || !isClaimedElsewhere) break;
    await setTimeout(CHECKOUT_POLL_MS);
  }
  await deps.jobs.send(ACTIONS_JOB, {}, { key: 'due' });
  throw new Refusal('unavailable', messages.checkoutFailed);
}

/**
 * Writes the order, its reservations and the action that opens its payment page. If a credit covers the whole price,
 * marks the order paid instead. A user's purchases run one after another, so a second click finds the first click's
 * page.
 */
async function placeOrder(
  tx: Db,
  deps: Deps,
  offer: Offer,
  input: CheckoutInput,
): Promise<{ order: Order; due?: AfterCommit | undefined }> {
  const now = deps.now();
  const buyerId = input.userId;
  const fulfillment = getFulfillment(deps, offer);
  const buyer = await lockUser(tx, buyerId);
  if (!buyer || buyer.deleteAfter) throw new Refusal('forbidden', messages.buyerDeletionScheduled);
  await requireAccess(tx, deps, buyerId, 'checkout');
  const isConfirmed = await requireConfirmations(tx, buyer, input);
  await enforceWithdrawalLimit(tx, deps, buyerId);
  await fulfillment.refuseIfOwned?.(tx, deps, buyerId);
  const isOneTime = isOneTimePurchase(deps, offer);
  const choice = isOneTime ? null : toChoice(input);
  const openCheckout = await findOpenCheckout(tx, buyerId, offer.kind, choice ?? undefined);
  if (openCheckout && openCheckout.priceId === offer.priceId && isPageOpen(deps, openCheckout))
    return { order: openCheckout };
  if (openCheckout && isOneTime) throw new Refusal('conflict', messages.paymentConfirming);
  // The old page has expired and closes automatically. The new page replaces it.
  if (openCheckout) await updateOrder(tx, openCheckout.id, { choice: null });
  const order = await insertOrder(tx, {
    buyerId,
    kind: offer.kind,
    priceId: offer.priceId,
    choice,
    amountCents: offer.cents,
    feePoints: getFeePoints(offer.kind, null),
    waitsFor: 'buyer',
    deadlineAt: addMs(now, ORDER_DEADLINES.payment),
    termsVersion: legalVersions.terms,
    refundsVersion: legalVersions.refunds,
    createdAt: now,
  });
  if (isConfirmed) await recordCheckoutAcceptance(tx, deps, buyerId);
  const paymentDue = (await fulfillment.reserve(tx, deps, order, input)) ?? undefined;
  const credit =
    fulfillment.acceptsCredit && input.useCredit ? await spendCredit(tx, deps, buyerId, offer.cents) : NO_CREDIT;
  if (input.useCredit && credit.cents === 0)
    throw new Refusal('conflict', await explainMissingCredit(tx, deps, buyerId), 'useCredit');
  if (credit.cents > 0) await updateOrder(tx, order.id, { creditCents: credit.cents, creditOf: credit.of });
  if (credit.cents === offer.cents) {
    await markOrderPaid(tx, deps, order.id, null);
    return { order: (await findOrder(tx, order.id))!, due: paymentDue };
  }
  const cause = `open:${order.id}`;
  await insertAction(tx, { orderId: order.id, kind: 'open_session', cause, dueAt: now, createdAt: now });
  return { order, due: paymentDue };
}

/**
 * Returns whether the buyer has confirmed that they're an adult and accepted the current terms, now or before. If not,
 * they do both by paying, as the payment page says.
 * @throws Refusal unconfirmed with the missing field, if the caller asks the buyer itself or a credit may cover the
 * whole price; conflict if the buyer accepted an outdated version
 */
async function requireConfirmations(
  tx: Db,
  buyer: { id: string; adultConfirmedAt: Date | null },
  { accepts, asksBuyer, useCredit }: CheckoutInput,
): Promise<boolean> {
  const { terms, refunds } = legalVersions;
  if (accepts && (accepts.terms !== terms || accepts.refunds !== refunds))
    throw new Refusal('conflict', messages.termsOutdated, 'accepts');
  const isAdult = buyer.adultConfirmedAt !== null;
  if (isAdult && (accepts || (await findAcceptedTerms(tx, buyer.id)) === terms)) return true;
  if (!asksBuyer && !useCredit) return false;
  if (!isAdult) throw new Refusal('unconfirmed', messages.adultUnconfirmed, 'adult');
  throw new Refusal('unconfirmed', messages.termsUnaccepted, 'accepts');
}

/** Enforces the withdrawal limit, because we pay a fee for each paid order that's canceled. @throws Refusal conflict */
async function enforceWithdrawalLimit(tx: Db, deps: Deps, buyerId: string): Promise<void> {
  const { most, within } = WITHDRAWAL_LIMIT;
  const withdrawals = await listWithdrawalsSince(tx, buyerId, subtractMs(deps.now(), within));
  const limitingWithdrawal = withdrawals.at(-most);
  if (!limitingWithdrawal) return;
  throw new Refusal(
    'conflict',
    lazyText(messages.withdrawalLimit, {
      orders: most,
      days: within / DAY_MS,
      day: formatUtcDay(readerTranslator, addMs(limitingWithdrawal, within)),
    }),
  );
}

/**
 * Closes the payment page when the buyer returns without paying, so a reserved spot or hour is available again
 * immediately.
 */
export async function abandonCheckout(deps: Deps, actor: Person, orderId: string): Promise<void> {
  const actionId = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.buyerId !== actor.userId) throw new Refusal('not_found', messages.orderUnknown);
    if (order.state !== 'awaiting_payment') return undefined;
    const now = deps.now();
    const cause = `close:${orderId}`;
    const closeAction = await insertAction(tx, { orderId, kind: 'close_session', cause, dueAt: now, createdAt: now });
    return (closeAction ?? (await listActions(tx, orderId)).find((action) => action.cause === cause))?.id;
  });
  if (actionId) await runActions(deps, { only: actionId });
}

/**
 * Fetches missed payment events now instead of on the next run, because the buyer has paid and is waiting. Concurrent
 * requests share one fetch.
 * @throws Refusal not_found for other users' orders
 */
export async function recheckPayment(deps: Deps, actor: Person, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId);
  if (order?.buyerId !== actor.userId) throw new Refusal('not_found', messages.orderUnknown);
  if (order.state === 'awaiting_payment') await deps.jobs.send(CATCH_UP_JOB, {}, { key: 'asked' });
}
