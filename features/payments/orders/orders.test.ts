import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import { english, type Translatable, translate } from '../../../messages/lazy-text.ts';
import type { Locale } from '../../../messages/locales.ts';
import { message } from '../../../messages/message.ts';
import { runForReader } from '../../../messages/reader-storage.ts';
import { getTranslator } from '../../../messages/translators.ts';
import { Refusal } from '../../../server/refusal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { insertBan } from '../../moderation/bans.queries.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { abandonCheckout, recheckPayment, startCheckout } from '../checkout.commands.ts';
import { decideByDefault, decideDispute, openDispute, writeInDispute } from '../disputes.commands.ts';
import { findDispute } from '../disputes.queries.ts';
import { refundFoundersUnderGuarantee, spendCredit } from '../entitlements.commands.ts';
import { countSeatsLeft, findEntitlement, upsertEntitlement } from '../entitlements.queries.ts';
import { getBalance, getTotals, writeJournal } from '../ledger.queries.ts';
import { createEarnedRefundEntries, createInvoiceEntries } from '../ledger.rules.ts';
import {
  readAdminDisputes,
  readAdminOrders,
  readDispute,
  readEntitlements,
  readOrder,
  readOrders,
} from '../money.commands.ts';
import { findAction, listActions, updateAction } from '../money-actions.queries.ts';
import { retryAction } from '../order-admin.commands.ts';
import { processOrderDeadlines } from '../order-deadlines.commands.ts';
import { closeUnpaidOrder, markOrderPaid } from '../payment.commands.ts';
import * as messages from '../payments.messages.ts';
import { insertCardDispute } from '../provider-events/provider-events.queries.ts';
import { createReceipt } from '../receipts.commands.ts';
import { type MoneyContext, openMoneyContext } from '../test-money.ts';
import {
  createAwaitingOrder,
  createPaidOrder,
  readHistory,
  readMessages,
  readMessageTitles,
  readOrderNow,
} from '../test-orders.ts';
import { type Fulfillment, fulfillments } from './fulfillment.commands.ts';
import { earnHeldMoney, enqueueAction, lockOrder, refundHeld, releaseHeld, settleIfDone } from './orders.commands.ts';
import { setNextDeadline, updateOrder } from './orders.queries.ts';
import { ORDER_DEADLINES } from './orders.rules.ts';
import { advanceDueOrder, settleAndEnd, takeStep } from './steps.commands.ts';
import type { OrderStep } from './steps.rules.ts';

type Person = { userId: string };
const NOW = new Date('2026-03-02T12:00:00Z');
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let context: MoneyContext;
let admin: Person;
let seller: Person;
let stranger: Person;
/** Stub for the fulfillment of hires, which is in a higher layer. */
let hire: Fulfillment;

beforeAll(async () => {
  context = await openMoneyContext(NOW.toISOString());
  const { deps } = context;
  admin = await makeAdmin(deps);
  seller = await makePlayer(deps, { display_name: 'Seller' });
  stranger = await makeUser(deps);
  const all = deps.wiring.portImplementations.get(fulfillments.name) as Record<string, Fulfillment>;
  const fillings = new Map(deps.wiring.portImplementations);
  fillings.set(fulfillments.name, {
    ...all,
    hire: new Proxy({} as Fulfillment, { get: (_, name) => Reflect.get(hire, name) }),
  });
  deps.wiring = { ...deps.wiring, portImplementations: fillings };
});
beforeEach(() => {
  context.setNow(NOW);
  hire = {
    isMonthly: false,
    acceptsCredit: true,
    hasGuarantee: false,
    refuseIfOwned: null,
    reserve: async () => {},
    releaseReservation: async () => {},
    start: (tx, deps, order) => {
      const now = deps.now();
      return setNextDeadline(tx, order.id, { waitsFor: 'seller', deadlineAt: new Date(now.getTime() + DAY_MS), now });
    },
    passDeadline: async () => false,
    settle: settleIfDone,
    findSeller: async () => seller.userId,
    mayDispute: async () => true,
    freeze: async () => true,
    uncontested: async () => 4_000,
    mayWithdraw: async () => false,
    withdraw: async () => {},
    onBuyerLeaving: async () => {},
    onBuyerBanned: async () => {},
    decide: async (tx, deps, order, { disputeId, sellerCents }) => {
      const payment = { cause: `d:${disputeId}`, cents: sellerCents, memo: 'So', payeeId: seller.userId };
      return releaseHeld(tx, deps, order, payment);
    },
    listProgress: async (_db, ids) =>
      new Map(
        ids.map((id) => [id, { stage: 'running', bookingId: UNKNOWN_ID, teamBuildId: null, sellerId: seller.userId }]),
      ),
    selectOrdersPayingAccount: null,
    paidTo: (userId) => sql`(select id from orders where kind = 'hire' and ${userId} = ${seller.userId})`,
    resumeAfterChargeback: async () => true,
    listPayees: async () => [seller.userId],
    onChargeback: async () => {},
    shiftDates: async () => {},
  };
});
afterAll(() => context.close());

const timeAfter = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const inTx = <T>(work: (tx: Db) => Promise<T>) => context.deps.db.transaction(work);
const getHeldCents = async (id: string) => (await getTotals(context.deps.db, id)).held ?? 0;
const getCash = async (id: string) =>
  (await listActions(context.deps.db, id)).filter(({ kind }) => kind !== 'read_fee' && kind !== 'open_session');
const makeHire = (person: Person, creditCents = 0) =>
  createPaidOrder(context.deps, person.userId, 'PRICE_7G_LOCK', { creditCents });
const toAdmin = async (orderId: string) =>
  (await readMessages(context.deps, admin.userId)).filter(({ lines }) => lines[0]!.includes(orderId));

/** Creates a Founder with a number of credits, as if they had bought the seat earlier. */
const makeFounder = async (credits = 1, expiresAt = timeAfter(100 * DAY_MS)) => {
  const user = await makeUser(context.deps);
  await upsertEntitlement(context.deps.db, {
    userId: user.userId,
    foundersExpiresAt: expiresAt,
    founderNumber: null,
    priorityMatching: true,
    hireCreditCount: credits,
    hireCreditCapUsd: 100,
    updatedAt: NOW,
  });
  return user;
};
const listCredits = async ({ userId }: Person) => (await findEntitlement(context.deps.db, userId))!.hireCreditCount;

describe('Founders seat', () => {
  test('grants the buyer the promised benefits and confirms them', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const seatsBefore = await countSeatsLeft(deps.db);
    const order = await createPaidOrder(deps, buyer.userId, 'PRICE_FOUNDERS_6MO');
    expect(order).toMatchObject({
      state: 'paid',
      waitsFor: 'service',
      deadlineAt: timeAfter(7 * DAY_MS),
      settledAt: null,
    });
    expect(await countSeatsLeft(deps.db)).toBe(seatsBefore - 1);
    expect(await readHistory(deps, order.id)).toEqual([
      '$99 received.',
      'Founders Premium runs until September 2, 2026.',
    ]);
    const welcome = (await readMessages(deps, buyer.userId)).find(({ title }) => title === 'Welcome, Founder')!;
    expect(welcome.lines).toEqual([
      "You're Founder number 1. Founders Premium runs until September 2, 2026.",
      "You're one of the first 10 and get priority matching.",
      'Your 7-Game Hire Credit covers up to $100 of one hire.',
    ]);
    await deps.db.execute(sql`update founders_sold set sold = 10`);
    const eleventh = await makeUser(deps);
    await createPaidOrder(deps, eleventh.userId, 'PRICE_FOUNDERS_6MO');
    const lines = (await readMessages(deps, eleventh.userId)).find(({ title }) => title === 'Welcome, Founder')!;
    expect(lines.lines).toHaveLength(2);
    expect(await readEntitlements(deps, eleventh)).toMatchObject({ priority_matching: false, hire_credit_count: 1 });
  });

  test("refunds the payment and grants nothing when the buyer's account is gone", async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const { id } = await createAwaitingOrder(deps, buyer.userId, 'PRICE_FOUNDERS_6MO');
    await updateOrder(deps.db, id, { buyerId: null });
    await inTx((tx) => markOrderPaid(tx, deps, id, null));
    expect(await findEntitlement(deps.db, buyer.userId)).toBeUndefined();
    expect(await readHistory(deps, id)).toEqual([
      '$99 received.',
      "This payment arrived after the account was closed, so we're refunding it.",
    ]);
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, refunded: 9_900 });
  });

  test('refuses a second purchase until the seat has expired', async () => {
    const { deps } = context;
    const input = { priceId: 'PRICE_FOUNDERS_6MO', mode: 'payment' as const, useCredit: false };
    const running = await makeFounder(0, timeAfter(1));
    await expect(startCheckout(deps, running, { ...input, userId: running.userId })).rejects.toThrow(
      "You're already a Founder until March 2, 2026.",
    );
    const lateFounder = await makeFounder(0, NOW);
    expect((await startCheckout(deps, lateFounder, { ...input, userId: lateFounder.userId })).url).toContain(
      '/checkout/',
    );
  });

  describe('refund under the guarantee', () => {
    const seat = async () => {
      const buyer = await makeUser(context.deps);
      const { id } = await createPaidOrder(context.deps, buyer.userId, 'PRICE_FOUNDERS_6MO');
      return { id, buyer };
    };
    const GUARANTEE_ENDED = "This order's 7-day guarantee has ended.";

    test('is full and granted once, until the last millisecond of the seven days', async () => {
      const { deps } = context;
      const { id, buyer } = await seat();
      const seatsBefore = await countSeatsLeft(deps.db);
      await expect(refundFoundersUnderGuarantee(deps, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
      context.setNow(timeAfter(7 * DAY_MS - 1));
      expect((await readOrder(deps, buyer, id)).guaranteeUntil).toBe(timeAfter(7 * DAY_MS).toISOString());
      expect((await readOrder(deps, admin, id)).guaranteeUntil).toBeNull();
      await refundFoundersUnderGuarantee(deps, buyer, id);
      expect(await getBalance(deps.db, id)).toMatchObject({ charged: 9_900, refunded: 9_900, held: 0 });
      expect(await countSeatsLeft(deps.db)).toBe(seatsBefore + 1);
      expect(await findEntitlement(deps.db, buyer.userId)).toMatchObject({
        foundersExpiresAt: null,
        founderNumber: null,
        priorityMatching: false,
        hireCreditCount: 0,
      });
      expect((await readHistory(deps, id)).at(-1)).toBe("You used the 7-day guarantee, so we're refunding $99.");
      await expect(refundFoundersUnderGuarantee(deps, buyer, id)).rejects.toMatchObject({ code: 'conflict' });
    });

    test('refuses at the end of the seventh day', async () => {
      const { id, buyer } = await seat();
      context.setNow(timeAfter(7 * DAY_MS));
      await expect(refundFoundersUnderGuarantee(context.deps, buyer, id)).rejects.toThrow(GUARANTEE_ENDED);
      expect((await readOrder(context.deps, buyer, id)).guaranteeUntil).toBeNull();
      expect(await getHeldCents(id)).toBe(9_900);
    });

    test('refuses other order kinds, unpaid seats and settled seats', async () => {
      const { deps } = context;
      const other = await makeHire(stranger);
      await expect(refundFoundersUnderGuarantee(deps, stranger, other.id)).rejects.toThrow(
        'covers Founders Premium and plans',
      );
      const subscriber = await makeUser(deps);
      const plan = await createPaidOrder(deps, subscriber.userId, 'PRICE_PRO_MONTHLY');
      await expect(refundFoundersUnderGuarantee(deps, subscriber, plan.id)).rejects.toThrow('This is a plan.');
      const unpaidOrder = await createAwaitingOrder(deps, stranger.userId, 'PRICE_FOUNDERS_6MO');
      await expect(refundFoundersUnderGuarantee(deps, stranger, unpaidOrder.id)).rejects.toThrow(
        "This order isn't paid",
      );
      const { id, buyer } = await seat();
      await updateOrder(deps.db, id, { settledAt: NOW, waitsFor: null, deadlineAt: null });
      await expect(refundFoundersUnderGuarantee(deps, buyer, id)).rejects.toThrow(GUARANTEE_ENDED);
    });

    test('refuses after the hire credit was used', async () => {
      const { deps } = context;
      const { id, buyer } = await seat();
      expect(await inTx((tx) => spendCredit(tx, deps, buyer.userId, 7_500))).toEqual({ cents: 7_500, of: id });
      expect(await inTx((tx) => spendCredit(tx, deps, buyer.userId, 7_500))).toEqual({ cents: 0, of: null });
      expect((await readOrder(deps, buyer, id)).guaranteeUntil).toBeNull();
      await expect(refundFoundersUnderGuarantee(deps, buyer, id)).rejects.toThrow(
        'You used the hire credit, so the guarantee no longer applies.',
      );
      expect(await getHeldCents(id)).toBe(9_900);
    });

    test('refuses during a review, when the hire credit is on hold too', async () => {
      const { deps } = context;
      const { id, buyer } = await seat();
      await updateOrder(deps.db, id, { frozenAt: NOW });
      expect((await readOrder(deps, buyer, id)).guaranteeUntil).toBeNull();
      await expect(refundFoundersUnderGuarantee(deps, buyer, id)).rejects.toThrow('under review');
      expect((await readEntitlements(deps, buyer)).hire_credit_count).toBe(0);
      const request = { priceId: 'PRICE_7G_LOCK', userId: buyer.userId, mode: 'payment' as const, useCredit: true };
      await expect(startCheckout(deps, buyer, request)).rejects.toThrow('Your hire credit is on hold');
      await updateOrder(deps.db, id, { frozenAt: null });
      expect((await readEntitlements(deps, buyer)).hire_credit_count).toBe(1);
      expect((await readOrder(deps, buyer, id)).guaranteeUntil).not.toBeNull();
    });

    test('offers only the amount that is left, and refuses after a full refund', async () => {
      const { deps } = context;
      const { id, buyer } = await seat();
      const createEarlier = (cents: number) => ({
        orderId: id,
        cause: `earlier:${id}:${cents}`,
        memo: 'Earlier refund',
        entries: createEarnedRefundEntries(cents),
        at: NOW,
      });
      await inTx((tx) => writeJournal(tx, createEarlier(2_400)));
      expect(await readOrder(deps, buyer, id)).toMatchObject({
        guaranteeUntil: expect.any(String),
        refundableCents: 7_500,
      });
      await inTx((tx) => writeJournal(tx, createEarlier(7_500)));
      expect((await readOrder(deps, buyer, id)).guaranteeUntil).toBeNull();
      await expect(refundFoundersUnderGuarantee(deps, buyer, id)).rejects.toThrow('has already been refunded');
    });
  });

  test('books the price as revenue only after the seven days', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const { id } = await createPaidOrder(deps, buyer.userId, 'PRICE_FOUNDERS_6MO');
    context.setNow(timeAfter(7 * DAY_MS - 1));
    await processOrderDeadlines(deps);
    expect(await getHeldCents(id)).toBe(9_900);
    context.setNow(timeAfter(7 * DAY_MS));
    await processOrderDeadlines(deps);
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, refunded: 0, released: 0, fees: 9_900 });
    expect(await readOrderNow(deps, id)).toMatchObject({
      settledAt: timeAfter(7 * DAY_MS),
      waitsFor: null,
      deadlineAt: null,
    });
  });

  test('keeps the money held and asks an admin when the deadline fires early', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const earlyOrder = await createPaidOrder(deps, buyer.userId, 'PRICE_FOUNDERS_6MO');
    await updateOrder(deps.db, earlyOrder.id, { deadlineAt: timeAfter(DAY_MS) });
    context.setNow(timeAfter(DAY_MS));
    await processOrderDeadlines(deps);
    expect(await getHeldCents(earlyOrder.id)).toBe(9_900);
    expect(await readOrderNow(deps, earlyOrder.id)).toMatchObject({
      waitsFor: 'admin',
      deadlineAt: timeAfter(4 * DAY_MS),
    });
  });
});

describe('entitlement list', () => {
  test('includes Founders benefits only while Founders is active', async () => {
    const { deps } = context;
    const user = await makeFounder(2, timeAfter(1));
    expect(await readEntitlements(deps, user)).toMatchObject({
      plan: 'Founders Premium',
      hire_credit_count: 2,
      hire_credit_cap_usd: 100,
      priority_matching: true,
      founders_expires_at: timeAfter(1).toISOString(),
      subscription: null,
    });
    await upsertEntitlement(deps.db, { userId: user.userId, priorityMatching: false, updatedAt: NOW });
    expect((await readEntitlements(deps, user)).priority_matching).toBe(false);
    context.setNow(timeAfter(1));
    expect(await readEntitlements(deps, user)).toMatchObject({
      plan: 'Free',
      hire_credit_count: 0,
      priority_matching: false,
    });
    expect(await readEntitlements(deps, stranger)).toMatchObject({ hire_credit_count: 0, hire_credit_cap_usd: 0 });
  });

  test("shows the total of all paid months as a plan's amount", async () => {
    const { deps } = context;
    const user = await makeUser(deps);
    const { id } = await createPaidOrder(deps, user.userId, 'PRICE_PRO_MONTHLY');
    for (const cents of [999, 1_500]) {
      const entries = createInvoiceEntries(cents);
      const month = { orderId: id, cause: `invoice:${id}:${cents}`, memo: 'Month', entries, at: NOW };
      await inTx((tx) => writeJournal(tx, month));
    }
    expect((await readOrders(deps, user, undefined)).orders[0]).toMatchObject({ id, amountCents: 2_499 });
    expect(await readOrder(deps, user, id)).toMatchObject({ amountCents: 2_499, balance: { charged: 2_499 } });
    const listedOrder = (await readAdminOrders(deps, 'all', undefined)).orders.find((one) => one.id === id);
    expect(listedOrder?.amountCents).toBe(2_499);
  });

  test.each([
    ['active', 7 * DAY_MS - 1, true],
    ['active', 7 * DAY_MS, false],
    ['canceled', DAY_MS, false],
  ])('shows the guarantee of a plan that is %s after %i ms: %s', async (status, elapsedMs, isShown) => {
    const { deps } = context;
    const user = await makeUser(deps);
    const order = await createPaidOrder(deps, user.userId, 'PRICE_PRO_MONTHLY');
    await deps.db.execute(sql`
      insert into subscriptions (subscription_id, user_id, order_id, plan, status, first_paid_at, observed_at, created_at)
      values (${`sub_${user.userId}`}, ${user.userId}, ${order.id}, 'pro', ${status}, ${NOW}, ${NOW}, ${NOW})`);
    context.setNow(timeAfter(elapsedMs));
    expect((await readEntitlements(deps, user)).subscription).toMatchObject({
      plan: 'pro',
      status,
      cancelAtPeriodEnd: false,
      nextPlan: null,
      guaranteeUntil: isShown ? timeAfter(7 * DAY_MS).toISOString() : null,
    });
  });
});

describe('checkout', () => {
  const createInput = (person: Person, change: object = {}) => ({
    priceId: 'PRICE_7G_LOCK',
    userId: person.userId,
    mode: 'payment' as const,
    useCredit: false,
    ...change,
  });

  test('refuses a banned user until the ban ends', async () => {
    const { deps } = context;
    const user = await makeUser(deps);
    const ban = { userId: user.userId, reason: 'Test', createdAt: NOW, bannedBy: admin.userId };
    await insertBan(deps.db, { ...ban, scope: 'all', expiresAt: timeAfter(MINUTE_MS) } as never);
    await expect(startCheckout(deps, user, createInput(user))).rejects.toThrow(
      /^Your account is banned, so you can't buy anything\. See why, .* at \/protocol\/standing\.$/,
    );
    context.setNow(timeAfter(MINUTE_MS));
    expect((await startCheckout(deps, user, createInput(user))).url).toContain('/checkout/');
  });

  test('applies a hire credit only if one is left and the purchase accepts it', async () => {
    const { deps } = context;
    const user = await makeFounder(2);
    const elite = await startCheckout(deps, user, createInput(user, { priceId: 'PRICE_7G_ELITE', useCredit: true }));
    expect(await readOrderNow(deps, elite.orderId)).toMatchObject({ creditCents: 10_000, state: 'awaiting_payment' });
    const session = Object.values(context.sandbox.state.sessions).at(-1)!;
    expect([session.amount_total, session.line]).toEqual([5_000, '7-Game Elite ($100 covered by your hire credit)']);
    const checkout = await startCheckout(deps, user, createInput(user, { useCredit: true }));
    expect(checkout.url).toBe(`${deps.env.origin}${paths.paid(checkout.orderId)}`);
    expect(await readOrderNow(deps, checkout.orderId)).toMatchObject({
      creditCents: 10_000,
      state: 'paid',
      waitsFor: 'seller',
    });
    expect(await readHistory(deps, checkout.orderId)).toEqual(['Covered by your hire credit.']);
    expect((await readMessages(deps, user.userId)).at(-1)!.lines[0]).toBe('Your hire credit covered the price.');
    expect(await listActions(deps.db, checkout.orderId)).toEqual([]);
    await expect(startCheckout(deps, user, createInput(user, { useCredit: true }))).rejects.toThrow(
      'no hire credit left',
    );
    const other = await makeFounder();
    const sprint = createInput(other, { priceId: 'PRICE_COACHING_30', useCredit: true });
    await expect(startCheckout(deps, other, sprint)).rejects.toMatchObject({ field: 'useCredit' });
    expect(await listCredits(other)).toBe(1);
    expect(await readOrderNow(deps, (await startCheckout(deps, other, createInput(other))).orderId)).toMatchObject({
      creditCents: 0,
    });
  });

  test('queues a retry when the provider is down, and fails the order when it refuses', async () => {
    const { deps } = context;
    const user = await makeFounder();
    const { fetch } = deps;
    deps.fetch = async () => new Response('{}', { status: 500 });
    context.sent.length = 0;
    await expect(
      startCheckout(deps, user, createInput(user, { priceId: 'PRICE_7G_ELITE', useCredit: true })),
    ).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(context.sent).toMatchObject([{ name: 'money-actions', key: 'due' }]);
    expect(await listCredits(user)).toBe(0);
    deps.fetch = async () =>
      Response.json({ error: { type: 'invalid_request_error', message: 'No.' } }, { status: 400 });
    const other = await makeUser(deps);
    await expect(startCheckout(deps, other, createInput(other))).rejects.toMatchObject({ code: 'unavailable' });
    deps.fetch = fetch;
    const { orders } = await readOrders(deps, other, undefined);
    expect(orders[0]).toMatchObject({ state: 'failed', waitsFor: null });
    expect(await readHistory(deps, orders[0]!.id)).toEqual(["Couldn't open the payment page."]);
  });

  test('reuses an open payment page for the same purchase until it expires or is abandoned', async () => {
    const { deps } = context;
    const user = await makeUser(deps);
    const seat = createInput(user, { priceId: 'PRICE_FOUNDERS_6MO' });
    const first = await startCheckout(deps, user, seat);
    expect(await startCheckout(deps, user, seat)).toEqual(first);
    context.setNow(timeAfter(45 * MINUTE_MS));
    expect((await startCheckout(deps, user, seat)).orderId).not.toBe(first.orderId);
    context.setNow(NOW);
    const plan = (priceId: string) => startCheckout(deps, user, createInput(user, { priceId, mode: 'subscription' }));
    const pro = await plan('PRICE_PRO_MONTHLY');
    expect((await plan('PRICE_PREMIUM_MONTHLY')).orderId).not.toBe(pro.orderId);
    const one = await startCheckout(deps, user, createInput(user));
    expect((await startCheckout(deps, user, createInput(user))).orderId).toBe(one.orderId);
    await abandonCheckout(deps, user, one.orderId);
    expect((await startCheckout(deps, user, createInput(user))).orderId).not.toBe(one.orderId);
  });

  test('opens the page of the existing order on the next try when the first one failed', async () => {
    const { deps } = context;
    const user = await makeUser(deps);
    const seat = createInput(user, { priceId: 'PRICE_FOUNDERS_6MO' });
    const { fetch } = deps;
    deps.fetch = async () => new Response('{}', { status: 500 });
    await expect(startCheckout(deps, user, seat)).rejects.toMatchObject({ code: 'unavailable' });
    const [order] = (await readOrders(deps, user, undefined)).orders;
    deps.fetch = fetch;
    context.setNow(timeAfter(MINUTE_MS));
    expect(await startCheckout(deps, user, seat)).toMatchObject({
      orderId: order!.id,
      url: expect.stringContaining('/checkout/'),
    });
  });

  test('closes the order and returns the credit when the buyer abandons it, but not once it is paid', async () => {
    const { deps } = context;
    const user = await makeFounder();
    const { orderId } = await startCheckout(
      deps,
      user,
      createInput(user, { priceId: 'PRICE_7G_ELITE', useCredit: true }),
    );
    await expect(abandonCheckout(deps, stranger, orderId)).rejects.toMatchObject({ code: 'not_found' });
    await abandonCheckout(deps, user, orderId);
    expect(await readOrderNow(deps, orderId)).toMatchObject({ state: 'expired', waitsFor: null, sessionUrl: null });
    expect(await readHistory(deps, orderId)).toEqual(['The payment page closed without a payment.']);
    expect(await listCredits(user)).toBe(1);
    await abandonCheckout(deps, user, orderId);
    const paidOrder = await makeHire(user);
    await abandonCheckout(deps, user, paidOrder.id);
    expect(await readOrderNow(deps, paidOrder.id)).toMatchObject({ state: 'paid' });
    expect(await getCash(paidOrder.id)).toEqual([]);
  });

  test('refuses to recheck unknown orders and orders of other users', async () => {
    const { deps } = context;
    const open = await createAwaitingOrder(deps, stranger.userId, 'PRICE_7G_LOCK');
    await expect(recheckPayment(deps, seller, open.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(recheckPayment(deps, stranger, UNKNOWN_ID)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('payment', () => {
  test('is booked once and thanks the buyer once', async () => {
    const { deps } = context;
    const user = await makeUser(deps);
    const order = await createPaidOrder(deps, user.userId, 'PRICE_7G_LOCK', { creditCents: 2_000, intent: 'pi_once' });
    await inTx((tx) => markOrderPaid(tx, deps, order.id, 'pi_other'));
    expect(await readOrderNow(deps, order.id)).toMatchObject({
      paymentIntentId: 'pi_once',
      paidAt: NOW,
      sessionUrl: null,
    });
    expect(await getBalance(deps.db, order.id)).toMatchObject({ charged: 8_000, held: 10_000 });
    expect((await listActions(deps.db, order.id)).map(({ kind }) => kind)).toEqual(['read_fee']);
    expect(await readMessages(deps, user.userId)).toEqual([
      {
        title: 'Thanks for your order: 7-Game Lock/PG',
        lines: ['We received $80.', 'Your receipt is on your money page.'],
        path: paths.order(order.id),
      },
    ]);
  });

  test('is refunded immediately, except for the credit already returned, when the order was closed before', async () => {
    const { deps } = context;
    const user = await makeFounder(0);
    const { id } = await createAwaitingOrder(deps, user.userId, 'PRICE_7G_LOCK', { creditCents: 2_000 });
    const close = () => inTx((tx) => closeUnpaidOrder(tx, deps, id, { state: 'expired', line: 'Too late.' }));
    await close();
    await close();
    expect(await listCredits(user)).toBe(1);
    expect(await readHistory(deps, id)).toEqual(['Too late.']);
    await inTx((tx) => markOrderPaid(tx, deps, id, 'pi_late'));
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 8_000, refunded: 8_000, held: 0 });
    expect(await readOrderNow(deps, id)).toMatchObject({
      state: 'paid',
      waitsFor: 'service',
      deadlineAt: timeAfter(DAY_MS),
    });
    expect((await readHistory(deps, id)).at(-1)).toBe(
      "This payment arrived after the order was closed, so we're refunding it.",
    );
    expect(await getCash(id)).toMatchObject([{ kind: 'refund', amountCents: 8_000 }]);
    await close();
    expect(await readOrderNow(deps, id)).toMatchObject({ state: 'paid' });
  });

  test('holds no money for a plan', async () => {
    const { deps } = context;
    const user = await makeUser(deps);
    const order = await createPaidOrder(deps, user.userId, 'PRICE_PRO_MONTHLY');
    expect(order).toMatchObject({ settledAt: NOW, waitsFor: null });
    expect(await readHistory(deps, order.id)).toEqual(['The plan has started.']);
    expect(await listActions(deps.db, order.id)).toEqual([]);
  });
});

describe('moving held money', () => {
  const move = (cause: string, cents: number) => ({ cause, cents, memo: 'Test' });

  test('happens once per cause, and not while the payment is under bank review', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    const release = (cause: string, cents: number) =>
      inTx((tx) => releaseHeld(tx, deps, order, { ...move(cause, cents), payeeId: seller.userId }));
    const refund = (cause: string, cents: number) => inTx((tx) => refundHeld(tx, deps, order, move(cause, cents)));
    await release('nothing:1', 0);
    expect(await refund('nothing:2', 0)).toEqual({ cash: 0, credit: 0 });
    expect(await getCash(order.id)).toEqual([]);
    await release('once:1', 1_000);
    await expect(release('once:1', 1_000)).rejects.toThrow('This money has already been released.');
    expect(await refund('once:2', 2_000)).toEqual({ cash: 2_000, credit: 0 });
    await expect(refund('once:2', 2_000)).rejects.toThrow('This money has already been refunded.');
    expect(
      (await getCash(order.id)).map(({ kind, amountCents, payeeId }) => [kind, amountCents, payeeId]).sort(),
    ).toEqual([
      ['refund', 2_000, null],
      ['transfer', 1_000, seller.userId],
    ]);
    expect(await getHeldCents(order.id)).toBe(7_000);
    await expect(release('more:1', 7_001)).rejects.toThrow('no longer holding');
    await expect(refund('more:2', 7_001)).rejects.toThrow('no longer holding');
    expect(await getHeldCents(order.id)).toBe(7_000);
    const frozenOrder = { ...order, frozenAt: NOW };
    for (const work of [
      (tx: Db) => releaseHeld(tx, deps, frozenOrder, { ...move('ice:1', 1), payeeId: seller.userId }),
      (tx: Db) => refundHeld(tx, deps, frozenOrder, move('ice:2', 1)),
      (tx: Db) => earnHeldMoney(tx, deps, frozenOrder, move('ice:3', 1)),
    ]) {
      await expect(inTx<unknown>(work)).rejects.toThrow('is under review');
    }
  });

  test('refunds the card first, then returns the part covered by credit', async () => {
    const { deps } = context;
    const order = await makeHire(stranger, 4_000);
    const refundOrder = (cause: string, cents: number) =>
      inTx((tx) => refundHeld(tx, deps, order, move(`${cause}:${order.id}`, cents)));
    expect([await refundOrder('a', 5_000), await refundOrder('b', 3_000), await refundOrder('c', 2_000)]).toEqual([
      { cash: 5_000, credit: 0 },
      { cash: 1_000, credit: 2_000 },
      { cash: 0, credit: 2_000 },
    ]);
    expect((await getCash(order.id)).map(({ amountCents }) => amountCents).sort()).toEqual([1_000, 5_000]);
    expect(await getBalance(deps.db, order.id)).toMatchObject({ held: 0, refunded: 6_000 });
  });

  test('settles the order when nothing is held and every action is done', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    expect(await inTx((tx) => settleIfDone(tx, deps, order.id))).toBe(false);
    await inTx((tx) => refundHeld(tx, deps, order, move(`all:${order.id}`, 10_000)));
    expect(await inTx((tx) => settleIfDone(tx, deps, order.id))).toBe(false);
    expect(await readOrderNow(deps, order.id)).toMatchObject({
      waitsFor: 'service',
      deadlineAt: timeAfter(DAY_MS),
      settledAt: null,
    });
    const [refund] = await getCash(order.id);
    await updateAction(deps.db, refund!.id, { state: 'done' });
    expect(await inTx((tx) => settleIfDone(tx, deps, order.id))).toBe(true);
    expect(await readOrderNow(deps, order.id)).toMatchObject({ waitsFor: null, deadlineAt: null, settledAt: NOW });
  });

  test('enqueues one action per cause, with a single job', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    context.sent.length = 0;
    const action = { kind: 'refund' as const, cause: `one:${order.id}`, amountCents: 5 };
    const [first, second] = [
      await inTx((tx) => enqueueAction(tx, deps, order.id, action)),
      await inTx((tx) => enqueueAction(tx, deps, order.id, action)),
    ];
    expect([first?.amountCents, second]).toEqual([5, undefined]);
    expect(context.sent).toMatchObject([{ name: 'money-actions', key: 'due' }]);
    await expect(inTx((tx) => lockOrder(tx, UNKNOWN_ID))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('order step', () => {
  const take = async (step: OrderStep<string>, change: object = {}, creditCents = 0) => {
    const { deps } = context;
    const buyer = await makeFounder(0);
    const order = await makeHire(buyer, creditCents);
    const done: string[] = [];
    const stepContext = {
      step,
      line: message('test.wentOn', 'It went on.'),
      noun: 'booking' as const,
      claim: async () => done.push('claim') > 0,
      pay: async () => void done.push('pay'),
      refundAs: { cause: `step:${order.id}`, memo: 'Back' },
      notifyBuyer: async ({ title, lines }: { title: Translatable; lines: Translatable[] }) =>
        done.push(...[title, ...lines].map((text) => translate(english, text))),
      settle: async () => done.push('settle'),
      ...change,
    };
    const error = await inTx((tx) => takeStep(tx, deps, order, stepContext)).catch((cause: Error) => cause.message);
    return { order, buyer, done, error };
  };

  test('claims its state first, then pays, then sets who acts next', async () => {
    const next = { status: 'on', waitsFor: 'seller' as const, deadlineAt: timeAfter(5) };
    const { order, done } = await take(next);
    expect(done).toEqual(['claim', 'pay']);
    expect(await readOrderNow(context.deps, order.id)).toMatchObject({ waitsFor: 'seller', deadlineAt: timeAfter(5) });
    expect((await readHistory(context.deps, order.id)).at(-1)).toBe('It went on.');
    expect((await take({ status: 'on', waitsFor: 'seller' })).done).toEqual(['claim', 'pay', 'settle']);
    expect((await take({ status: 'on', deadlineAt: timeAfter(5) })).done).toEqual(['claim', 'pay', 'settle']);
  });

  test('changes nothing when another request changed the state first', async () => {
    const { order, done, error } = await take({ status: 'on', refund: 5 }, { claim: async () => false });
    expect([error, done]).toEqual(['This booking just changed. Refresh and try again.', []]);
    expect(await getHeldCents(order.id)).toBe(10_000);
  });

  test('returns the credit on a full refund but not on a partial one', async () => {
    const fullyRefundedOrder = await take({ status: 'back', refund: 10_000 }, {}, 4_000);
    expect(fullyRefundedOrder.done).toEqual([
      'claim',
      'pay',
      'Your refund is on its way',
      'It went on.',
      "We're refunding $60 to your card. You can use your hire credit again.",
      'settle',
    ]);
    expect([await getHeldCents(fullyRefundedOrder.order.id), await listCredits(fullyRefundedOrder.buyer)]).toEqual([
      0, 1,
    ]);
    const part = await take({ status: 'back', refund: 9_999 }, {}, 4_000);
    expect(part.done).toContain("We're refunding $60 to your card. Your hire credit covered the rest.");
    expect([await getHeldCents(part.order.id), await listCredits(part.buyer)]).toEqual([1, 0]);
    const refundedOrder = await take({ status: 'back', refund: 10_000 });
    expect(await listCredits(refundedOrder.buyer)).toBe(0);
  });

  test('runs at the deadline while money is held and the rules have a next step', async () => {
    const { deps } = context;
    const takenSteps: string[] = [];
    const createPassing = (found: string | undefined, isWithoutOffer = false) => ({
      find: async () => found,
      unchosen: { memo: 'Nothing chosen', line: message('test.nothingChosen', 'Nothing was chosen.') },
      next: () => (isWithoutOffer ? { no: 'settling' } : { status: 'on' }),
      take: async (_found: string, step: { status: string }) => void takenSteps.push(step.status),
    });
    const order = await makeHire(await makeFounder(0), 4_000);
    const checkPassing = (...args: Parameters<typeof createPassing>) =>
      inTx((tx) => advanceDueOrder(tx, deps, order, createPassing(...args)));
    expect([await checkPassing('found', true), takenSteps]).toEqual([false, []]);
    expect([await checkPassing('found'), takenSteps]).toEqual([true, ['on']]);
    expect(await checkPassing(undefined)).toBe(true);
    expect(await getBalance(deps.db, order.id)).toMatchObject({ held: 0, refunded: 6_000 });
    expect(await listCredits({ userId: order.buyerId! })).toBe(1);
    expect((await readHistory(deps, order.id)).at(-1)).toBe('Nothing was chosen.');
    expect([await checkPassing('found'), takenSteps]).toEqual([false, ['on']]);
  });

  test('ends the purchased benefits only when the order is settled', async () => {
    const { deps } = context;
    const endedIds: string[] = [];
    const order = await makeHire(stranger);
    const settle = () => inTx((tx) => settleAndEnd(tx, deps, order.id, async () => endedIds.push('end')));
    expect([await settle(), endedIds]).toEqual([false, []]);
    await inTx((tx) => earnHeldMoney(tx, deps, order, { cause: `earn:${order.id}`, cents: 10_000, memo: 'Ours' }));
    expect([await settle(), endedIds]).toEqual([true, ['end']]);
  });
});

describe('order deadline', () => {
  const setDue = async (id: string, ms = 0) => {
    await updateOrder(context.deps.db, id, { deadlineAt: timeAfter(ms) });
    context.setNow(timeAfter(ms));
    return processOrderDeadlines(context.deps);
  };

  test('closes an unpaid payment page, and asks the provider on the second attempt', async () => {
    const { deps } = context;
    const { id } = await createAwaitingOrder(deps, stranger.userId, 'PRICE_7G_LOCK');
    context.sent.length = 0;
    await setDue(id, 45 * MINUTE_MS);
    expect(await readOrderNow(deps, id)).toMatchObject({ waitsFor: 'service', deadlineAt: timeAfter(55 * MINUTE_MS) });
    expect(await listActions(deps.db, id)).toMatchObject([{ kind: 'close_session', state: 'pending' }]);
    expect(context.sent).toContainEqual(expect.objectContaining({ name: 'money-actions', key: 'due' }));
    let requestCount = 0;
    const { fetch } = deps;
    deps.fetch = async (input, init) => {
      requestCount += 1;
      return fetch(input, init);
    };
    await setDue(id, 55 * MINUTE_MS);
    deps.fetch = fetch;
    expect(requestCount).toBeGreaterThan(0);
    expect(await listActions(deps.db, id)).toHaveLength(1);
  });

  test('runs the handler of the order kind, or asks an admin when it does nothing', async () => {
    const { deps } = context;
    const [first, second] = [await makeHire(stranger), await makeHire(stranger)];
    const passedIds: string[] = [];
    hire.passDeadline = async (_tx, _deps, order) => {
      passedIds.push(order.id);
      await updateOrder(_tx, order.id, { deadlineAt: timeAfter(2 * DAY_MS) });
      return true;
    };
    await setDue(first.id, DAY_MS - 1);
    expect(passedIds).toEqual([first.id]);
    expect(await toAdmin(first.id)).toEqual([]);
    hire.passDeadline = async () => false;
    await inTx((tx) => refundHeld(tx, deps, second, { cause: `b:${second.id}`, cents: 10_000, memo: 'Back' }));
    const [refund] = await getCash(second.id);
    await updateAction(deps.db, refund!.id, { problem: 'No such card.' });
    await updateAction(deps.db, (await listActions(deps.db, second.id)).find(({ kind }) => kind === 'read_fee')!.id, {
      state: 'done',
    });
    await setDue(second.id, DAY_MS);
    expect(await readOrderNow(deps, second.id)).toMatchObject({ waitsFor: 'admin', deadlineAt: timeAfter(4 * DAY_MS) });
    expect(await toAdmin(second.id)).toMatchObject([
      { title: 'An order needs you', lines: [`Order ${second.id} has waited too long. refund: No such card.`] },
    ]);
  });

  test('escalates a frozen order to an admin without running the handler', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    await updateOrder(deps.db, order.id, { frozenAt: NOW });
    hire.passDeadline = async () => {
      throw new Error('must not be asked');
    };
    await setDue(order.id, HOUR_MS);
    expect(await readOrderNow(deps, order.id)).toMatchObject({
      waitsFor: 'admin',
      deadlineAt: timeAfter(3 * DAY_MS + HOUR_MS),
    });
    const lines = (await toAdmin(order.id)).flatMap((one) => one.lines);
    expect(lines).toEqual([`Order ${order.id} has waited too long. read_fee: waiting`]);
  });

  test.each([
    ['notifies an admin when a rule refuses it', new Refusal('conflict', 'The player has left.'), 'admin'],
    ['retries later when it fails', new Error('broken'), 'seller'],
  ])('%s', async (_what, error, waitsFor) => {
    const { deps } = context;
    const order = await makeHire(stranger);
    hire.passDeadline = async () => {
      throw error;
    };
    await setDue(order.id, 2 * HOUR_MS);
    expect(await readOrderNow(deps, order.id)).toMatchObject({ waitsFor });
    const lines = (await toAdmin(order.id)).flatMap((one) => one.lines);
    expect(lines).toEqual(waitsFor === 'admin' ? [`Order ${order.id}: The player has left.`] : []);
  });

  test('leaves orders unchanged when the run is aborted', async () => {
    const order = await makeHire(stranger);
    await updateOrder(context.deps.db, order.id, { deadlineAt: NOW });
    expect(await processOrderDeadlines(context.deps, AbortSignal.abort())).toBeGreaterThan(0);
    expect(await readOrderNow(context.deps, order.id)).toMatchObject({ waitsFor: 'seller' });
  });
});

describe('dispute between buyer and seller', () => {
  test('can be opened by either side while part of the order is undecided', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const order = await makeHire(buyer);
    hire.freeze = async () => false;
    await expect(openDispute(deps, buyer, order.id, 'No.')).rejects.toMatchObject({ code: 'conflict' });
    hire.freeze = async () => true;
    for (const user of [stranger, admin]) {
      await expect(openDispute(deps, user, order.id, 'No.')).rejects.toMatchObject({ code: 'not_found' });
    }
    const id = await openDispute(deps, buyer, order.id, 'x'.repeat(300));
    expect(await readOrderNow(deps, order.id)).toMatchObject({ waitsFor: 'admin', deadlineAt: timeAfter(3 * DAY_MS) });
    expect((await readHistory(deps, order.id)).at(-1)).toBe(
      "The buyer opened a dispute. An admin will decide within 3 days. If no one decides by then, we'll refund the disputed part.",
    );
    expect((await readMessages(deps, admin.userId)).some(({ lines }) => lines[0] === 'x'.repeat(200))).toBe(true);
    expect(
      (await readMessages(deps, seller.userId)).filter(({ path }) => path === paths.order(order.id)),
    ).toMatchObject([{ title: 'A dispute was opened' }]);
    expect(await readMessageTitles(deps, buyer.userId)).not.toContain('A dispute was opened');
    expect((await readAdminDisputes(deps)).map((one) => one.id)).toContain(id);
    const other = await makeHire(buyer);
    await openDispute(deps, seller, other.id, 'Mine.');
    expect((await readHistory(deps, other.id)).at(-1)).toMatch(/^The player opened/);
    expect(await readMessageTitles(deps, buyer.userId)).toContain('A dispute was opened');
  });

  test('accepts messages from its parties until it is decided', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const order = await makeHire(buyer);
    const id = await openDispute(deps, buyer, order.id, 'Nobody came.');
    const write = (person: Person, text: string, isAdmin = false) =>
      writeInDispute(deps, { ...person, isAdmin }, id, text);
    await expect(write(stranger, 'Hello.')).rejects.toMatchObject({ code: 'not_found' });
    await write(seller, 'y'.repeat(300));
    await write(admin, 'Show me.', true);
    expect(await readMessages(deps, buyer.userId)).toContainEqual({
      title: 'Dispute update',
      lines: ['y'.repeat(200)],
      path: paths.order(order.id),
    });
    for (const user of [stranger, { userId: UNKNOWN_ID }]) {
      await expect(readDispute(deps, user, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await readDispute(deps, seller, id)).toMatchObject({
      orderId: order.id,
      orderName: '7-Game Lock/PG',
      party: 'seller',
      state: 'open',
      heldCents: 10_000,
      bookingId: UNKNOWN_ID,
      messages: [
        { by: 'buyer', mine: false },
        { by: 'seller', mine: true },
        { by: 'admin', mine: false, text: 'Show me.' },
      ],
    });
    expect((await readDispute(deps, admin, id)).party).toBe('admin');
    await decideDispute(deps, admin, id, { sellerCents: 10_000, refundCents: 0, decision: 'Played.' });
    await expect(write(buyer, 'But.')).rejects.toThrow('This dispute has already been decided.');
  });

  test('accepts one decision, with parts that add up to the held money', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const order = await makeHire(buyer);
    const id = await openDispute(deps, buyer, order.id, 'Nobody came.');
    const decide = (sellerCents: number, refundCents: number, disputeId = id) =>
      decideDispute(deps, admin, disputeId, { sellerCents, refundCents, decision: 'Half.' });
    await expect(decide(0, 0, UNKNOWN_ID)).rejects.toMatchObject({ code: 'not_found' });
    await expect(decide(5_000, 4_999)).rejects.toMatchObject({ code: 'invalid', field: 'sellerCents' });
    await expect(decide(5_000, 5_001)).rejects.toThrow('must add up to the $100 on hold');
    await decide(4_000, 6_000);
    expect(await getBalance(deps.db, order.id)).toMatchObject({ held: 0, released: 4_000, refunded: 6_000 });
    expect(await findDispute(deps.db, id)).toMatchObject({
      state: 'decided',
      sellerCents: 4_000,
      refundCents: 6_000,
      decision: 'Half.',
      decidedBy: admin.userId,
      decidedAt: NOW,
    });
    const line = 'Our staff decided: $40 to the player, $60 refunded to the buyer. Half.';
    expect((await readHistory(deps, order.id)).at(-1)).toBe(line);
    for (const user of [buyer, seller]) {
      expect((await readMessages(deps, user.userId)).filter(({ lines }) => lines[0] === line)).toHaveLength(1);
    }
    expect(await readOrderNow(deps, order.id)).toMatchObject({ waitsFor: 'service' });
    const { rows } = await deps.db.execute(
      sql`select after from admin_audit_logs where target_id = ${order.id} and action = 'decide_dispute'`,
    );
    expect(rows).toEqual([{ after: { sellerCents: 4_000, refundCents: 6_000, decision: 'Half.' } }]);
    await expect(decide(0, 0)).rejects.toThrow('This dispute has already been decided.');
  });

  test('stays separate from a bank dispute', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    await insertCardDispute(deps.db, { orderId: order.id, providerId: 'dp_1', state: 'open', at: NOW });
    const card = (await readAdminDisputes(deps)).find((one) => one.order.id === order.id)!;
    expect(card.order).toMatchObject({
      side: 'admin',
      amountCents: order.amountCents,
      people: [expect.any(String), 'Seller'],
    });
    const { id } = card;
    await expect(readDispute(deps, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(writeInDispute(deps, { ...stranger, isAdmin: false }, id, 'Hm')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      decideDispute(deps, admin, id, { sellerCents: 0, refundCents: 10_000, decision: 'No.' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect((await readOrder(deps, stranger, order.id)).disputeId).toBeNull();
  });
});

describe('retry by an admin', () => {
  test('accepts an action that is stuck', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    await inTx((tx) => refundHeld(tx, deps, order, { cause: `r:${order.id}`, cents: 10_000, memo: 'Back' }));
    const [refund] = await getCash(order.id);
    await expect(retryAction(deps, admin, UNKNOWN_ID)).rejects.toMatchObject({ code: 'not_found' });
    for (const state of ['pending', 'done'] as const) {
      await updateAction(deps.db, refund!.id, { state });
      await expect(retryAction(deps, admin, refund!.id)).rejects.toThrow('This is already in progress or done.');
    }
    await updateAction(deps.db, refund!.id, { state: 'stuck', attempts: 8, dueAt: timeAfter(DAY_MS) });
    context.sent.length = 0;
    await retryAction(deps, admin, refund!.id);
    expect(await findAction(deps.db, refund!.id)).toMatchObject({
      state: 'pending',
      attempts: 0,
      generation: 1,
      dueAt: NOW,
    });
    expect(await readOrderNow(deps, order.id)).toMatchObject({ waitsFor: 'service', deadlineAt: timeAfter(DAY_MS) });
    expect(context.sent).toMatchObject([{ name: 'money-actions', key: 'due' }]);
    const { rows } = await deps.db.execute(
      sql`select after from admin_audit_logs where target_id = ${order.id} and action = 'retry_money_action'`,
    );
    expect(rows).toEqual([{ after: { actionId: refund!.id } }]);
  });

  test('accepts a bounced refund but no other undone action', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    const [fee] = await listActions(deps.db, order.id);
    await updateAction(deps.db, fee!.id, { state: 'undone' });
    await expect(retryAction(deps, admin, fee!.id)).rejects.toThrow('This is already in progress or done.');
    await inTx((tx) => refundHeld(tx, deps, order, { cause: `r:${order.id}`, cents: 6_000, memo: 'Back' }));
    const [refund] = await getCash(order.id);
    await updateAction(deps.db, refund!.id, { state: 'undone' });
    await retryAction(deps, admin, refund!.id);
    expect((await getCash(order.id)).map(({ amountCents, state }) => [amountCents, state]).sort()).toEqual([
      [4_000, 'pending'],
      [6_000, 'undone'],
    ]);
    expect(await getHeldCents(order.id)).toBe(0);
  });
});

describe('order page', () => {
  test('shows an order only to its parties and admins', async () => {
    const { deps } = context;
    const buyer = await makePlayer(deps, { display_name: 'Buyer' });
    const order = await makeHire(buyer, 1_000);
    for (const [user, id] of [
      [stranger, order.id],
      [admin, UNKNOWN_ID],
    ] as const) {
      await expect(readOrder(deps, user, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    const presentedOrder = await readOrder(deps, buyer, order.id);
    expect(presentedOrder).toMatchObject({
      side: 'buyer',
      kind: 'hire',
      name: '7-Game Lock/PG',
      amountCents: 10_000,
      creditCents: 1_000,
      stage: 'running',
      waitsFor: 'seller',
      frozen: false,
      settledAt: null,
      bookingId: UNKNOWN_ID,
      teamBuildId: null,
      people: ['Seller'],
      mayDispute: true,
      disputeId: null,
      payUrl: null,
      guaranteeUntil: null,
      underWay: [],
      history: [{ line: '$90 received.', at: NOW.toISOString() }],
    });
    expect(await readOrder(deps, seller, order.id)).toMatchObject({
      side: 'seller',
      people: ['Buyer'],
      mayDispute: true,
    });
    expect(await readOrder(deps, admin, order.id)).toMatchObject({
      side: 'admin',
      people: ['Buyer', 'Seller'],
      mayDispute: false,
    });
    hire.mayDispute = async () => false;
    expect((await readOrder(deps, buyer, order.id)).mayDispute).toBe(false);
    hire.mayDispute = async () => true;
    await openDispute(deps, buyer, order.id, 'Hm');
    expect((await readOrder(deps, buyer, order.id)).mayDispute).toBe(false);
  });

  test('omits a missing seller and labels buyers who have no profile or account', async () => {
    const { deps } = context;
    hire.listProgress = async () => new Map();
    const order = await makeHire(stranger);
    expect(await readOrder(deps, stranger, order.id)).toMatchObject({ people: [], stage: null, bookingId: null });
    expect((await readOrder(deps, seller, order.id)).people).toEqual(['a user without a profile']);
    await updateOrder(deps.db, order.id, { buyerId: null });
    expect((await readOrder(deps, seller, order.id)).people).toEqual(['a former member']);
  });

  test('includes the payment page for the buyer while the order is unpaid', async () => {
    const { deps } = context;
    const { id } = await createAwaitingOrder(deps, stranger.userId, 'PRICE_7G_LOCK');
    await updateOrder(deps.db, id, { sessionUrl: 'https://pay.test/1' });
    expect((await readOrder(deps, stranger, id)).payUrl).toBe('https://pay.test/1');
    expect((await readOrder(deps, admin, id)).payUrl).toBeNull();
    expect((await readOrder(deps, stranger, id)).mayDispute).toBe(false);
    await updateOrder(deps.db, id, { state: 'failed', waitsFor: null, deadlineAt: null });
    expect((await readOrder(deps, stranger, id)).payUrl).toBeNull();
  });

  test('shows the problem of a pending action to admins, and to everyone once it is stuck', async () => {
    const { deps } = context;
    const order = await makeHire(stranger);
    await inTx((tx) => refundHeld(tx, deps, order, { cause: `r:${order.id}`, cents: 10_000, memo: 'Back' }));
    const [refund] = await getCash(order.id);
    await updateAction(deps.db, refund!.id, { problem: 'No card.' });
    const readProblem = async (person: Person) =>
      (await readOrder(deps, person, order.id)).underWay.map((one) => one.problem);
    expect([await readProblem(stranger), await readProblem(admin)]).toEqual([[null], ['No card.']]);
    await updateAction(deps.db, refund!.id, { state: 'stuck' });
    expect(await readProblem(stranger)).toEqual(['No card.']);
    expect((await readOrder(deps, stranger, order.id)).mayDispute).toBe(false);
  });

  test('lets one of several payees read the order but not dispute it', async () => {
    const { deps } = context;
    hire.findSeller = async () => null;
    const order = await makeHire(stranger);
    expect(await readOrder(deps, seller, order.id)).toMatchObject({ side: 'seller', mayDispute: false });
    expect((await readOrder(deps, stranger, order.id)).side).toBe('buyer');
    hire.paidTo = null;
    await expect(readOrder(deps, seller, order.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('lists 30 orders per page, for buyers, sellers and admins', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    hire.paidTo = (userId) =>
      sql`(select id from orders where buyer_id = ${buyer.userId} and kind = 'hire' and ${userId} = ${seller.userId})`;
    const ids: string[] = [];
    for (let count = 0; count < 31; count++) {
      context.setNow(timeAfter(count));
      ids.unshift((await makeHire(buyer)).id);
    }
    const first = await readOrders(deps, buyer, undefined);
    expect(first.orders.map(({ id }) => id)).toEqual(ids.slice(0, 30));
    expect(first.next).toBe(ids[29]);
    const nextPage = await readOrders(deps, buyer, first.next!);
    expect([nextPage.orders.map(({ id }) => id), nextPage.next]).toEqual([ids.slice(30), null]);
    expect((await readOrders(deps, seller, undefined)).orders[0]).toMatchObject({ id: ids[0], side: 'seller' });
    const desk = await readAdminOrders(deps, 'all', undefined);
    expect([desk.orders.length, desk.next, desk.orders[0]!.side]).toEqual([30, desk.orders[29]!.id, 'admin']);
    expect((await readAdminOrders(deps, 'frozen', undefined)).orders.every(({ frozen }) => frozen)).toBe(true);
    expect((await readAdminOrders(deps, 'admin', undefined)).orders.every(({ waitsFor }) => waitsFor === 'admin')).toBe(
      true,
    );
  });

  test("shows history, ledger and decision in each reader's language", async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const order = await makeHire(buyer);
    const move = { cause: `early:${order.id}`, cents: 1_000, payeeId: seller.userId, feePoints: 750 };
    await inTx((tx) => releaseHeld(tx, deps, order, { ...move, memo: messages.memoDecision }));
    const id = await openDispute(deps, buyer, order.id, 'Nobody came.');
    context.setNow(timeAfter(ORDER_DEADLINES.admin));
    await inTx(async (tx) => decideByDefault(tx, deps, await lockOrder(tx, order.id)));
    await deps.db.execute(
      sql`insert into order_events (order_id, line, created_at) values (${order.id}, 'Of an earlier version.', ${NOW})`,
    );
    const read = (person: Person, locale: Locale) =>
      runForReader(getTranslator(locale), async () => {
        const { history, ledger } = await readOrder(deps, person, order.id);
        const { decision } = await readDispute(deps, person, id);
        const texts = [ledger[0]!.memo, ledger[1]!.memo, decision];
        return [history.length, history[0]!.line, history.at(-1)!.line, ...texts];
      });
    expect(await read(buyer, 'fr')).toEqual([
      4,
      'Paiement de 100\u00a0$ reçu.',
      'Of an earlier version.',
      'Paiement reçu et bloqué',
      'Remboursement sur décision, moins nos frais de 7,5\u00a0%',
      'Personne n’a tranché en 3 jours, donc on rembourse la part contestée.',
    ]);
    expect(await read(seller, 'de')).toEqual([
      4,
      'Wir haben 100\u00a0$ erhalten.',
      'Of an earlier version.',
      'Zahlung erhalten und zurückgehalten',
      'Erstattung durch Entscheidung, abzüglich unserer Gebühr von 7,5\u00a0%',
      'Niemand hat innerhalb von 3 Tagen entschieden, deshalb erstatten wir den strittigen Teil.',
    ]);
    expect(await read(admin, 'en')).toEqual([
      4,
      '$100 received.',
      'Of an earlier version.',
      'Payment received and held',
      'Refund after a decision, less our fee of 7.5%',
      "No one decided within 3 days, so we're refunding the disputed part.",
    ]);
  });

  test('offers a receipt for paid orders', async () => {
    const { deps } = context;
    const unpaidOrder = await createAwaitingOrder(deps, stranger.userId, 'PRICE_7G_LOCK');
    await expect(createReceipt(deps, stranger, unpaidOrder.id)).rejects.toMatchObject({ code: 'conflict' });
    const order = await makeHire(stranger, 1_000);
    await expect(createReceipt(deps, { userId: UNKNOWN_ID }, order.id)).rejects.toMatchObject({ code: 'not_found' });
    const receipt = await createReceipt(deps, stranger, (await makeHire(stranger)).id);
    const credited = await createReceipt(deps, stranger, order.id);
    expect(Buffer.from(receipt).subarray(0, 5).toString()).toBe('%PDF-');
    expect(credited.length).toBeGreaterThan(receipt.length);
  });
});
