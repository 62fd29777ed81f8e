import { afterAll, beforeAll, expect, test } from 'vitest';
import { summarizeOrders } from '../../integrations/stripe/stripe.sandbox.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { getCurrentPlan } from './current-plan.commands.ts';
import type { OrderView } from './money.schema.ts';
import { reconcileBooks } from './reconcile.commands.ts';
import { createJourneys } from './test-journeys.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';

let context: MoneyContext;
const { buy, order } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

const planAt = (orderId: string) =>
  Object.values(context.sandbox.state.subscriptions).find((one) => one.metadata.order_id === orderId)!;

test.each([
  ['with an event each month', true],
  ['with all events at once months later, newest first', false],
])('charges, books and applies renewals once a month across clock jumps, %s', async (_what, monthly) => {
  const buyer = await makeUser(context.deps);
  const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
  for (let month = 1; month <= 3; month += 1) {
    context.advance(31 * DAY_MS);
    context.sandbox.engine.endPeriod(planAt(id));
    if (monthly) await context.quiesce();
  }
  context.sandbox.waiting.reverse();
  // Duplicate events count once.
  context.sandbox.waiting.push(...context.sandbox.waiting);
  await context.quiesce();
  expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Pro');
  expect(summarizeOrders(context.sandbox.state)[id]!.charged).toBe(4 * 999);
  const { ledger } = (await order(buyer, id)) as OrderView;
  const buyerEntries = ledger.flatMap(({ entries }) => entries.filter(({ account }) => account === 'buyer'));
  expect(buyerEntries.map(({ cents }) => Math.abs(cents))).toEqual([999, 999, 999, 999]);
  const differences = await reconcileBooks(context.deps);
  expect(differences.filter(({ orderId }) => orderId === id)).toEqual([]);
});
