import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { startCheckout } from '../payments/checkout.commands.ts';
import { decideDispute, openDispute } from '../payments/disputes.commands.ts';
import { refundFoundersUnderGuarantee } from '../payments/entitlements.commands.ts';
import { countSeatsLeft, findEntitlement, listPriorityFounders } from '../payments/entitlements.queries.ts';
import { getBalance } from '../payments/ledger.queries.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { decideMovements } from '../payments/provider-movements.commands.ts';
import { findSellerAccount } from '../payments/sellers.queries.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeSeller } from './bookings.factory.ts';
import { findBookingOfOrder } from './bookings.queries.ts';
import { answerHire } from './hires.commands.ts';
import { checkStep } from './test-booking-model-invariants.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

const buy = (userId: string, priceId = 'PRICE_FOUNDERS_6MO', more = {}) =>
  startCheckout(context.deps, { userId }, { priceId, userId, mode: 'payment', useCredit: false, ...more });
const pay = async (orderId: string, card = '4242424242424242') => {
  const session = Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  context.sandbox.engine.pay(session, findCard(card)!);
  await context.quiesce();
};

test('grants Founders six months, a credit for a whole Lock hire and priority matching', async () => {
  const { deps } = context;
  const founder = await makeUser(deps);
  const { orderId } = await buy(founder.userId);
  await pay(orderId);
  const entitlement = await findEntitlement(deps.db, founder.userId);
  expect(entitlement).toMatchObject({
    hireCreditCount: 1,
    hireCreditCapUsd: 100,
    priorityMatching: true,
    founderNumber: 1,
  });
  const months = (entitlement!.foundersExpiresAt!.getTime() - context.now().getTime()) / (30.4 * DAY_MS);
  expect(Math.round(months)).toBe(6);
  expect(await listPriorityFounders(deps.db, context.now())).toEqual([founder.userId]);
  expect(await listPriorityFounders(deps.db, entitlement!.foundersExpiresAt!)).toEqual([]);
  const seller = await makeSeller(deps);
  const hire = await buy(founder.userId, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG', useCredit: true });
  expect(hire.url).toContain('/protocol/deals/success');
  expect(await getBalance(deps.db, hire.orderId)).toEqual({
    charged: 0,
    held: 10_000,
    released: 0,
    refunded: 0,
    fees: -10_000,
  });
  await expect(buy(founder.userId, 'PRICE_7G_ROLE', { useCredit: true })).rejects.toThrow('no hire credit left');
  await expect(refundFoundersUnderGuarantee(deps, founder, orderId)).rejects.toThrow(
    'You used the hire credit, so the guarantee no longer applies.',
  );
  context.advance(25 * HOUR_MS);
  await processOrderDeadlines(deps);
  await context.quiesce();
  // The hire wasn't accepted in time, so the credit was restored and the guarantee applies again.
  expect(await findEntitlement(deps.db, founder.userId)).toMatchObject({ hireCreditCount: 1 });
  await refundFoundersUnderGuarantee(deps, founder, orderId);
  await context.quiesce();
  const after = await getBalance(deps.db, orderId);
  expect(after).toMatchObject({ charged: 9_900, refunded: 9_900, held: 0 });
  expect(await findEntitlement(deps.db, founder.userId)).toMatchObject({ foundersExpiresAt: null, hireCreditCount: 0 });
  expect(await countSeatsLeft(deps.db)).toBe(100);
  expect(await listPriorityFounders(deps.db, context.now())).toEqual([]);
});

describe('hire credit after a hire was declined', () => {
  async function createHire(priceId: 'PRICE_7G_LOCK' | 'PRICE_7G_ELITE', card?: string) {
    const { deps } = context;
    const founder = await makeUser(deps);
    await pay((await buy(founder.userId)).orderId);
    const seller = await makeSeller(deps, { priceId });
    const { orderId } = await buy(founder.userId, priceId, {
      playerId: seller.userId,
      role: 'PG',
      useCredit: true,
    });
    if (card) await pay(orderId, card);
    const { id } = (await findBookingOfOrder(deps.db, orderId))!;
    const decline = async () => {
      await answerHire(deps, seller, id, false);
      await context.quiesce();
    };
    const countCredits = async () => (await findEntitlement(deps.db, founder.userId))!.hireCreditCount;
    return { orderId, founder, seller, decline, credits: countCredits };
  }
  async function payOutside(orderId: string, { userId }: { userId: string }, amount: number) {
    const { accountId } = (await findSellerAccount(context.deps.db, userId))!;
    const request = {
      amount,
      destination: accountId,
      transfer_group: orderId,
      source_transaction: null,
      metadata: {},
    };
    const transfer = context.sandbox.engine.transfer(request);
    await context.quiesce();
    return transfer;
  }

  it.each([
    { sellerCents: 0, refundCents: 10_000, credits: 1 },
    { sellerCents: 2_500, refundCents: 7_500, credits: 0 },
  ])('is restored by a dispute decision only for a full refund: $sellerCents to the player', async (split) => {
    const { deps } = context;
    const { orderId, founder, seller, credits } = await createHire('PRICE_7G_LOCK');
    const { id } = (await findBookingOfOrder(deps.db, orderId))!;
    await answerHire(deps, seller, id, true);
    const disputeId = await openDispute(deps, founder, orderId, 'The player never came online for our first game.');
    await decideDispute(deps, await makeAdmin(deps), disputeId, { ...split, decision: 'Decided after reading both.' });
    await context.quiesce();
    expect(await credits()).toBe(split.credits);
    await checkStep({ context });
  });

  it('stays restored when staff later send a payout from the dashboard', async () => {
    const { orderId, seller, decline, credits } = await createHire('PRICE_7G_LOCK');
    await decline();
    await payOutside(orderId, seller, 100);
    expect(await getBalance(context.deps.db, orderId)).toMatchObject({ held: 0, released: 100 });
    expect(await credits()).toBe(1);
    await checkStep({ context });
  });

  it('stays restored when the cash refund fails', async () => {
    const { orderId, decline, credits } = await createHire('PRICE_7G_ELITE', '4000000000005126');
    await decline();
    expect(await getBalance(context.deps.db, orderId)).toMatchObject({ held: 5_000, refunded: 0 });
    expect(await credits()).toBe(1);
    await checkStep({ context });
  });

  it('is restored only once when staff reverse a payout they made outside the app', async () => {
    const { deps, sandbox } = context;
    const admin = await makeAdmin(deps);
    const { orderId, seller, decline, credits } = await createHire('PRICE_7G_LOCK');
    const transfer = await payOutside(orderId, seller, 10_000);
    await decideMovements(deps, admin, orderId, 'continue');
    await decline();
    expect(await credits()).toBe(1);
    sandbox.engine.reverse(transfer);
    await context.quiesce();
    await decideMovements(deps, admin, orderId, 'end');
    await context.quiesce();
    expect(await getBalance(deps.db, orderId)).toMatchObject({ held: 0, released: 0 });
    expect(await credits()).toBe(1);
    await checkStep({ context });
  });
});
