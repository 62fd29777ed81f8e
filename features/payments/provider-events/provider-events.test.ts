import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../../content/paths.ts';
import { findCard } from '../../../integrations/stripe/sandbox-cards.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { startCheckout } from '../checkout.commands.ts';
import { findCurrentSubscription } from '../entitlements.queries.ts';
import { getBalance, listLedgerLines } from '../ledger.queries.ts';
import { readEntitlements, readOrder } from '../money.commands.ts';
import { findAction, listActions, type MoneyAction, updateAction } from '../money-actions.queries.ts';
import { runActions } from '../money-worker.commands.ts';
import { MAX_ATTEMPTS } from '../money-worker.rules.ts';
import { retryAction } from '../order-admin.commands.ts';
import { refundHeld, releaseHeld } from '../orders/orders.commands.ts';
import { updateOrder } from '../orders/orders.queries.ts';
import { getOffer, type PriceId } from '../orders/orders.rules.ts';
import { verifySeller } from '../payments.factory.ts';
import { reconcileBooks } from '../reconcile.commands.ts';
import { refreshSeller, startOnboarding } from '../sellers.commands.ts';
import { findSellerAccount } from '../sellers.queries.ts';
import { openPortal, refundPlanUnderGuarantee } from '../subscriptions.commands.ts';
import { type MoneyContext, openMoneyContext } from '../test-money.ts';
import { readHistory, readMessages, readMessageTitles, readOrderNow, verifyTestSeller } from '../test-orders.ts';
import { applyEvent, catchUpEvents, receiveEvent } from './provider-events.commands.ts';
import { findEvent } from './provider-events.queries.ts';

type Person = { userId: string };
const VALID_CARD = '4242424242424242';

let context: MoneyContext;
let admin: Person;
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const timeAfter = (milliseconds: number) => new Date(context.now().getTime() + milliseconds);
const getSession = (orderId: string) =>
  Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
const listNotifications = async (cause: string) =>
  (
    await context.deps.db.execute<{ title: string; lines: string[] }>(
      sql`select title, lines from notification_outbox where user_id = ${admin.userId} and dedupe_key like ${`%${cause}%`}`,
    )
  ).rows;

async function openPage(person: Person, priceId: PriceId): Promise<string> {
  const { mode } = getOffer(priceId)!;
  const input = { priceId, userId: person.userId, mode, useCredit: false };
  return (await startCheckout(context.deps, person, input)).orderId;
}
/** Makes a paid purchase and applies all its events and actions. */
async function makePurchase(person: Person, priceId: PriceId = 'PRICE_7G_LOCK', card = VALID_CARD): Promise<string> {
  const orderId = await openPage(person, priceId);
  context.sandbox.engine.pay(getSession(orderId), findCard(card)!);
  await context.quiesce();
  return orderId;
}
const subscriptionNow = async (person: Person) => (await findCurrentSubscription(context.deps.db, person.userId))!;
/** Returns the payment provider's last event of a type, so that tests can replay it. */
const lastEvent = (type: string) => context.sandbox.state.events.findLast((one) => one.type === type)!;
async function receiveAgain(
  type: string,
  change: (object: Record<string, unknown>) => void = () => {},
  more: object = {},
) {
  const event = { ...structuredClone(lastEvent(type)), id: `evt_${crypto.randomUUID()}`, ...more };
  change(event.data.object as Record<string, unknown>);
  return { id: event.id, applied: await receiveEvent(context.deps, event as never) };
}

describe('payment page event', () => {
  test('changes nothing when an event is foreign, unpaid or for the wrong amount', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const orderId = await openPage(buyer, 'PRICE_7G_LOCK');
    context.sandbox.engine.pay(getSession(orderId), findCard(VALID_CARD)!);
    context.sandbox.waiting.length = 0;
    const type = 'checkout.session.completed';
    for (const metadata of [null, {}, { order_id: 'x' }, { order_id: crypto.randomUUID() }]) {
      expect(
        (await receiveAgain(type, (session) => Object.assign(session, { id: 'cs_foreign', metadata }))).applied,
      ).toBe(true);
    }
    expect((await receiveAgain(type, (session) => Object.assign(session, { payment_status: 'unpaid' }))).applied).toBe(
      true,
    );
    expect((await readOrderNow(deps, orderId)).state).toBe('awaiting_payment');
    for (const wrong of [{ amount_total: 9_999 }, { currency: 'eur' }]) {
      const { id, applied } = await receiveAgain(type, (session) => Object.assign(session, wrong));
      expect(applied).toBe(false);
      expect(await findEvent(deps.db, id)).toMatchObject({
        processedAt: null,
        problem: expect.stringContaining('the order says 10000'),
      });
    }
    expect((await readOrderNow(deps, orderId)).state).toBe('awaiting_payment');
    const intent = { id: 'pi_expanded' };
    await receiveAgain('checkout.session.completed', (session) => Object.assign(session, { payment_intent: intent }), {
      type: 'checkout.session.async_payment_succeeded',
    });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ state: 'paid', paymentIntentId: 'pi_expanded' });
  });

  test.each([
    ['checkout.session.expired', 'expired', 'The payment page expired without a payment.'],
    ['checkout.session.async_payment_failed', 'failed', 'The payment failed.'],
  ])('closes the order on %s as %s', async (type, state, line) => {
    const { deps } = context;
    const orderId = await openPage(await makeUser(deps), 'PRICE_7G_LOCK');
    context.sandbox.engine.expire(getSession(orderId));
    context.sandbox.waiting.length = 0;
    const foreignPage = { id: 'cs_foreign', metadata: {} };
    await receiveAgain('checkout.session.expired', (session) => Object.assign(session, foreignPage), { type });
    expect((await readOrderNow(deps, orderId)).state).toBe('awaiting_payment');
    await receiveAgain('checkout.session.expired', () => {}, { type });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ state, waitsFor: null });
    expect(await readHistory(deps, orderId)).toEqual([line]);
  });
});

describe('event processing', () => {
  test('applies a handled event once and only stores an unhandled one', async () => {
    const { deps } = context;
    const orderId = await makePurchase(await makeUser(deps));
    const knownEvent = lastEvent('checkout.session.completed');
    expect(await receiveEvent(deps, knownEvent as never)).toBe(true);
    expect(await readHistory(deps, orderId)).toHaveLength(1);
    expect(await applyEvent(deps, 'evt_unknown')).toBe(true);
    const other = { ...structuredClone(knownEvent), id: 'evt_other', type: 'customer.created' };
    expect(await receiveEvent(deps, other as never)).toBe(true);
    expect(await findEvent(deps.db, 'evt_other')).toMatchObject({ processedAt: context.now(), problem: null });
  });

  test('refreshes public pages only for payment pages and accounts', async () => {
    const { deps } = context;
    const publishedNames: string[] = [];
    const { publish } = deps.bus;
    deps.bus.publish = async (topic) => void publishedNames.push(topic);
    await receiveAgain('checkout.session.completed', (session) => Object.assign(session, { metadata: {} }));
    expect(publishedNames).toEqual(['public-pages']);
    await receiveAgain('checkout.session.completed', () => {}, { type: 'invoice.unknown' });
    expect(publishedNames).toEqual(['public-pages']);
    deps.bus.publish = publish;
  });

  test('fetches lost events and retries those that could not be applied', async () => {
    const { deps } = context;
    const orderId = await openPage(await makeUser(deps), 'PRICE_7G_LOCK');
    context.sandbox.engine.pay(getSession(orderId), findCard(VALID_CARD)!);
    context.sandbox.waiting.length = 0;
    await catchUpEvents(deps, AbortSignal.abort());
    expect((await readOrderNow(deps, orderId)).state).toBe('awaiting_payment');
    const event = lastEvent('checkout.session.completed');
    const { fetch } = deps;
    await updateOrder(deps.db, orderId, { amountCents: 1 });
    expect(await receiveEvent(deps, event as never)).toBe(false);
    await updateOrder(deps.db, orderId, { amountCents: 10_000 });
    let requestedUrl = '';
    deps.fetch = async (input, init) => {
      if (String(input).includes('/v1/events')) requestedUrl = String(input);
      return fetch(input, init);
    };
    await catchUpEvents(deps);
    expect(await readOrderNow(deps, orderId)).toMatchObject({ state: 'paid' });
    const startedAt = context.now().getTime() / 1000;
    context.advance(HOUR_MS);
    await catchUpEvents(deps);
    deps.fetch = fetch;
    expect(decodeURIComponent(requestedUrl)).toContain(`created[gte]=${Math.floor(startedAt) - 3_600}`);
  });
});

describe('plan', () => {
  test('stays active while the provider retries a failed renewal, and notifies its buyer', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    await makePurchase(buyer, 'PRICE_PRO_MONTHLY', '4000000000000341');
    const { sandbox } = context;
    const one = Object.values(sandbox.state.subscriptions).at(-1)!;
    sandbox.engine.endPeriod(one);
    await context.quiesce();
    expect(await subscriptionNow(buyer)).toMatchObject({ status: 'past_due', plan: 'pro' });
    expect((await readEntitlements(deps, buyer)).plan).toBe('Pro');
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: "We couldn't renew your plan",
      path: paths.protocolAccount,
    });
    sandbox.engine.cancel(one);
    await context.quiesce();
    expect((await readEntitlements(deps, buyer)).plan).toBe('Free');
    await expect(refundPlanUnderGuarantee(deps, buyer)).rejects.toThrow("You don't have an active plan.");
  });

  test('is recorded once, and each of its invoices is booked once', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const before = context.now();
    const orderId = await makePurchase(buyer, 'PRICE_PREMIUM_MONTHLY');
    const { cents } = getOffer('PRICE_PREMIUM_MONTHLY')!;
    expect(await getBalance(deps.db, orderId)).toMatchObject({ charged: cents, held: 0, fees: cents });
    const now = await subscriptionNow(buyer);
    expect(now).toMatchObject({ plan: 'premium', status: 'active', cancelAtPeriodEnd: false, nextPlan: null });
    expect(now.firstPaidAt).toEqual(before);
    expect(now.currentPeriodEnd).toEqual(new Date(before.getTime() + 30 * DAY_MS));
    await receiveAgain('invoice.paid');
    await receiveAgain('invoice.paid', (invoice) => Object.assign(invoice, { id: 'in_free', amount_paid: 0 }));
    await receiveAgain('invoice.paid', (invoice) => Object.assign(invoice, { id: 'in_alone', parent: null }));
    expect((await listLedgerLines(deps.db, orderId)).map(({ memo }) => memo)).toEqual(['Plan paid']);
    expect((await readHistory(deps, orderId)).filter((line) => line.endsWith('received for the plan.'))).toHaveLength(
      1,
    );
    const one = Object.values(context.sandbox.state.subscriptions).at(-1)!;
    context.sandbox.engine.cancelAtPeriodEnd(one, true);
    await context.quiesce();
    expect(await subscriptionNow(buyer)).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' });
    context.sandbox.engine.endPeriod(one);
    await context.quiesce();
    expect((await subscriptionNow(buyer)).status).toBe('canceled');
  });

  test('refunds everything paid, once, within seven days of the first payment', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const orderId = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const paidAt = (await subscriptionNow(buyer)).firstPaidAt!;
    const setTimeAfter = (ms: number) => context.setNow(new Date(paidAt.getTime() + ms));
    setTimeAfter(7 * DAY_MS);
    await expect(refundPlanUnderGuarantee(deps, buyer)).rejects.toThrow("This plan's 7-day guarantee is over.");
    setTimeAfter(7 * DAY_MS - 1);
    await refundPlanUnderGuarantee(deps, buyer);
    await expect(refundPlanUnderGuarantee(deps, buyer)).rejects.toThrow("You don't have an active plan.");
    const { cents } = getOffer('PRICE_PRO_MONTHLY')!;
    expect((await readHistory(deps, orderId)).at(-1)).toMatch(/^You used the 7-day guarantee, so the /);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ charged: cents, refunded: cents });
    expect(await readOrderNow(deps, orderId)).toMatchObject({
      settledAt: null,
      waitsFor: 'service',
      deadlineAt: new Date(paidAt.getTime() + 8 * DAY_MS - 1),
    });
    expect((await listActions(deps.db, orderId)).map(({ kind }) => kind).sort()).toEqual([
      'end_subscription',
      'open_session',
      'refund',
    ]);
    context.advance(7 * DAY_MS);
    await context.quiesce();
    expect((await readEntitlements(deps, buyer)).plan).toBe('Free');
    expect((await readOrderNow(deps, orderId)).settledAt).not.toBeNull();
  });

  test('offers no guarantee for a plan that was never paid for', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    await deps.db.execute(sql`update subscriptions set first_paid_at = null where user_id = ${buyer.userId}`);
    await expect(refundPlanUnderGuarantee(deps, buyer)).rejects.toThrow("This plan's 7-day guarantee is over.");
  });

  test('opens the customer portal for past buyers and configures it only once', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    await expect(openPortal(deps, buyer, '/account')).rejects.toMatchObject({ code: 'not_found' });
    await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const { fetch } = deps;
    const requests: string[] = [];
    deps.fetch = async (input, init) => {
      if (init?.method === 'POST') requests.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
    expect(await openPortal(deps, buyer, '/account')).toContain('/portal/');
    requests.length = 0;
    expect(await openPortal(deps, buyer, '/account')).toContain('/portal/');
    deps.fetch = fetch;
    expect(requests).toEqual(['/v1/billing_portal/sessions']);
  });
});

describe('bank dispute', () => {
  const createDisputed = async () => {
    const orderId = await makePurchase(await makeUser(context.deps));
    const before = await readOrderNow(context.deps, orderId);
    const charge = Object.values(context.sandbox.state.charges).at(-1)!;
    const dispute = context.sandbox.engine.dispute(charge.id);
    for (const event of context.sandbox.waiting.splice(0)) await receiveEvent(context.deps, event as never);
    return { orderId, before, dispute, frozenAt: context.now() };
  };

  test('freezes its order for an admin, and resumes it when won', async () => {
    const { deps, sandbox } = context;
    const { orderId, before, dispute, frozenAt } = await createDisputed();
    expect(await readOrderNow(deps, orderId)).toMatchObject({
      frozenAt,
      frozenWaitsFor: before.waitsFor,
      frozenDeadlineAt: before.deadlineAt,
      waitsFor: 'admin',
      deadlineAt: timeAfter(3 * DAY_MS),
    });
    expect((await readHistory(deps, orderId)).at(-1)).toBe(
      'Payment under bank review. Everything is paused until the bank decides.',
    );
    expect(await listNotifications(`dispute:${dispute}`)).toMatchObject([{ title: 'A card payment is disputed' }]);
    expect((await receiveAgain('charge.dispute.created')).applied).toBe(true);
    expect(
      (await readHistory(deps, orderId)).filter((line) => line.startsWith('Payment under bank review')),
    ).toHaveLength(1);
    context.advance(DAY_MS);
    sandbox.engine.closeDispute(dispute, 'won');
    for (const event of sandbox.waiting.splice(0)) await receiveEvent(deps, event as never);
    expect(await readOrderNow(deps, orderId)).toMatchObject({
      frozenAt: null,
      frozenWaitsFor: null,
      frozenDeadlineAt: null,
      waitsFor: before.waitsFor,
      deadlineAt: new Date(before.deadlineAt!.getTime() + DAY_MS),
    });
    const { length } = await readHistory(deps, orderId);
    expect((await receiveAgain('charge.dispute.closed')).applied).toBe(true);
    expect(await readHistory(deps, orderId)).toHaveLength(length);
  });

  test('takes the held money and ends the order when lost', async () => {
    const { deps, sandbox } = context;
    const { orderId, dispute } = await createDisputed();
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect(await getBalance(deps.db, orderId)).toMatchObject({ charged: 0, held: 0 });
    const now = await readOrderNow(deps, orderId);
    expect([now.frozenAt, now.settledAt === null]).toEqual([null, false]);
    expect((await readHistory(deps, orderId)).at(-1)).toMatch(
      /The bank sided with the payer and reversed the payment\. The order has ended\./,
    );
    expect((await receiveAgain('charge.dispute.closed')).applied).toBe(true);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ charged: 0 });
    expect(await reconcileBooks(deps)).toEqual([]);
  });

  test('is applied when only its closing event arrives', async () => {
    const { deps, sandbox } = context;
    const orderId = await makePurchase(await makeUser(deps));
    const before = await readOrderNow(deps, orderId);
    const dispute = sandbox.engine.dispute(Object.values(sandbox.state.charges).at(-1)!.id);
    sandbox.waiting.length = 0;
    sandbox.engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(await readOrderNow(deps, orderId)).toMatchObject({ frozenAt: null, deadlineAt: before.deadlineAt });
    await receiveAgain('charge.dispute.created');
    expect((await readOrderNow(deps, orderId)).frozenAt).toBeNull();
  });

  test('sets no deadline when its order is settled', async () => {
    const { deps, sandbox } = context;
    const orderId = await makePurchase(await makeUser(deps));
    await updateOrder(deps.db, orderId, { settledAt: context.now(), waitsFor: null, deadlineAt: null });
    const dispute = sandbox.engine.dispute(Object.values(sandbox.state.charges).at(-1)!.id);
    for (const event of sandbox.waiting.splice(0)) await receiveEvent(deps, event as never);
    expect(await readOrderNow(deps, orderId)).toMatchObject({ frozenWaitsFor: null, waitsFor: null, deadlineAt: null });
    sandbox.engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(await readOrderNow(deps, orderId)).toMatchObject({ frozenAt: null, waitsFor: null, deadlineAt: null });
  });

  /** Creates a dispute that has to wait until its payment is applied. The returned events include the payment. */
  const disputedUnpaid = async () => {
    const { deps, sandbox } = context;
    const orderId = await openPage(await makeUser(deps), 'PRICE_7G_LOCK');
    sandbox.engine.pay(getSession(orderId), findCard('4000000000000259')!);
    const events = sandbox.waiting.splice(0);
    const dispute = events.find(({ type }) => type === 'charge.dispute.created')!;
    expect(await receiveEvent(deps, dispute as never)).toBe(false);
    return { orderId, events };
  };

  test('waits until its payment is booked', async () => {
    const { deps } = context;
    const { orderId, events } = await disputedUnpaid();
    for (const event of events) await receiveEvent(deps, event as never);
    expect(await readOrderNow(deps, orderId)).toMatchObject({ state: 'paid', waitsFor: 'admin' });
  });

  test('is retried in the same catch-up as a payment that failed to apply', async () => {
    const { deps } = context;
    const { orderId, events } = await disputedUnpaid();
    await updateOrder(deps.db, orderId, { amountCents: 1 });
    for (const event of events) await receiveEvent(deps, event as never);
    await updateOrder(deps.db, orderId, { amountCents: 10_000 });
    await catchUpEvents(deps);
    expect(await readOrderNow(deps, orderId)).toMatchObject({ state: 'paid', waitsFor: 'admin' });
  });

  test("is ignored when its payment isn't ours", async () => {
    const { deps, sandbox } = context;
    const orderId = await makePurchase(await makeUser(deps), 'PRICE_7G_LOCK', '4000000000000259');
    const unmatchedEvent = await receiveAgain('charge.dispute.created', (one) =>
      Object.assign(one, { id: 'dp_x', payment_intent: null }),
    );
    expect(unmatchedEvent.applied).toBe(true);
    Object.values(sandbox.state.intents).at(-1)!.metadata = {};
    await updateOrder(deps.db, orderId, { paymentIntentId: null });
    const foreignResponse = await receiveAgain('charge.dispute.created', (one) => Object.assign(one, { id: 'dp_y' }));
    expect(foreignResponse.applied).toBe(true);
  });
});

describe('refund', () => {
  const makeRefunded = async (card = VALID_CARD) => {
    const orderId = await makePurchase(await makeUser(context.deps), 'PRICE_7G_LOCK', card);
    const order = await readOrderNow(context.deps, orderId);
    const move = { cause: `back:${orderId}`, cents: 10_000, memo: 'Back' };
    await context.deps.db.transaction((tx) => refundHeld(tx, context.deps, order, move));
    return {
      orderId,
      action: async () => (await listActions(context.deps.db, orderId)).find(({ kind }) => kind === 'refund')!,
    };
  };

  test("is held again and waits for an admin when the card can't take it", async () => {
    const { deps } = context;
    const { orderId, action } = await makeRefunded('4000000000005126');
    await context.quiesce();
    expect(await action()).toMatchObject({ state: 'undone', problem: 'expired_or_canceled_card' });
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 10_000, refunded: 0 });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ settledAt: null, waitsFor: 'admin' });
    expect((await readHistory(deps, orderId)).at(-1)).toMatch(/^We couldn't refund the card/);
    const { providerId } = await action();
    expect(await listNotifications(`refund-failed:${providerId}`)).toMatchObject([
      { title: 'A refund failed', lines: [`$100 of order ${orderId}: expired_or_canceled_card`] },
    ]);
    await receiveAgain('refund.failed');
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 10_000 });
    const unknown = await receiveAgain('refund.failed', (one) => Object.assign(one, { id: 're_x', metadata: {} }));
    expect(unknown.applied).toBe(true);
    const listOffers = async () => (await readOrder(deps, admin, orderId)).underWay.map(({ maySend }) => maySend);
    expect(await listOffers()).toEqual([true]);
    await updateOrder(deps.db, orderId, { frozenAt: context.now() });
    expect(await listOffers()).toEqual([false]);
    await expect(retryAction(deps, admin, (await action()).id)).rejects.toThrow(
      "We'll move the money once the review is over",
    );
    await updateOrder(deps.db, orderId, { frozenAt: null });
    await retryAction(deps, admin, (await action()).id);
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, refunded: 10_000 });
    // The new refund is in progress, so it can't be sent again.
    expect(await listOffers()).toEqual([false]);
  });

  test('applies a failure that arrives early once the refund is recorded', async () => {
    const { deps } = context;
    const { action } = await makeRefunded();
    const { id } = await action();
    const earlyResponse = await receiveAgain('refund.failed', (one) =>
      Object.assign(one, { id: 're_early', metadata: { action_id: id } }),
    );
    expect(earlyResponse.applied).toBe(false);
    await updateAction(deps.db, id, { state: 'done', providerId: 're_early' });
    expect(await applyEvent(deps, earlyResponse.id)).toBe(true);
    expect((await action()).state).toBe('undone');
  });

  test('is sent only once even if the response is lost', async () => {
    const { deps, sandbox } = context;
    const { orderId, action } = await makeRefunded();
    const { fetch } = deps;
    deps.fetch = async (input, init) => {
      await fetch(input, init);
      throw new Error('connection lost');
    };
    await runActions(deps, { only: (await action()).id });
    deps.fetch = fetch;
    expect(await action()).toMatchObject({ state: 'pending', attempts: 1, problem: expect.any(String), generation: 0 });
    sandbox.state.answers = {};
    await context.quiesce();
    expect(await action()).toMatchObject({ state: 'done', problem: null, claimedUntil: null });
    const intent = (await readOrderNow(deps, orderId)).paymentIntentId;
    expect(Object.values(sandbox.state.refunds).filter((one) => one.payment_intent === intent)).toHaveLength(1);
    expect(await readOrderNow(deps, orderId)).toMatchObject({ waitsFor: null, settledAt: expect.any(Date) });
    expect(await readHistory(deps, orderId)).toContain('We refunded $100 to the card.');
  });

  test('gives up after eight definite refusals and notifies an admin', async () => {
    const { deps } = context;
    const { orderId, action } = await makeRefunded();
    const { fetch } = deps;
    let status = 500;
    deps.fetch = async () => Response.json({ error: { type: 'invalid_request_error', message: 'No.' } }, { status });
    const { id } = await action();
    const tryNow = async (change: Partial<MoneyAction>) => {
      await updateAction(deps.db, id, { dueAt: context.now(), ...change });
      await runActions(deps, { only: id });
      return action();
    };
    // The payment provider stores a failed response under its key, so the next attempt uses another key.
    expect(await tryNow({ attempts: MAX_ATTEMPTS + 2 })).toMatchObject({ state: 'pending', generation: 1 });
    status = 400;
    const seventh = await tryNow({ attempts: MAX_ATTEMPTS - 2 });
    expect(seventh).toMatchObject({ state: 'pending', attempts: 7, generation: 2, problem: 'No.' });
    expect(seventh.dueAt).toEqual(timeAfter(5_000 * 2 ** 6));
    expect(await listNotifications(`stuck:${id}`)).toEqual([]);
    expect(await tryNow({})).toMatchObject({ state: 'stuck', attempts: 8, generation: 3 });
    deps.fetch = fetch;
    expect(await listNotifications(`stuck:${id}`)).toMatchObject([
      { title: 'Money is stuck', lines: [`The payment provider refused a refund of order ${orderId}: No.`] },
    ]);
    expect(await readOrderNow(deps, orderId)).toMatchObject({ waitsFor: 'admin', deadlineAt: timeAfter(3 * DAY_MS) });
  });

  test('waits during a bank review and until the payment is known', async () => {
    const { deps } = context;
    const { orderId, action } = await makeRefunded();
    const { id } = await action();
    await updateOrder(deps.db, orderId, { frozenAt: context.now() });
    expect(await runActions(deps, { only: id })).toBe(0);
    await updateAction(deps.db, id, { attempts: 1 });
    expect(await runActions(deps, { only: id })).toBe(1);
    expect(await action()).toMatchObject({
      state: 'pending',
      attempts: 1,
      dueAt: timeAfter(3 * DAY_MS),
      problem: 'The payment is under review.',
    });
    await updateOrder(deps.db, orderId, { frozenAt: null, paymentIntentId: null });
    await updateAction(deps.db, id, { attempts: 0, dueAt: context.now() });
    await runActions(deps, { only: id });
    expect(await action()).toMatchObject({
      attempts: 0,
      dueAt: timeAfter(MINUTE_MS),
      problem: "The payment isn't known yet.",
    });
  });
});

describe('payout', () => {
  const makeReleased = async (seller: Person, creditCents = 0) => {
    const { deps } = context;
    const orderId = await makePurchase(await makeUser(deps));
    await updateOrder(deps.db, orderId, { creditCents, waitsFor: 'service' });
    const order = await readOrderNow(deps, orderId);
    const move = { cause: `pay:${orderId}`, cents: 10_000, memo: 'Pay', payeeId: seller.userId };
    await deps.db.transaction((tx) => releaseHeld(tx, deps, order, move));
    return {
      orderId,
      action: async () => (await listActions(deps.db, orderId)).find(({ kind }) => kind === 'transfer')!,
    };
  };

  test("waits for an unverified seller and is sent once they're verified", async () => {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    const { orderId, action } = await makeReleased(seller);
    await runActions(deps, { only: (await action()).id });
    expect(await action()).toMatchObject({ state: 'pending', attempts: 0, dueAt: timeAfter(6 * HOUR_MS) });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ waitsFor: 'seller', deadlineAt: timeAfter(30 * DAY_MS) });
    expect(await refreshSeller(deps, seller)).toBeUndefined();
    context.sent.length = 0;
    await startOnboarding(deps, seller);
    expect(await refreshSeller(deps, seller)).toMatchObject({ payoutsEnabled: false });
    expect(context.sent).toEqual([]);
    await verifySeller(deps, seller.userId);
    expect(context.sent).toMatchObject([{ name: 'money-actions', key: 'due' }]);
    expect((await action()).dueAt).toEqual(context.now());
    await context.quiesce();
    expect((await action()).state).toBe('done');
    const charge = Object.values(sandbox.state.charges).find(({ metadata }) => metadata.order_id === orderId)!;
    expect(Object.values(sandbox.state.transfers).at(-1)).toMatchObject({
      amount: 10_000,
      source_transaction: charge.id,
    });
    expect(await readHistory(deps, orderId)).toContain('We sent $100 to the payout account.');
    expect((await findSellerAccount(deps.db, seller.userId))!.payoutProblem).toBeNull();
  });

  test("becomes due when the provider's event reports the seller as verified", async () => {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    const { action } = await makeReleased(seller);
    await startOnboarding(deps, seller);
    await runActions(deps, { only: (await action()).id });
    const account = (await findSellerAccount(deps.db, seller.userId))!.accountId;
    sandbox.state.accounts[account]!.details_submitted = true;
    context.sent.length = 0;
    sandbox.engine.emit('account.updated', sandbox.state.accounts[account]!);
    for (const event of sandbox.waiting.splice(0)) await receiveEvent(deps, event as never);
    expect(await findSellerAccount(deps.db, seller.userId)).toMatchObject({
      detailsSubmitted: true,
      payoutsEnabled: false,
    });
    expect(context.sent).toEqual([]);
    context.advance(MINUTE_MS);
    sandbox.engine.onboard(account, '000123456789');
    for (const event of sandbox.waiting.splice(0)) await receiveEvent(deps, event as never);
    expect(context.sent).toMatchObject([{ name: 'money-actions' }]);
    expect((await action()).dueAt).toEqual(context.now());
    context.sent.length = 0;
    await updateAction(deps.db, (await action()).id, { state: 'done' });
    await receiveAgain('account.updated');
    expect(context.sent).toEqual([]);
    // This event is about a seller who was erased here and at the provider.
    const application = await receiveAgain('account.updated', (one) => Object.assign(one, { id: 'acct_erased' }));
    expect(application.applied).toBe(true);
  });

  test('comes from our balance when a credit covered part of the price', async () => {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    await verifySeller(deps, seller.userId);
    const { action } = await makeReleased(seller, 1_000);
    await runActions(deps, { only: (await action()).id });
    expect(Object.values(sandbox.state.transfers).at(-1)).toMatchObject({ source_transaction: null });
    await context.quiesce();
  });

  test('is sent once although the response was lost', async () => {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    await verifySeller(deps, seller.userId);
    const { orderId, action } = await makeReleased(seller);
    const { fetch } = deps;
    deps.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith('/transfers')) throw new Error('connection lost');
      return response;
    };
    await runActions(deps, { only: (await action()).id });
    deps.fetch = fetch;
    sandbox.state.answers = {};
    await context.quiesce();
    expect((await action()).state).toBe('done');
    expect(Object.values(sandbox.state.transfers).filter((one) => one.transfer_group === orderId)).toHaveLength(1);
  });

  test('notifies the seller and admins when the bank returns it', async () => {
    const { deps } = context;
    const seller = await makeUser(deps);
    await verifySeller(deps, seller.userId, '000111111116');
    const { action } = await makeReleased(seller);
    await context.quiesce();
    expect((await action()).state).toBe('done');
    const problem = 'The bank account could not be found.';
    expect((await findSellerAccount(deps.db, seller.userId))!.payoutProblem).toBe(problem);
    expect(await readMessages(deps, seller.userId)).toContainEqual(
      expect.objectContaining({ title: 'Your bank returned a payout', path: paths.money }),
    );
    expect(
      await listNotifications(`payout-failed:${(lastEvent('payout.failed').data.object as { id: string }).id}`),
    ).toMatchObject([{ title: 'A payout failed', lines: [`$100 was returned: ${problem}`] }]);
    const titles = await readMessageTitles(deps, seller.userId);
    const account = lastEvent('payout.failed').account!;
    const before = (await findSellerAccount(deps.db, seller.userId))!.payoutSeenAt;
    await receiveAgain('payout.failed', () => {}, { account: 'acct_unknown' });
    await receiveAgain('payout.failed', () => {}, { account: undefined });
    expect(await readMessageTitles(deps, seller.userId)).toEqual(titles);
    const eventWithoutId = { account, created: Math.floor(context.now().getTime() / 1000) };
    await receiveAgain(
      'payout.failed',
      (one) => Object.assign(one, { id: 'po_x', failure_message: null }),
      eventWithoutId,
    );
    expect(await findSellerAccount(deps.db, seller.userId)).toMatchObject({
      payoutProblem: 'The bank returned the payout.',
    });
    expect((await findSellerAccount(deps.db, seller.userId))!.payoutSeenAt).not.toEqual(before);
  });

  test('waits when the payee has left or the payment is under bank review', async () => {
    const { deps } = context;
    const seller = await makeUser(deps);
    await verifyTestSeller(deps, seller.userId);
    const { orderId, action } = await makeReleased(seller);
    const { id } = await action();
    await updateAction(deps.db, id, { payeeId: null });
    await runActions(deps, { only: id });
    expect(await action()).toMatchObject({
      problem: 'The player has left.',
      dueAt: timeAfter(3 * DAY_MS),
      attempts: 0,
    });
    await updateOrder(deps.db, orderId, { frozenAt: context.now(), waitsFor: 'admin' });
    await updateAction(deps.db, id, { payeeId: seller.userId, attempts: 1, dueAt: context.now() });
    await runActions(deps, { only: id });
    expect(await action()).toMatchObject({ problem: 'The payment is under review.', attempts: 1 });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ waitsFor: 'admin' });
    await updateAction(deps.db, id, { state: 'undone' });
  });
});

describe('money worker', () => {
  test('reads the fee of a charge once it is booked', async () => {
    const { deps } = context;
    const orderId = await openPage(await makeUser(deps), 'PRICE_7G_LOCK');
    context.sandbox.engine.pay(getSession(orderId), findCard(VALID_CARD)!);
    for (const event of context.sandbox.waiting.splice(0)) await receiveEvent(deps, event as never);
    const fee = (await listActions(deps.db, orderId)).find(({ kind }) => kind === 'read_fee')!;
    const charge = Object.values(context.sandbox.state.charges).at(-1)!;
    const balanceTransaction = charge.balance_transaction;
    Object.assign(charge, { balance_transaction: null });
    await runActions(deps, { only: fee.id });
    expect(await findAction(deps.db, fee.id)).toMatchObject({
      state: 'pending',
      attempts: 0,
      dueAt: timeAfter(MINUTE_MS),
      problem: "The payment provider hasn't booked the charge yet.",
    });
    Object.assign(charge, { balance_transaction: balanceTransaction });
    context.advance(MINUTE_MS);
    expect(await runActions(deps, { signal: AbortSignal.abort() })).toBe(0);
    await runActions(deps, { only: fee.id });
    expect(await findAction(deps.db, fee.id)).toMatchObject({ state: 'done', providerId: balanceTransaction });
    expect(await readOrderNow(deps, orderId)).toMatchObject({ chargeId: charge.id, settledAt: null });
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 10_000, charged: 10_000 });
    expect((await listLedgerLines(deps.db, orderId)).at(-1)).toMatchObject({
      memo: 'Payment provider fee',
      entries: [
        { account: 'platform', cents: -320 },
        { account: 'processor_fee', cents: 320 },
      ],
    });
  });

  test("opens a payment page with the order's data, buyer and expiry time", async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const startedAt = context.now();
    const orderId = await openPage(buyer, 'PRICE_7G_LOCK');
    expect(getSession(orderId)).toMatchObject({
      mode: 'payment',
      amount_total: 10_000,
      line: '7-Game Lock/PG',
      metadata: { order_id: orderId, price_id: 'PRICE_7G_LOCK' },
      intent_metadata: { order_id: orderId, price_id: 'PRICE_7G_LOCK' },
      transfer_group: orderId,
      success_url: `${deps.env.origin}${paths.paid(orderId)}`,
      cancel_url: `${deps.env.origin}${paths.notPaid(orderId)}`,
      expires_at: Math.floor((startedAt.getTime() + 45 * MINUTE_MS) / 1000),
    });
    const customer = context.sandbox.state.customers[getSession(orderId).customer!]!;
    expect(customer).toMatchObject({ email: buyer.email, metadata: { user_id: buyer.userId } });
    const plan = await openPage(buyer, 'PRICE_PRO_MONTHLY');
    expect(getSession(plan)).toMatchObject({
      mode: 'subscription',
      customer: customer.id,
      subscription_metadata: { order_id: plan, price_id: 'PRICE_PRO_MONTHLY' },
    });
  });

  test('skips actions that are closed or have no one to pay', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const orderId = await openPage(buyer, 'PRICE_7G_LOCK');
    const [openAction] = await listActions(deps.db, orderId);
    const countSessions = () => Object.keys(context.sandbox.state.sessions).length;
    const before = countSessions();
    for (const change of [
      { buyerId: null },
      { buyerId: buyer.userId, state: 'failed' as const, waitsFor: null, deadlineAt: null },
    ]) {
      await updateOrder(deps.db, orderId, change);
      await updateAction(deps.db, openAction!.id, { state: 'pending', dueAt: context.now(), claimedUntil: null });
      await runActions(deps, { only: openAction!.id });
      expect((await findAction(deps.db, openAction!.id))!.state).toBe('done');
    }
    expect(countSessions()).toBe(before);
  });
});

test('reconciles the last four months, or eight where figures differ, and notifies admins', async () => {
  const { deps, sandbox } = context;
  const { fetch } = deps;
  const requestedUrls: string[] = [];
  deps.fetch = async (input, init) => {
    requestedUrls.push(decodeURIComponent(String(input)));
    return fetch(input, init);
  };
  const charge = Object.values(sandbox.state.charges).at(-1)!;
  const movement = sandbox.state.transactions[charge.balance_transaction!]!;
  movement.amount += 100;
  const found = await reconcileBooks(deps, admin.userId);
  movement.amount -= 100;
  deps.fetch = fetch;
  const createSinceQuery = (days: number) =>
    `created[gte]=${Math.floor((context.now().getTime() - days * DAY_MS) / 1000)}`;
  const figures = requestedUrls.filter((url) => /\/v1\/balance_transactions\?/.test(url));
  expect([...new Set(figures.map((url) => /created\[gte\]=\d+/.exec(url)?.[0]))]).toEqual([
    createSinceQuery(120),
    createSinceQuery(240),
  ]);
  expect(found).toContainEqual(expect.objectContaining({ orderId: charge.metadata.order_id, what: 'charged' }));
  expect((await listNotifications('reconcile:'))[0]).toMatchObject({
    title: "Our books don't match the payment provider",
  });
  movement.source = null;
  expect(await reconcileBooks(deps)).toContainEqual(
    expect.objectContaining({ orderId: charge.metadata.order_id, what: 'charged', processor: 0 }),
  );
  movement.source = charge.id;
});
