import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCard } from '../../../integrations/stripe/sandbox-cards.ts';
import { english } from '../../../messages/lazy-text.ts';
import { formatUtcDay } from '../../../time/reader-times.ts';
import { DAY_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { startCheckout } from '../checkout.commands.ts';
import { findOpenDispute } from '../disputes.queries.ts';
import { findCurrentSubscription, findEntitlement } from '../entitlements.queries.ts';
import { getBalance } from '../ledger.queries.ts';
import { readEntitlements } from '../money.commands.ts';
import { refundHeld } from '../orders/orders.commands.ts';
import { getOffer, type PriceId } from '../orders/orders.rules.ts';
import { decideMovements } from '../provider-movements.commands.ts';
import { reconcileBooks } from '../reconcile.commands.ts';
import { type MoneyContext, openMoneyContext } from '../test-money.ts';
import { readHistory, readMessages, readMessageTitles, readOrderNow } from '../test-orders.ts';
import { getDisputeStage } from './provider-events.rules.ts';

type Person = { userId: string };

let context: MoneyContext;
let admin: Person;
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

async function makePurchase(person: Person, priceId: PriceId = 'PRICE_7G_LOCK') {
  const { deps, sandbox } = context;
  const { mode } = getOffer(priceId)!;
  const { orderId: id } = await startCheckout(deps, person, { priceId, userId: person.userId, mode, useCredit: false });
  const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === id)!;
  sandbox.engine.pay(session, findCard('4242424242424242')!);
  await context.quiesce();
  return { id, charge: Object.values(sandbox.state.charges).at(-1)! };
}
async function expectNoDifferences(orderId: string) {
  const differences = await reconcileBooks(context.deps);
  expect(differences.filter((one) => one.orderId === orderId)).toEqual([]);
}

describe('getDisputeStage', () => {
  it.each([
    ['warning_needs_response', 0, 'inquiry'],
    ['warning_under_review', 0, 'inquiry'],
    ['warning_closed', 0, 'inquiry'],
    ['needs_response', -100, 'open'],
    ['under_review', -100, 'open'],
    ['appeal_under_review', -100, 'open'],
    ['won', 0, 'won'],
    ['lost', -100, 'lost'],
    ['prevented', -100, 'lost'],
    ['prevented', 0, 'inquiry'],
  ])('reads %s with %i cents moved as %s', (status, amount, stage) => {
    expect(getDisputeStage({ status, balance_transactions: [{ amount }] })).toBe(stage);
  });
});

describe('bank inquiry', () => {
  it('notifies admins without pausing anything or ending a plan', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { id, charge } = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const inquiry = sandbox.engine.dispute(charge.id, { inquiry: true });
    await context.quiesce();
    expect((await readOrderNow(deps, id)).frozenAt).toBeNull();
    expect((await readMessages(deps, admin.userId)).at(-1)!.title).toBe('A bank is asking about a payment');
    sandbox.engine.closeDispute(inquiry, 'warning_closed');
    await context.quiesce();
    expect(await findCurrentSubscription(deps.db, buyer.userId)).toMatchObject({ status: 'active', endingAt: null });
  });

  it('freezes the order when it becomes a dispute', async () => {
    const { deps, sandbox } = context;
    const { id, charge } = await makePurchase(await makeUser(deps));
    const inquiry = sandbox.engine.dispute(charge.id, { inquiry: true });
    await context.quiesce();
    sandbox.engine.escalate(inquiry);
    await context.quiesce();
    expect((await readOrderNow(deps, id)).frozenAt).not.toBeNull();
    sandbox.engine.closeDispute(inquiry, 'won');
    await context.quiesce();
    expect((await readOrderNow(deps, id)).frozenAt).toBeNull();
    await expectNoDifferences(id);
  });
});

describe('plan after a won dispute', () => {
  it('resumes for its remaining days and notifies the buyer', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { id, charge } = await makePurchase(buyer, 'PRICE_PREMIUM_MONTHLY');
    const dispute = sandbox.engine.dispute(charge.id);
    await context.quiesce();
    const subscription = (await findCurrentSubscription(deps.db, buyer.userId))!;
    const unusedMs = subscription.paidUntil!.getTime() - subscription.endingAt!.getTime();
    expect(await readEntitlements(deps, buyer)).toMatchObject({ plan: 'Free' });
    context.advance(60 * DAY_MS);
    sandbox.engine.closeDispute(dispute, 'won');
    const until = new Date(context.now().getTime() + unusedMs);
    await context.quiesce();
    expect(await readEntitlements(deps, buyer)).toMatchObject({
      plan: 'Premium',
      subscription: { plan: 'premium', status: 'active', currentPeriodEnd: until.toISOString() },
    });
    expect((await readMessages(deps, buyer.userId)).at(-1)).toMatchObject({
      title: 'Your Premium plan is back',
      lines: [expect.stringContaining(formatUtcDay(english, until)), expect.stringContaining("It won't renew")],
    });
    await expectNoDifferences(id);
  });

  it('resumes when the dispute and the end of the plan have different timestamps', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { charge } = await makePurchase(buyer, 'PRICE_PREMIUM_MONTHLY');
    const { now } = deps;
    let callCount = 0;
    deps.now = () => new Date(now().getTime() + 25 * callCount++);
    try {
      const dispute = sandbox.engine.dispute(charge.id);
      await context.quiesce();
      sandbox.engine.closeDispute(dispute, 'won');
      await context.quiesce();
    } finally {
      deps.now = now;
    }
    expect(await readEntitlements(deps, buyer)).toMatchObject({ plan: 'Premium' });
  });

  it('refunds the month when the buyer has another plan', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { id, charge } = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const dispute = sandbox.engine.dispute(charge.id);
    await context.quiesce();
    await makePurchase(buyer, 'PRICE_PREMIUM_MONTHLY');
    sandbox.engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(charge.amount_refunded).toBe(999);
    expect((await readMessages(deps, buyer.userId)).flatMap(({ lines }) => lines)).toContainEqual(
      expect.stringContaining("we're refunding $9.99"),
    );
    await expectNoDifferences(id);
  });

  it('stays active when the dispute was won before its event reached us', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { charge } = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    sandbox.engine.closeDispute(sandbox.engine.dispute(charge.id), 'won');
    await context.quiesce();
    expect(await findCurrentSubscription(deps.db, buyer.userId)).toMatchObject({ status: 'active', endingAt: null });
  });
});

describe('lost dispute that is won later', () => {
  it('refunds a buyer whose hire had ended', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { id, charge } = await makePurchase(buyer);
    const dispute = sandbox.engine.dispute(charge.id);
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 0, held: 0 });
    sandbox.engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 10_000, held: 0, refunded: 10_000 });
    expect(charge.amount_refunded).toBe(10_000);
    expect(await readHistory(deps, id)).toContain('The bank changed its decision and returned the payment to us.');
    expect(await findOpenDispute(deps.db, id)).toBeUndefined();
    expect(await readOrderNow(deps, id)).toMatchObject({ frozenAt: null, settledAt: expect.any(Date) });
    await expectNoDifferences(id);
  });

  it.each(['continue', 'end'] as const)(
    'holds the returned payment until staff decide to %s a frozen order',
    async (outcome) => {
      const { deps, sandbox } = context;
      const { id, charge } = await makePurchase(await makeUser(deps));
      sandbox.engine.refund(charge.payment_intent, 1_000, {});
      await context.quiesce();
      const dispute = sandbox.engine.dispute(charge.id);
      sandbox.engine.closeDispute(dispute, 'lost');
      await context.quiesce();
      sandbox.engine.closeDispute(dispute, 'won');
      await context.quiesce();
      expect(await getBalance(deps.db, id)).toMatchObject({ charged: 10_000, held: 9_000, refunded: 1_000 });
      await expectNoDifferences(id);
      await decideMovements(deps, admin, id, outcome);
      await context.quiesce();
      const places = outcome === 'end' ? { held: 0, refunded: 10_000 } : { held: 10_000, refunded: 1_000 };
      expect(await getBalance(deps.db, id)).toMatchObject({ charged: 10_000, ...places });
      expect((await readOrderNow(deps, id)).frozenAt).toBeNull();
      await expectNoDifferences(id);
    },
  );

  it('refunds the price of a revoked Founders seat', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { id, charge } = await makePurchase(buyer, 'PRICE_FOUNDERS_6MO');
    const dispute = sandbox.engine.dispute(charge.id);
    await context.quiesce();
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect((await findEntitlement(deps.db, buyer.userId))!.foundersExpiresAt).toBeNull();
    sandbox.engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(charge.amount_refunded).toBe(9_900);
    expect(await readMessageTitles(deps, buyer.userId)).toContain('Your refund is on its way');
    await expectNoDifferences(id);
  });

  it('sends a refund that the lost dispute had blocked', async () => {
    const { deps, sandbox } = context;
    const { id, charge } = await makePurchase(await makeUser(deps));
    const order = await readOrderNow(deps, id);
    const move = { cause: `due:${id}`, cents: 10_000, memo: 'Back' };
    await deps.db.transaction((tx) => refundHeld(tx, deps, order, move));
    const dispute = sandbox.engine.dispute(charge.id);
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 0, refunded: 0 });
    sandbox.engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(charge.amount_refunded).toBe(10_000);
    expect(await getBalance(deps.db, id)).toMatchObject({ charged: 10_000, held: 0, refunded: 10_000 });
    await expectNoDifferences(id);
  });

  it('restores a plan', async () => {
    const { deps, sandbox } = context;
    const buyer = await makeUser(deps);
    const { id, charge } = await makePurchase(buyer, 'PRICE_PRO_MONTHLY');
    const dispute = sandbox.engine.dispute(charge.id);
    await context.quiesce();
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    sandbox.engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(await readEntitlements(deps, buyer)).toMatchObject({ plan: 'Pro' });
    expect(await readOrderNow(deps, id)).toMatchObject({ settledAt: expect.any(Date) });
    await expectNoDifferences(id);
  });
});
