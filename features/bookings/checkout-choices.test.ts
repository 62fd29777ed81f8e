import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../accounts/accounts.factory.ts';
import { startCheckout } from '../payments/checkout.commands.ts';
import { countFoundersLeft } from '../payments/money.commands.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';
import { parseClaims } from './test-amount-claims.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

async function createPurchase(priceId: string, more: object) {
  const { userId } = await makeUser(context.deps);
  return startCheckout(context.deps, { userId }, { priceId, userId, mode: 'payment', useCredit: false, ...more });
}

describe('checkout with an incomplete choice', () => {
  it('is refused without starting a payment', async () => {
    const { userId: playerId } = await makeSeller(context.deps);
    const { coachId } = await makeCoach(context.deps);
    const countSessions = () => Object.keys(context.sandbox.state.sessions).length;
    const before = countSessions();
    await expect(createPurchase('PRICE_7G_LOCK', { playerId })).rejects.toThrow('Choose a role for this player.');
    await expect(createPurchase('PRICE_7G_LOCK', { role: 'PG' })).rejects.toThrow('Choose a player for this role');
    await expect(createPurchase('PRICE_COACHING_30', { coachId })).rejects.toThrow('Choose a time with this coach.');
    const startsAt = '2026-03-05T12:00:00Z';
    await expect(createPurchase('PRICE_COACHING_30', { startsAt })).rejects.toThrow('Choose a coach for this time');
    expect(countSessions()).toBe(before);
    expect(await createPurchase('PRICE_7G_LOCK', {})).toMatchObject({ url: expect.any(String) });
  });
});

describe('checkout with a choice that does not apply', () => {
  const playerId = crypto.randomUUID();
  it.each([
    ['PRICE_FOUNDERS_6MO', { playerId, role: 'PG' }, 'payment'],
    ['PRICE_FOUNDERS_6MO', { coachId: 'coach', startsAt: '2026-03-05T12:00:00Z' }, 'payment'],
    ['PRICE_TEAM_ASSEMBLY', { playerId }, 'payment'],
    ['PRICE_PRO_MONTHLY', { role: 'PG' }, 'subscription'],
    ['PRICE_COACHING_30', { playerId, role: 'PG' }, 'payment'],
    ['PRICE_7G_LOCK', { coachId: 'coach' }, 'payment'],
  ])('refuses %s with %j', async (priceId, more, mode) => {
    await expect(createPurchase(priceId, { ...more, mode })).rejects.toThrow('Leave it out.');
  });
});

describe('countFoundersLeft', () => {
  it('counts a seat in checkout as taken, including its priority', async () => {
    const { seatsLeft, priorityLeft } = await countFoundersLeft(context.deps);
    await createPurchase('PRICE_FOUNDERS_6MO', {});
    expect(await countFoundersLeft(context.deps)).toEqual({ seatsLeft: seatsLeft - 1, priorityLeft: priorityLeft - 1 });
  });
});

describe('parseClaims', () => {
  it('extracts the amounts from a text, with the roles or accounts they belong to', () => {
    expect(parseClaims("We're refunding $50 to your card. Your hire credit covered the rest.")).toEqual([
      { account: 'refund', cents: 5_000 },
    ]);
    expect(parseClaims('Our staff decided: $40.50 to the player, $60 refunded to the buyer. Half.')).toEqual([
      { account: 'refund', cents: 6_000 },
      { account: 'seller', cents: 4_050 },
    ]);
    expect(parseClaims("We're refunding $57.14.")).toEqual([{ account: 'refund', cents: 5_714 }]);
    expect(parseClaims('$9.99 received for the plan.')).toEqual([{ account: 'any', cents: 999 }]);
  });

  it("reads only the default refund as the banned players' fees", () => {
    const sentence =
      'A moderator banned players on the team: PG and C. An admin will decide within 3 days who gets paid. If no one decides by then, we’ll pay the other players and refund the banned players’ share ($60).';
    expect(parseClaims(sentence)).toEqual([{ roles: ['PG', 'C'], cents: 6_000 }]);
    expect(parseClaims(`${sentence} $5 moved.`)).toContainEqual({ account: 'any', cents: 500 });
    expect(parseClaims('Without a decision $60 are lost.')).toEqual([{ account: 'any', cents: 6_000 }]);
  });
});
