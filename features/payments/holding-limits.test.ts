import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { enforceHoldingLimits } from './holding-limits.commands.ts';
import { getHoldingDays, getHoldingTimes } from './holding-limits.rules.ts';
import { getBalance } from './ledger.queries.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { createPaidOrder, readHistory, readMessageTitles, readOrderNow } from './test-orders.ts';

let context: MoneyContext;
let restoreHire: () => void;
beforeAll(async () => {
  context = await openMoneyContext();
  context.deps.env = { ...context.deps.env, STRIPE_COUNTRY: 'GB' };
  const hire = getFulfillment(context.deps, { kind: 'hire' });
  const original = { ...hire };
  restoreHire = () => Object.assign(hire, original);
});
// Restore the fulfillment, because other test files of this worker share it.
afterEach(() => restoreHire());
afterAll(() => context.close());

test('allows holding money for two years in the US, ten days in Thailand and 90 days elsewhere', () => {
  expect(['US', 'TH', 'GB', 'DE'].map(getHoldingDays)).toEqual([730, 10, 90, 90]);
  for (const country of ['US', 'TH', 'GB']) {
    const { notice, end } = getHoldingTimes(country);
    expect(notice).toBeGreaterThan(0);
    expect(notice).toBeLessThan(end);
    expect(end).toBeLessThan(getHoldingDays(country) * DAY_MS);
  }
});

test('sends one notice, then ends the order in time and splits the funds by the agreed share', async () => {
  const { deps } = context;
  const admin = await makeAdmin(deps);
  const [buyer, seller] = [await makeUser(deps), await makeUser(deps)];
  const { id } = await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK', { intent: 'pi_held' });
  const { id: young } = await createPaidOrder(deps, (await makeUser(deps)).userId, 'PRICE_7G_LOCK', {
    intent: 'pi_young',
  });
  const createAged = (days: number) =>
    deps.db.execute(
      sql`update orders set paid_at = ${new Date(context.now().getTime() - days * DAY_MS).toISOString()} where id = ${id}`,
    );
  // Mocks a hire in progress, with about a third of the price agreed.
  const hire = getFulfillment(deps, { kind: 'hire' });
  Object.assign(hire, {
    freeze: async () => true,
    findSeller: async () => seller.userId,
    uncontested: async () => 3_000,
    decide: async () => {},
    settle: async () => {},
  });
  await createAged(72);
  await enforceHoldingLimits(deps);
  expect(await readMessageTitles(deps, buyer.userId)).not.toContain('We can hold the funds until 2026-03-17');
  await createAged(74);
  for (const _ of [1, 2]) await enforceHoldingLimits(deps);
  for (const person of [buyer, seller, admin]) {
    expect(
      (await readMessageTitles(deps, person.userId)).filter((title) => title.startsWith('We can hold the funds until')),
    ).toHaveLength(1);
  }
  expect((await getBalance(deps.db, id)).held).toBe(10_000);
  await createAged(87);
  await enforceHoldingLimits(deps);
  expect(await getBalance(deps.db, id)).toMatchObject({ held: 3_000, refunded: 7_000 });
  expect(await readHistory(deps, id)).toContain("We can't hold this money anymore, so we ended the order.");
  expect((await getBalance(deps.db, young)).held).toBe(10_000);
  expect((await readOrderNow(deps, young)).settledAt).toBeNull();
});

test("escalates an order to an admin when it can't end automatically", async () => {
  const { deps } = context;
  const admin = await makeAdmin(deps);
  const { id } = await createPaidOrder(deps, (await makeUser(deps)).userId, 'PRICE_7G_ROLE', { intent: 'pi_stuck' });
  const hire = getFulfillment(deps, { kind: 'hire' });
  hire.freeze = async () => false;
  const paidAt = new Date(context.now().getTime() - 88 * DAY_MS).toISOString();
  await deps.db.execute(sql`update orders set paid_at = ${paidAt} where id = ${id}`);
  await enforceHoldingLimits(deps);
  expect(await readMessageTitles(deps, admin.userId)).toContain('Funds have been held too long');
  expect((await getBalance(deps.db, id)).held).toBe(7_500);
});
