import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { cancelOrder } from './cancel-order.commands.ts';
import { startCheckout } from './checkout.commands.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

it('refuses a new order after five canceled paid orders within 30 days', async () => {
  const { deps, sandbox } = context;
  const buyer = await makeUser(deps);
  const request = { priceId: 'PRICE_COACHING_30', userId: buyer.userId, mode: 'payment' as const, useCredit: false };
  for (let index = 0; index < 5; index++) {
    const { orderId } = await startCheckout(deps, buyer, request);
    const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
    sandbox.engine.pay(session, findCard('4242424242424242')!);
    await context.quiesce();
    await cancelOrder(deps, buyer, orderId);
    await context.quiesce();
    context.advance(DAY_MS);
  }
  await expect(startCheckout(deps, buyer, request)).rejects.toThrow(
    'You canceled 5 paid orders in 30 days. You can buy again on ',
  );
  const other = await makeUser(deps);
  expect(await startCheckout(deps, other, { ...request, userId: other.userId })).toHaveProperty('orderId');
  context.advance(26 * DAY_MS);
  expect(await startCheckout(deps, buyer, request)).toHaveProperty('orderId');
});
