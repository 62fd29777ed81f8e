import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestDeletion } from '../accounts/account-deletion.commands.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { makeSeller } from '../bookings/bookings.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { runAdminAction } from './admin-actions.commands.ts';

const PAIR_COUNT = 20;

let context: MoneyContext;
const { pay } = createJourneys(() => context);
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

const payHire = (buyer: Person, seller: Person) => pay(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });

test('processes concurrent bans and account deletions of users who hired each other', async () => {
  const { deps } = context;
  const admin = await makeAdmin(deps);
  const works: (() => Promise<unknown>)[] = [];
  for (let n = 0; n < PAIR_COUNT; n += 1) {
    const [one, other] = [await makeSeller(deps), await makeSeller(deps)];
    await payHire(one, other);
    await payHire(other, one);
    const ban = ({ userId }: Person) =>
      runAdminAction(deps, admin, { action: 'ban_user', userId, reason: 'Flagged content', days: 30, scope: 'all' });
    works.push(() => ban(one), n % 2 ? () => ban(other) : () => requestDeletion(deps, toActor(other)));
  }
  await context.quiesce();
  const outcomes = await Promise.allSettled(works.map((work) => work()));
  const errors = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
  expect(errors.map((error) => String(error.cause ?? error))).toEqual([]);
}, 120_000);
