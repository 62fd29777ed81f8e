import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { makeUser, makeUsers } from '../accounts/accounts.factory.ts';
import { startCheckout } from './checkout.commands.ts';
import { refundFoundersUnderGuarantee } from './entitlements.commands.ts';
import { countSeatsLeft, findEntitlement, listPriorityFounders } from './entitlements.queries.ts';
import { getBalance } from './ledger.queries.ts';
import { processOrderDeadlines } from './order-deadlines.commands.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

const buy = (userId: string) =>
  startCheckout(context.deps, { userId }, { priceId: 'PRICE_FOUNDERS_6MO', userId, mode: 'payment', useCredit: false });
const pay = async (orderId: string) => {
  const session = Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  context.sandbox.engine.pay(session, findCard('4242424242424242')!);
  await context.quiesce();
};

describe('Founders checkout', () => {
  test('sells seats to exactly 100 of 200 concurrent buyers and frees them when unpaid pages expire', async () => {
    const ids = await makeUsers(
      context.deps,
      Array.from({ length: 200 }, (_, index) => ({ email: `founder-${index}@example.test` })),
    );
    const results = await Promise.allSettled(ids.map((id) => buy(id)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(100);
    const rejections = results.filter((one) => one.status === 'rejected');
    expect(rejections.every((one) => String(one.reason.message).startsWith('All Founders seats are taken'))).toBe(true);
    expect(await countSeatsLeft(context.deps.db)).toBe(0);
    context.advance(46 * MINUTE_MS);
    await processOrderDeadlines(context.deps);
    await context.quiesce();
    expect(await countSeatsLeft(context.deps.db)).toBe(100);
    const { rows } = await context.deps.db.execute<{ state: string }>(sql`select distinct state from orders`);
    expect(rows).toEqual([{ state: 'expired' }]);
  });

  test('grants six months, a credit and priority to a Founder, and refunds within the guarantee', async () => {
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
    await refundFoundersUnderGuarantee(deps, founder, orderId);
    await context.quiesce();
    const after = await getBalance(deps.db, orderId);
    expect(after).toMatchObject({ charged: 9_900, refunded: 9_900, held: 0 });
    expect(await findEntitlement(deps.db, founder.userId)).toMatchObject({
      foundersExpiresAt: null,
      hireCreditCount: 0,
    });
    expect(await countSeatsLeft(deps.db)).toBe(100);
    expect(await listPriorityFounders(deps.db, context.now())).toEqual([]);
  });

  test('reuses the payment page on a second click', async () => {
    const { userId } = await makeUser(context.deps);
    const [first, second] = [await buy(userId), await buy(userId)];
    expect(second).toEqual(first);
  });
});
