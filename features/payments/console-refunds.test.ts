import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { startCheckout } from './checkout.commands.ts';
import { markRefundedElsewhere, refundOrder } from './console-refunds.commands.ts';
import { findCurrentSubscription, findEntitlement } from './entitlements.queries.ts';
import { getBalance } from './ledger.queries.ts';
import { readOrder } from './money.commands.ts';
import { listActions } from './money-actions.queries.ts';
import { retryAction } from './order-admin.commands.ts';
import { processOrderDeadlines } from './order-deadlines.commands.ts';
import { releaseHeld } from './orders/orders.commands.ts';
import { getOffer, type PriceId } from './orders/orders.rules.ts';
import { verifySeller } from './payments.factory.ts';
import { reconcileBooks } from './reconcile.commands.ts';
import { recordSellerObservation } from './seller-checks.commands.ts';
import { findSellerAccount } from './sellers.queries.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { readHistory, readMessages, readMessageTitles, readOrderNow, verifyTestSeller } from './test-orders.ts';

type Person = { userId: string };
const REASON = 'Something went wrong on our side.';

let context: MoneyContext;
let admin: Person;
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

async function makePurchase(
  person: Person,
  priceId: PriceId = 'PRICE_7G_LOCK',
  card = '4242424242424242',
): Promise<string> {
  const { deps, sandbox } = context;
  const { mode } = getOffer(priceId)!;
  const { orderId } = await startCheckout(deps, person, { priceId, userId: person.userId, mode, useCredit: false });
  const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  sandbox.engine.pay(session, findCard(card)!);
  await context.quiesce();
  return orderId;
}
const refund = (id: string, cents: number, refundableCents: number, by = admin) =>
  refundOrder(context.deps, by, id, { cents, refundableCents, reason: REASON });
async function expectNoDifferences(orderId: string) {
  const differences = await reconcileBooks(context.deps);
  expect(differences.filter((one) => one.orderId === orderId)).toEqual([]);
}

describe('refundOrder', () => {
  it('refunds the full price and ends the order', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer, 'PRICE_COACHING_30');
    await refund(id, 2_500, 2_500);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 2_500, held: 0, refunded: 2_500 });
    expect(await readOrderNow(deps, id)).toMatchObject({ settledAt: expect.any(Date) });
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: 'Your refund is on its way',
      lines: [`We're refunding $25 to your card. ${REASON}`, 'The order has ended.'],
    });
    await expect(refund(id, 1, 0)).rejects.toThrow('already been refunded');
    await expectNoDifferences(id);
  });

  it('makes a partial refund at our expense and continues the order', async () => {
    const { deps } = context;
    const id = await makePurchase(await makeUser(deps));
    const before = await readOrderNow(deps, id);
    await refund(id, 1_000, 10_000);
    await expect(refund(id, 1_000, 10_000)).rejects.toThrow('The refundable amount is now $90.');
    await expect(refund(id, 9_001, 9_000)).rejects.toThrow('between $0.01 and $90');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 10_000, refunded: 1_000 });
    expect(await readOrderNow(deps, id)).toMatchObject({ waitsFor: before.waitsFor, deadlineAt: before.deadlineAt });
    await expectNoDifferences(id);
  });

  it('refunds from our own money when the seller was already paid', async () => {
    const { deps } = context;
    const seller = await makeUser(deps);
    await verifySeller(deps, seller.userId);
    const id = await makePurchase(await makeUser(deps));
    const order = await readOrderNow(deps, id);
    const move = { cause: `paid:${id}`, cents: 10_000, memo: 'Paid', payeeId: seller.userId };
    await deps.db.transaction((tx) => releaseHeld(tx, deps, order, move));
    await context.quiesce();
    await refund(id, 10_000, 10_000);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 10_000, refunded: 10_000 });
    await expectNoDifferences(id);
  });

  it('ends Founders Premium after the guarantee, and a plan once its newest month is refunded', async () => {
    const { deps } = context;
    const founder = await makeUser(deps);
    const seat = await makePurchase(founder, 'PRICE_FOUNDERS_6MO');
    context.advance(8 * DAY_MS);
    await processOrderDeadlines(deps);
    await refund(seat, 9_900, 9_900);
    expect((await findEntitlement(deps.db, founder.userId))!.foundersExpiresAt).toBeNull();
    const buyer = await makeUser(deps);
    const plan = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    await refund(plan, 500, 999);
    expect((await findCurrentSubscription(deps.db, buyer.userId))!.endingAt).toBeNull();
    await refund(plan, 499, 499);
    expect((await findCurrentSubscription(deps.db, buyer.userId))!.endingAt).not.toBeNull();
    await context.quiesce();
    expect(await readOrderNow(deps, plan)).toMatchObject({ settledAt: expect.any(Date) });
    await expectNoDifferences(seat);
    await expectNoDifferences(plan);
  });
});

describe('order whose buyer or seller is the admin', () => {
  it('refuses refunds, decisions and retries by that admin', async () => {
    const { deps } = context;
    const id = await makePurchase(admin);
    await expect(refund(id, 10_000, 10_000)).rejects.toThrow("You're involved in this order");
    expect(await readOrder(deps, admin, id)).toMatchObject({ side: 'buyer', mayDecide: false });
    const [action] = await listActions(deps.db, id);
    await expect(retryAction(deps, admin, action!.id)).rejects.toThrow("You're involved in this order");
    const other = await makeAdmin(deps);
    expect(await readOrder(deps, other, id)).toMatchObject({ side: 'admin', mayDecide: true });
    await refund(id, 10_000, 10_000, other);
  });
});

describe('refund that the card rejects', () => {
  it('notifies the buyer, appears once on the page, and can be marked as refunded another way', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer, 'PRICE_7G_LOCK', '4000000000005126');
    await refund(id, 10_000, 10_000);
    await context.quiesce();
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: "Your refund didn't go through",
      lines: [expect.stringContaining("We couldn't refund $100"), expect.any(String)],
    });
    const view = await readOrder(deps, buyer, id);
    expect(view.balance).toMatchObject({ held: 10_000, refunded: 0 });
    expect(view).toMatchObject({ refundFailed: true, waitsFor: 'admin' });
    await expect(refund(id, 10_000, 10_000)).rejects.toThrow("A refund for this order didn't go through.");
    expect(view.underWay.filter(({ failed }) => failed)).toHaveLength(1);
    const [action] = (await listActions(deps.db, id)).filter(({ kind }) => kind === 'refund');
    await markRefundedElsewhere(deps, admin, action!.id, 'Bank transfer on March 3.');
    await expect(markRefundedElsewhere(deps, admin, action!.id, 'Again.')).rejects.toThrow('if it failed');
    const after = await readOrder(deps, buyer, id);
    expect(after.balance).toMatchObject({ held: 0, refunded: 10_000 });
    expect(after.underWay.filter(({ failed }) => failed)).toEqual([]);
    expect(after.refundFailed).toBe(false);
    expect(after.settledAt).not.toBeNull();
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: 'Your refund was sent another way',
    });
    expect((await readHistory(deps, id)).at(-1)).toBe(
      'We sent the refund of $100 another way: Bank transfer on March 3.',
    );
    await expectNoDifferences(id);
  });

  it("appears only once on the page when it's sent again", async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await makePurchase(buyer, 'PRICE_7G_LOCK', '4000000000005126');
    await refund(id, 10_000, 10_000);
    await context.quiesce();
    const [action] = (await listActions(deps.db, id)).filter(({ kind }) => kind === 'refund');
    await retryAction(deps, admin, action!.id);
    const actions = (await readOrder(deps, buyer, id)).underWay;
    expect(actions.map(({ state, failed }) => [state, failed])).toEqual([['pending', false]]);
    await context.quiesce();
  });
});

describe('seller status', () => {
  it('notifies a seller once when their payouts are turned off', async () => {
    const { deps } = context;
    const seller = await makeUser(deps);
    await verifyTestSeller(deps, seller.userId);
    const { accountId } = (await findSellerAccount(deps.db, seller.userId))!;
    context.advance(1_000);
    const observation = { accountId, detailsSubmitted: true, payoutsEnabled: false, observedAt: context.now() };
    await deps.db.transaction((tx) => recordSellerObservation(tx, deps, observation));
    await deps.db.transaction((tx) => recordSellerObservation(tx, deps, observation));
    expect(await readMessageTitles(deps, seller.userId)).toEqual(['Your payouts are off']);
  });

  it('notifies a seller when a payout is sent', async () => {
    const { deps } = context;
    const seller = await makeUser(deps);
    await verifySeller(deps, seller.userId);
    const id = await makePurchase(await makeUser(deps));
    const order = await readOrderNow(deps, id);
    const move = { cause: `paid:${id}`, cents: 10_000, memo: 'Paid', payeeId: seller.userId };
    await deps.db.transaction((tx) => releaseHeld(tx, deps, order, move));
    expect(await readMessageTitles(deps, seller.userId)).not.toContain('Your payout is on its way');
    await context.quiesce();
    expect(await readMessages(deps, seller.userId)).toContainEqual(
      expect.objectContaining({
        title: 'Your payout is on its way',
        lines: ['We sent $100 to your payout account.'],
      }),
    );
  });
});

describe('an order partly covered by a hire credit', () => {
  it('refunds only the amount paid by card and restores the credit', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    await makePurchase(buyer, 'PRICE_FOUNDERS_6MO');
    const request = { priceId: 'PRICE_7G_ELITE', userId: buyer.userId, mode: 'payment' as const, useCredit: true };
    const { orderId: id } = await startCheckout(deps, buyer, request);
    const session = Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === id)!;
    context.sandbox.engine.pay(session, findCard('4242424242424242')!);
    await context.quiesce();
    await refund(id, 5_000, 5_000);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 5_000, held: 0, refunded: 5_000 });
    expect(await findEntitlement(deps.db, buyer.userId)).toMatchObject({ hireCreditCount: 1 });
    await expectNoDifferences(id);
  });
});
