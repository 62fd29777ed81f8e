import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { summarizeOrders } from '../../integrations/stripe/stripe.sandbox.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { cancelDeletion, eraseDueAccounts, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { startSession } from '../accounts/sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../accounts/sessions/visits.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { startCheckout } from '../payments/checkout.commands.ts';
import { getCurrentPlan } from '../payments/current-plan.commands.ts';
import { getBalance } from '../payments/ledger.queries.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { findOrder } from '../payments/orders/orders.queries.ts';
import { verifySeller } from '../payments/payments.factory.ts';
import { eraseAtProvider } from '../payments/provider-erasures.commands.ts';
import { decideMovements } from '../payments/provider-movements.commands.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { readMessageTitles } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { makeTeamRequest } from '../team-assembly/team-assembly.factory.ts';
import { findTeamOfOrder, listSeats } from '../team-assembly/team-assembly.queries.ts';
import { confirmDelivery, invitePlayer } from '../team-assembly/team-candidates.commands.ts';
import { answerInvitation, confirmTeam } from '../team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../team-assembly/team-requests.commands.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';

let context: MoneyContext;
let admin: Person;
const { good, pay, buy, order, sessionOf } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

async function createActor({ userId }: Person) {
  const session = await context.deps.db.transaction((tx) =>
    startSession(tx, context.deps, userId, { method: 'password', visit: UNKNOWN_VISIT }),
  );
  return { userId, sessionId: session.id, email: null, aal: 'aal1' as const };
}
const close = async (person: Person) => requestDeletion(context.deps, await createActor(person));
const restoreAccount = async (person: Person) => cancelDeletion(context.deps, await createActor(person));
const getCustomer = async ({ userId }: Person) =>
  (
    await context.deps.db.execute<{ id: string }>(
      sql`select customer_id as id from stripe_customers where user_id = ${userId}`,
    )
  ).rows[0]!.id;
const getPlan = (customer: string) =>
  Object.values(context.sandbox.state.subscriptions).find((one) => one.customer === customer)!;
const getKeptCents = (orderId: string) => {
  const { charged, refunded } = summarizeOrders(context.sandbox.state)[orderId]!;
  return charged - refunded;
};
const getStage = async (id: string) => (await order(admin, id)).stage;

describe('account deletion with a plan', () => {
  test('cancels the plan at once, restores it for the paid month if the user returns, and never renews it', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
    const plan = getPlan(await getCustomer(buyer));
    await close(buyer);
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Free');
    await context.quiesce();
    expect(plan.status).toBe('canceled');
    context.advance(5 * DAY_MS);
    await restoreAccount(buyer);
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Pro');
    expect((await good(buyer, 'GET', '/api/entitlements/me')).subscription).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    });
    await expect(
      startCheckout(context.deps, buyer, {
        priceId: 'PRICE_PRO_MONTHLY',
        userId: buyer.userId,
        mode: 'subscription',
        useCredit: false,
      }),
    ).rejects.toThrow('Your plan is paid until');
    context.sandbox.engine.endPeriod(plan);
    context.advance(30 * DAY_MS);
    await context.quiesce();
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Free');
    expect(getKeptCents(id)).toBe(999);
  });

  test('does not restore the plan when the current month was not paid', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
    const plan = getPlan(await getCustomer(buyer));
    context.advance(30 * DAY_MS);
    // The payment provider starts a period an hour before it charges for that period.
    plan.current_period_start = plan.current_period_end;
    plan.current_period_end += (30 * DAY_MS) / 1000;
    context.sandbox.engine.emit('customer.subscription.updated', plan);
    await context.quiesce();
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Pro');
    context.advance(DAY_MS);
    await close(buyer);
    await context.quiesce();
    await restoreAccount(buyer);
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Free');
    expect(getKeptCents(id)).toBe(999);
  });

  test('charges nothing afterwards, even for a renewal, and deletes the customer on erasure', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
    const customer = await getCustomer(buyer);
    context.advance(2 * DAY_MS);
    await close(buyer);
    context.sandbox.engine.endPeriod(getPlan(customer));
    await context.quiesce();
    expect(getPlan(customer).status).toBe('canceled');
    expect(getKeptCents(id)).toBe(999);
    context.advance(15 * DAY_MS);
    expect(await eraseDueAccounts(context.deps)).toBe(1);
    const { fetch: originalFetch } = context.deps;
    context.deps.fetch = async () => new Response('Bad Gateway', { status: 502 });
    await eraseAtProvider(context.deps);
    context.deps.fetch = originalFetch;
    expect(context.sandbox.state.customers[customer]).toBeDefined();
    context.advance(DAY_MS);
    await eraseAtProvider(context.deps);
    expect(context.sandbox.state.customers[customer]).toBeUndefined();
    const { rows } = await context.deps.db.execute(sql`select kind, done_at is null as open from processor_erasures`);
    expect(rows).toEqual([{ kind: 'customer', open: false }]);
    expect(await getBalance(context.deps.db, id)).toMatchObject({ charged: 1_998, refunded: 999 });
  });

  test.each([
    ['PRICE_PREMIUM_MONTHLY', 'subscription'],
    ['PRICE_FOUNDERS_6MO', 'payment'],
    ['PRICE_7G_LOCK', 'payment'],
  ] as const)('refunds a %s paid at the same moment', async (priceId, mode) => {
    const buyer = await makeUser(context.deps);
    const input = { priceId, userId: buyer.userId, mode, useCredit: false };
    const { orderId } = await startCheckout(context.deps, buyer, input);
    context.sandbox.engine.pay(sessionOf(orderId), findCard('4242424242424242')!);
    await close(buyer);
    await expect(startCheckout(context.deps, buyer, input)).rejects.toThrow('scheduled for deletion');
    await context.quiesce();
    expect(getKeptCents(orderId)).toBe(0);
    expect((await findOrder(context.deps.db, orderId))?.settledAt).not.toBeNull();
    if (mode === 'subscription') expect(getPlan(await getCustomer(buyer)).status).toBe('canceled');
    await restoreAccount(buyer);
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Free');
  });

  test('closes an open checkout page', async () => {
    const buyer = await makeUser(context.deps);
    const input = { priceId: 'PRICE_7G_ROLE', userId: buyer.userId, mode: 'payment' as const, useCredit: false };
    const { orderId } = await startCheckout(context.deps, buyer, input);
    await close(buyer);
    await context.quiesce();
    expect(sessionOf(orderId).status).toBe('expired');
    expect((await findOrder(context.deps.db, orderId))?.state).toBe('expired');
  });
});

describe('account deletion with bookings and Team Assembly orders', () => {
  const createHire = async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    return { buyer, seller, id, at: `/api/bookings/${(await order(buyer, id)).bookingId}` };
  };
  const play = async ({ buyer, seller, at }: { buyer: Person; seller: Person; at: string }, games: number) => {
    await good(seller, 'POST', `${at}/answer`, { accept: true });
    for (let no = 1; no <= games; no++) {
      for (const user of [seller, buyer]) await good(user, 'POST', `${at}/games`, { no });
    }
  };

  test.each(['buyer', 'seller'] as const)(
    'refunds an unaccepted hire in full when the %s deletes the account',
    async (side) => {
      const all = await createHire();
      await close(all[side]);
      await context.quiesce();
      expect(await getStage(all.id)).toBe('refunded');
      expect(getKeptCents(all.id)).toBe(0);
    },
  );

  test('refunds a hire in full when it is paid after its player deleted the account', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await pay(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    await close(seller);
    await context.quiesce();
    expect(await getStage(id)).toBe('refunded');
    expect(getKeptCents(id)).toBe(0);
    expect(await readMessageTitles(context.deps, seller.userId)).not.toContain('Someone wants to hire you');
    expect(await readMessageTitles(context.deps, buyer.userId)).toContain('A hire has ended');
  });

  test.each(['buyer', 'seller'] as const)(
    'ends a running hire and splits the money when the %s deletes the account',
    async (side) => {
      const all = await createHire();
      await play(all, 2);
      await close(all[side]);
      await context.quiesce();
      expect(await order(admin, all.id)).toMatchObject({
        stage: 'ended_early',
        balance: { held: 0, released: 2_857, refunded: 7_143 },
      });
    },
  );

  test.each(['buyer', 'coach'] as const)(
    'refunds a session in full when the %s deletes the account before it starts',
    async (side) => {
      const people = { buyer: await makeUser(context.deps), coach: await makeCoach(context.deps) };
      const { slots } = await good(undefined, 'GET', `/api/coaches/${people.coach.coachId}/calendar`);
      const startsAt = slots.at(side === 'buyer' ? -1 : -2).startsAt;
      const id = await buy(people.buyer, 'PRICE_COACHING_30', { coachId: people.coach.coachId, startsAt });
      await close(people[side]);
      await context.quiesce();
      expect(getKeptCents(id)).toBe(0);
      if (side === 'coach') {
        const calendar = await good(undefined, 'GET', `/api/coaches/${people.coach.coachId}/calendar`);
        expect(calendar.slots).toEqual([]);
      }
    },
  );

  test('replaces a player who leaves an unfilled team and refunds the order when its buyer leaves', async () => {
    const { deps } = context;
    const [buyer, player, stayingUser] = [await makeUser(deps), await makeSeller(deps), await makeUser(deps)];
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
    const first = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    await requestTeam(deps, stayingUser, request);
    const second = await buy(stayingUser, 'PRICE_TEAM_ASSEMBLY');
    const team = (await findTeamOfOrder(deps.db, second))!;
    await invitePlayer(deps, admin, team.id, { seat: 0, playerId: player.userId });
    await answerInvitation(deps, player, team.id, true);
    await close(player);
    expect((await findTeamOfOrder(deps.db, second))!.status).toBe('assembling');
    expect((await listSeats(deps.db, team.id)).map((seat) => seat.accepted)).toEqual([false]);
    await close(buyer);
    await context.quiesce();
    expect(getKeptCents(first)).toBe(0);
    expect(getKeptCents(second)).toBe(19_900);
  });

  test('pays a coach who is erased while the buyer can still open a dispute', async () => {
    const people = { buyer: await makeUser(context.deps), coach: await makeCoach(context.deps) };
    const { slots } = await good(undefined, 'GET', `/api/coaches/${people.coach.coachId}/calendar`);
    const { startsAt } = slots.at(0);
    const id = await buy(people.buyer, 'PRICE_COACHING_30', { coachId: people.coach.coachId, startsAt });
    context.advance(Date.parse(startsAt) + HOUR_MS - context.now().getTime());
    for (let run = 0; run < 2; run++) await processOrderDeadlines(context.deps);
    expect(await getStage(id)).toBe('completed');
    await close(people.coach);
    await context.deps.db.execute(
      sql`update auth.users set delete_after = ${context.now().toISOString()} where id = ${people.coach.userId}`,
    );
    await eraseDueAccounts(context.deps);
    context.advance(3 * DAY_MS);
    await processOrderDeadlines(context.deps);
    await context.quiesce();
    expect(await getBalance(context.deps.db, id)).toMatchObject({ held: 0, released: 2_500 });
    expect(Object.values(context.sandbox.state.transfers).at(-1)).toMatchObject({ amount: 2_500 });
  });

  test('refunds the buyer when the player is erased without a payout account', async () => {
    const { deps } = context;
    const buyer = await makeUser(deps);
    const { id: team } = await requestTeam(deps, buyer, makeTeamRequest());
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    const players = [];
    for (let seat = 0; seat < 5; seat++) {
      const player = await makePlayer(deps);
      if (seat > 0) await verifySeller(deps, player.userId);
      await invitePlayer(deps, admin, team, { seat, playerId: player.userId });
      await answerInvitation(deps, player, team, true);
      players.push(player);
    }
    await confirmDelivery(deps, admin, team);
    await confirmTeam(deps, buyer, team);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ released: 15_000, refunded: 0 });
    await close(players[0]!);
    context.advance(40 * DAY_MS);
    await eraseDueAccounts(deps);
    await processOrderDeadlines(deps);
    await context.quiesce();
    expect(await getBalance(deps.db, id)).toMatchObject({ held: 0, released: 12_000, refunded: 3_000 });
    expect((await findOrder(deps.db, id))?.settledAt).not.toBeNull();
    expect(await readMessageTitles(deps, buyer.userId)).toContain("You're getting a partial refund");
  });

  test('delivers a payout in progress to an erased player before deleting the payout account', async () => {
    const all = await createHire();
    await play(all, 7);
    await close(all.seller);
    await context.deps.db.execute(
      sql`update auth.users set delete_after = ${context.now().toISOString()} where id = ${all.seller.userId}`,
    );
    await eraseDueAccounts(context.deps);
    await eraseAtProvider(context.deps);
    const { accountId } = all.seller;
    expect(context.sandbox.state.accounts[accountId]).toBeDefined();
    await context.quiesce();
    expect(Object.values(context.sandbox.state.transfers).at(-1)).toMatchObject({
      amount: 10_000,
      destination: accountId,
    });
    context.advance(DAY_MS);
    await eraseAtProvider(context.deps);
    expect(context.sandbox.state.accounts[accountId]).toBeUndefined();
  });

  test.each(['before', 'after'] as const)(
    'refunds a reversed payout when the player was erased %s it was sent',
    async (when) => {
      const { deps, sandbox } = context;
      const all = await createHire();
      await play(all, 7);
      if (when === 'after') await context.quiesce();
      await close(all.seller);
      await deps.db.execute(
        sql`update auth.users set delete_after = ${context.now().toISOString()} where id = ${all.seller.userId}`,
      );
      await eraseDueAccounts(deps);
      await context.quiesce();
      await eraseAtProvider(deps);
      expect(sandbox.state.accounts[all.seller.accountId]).toBeUndefined();
      sandbox.engine.reverse(Object.values(sandbox.state.transfers).at(-1)!);
      await context.quiesce();
      expect(await getBalance(deps.db, all.id)).toMatchObject({ held: 10_000, released: 0 });
      await decideMovements(deps, admin, all.id, 'continue');
      await context.quiesce();
      expect(await getBalance(deps.db, all.id)).toMatchObject({ held: 0, released: 0, refunded: 10_000 });
      expect((await findOrder(deps.db, all.id))?.settledAt).not.toBeNull();
      expect(await readMessageTitles(deps, all.buyer.userId)).toContain("You're getting a partial refund");
    },
  );
});
