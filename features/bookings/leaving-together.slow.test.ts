import { afterAll, beforeAll, expect, test } from 'vitest';
import { summarizeOrders } from '../../integrations/stripe/stripe.sandbox.ts';
import { requestDeletion } from '../accounts/account-deletion.commands.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeSeller } from './bookings.factory.ts';

const PAIR_COUNT = 20;

let context: MoneyContext;
const { pay } = createJourneys(() => context);
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

const payHire = (buyer: Person, seller: Person) => pay(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });

test('refunds everything when two users who hired each other delete their accounts', async () => {
  const pairs: Awaited<ReturnType<typeof makeSeller>>[][] = [];
  const orders: string[] = [];
  for (let n = 0; n < PAIR_COUNT; n += 1) {
    const [one, other] = [await makeSeller(context.deps), await makeSeller(context.deps)];
    pairs.push([one, other]);
    orders.push(await payHire(one, other), await payHire(other, one));
  }
  await context.quiesce();
  const actors = pairs.flat().map(toActor);
  const outcomes = await Promise.allSettled(actors.map((actor) => requestDeletion(context.deps, actor)));
  expect(
    outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.cause ?? each.reason)] : [])),
  ).toEqual([]);
  await context.quiesce();
  const money = summarizeOrders(context.sandbox.state);
  const unrefunded = orders.filter((id) => money[id]!.charged === 0 || money[id]!.charged !== money[id]!.refunded);
  expect(unrefunded).toEqual([]);
}, 120_000);
