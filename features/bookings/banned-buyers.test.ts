import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { startCheckout } from '../payments/checkout.commands.ts';
import { getCurrentPlan } from '../payments/current-plan.commands.ts';
import { getBalance } from '../payments/ledger.queries.ts';
import { findOrder } from '../payments/orders/orders.queries.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { readHistory, readMessageTitles } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { makeTeamRequest } from '../team-assembly/team-assembly.factory.ts';
import { findTeam } from '../team-assembly/team-assembly.queries.ts';
import { confirmDelivery, invitePlayer } from '../team-assembly/team-candidates.commands.ts';
import { answerInvitation } from '../team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../team-assembly/team-requests.commands.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';
import { findBookingOfOrder } from './bookings.queries.ts';
import { answerHire } from './hires.commands.ts';

/* These tests cover what a ban does to the user's purchases, and to payments that arrive at the same time. */
let context: MoneyContext;
let admin: Person;
const { buy, pay, sessionOf } = createJourneys(() => context);
beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const banIn = (tx: Parameters<typeof banUser>[0], { userId }: Person) =>
  banUser(tx, context.deps, admin, { userId, reason: 'Cheating', days: 30, scope: 'all' });
const ban = async (person: Person) => {
  await (await context.deps.db.transaction((tx) => banIn(tx, person))).after();
  await context.quiesce();
};
const getMoney = (id: string) => getBalance(context.deps.db, id);
const getStatus = async (id: string) => (await findBookingOfOrder(context.deps.db, id))!.status;

describe('Team Assembly order of a banned user', () => {
  /** Creates an order with `filledSeats` accepted invitations. */
  async function createTeamOrder(filledSeats: number) {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const { id: team } = await requestTeam(deps, buyer, makeTeamRequest());
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    const players: Person[] = [];
    for (let seat = 0; seat < filledSeats; seat++) {
      const player = await makePlayer(deps);
      await invitePlayer(deps, admin, team, { seat, playerId: player.userId });
      await answerInvitation(deps, player, team, true);
      players.push(player);
    }
    return { id, team, buyer, players };
  }

  test.each([1, 5])(
    'is canceled and fully refunded with %i spots filled, and everyone is notified',
    async (filledSeats) => {
      const { id, team, buyer, players } = await createTeamOrder(filledSeats);
      await ban(buyer);
      expect((await findTeam(context.deps.db, team))?.status).toBe('refunded');
      expect(await getMoney(id)).toMatchObject({ held: 0, refunded: 19_900 });
      expect(await readHistory(context.deps, id)).toContain(
        'A moderator banned the buyer. We’re refunding the full price.',
      );
      expect(await readMessageTitles(context.deps, buyer.userId)).toContain('Your refund is on its way');
      for (const { userId } of players)
        expect(await readMessageTitles(context.deps, userId)).toContain('A team was canceled');
    },
  );

  test('continues when the team was already delivered', async () => {
    const { id, team, buyer } = await createTeamOrder(5);
    await confirmDelivery(context.deps, admin, team);
    await ban(buyer);
    expect((await findTeam(context.deps.db, team))?.status).toBe('delivered');
    expect(await getMoney(id)).toMatchObject({ held: 19_900 });
  });

  test('is refunded once we win the bank dispute', async () => {
    const { id, buyer, players } = await createTeamOrder(1);
    const { engine, state } = context.sandbox;
    const dispute = engine.dispute(state.intents[sessionOf(id).payment_intent!]!.latest_charge);
    await context.quiesce();
    await ban(buyer);
    expect(await getMoney(id)).toMatchObject({ held: 19_900 });
    engine.closeDispute(dispute, 'won');
    await context.quiesce();
    expect(await getMoney(id)).toMatchObject({ held: 0, refunded: 19_900 });
    expect(await readMessageTitles(context.deps, players[0]!.userId)).not.toContain('Bank dispute won');
  });

  test('is refunded at once when no team was requested yet', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    await ban(buyer);
    expect(await getMoney(id)).toMatchObject({ held: 0, refunded: 19_900 });
    expect(await readMessageTitles(context.deps, buyer.userId)).toContain('Your refund is on its way');
  });
});

describe('ban of a user with hires and sessions', () => {
  const createHire = async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    return { buyer, seller, id };
  };

  test('refunds a hire that was not accepted and notifies its player', async () => {
    const { buyer, seller, id } = await createHire();
    await ban(buyer);
    expect(await getStatus(id)).toBe('refunded');
    expect(await readMessageTitles(context.deps, seller.userId)).toContain('A hire has ended');
  });

  test('continues a running hire so that its player can still be paid', async () => {
    const { buyer, seller, id } = await createHire();
    await answerHire(context.deps, seller, (await findBookingOfOrder(context.deps.db, id))!.id, true);
    await ban(buyer);
    expect(await getStatus(id)).toBe('accepted');
  });

  test('refunds a session before it starts', async () => {
    const [buyer, coach] = [await makeUser(context.deps), await makeCoach(context.deps)];
    const startsAt = new Date(Math.ceil(context.now().getTime() / HOUR_MS + 48) * HOUR_MS).toISOString();
    const id = await buy(buyer, 'PRICE_COACHING_30', { coachId: coach.coachId, startsAt });
    await ban(buyer);
    expect(await getMoney(id)).toMatchObject({ held: 0, refunded: 2_500 });
    expect(await readMessageTitles(context.deps, coach.userId)).toContain('A session was canceled');
  });

  test('closes an open checkout page', async () => {
    const buyer = await makeUser(context.deps);
    const input = { priceId: 'PRICE_7G_ROLE', userId: buyer.userId, mode: 'payment' as const, useCredit: false };
    const { orderId } = await startCheckout(context.deps, buyer, input);
    await ban(buyer);
    expect(sessionOf(orderId).status).toBe('expired');
    expect((await findOrder(context.deps.db, orderId))?.state).toBe('expired');
  });
});

describe('payment that arrives during or after a ban', () => {
  test.each([
    ['PRICE_FOUNDERS_6MO', 9_900],
    ['PRICE_TEAM_ASSEMBLY', 19_900],
    ['PRICE_7G_LOCK', 10_000],
    ['PRICE_PREMIUM_MONTHLY', 2_499],
  ])('is refunded for %s when the buyer was banned before it arrived', async (priceId, cents) => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const id = await pay(buyer, priceId);
    await ban(buyer);
    expect(await getMoney(id)).toMatchObject({ charged: cents, held: 0, refunded: cents });
    expect((await findOrder(deps.db, id))?.settledAt).not.toBeNull();
    expect(await getCurrentPlan(deps, buyer.userId)).toBe('Free');
  });

  // On PostgreSQL both run concurrently. The embedded database serializes them.
  test.each(['buyer', 'player'] as const)('is refunded once a concurrent ban of its %s is stored', async (side) => {
    const people = { buyer: await makeUser(context.deps), player: await makeSeller(context.deps) };
    const id = await pay(people.buyer, 'PRICE_7G_LOCK', { playerId: people.player.userId, role: 'PG' });
    let arriving: Promise<unknown> = Promise.resolve();
    await context.deps.db.transaction(async (tx) => {
      await banIn(tx, people[side]);
      arriving = context.quiesce();
      await Promise.race([arriving, setTimeout(1_000)]);
    });
    await arriving;
    await context.quiesce();
    expect(await getMoney(id)).toMatchObject({ held: 0, refunded: 10_000 });
    expect(await readMessageTitles(context.deps, people.player.userId)).not.toContain('Someone wants to hire you');
  });
});
