import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { summarizeOrders } from '../../integrations/stripe/stripe.sandbox.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { findEntitlement } from '../payments/entitlements.queries.ts';
import { sendFoundersExpiryNotices } from '../payments/founders-expiry.commands.ts';
import { lockOrder, refundHeld } from '../payments/orders/orders.commands.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { findTeamOfOrder } from '../team-assembly/team-assembly.queries.ts';
import { invitePlayer } from '../team-assembly/team-candidates.commands.ts';
import { answerInvitation } from '../team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../team-assembly/team-requests.commands.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';

let context: MoneyContext;
let admin: Person;
const { call, good, buy, order, sessionOf } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const getKeptCents = (orderId: string) => {
  const { charged, refunded } = summarizeOrders(context.sandbox.state)[orderId]!;
  return charged - refunded;
};
const withdraw = (person: Person, id: string) => call(person, 'POST', `/api/orders/${id}/cancel`);
const expectRefund = async (person: Person, id: string) => {
  expect((await order(person, id)).mayWithdraw).toBe(true);
  expect((await withdraw(person, id)).status).toBe(200);
  await context.quiesce();
  expect(getKeptCents(id)).toBe(0);
  expect((await withdraw(person, id)).body.error.message).toContain('finished');
};
const expectRefusal = async (person: Person, id: string, message: string) => {
  expect((await order(person, id)).mayWithdraw).toBe(false);
  const response = await withdraw(person, id);
  expect([response.status, response.body.error.message]).toEqual([409, expect.stringContaining(message)]);
};

describe('buyer withdrawal of held money', () => {
  test.each(['PRICE_7G_ROLE', 'PRICE_COACHING_30', 'PRICE_TEAM_ASSEMBLY'])(
    'refunds %s in full when nothing has been chosen',
    async (priceId) => {
      const buyer = await makeUser(context.deps);
      await expectRefund(buyer, await buy(buyer, priceId));
    },
  );

  test('refunds a hire until the player has accepted, but not after', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const choice = { playerId: seller.userId, role: 'PG' };
    const first = await buy(buyer, 'PRICE_7G_LOCK', choice);
    expect((await call(seller, 'POST', `/api/orders/${first}/cancel`)).status).toBe(404);
    await expectRefund(buyer, first);
    const second = await buy(buyer, 'PRICE_7G_LOCK', choice);
    const { bookingId } = await order(buyer, second);
    await good(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
    await expectRefusal(buyer, second, 'end it early');
    expect(getKeptCents(second)).toBe(10_000);
  });

  test('refunds a session until it starts', async () => {
    const [buyer, coach] = [await makeUser(context.deps), await makeCoach(context.deps)];
    const { slots } = await good(undefined, 'GET', `/api/coaches/${coach.coachId}/calendar`);
    await expectRefund(
      buyer,
      await buy(buyer, 'PRICE_COACHING_30', { coachId: coach.coachId, startsAt: slots.at(-1).startsAt }),
    );
  });

  test('refunds a Team Assembly order until the first player joins', async () => {
    const { deps } = context;
    const [buyer, player] = [await makeUser(deps), await makeSeller(deps)];
    const request = {
      desired_roles: ['PG' as const],
      skill_tiers: 'advanced' as const,
      region: 'eu' as const,
      platform: 'ps5' as const,
      availability_windows: 'Evenings',
      windows: [],
      timezone: 'UTC',
      discord_psn: 'captain',
      budget_notes: '',
      deadline: '2030-01-01',
    };
    await requestTeam(deps, buyer, request);
    await expectRefund(buyer, await buy(buyer, 'PRICE_TEAM_ASSEMBLY'));
    await requestTeam(deps, buyer, request);
    const second = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    const team = (await findTeamOfOrder(deps.db, second))!;
    await invitePlayer(deps, admin, team.id, { seat: 0, playerId: player.userId });
    await answerInvitation(deps, player, team.id, true);
    await expectRefusal(
      buyer,
      second,
      'Players have already joined, so you can’t withdraw. You’ll get a full refund if the team isn’t filled in time.',
    );
  });

  test('does not refund an order that was already refunded for another reason', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    await context.deps.db.transaction(async (tx) => {
      const refund = { cause: `late:${id}`, cents: 19_900, memo: 'Full refund: the account was closed' };
      await refundHeld(tx, context.deps, await lockOrder(tx, id), refund);
    });
    await expectRefusal(buyer, id, 'no longer holding');
    await context.quiesce();
    expect(getKeptCents(id)).toBe(0);
  });

  test('refers buyers of plans and Founders seats to the guarantee, and never cancels a pending payment', async () => {
    const buyer = await makeUser(context.deps);
    await expectRefusal(buyer, await buy(buyer, 'PRICE_FOUNDERS_6MO'), '7-day guarantee');
    await expectRefusal(buyer, await buy(buyer, 'PRICE_PRO_MONTHLY'), 'finished');
    const { orderId } = await good(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_7G_ROLE',
      userId: buyer.userId,
    });
    context.sandbox.engine.pay(sessionOf(orderId), findCard('4242424242424242')!);
    expect((await withdraw(buyer, orderId)).body.error.message).toContain(
      "We're confirming your payment for this. Check again in a minute.",
    );
    await context.quiesce();
    await expectRefund(buyer, orderId);
  });
});

describe('7-day guarantee', () => {
  test('applies to a plan once per person and plan', async () => {
    const buyer = await makeUser(context.deps);
    for (const priceId of ['PRICE_PRO_MONTHLY', 'PRICE_PREMIUM_MONTHLY']) {
      await buy(buyer, priceId);
      expect((await good(buyer, 'GET', '/api/entitlements/me')).subscription.guaranteeUntil).not.toBeNull();
      await good(buyer, 'POST', '/api/plans/return');
      await context.quiesce();
    }
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
    expect((await good(buyer, 'GET', '/api/entitlements/me')).subscription.guaranteeUntil).toBeNull();
    expect((await call(buyer, 'POST', '/api/plans/return')).body.error.message).toContain('once per person and plan');
    expect(getKeptCents(id)).toBe(999);
  });

  test('applies to Founders Premium once per person', async () => {
    const buyer = await makeUser(context.deps);
    await good(buyer, 'POST', `/api/orders/${await buy(buyer, 'PRICE_FOUNDERS_6MO')}/return`);
    await context.quiesce();
    const id = await buy(buyer, 'PRICE_FOUNDERS_6MO');
    expect((await order(buyer, id)).guaranteeUntil).toBeNull();
    expect((await call(buyer, 'POST', `/api/orders/${id}/return`)).body.error.message).toContain('once per person');
    expect((await findEntitlement(context.deps.db, buyer.userId))?.hireCreditCount).toBe(1);
  });
});

test('reminds a Founder 14 and 3 days before the end, once each', async () => {
  const { deps } = context;
  const founder = await makeUser(deps);
  await buy(founder, 'PRICE_FOUNDERS_6MO');
  const { foundersExpiresAt } = (await findEntitlement(deps.db, founder.userId))!;
  const listTitles = async () =>
    (
      await deps.db.execute<{ line: string }>(sql`
        select lines[1] as line from notification_outbox
         where user_id = ${founder.userId} and title like 'Founders Premium ends on%' order by created_at`)
    ).rows.map((row) => /in (\d+) days/.exec(row.line)![1]);
  const daysBefore = async (days: number) => {
    context.advance(foundersExpiresAt!.getTime() - days * DAY_MS - context.now().getTime());
    await sendFoundersExpiryNotices(deps);
    await sendFoundersExpiryNotices(deps);
    return listTitles();
  };
  expect(await daysBefore(15)).toEqual([]);
  expect(await daysBefore(13.9)).toEqual(['14']);
  expect(await daysBefore(8)).toEqual(['14']);
  expect(await daysBefore(2.9)).toEqual(['14', '3']);
  expect(await daysBefore(0)).toEqual(['14', '3']);
});
