import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardOf, FAILING_BANK } from '../../integrations/stripe/sandbox-cards.ts';
import { sign } from '../../integrations/stripe/sandbox-engine.ts';
import { HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { findUser } from '../accounts/accounts.queries.ts';
import { nowhere, startSession, writeAccessToken } from '../accounts/sessions/sessions.commands.ts';
import { verifySeller } from '../deals/deals.factory.ts';
import { passDeadlines } from '../deals/order-deadlines.commands.ts';
import { CATCH_UP_JOB, catchUp } from '../deals/processor-events/processor-events.commands.ts';
import { reconcile } from '../deals/reconcile.commands.ts';
import { type MoneyContext, openMoneyContext } from '../deals/test-money.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';

type Person = { userId: string };
let context: MoneyContext;
let admin: Person;

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

/** A fresh token: the clock of a journey runs for days. */
async function tokenOf({ userId }: Person): Promise<string> {
  const user = (await findUser(context.deps.db, userId))!;
  const session = await context.deps.db.transaction((tx) =>
    startSession(tx, context.deps, userId, 'password', nowhere),
  );
  return writeAccessToken(context.deps, user, session);
}

async function call(who: Person | undefined, method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (who) headers.Authorization = `Bearer ${await tokenOf(who)}`;
  const response = await context.app.request(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}
const good = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const sessionOf = (orderId: string) =>
  Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;

async function buy(who: Person, priceId: string, more: object = {}, card = '4242424242424242'): Promise<string> {
  const mode = priceId.endsWith('MONTHLY') ? 'subscription' : 'payment';
  const { orderId } = await good(who, 'POST', '/functions/v1/checkout-session', {
    priceId,
    userId: who.userId,
    mode,
    ...more,
  });
  context.sandbox.engine.pay(sessionOf(orderId), cardOf(card)!);
  await context.quiesce();
  return orderId;
}
const order = (who: Person, id: string) => good(who, 'GET', `/api/orders/${id}`);

describe('checkout', () => {
  test('needs somebody, refuses unknown prices, other people and wrong modes', async () => {
    const buyer = await makeUser(context.deps);
    const path = '/functions/v1/checkout-session';
    const input = { priceId: 'PRICE_7G_ROLE', userId: buyer.userId, mode: 'payment' };
    expect((await call(undefined, 'POST', path, input)).status).toBe(401);
    expect((await call(buyer, 'POST', path, { ...input, priceId: 'PRICE_FREE' })).status).toBe(422);
    expect((await call(buyer, 'POST', path, { ...input, priceId: 'constructor' })).status).toBe(422);
    expect((await call(buyer, 'POST', path, { ...input, userId: admin.userId })).status).toBe(403);
    expect((await call(buyer, 'POST', path, { ...input, mode: 'subscription' })).status).toBe(422);
  });

  test('is paid by the webhook only, whose signature counts', async () => {
    const buyer = await makeUser(context.deps);
    const { orderId } = await good(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_7G_ROLE',
      userId: buyer.userId,
    });
    context.sandbox.engine.pay(sessionOf(orderId), cardOf('4242424242424242')!);
    expect((await order(buyer, orderId)).state).toBe('awaiting_payment');
    const event = context.sandbox.waiting.find((one) => one.type === 'checkout.session.completed')!;
    const body = JSON.stringify(event);
    const forged = await context.app.request('/api/stripe/webhook', {
      method: 'POST',
      body,
      headers: { 'Stripe-Signature': sign(body, 'whsec_guess', context.now()) },
    });
    expect(forged.status).toBe(422);
    expect((await order(buyer, orderId)).state).toBe('awaiting_payment');
    await Promise.all([context.sandbox.deliver(event), context.sandbox.deliver(event), context.sandbox.deliver(event)]);
    expect(await order(buyer, orderId)).toMatchObject({ state: 'paid', balance: { charged: 7_500, held: 7_500 } });
    const kept = await context.deps.db.execute(
      sql`select payload::text as p, price_id from payments_audit where event_id = ${event.id}`,
    );
    expect(kept.rows).toMatchObject([{ price_id: 'PRICE_7G_ROLE' }]);
  });

  test('survives a webhook that is lost', async () => {
    const buyer = await makeUser(context.deps);
    const { orderId } = await good(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_7G_ROLE',
      userId: buyer.userId,
    });
    context.sandbox.engine.pay(sessionOf(orderId), cardOf('4242424242424242')!);
    context.sandbox.waiting.length = 0;
    context.sent.length = 0;
    expect((await call(admin, 'POST', `/api/orders/${orderId}/check`)).status).toBe(404);
    expect(context.sent).toEqual([]);
    await good(buyer, 'POST', `/api/orders/${orderId}/check`);
    expect(context.sent.map((job) => [job.name, job.key])).toEqual([[CATCH_UP_JOB, 'asked']]);
    await catchUp(context.deps);
    expect((await order(buyer, orderId)).state).toBe('paid');
    await good(buyer, 'POST', `/api/orders/${orderId}/check`);
    expect(context.sent.filter((job) => job.name === CATCH_UP_JOB)).toHaveLength(1);
  });
});

describe('a hire', () => {
  test('runs to its seventh game, pays the player whole, and shows on the receipt of kept promises', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { bookingId, people } = await order(buyer, id);
    expect(people).toEqual([]);
    expect((await order(seller, id)).people).toEqual(['somebody without a profile']);
    expect((await call(await makeUser(context.deps), 'GET', `/api/bookings/${bookingId}`)).status).toBe(404);
    await good(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
    for (let no = 1; no <= 7; no++) {
      await good(seller, 'POST', `/api/bookings/${bookingId}/games`, { no });
      if (no % 2) await good(buyer, 'POST', `/api/bookings/${bookingId}/games`, { no });
      else {
        context.advance(48 * HOUR_MS);
        await passDeadlines(context.deps);
      }
    }
    expect(await good(buyer, 'GET', `/api/bookings/${bookingId}`)).toMatchObject({
      status: 'completed',
      completedGames: 7,
    });
    await context.quiesce();
    expect(await good(buyer, 'GET', `/api/bookings/${bookingId}`)).toMatchObject({ status: 'released' });
    expect(await order(seller, id)).toMatchObject({
      side: 'seller',
      balance: { charged: 10_000, held: 0, released: 10_000, refunded: 0 },
    });
    expect(Object.values(context.sandbox.state.transfers).at(-1)).toMatchObject({
      amount: 10_000,
      destination: seller.accountId,
    });
    expect(await good(undefined, 'GET', `/api/players/${seller.userId}/promises`)).toMatchObject({
      hiresFinished: 1,
      gamesPlayed: 7,
    });
    const receipt = await context.app.request(`/api/orders/${id}/receipt.pdf`, {
      headers: { Authorization: `Bearer ${await tokenOf(buyer)}` },
    });
    expect([receipt.status, receipt.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await receipt.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('that ends early at game 3 refunds what was shown', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { bookingId } = await order(buyer, id);
    await good(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
    for (let no = 1; no <= 3; no++) {
      for (const who of [seller, buyer]) await good(who, 'POST', `/api/bookings/${bookingId}/games`, { no });
    }
    const shown = await good(buyer, 'GET', `/api/bookings/${bookingId}/exit`);
    expect(shown).toEqual({
      gamesPlayed: 3,
      gamesRemaining: 4,
      refundCents: 5_714,
      creditBackCents: 0,
      releaseCents: 4_286,
    });
    expect((await call(buyer, 'POST', `/api/bookings/${bookingId}/exit`, { refundCents: 5_715 })).status).toBe(409);
    await good(buyer, 'POST', `/api/bookings/${bookingId}/exit`, { refundCents: 5_714 });
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'ended_early',
      balance: { held: 0, released: 4_286, refunded: 5_714 },
    });
  });

  test('in dispute keeps the money until an admin splits it', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { bookingId } = await order(buyer, id);
    await good(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
    const dispute = await good(buyer, 'POST', `/api/orders/${id}/dispute`, { text: 'Nobody came.' });
    expect((await call(seller, 'POST', `/api/bookings/${bookingId}/games`, { no: 1 })).status).toBe(409);
    await good(seller, 'POST', `/api/disputes/${dispute.id}/messages`, { text: 'I was there.' });
    expect((await call(await makeUser(context.deps), 'GET', `/api/disputes/${dispute.id}`)).status).toBe(404);
    const path = `/api/admin/disputes/${dispute.id}/decision`;
    expect((await call(buyer, 'POST', path, { sellerCents: 0, refundCents: 10_000, decision: 'Mine.' })).status).toBe(
      403,
    );
    expect(
      (await call(admin, 'POST', path, { sellerCents: 1, refundCents: 10_000, decision: 'Too much.' })).status,
    ).toBe(422);
    await good(admin, 'POST', path, { sellerCents: 2_500, refundCents: 7_500, decision: 'One game was played.' });
    expect(
      (await call(admin, 'POST', path, { sellerCents: 2_500, refundCents: 7_500, decision: 'Again.' })).status,
    ).toBe(409);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'decided',
      balance: { held: 0, released: 2_500, refunded: 7_500 },
    });
    const { messages } = await good(buyer, 'GET', `/api/disputes/${dispute.id}`);
    expect(messages.map((one: { by: string }) => one.by)).toEqual(['buyer', 'seller']);
  });
});

describe('coaching', () => {
  test('sells a half hour once, moves it with notice, and pays the coach after 48 quiet hours', async () => {
    const coach = await makeCoach(context.deps);
    const buyers = await Promise.all(Array.from({ length: 6 }, () => makeUser(context.deps)));
    const { slots } = await good(undefined, 'GET', `/api/coaches/${coach.coachId}/calendar`);
    const startsAt = slots.find(
      (slot: { startsAt: string }) => Date.parse(slot.startsAt) > context.now().getTime() + 48 * HOUR_MS,
    ).startsAt;
    const tries = await Promise.all(
      buyers.map((buyer) =>
        call(buyer, 'POST', '/functions/v1/checkout-session', {
          priceId: 'PRICE_COACHING_30',
          userId: buyer.userId,
          coachId: coach.coachId,
          startsAt,
        }),
      ),
    );
    expect(tries.map((one) => one.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = buyers[tries.findIndex((one) => one.status === 200)]!;
    const id = tries.find((one) => one.status === 200)!.body.orderId;
    context.sandbox.engine.pay(sessionOf(id), cardOf('4242424242424242')!);
    await context.quiesce();
    const { bookingId } = await order(winner, id);
    const later = (await good(undefined, 'GET', `/api/coaches/${coach.coachId}/calendar`)).slots.at(-1).startsAt;
    await good(winner, 'POST', `/api/bookings/${bookingId}/move`, { startsAt: later });
    const entry = await good(winner, 'GET', `/api/bookings/${bookingId}/session.ics`);
    expect(entry).toContain('SEQUENCE:1');
    context.advance(Date.parse(later) - context.now().getTime() - 23 * HOUR_MS);
    expect((await call(winner, 'POST', `/api/bookings/${bookingId}/move`, { startsAt })).status).toBe(409);
    context.advance(23 * HOUR_MS);
    expect((await call(winner, 'POST', `/api/bookings/${bookingId}/cancel`)).status).toBe(409);
    for (const hours of [0, 1, 49]) {
      context.advance(hours * HOUR_MS);
      await passDeadlines(context.deps);
    }
    await context.quiesce();
    expect(await order(winner, id)).toMatchObject({ stage: 'released', balance: { held: 0, released: 2_500 } });
  });
});

describe('team assembly', () => {
  const wish = {
    desired_roles: ['PG', 'C'],
    skill_tiers: 'intermediate',
    region: 'na-east',
    platform: 'ps5',
    availability_windows: 'Evenings',
    discord_psn: 'captain#1',
    deadline: '2027-01-01',
  };

  test('refuses an incomplete request', async () => {
    const buyer = await makeUser(context.deps);
    for (const missing of [
      'desired_roles',
      'skill_tiers',
      'region',
      'platform',
      'availability_windows',
      'discord_psn',
      'deadline',
    ]) {
      const { status, body } = await call(buyer, 'POST', '/api/team-build/request', {
        ...wish,
        [missing]: missing === 'desired_roles' ? [] : '',
      });
      expect([missing, status, body.error.field]).toEqual([missing, 422, missing]);
    }
    expect((await call(buyer, 'POST', '/api/team-build/request', { ...wish, deadline: '2020-01-01' })).status).toBe(
      422,
    );
  });

  test('is filled by the engine’s candidates, delivered with contacts, and pays the players', async () => {
    const buyer = await makeUser(context.deps);
    const players = [
      await makePlayer(context.deps, { role: 'PG', discord: 'guard_one' }),
      await makePlayer(context.deps, { role: 'C' }),
    ];
    for (const player of players) await verifySeller(context.deps, player.userId);
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    expect(await order(buyer, id)).toMatchObject({ waitsFor: 'buyer', stage: null });
    const team = await good(buyer, 'POST', '/functions/v1/team-build-request', wish);
    expect(team.paid).toBe(true);
    for (const [seat, player] of players.entries()) {
      const { candidates } = await good(admin, 'GET', `/api/admin/team-builds/${team.id}/candidates?seat=${seat}`);
      expect(candidates.map((one: { id: string }) => one.id)).toContain(player.userId);
      await good(admin, 'POST', `/api/admin/team-builds/${team.id}/players`, { seat, playerId: player.userId });
      await good(player, 'POST', `/api/team-builds/${team.id}/answer`, { accept: true });
    }
    const before = await good(buyer, 'GET', `/api/team-builds/${team.id}`);
    expect(before.seats.flatMap((seat: { contact: object[] }) => seat.contact)).toEqual([]);
    await good(admin, 'POST', `/api/admin/team-builds/${team.id}/deliver`);
    const delivered = await good(buyer, 'GET', `/api/team-builds/${team.id}`);
    expect(delivered.seats[0].contact).toContainEqual({ label: 'Discord', value: 'guard_one' });
    await good(buyer, 'POST', `/api/team-builds/${team.id}/confirm`);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'released',
      balance: { charged: 19_900, held: 0, released: 6_000 },
    });
  });

  test('that is not filled goes back whole at the deadline, once', async () => {
    const buyer = await makeUser(context.deps);
    await good(buyer, 'POST', '/api/team-build/request', wish);
    const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
    expect((await order(buyer, id)).stage).toBe('assembling');
    context.advance(48 * HOUR_MS);
    await Promise.all([passDeadlines(context.deps), passDeadlines(context.deps)]);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'refunded',
      balance: { charged: 19_900, refunded: 19_900, held: 0 },
    });
  });
});

describe('plans', () => {
  test('go up at once, down at the end of the period, and back within seven days', async () => {
    const buyer = await makeUser(context.deps);
    const mine = () => good(buyer, 'GET', '/api/entitlements/me');
    expect((await mine()).plan).toBe('Free');
    await buy(buyer, 'PRICE_PRO_MONTHLY');
    expect((await mine()).plan).toBe('Pro');
    const { url } = await good(buyer, 'POST', '/functions/v1/customer-portal', { returnUrl: '/account' });
    expect(url).toContain('/portal/');
    expect(
      (await call(buyer, 'POST', '/functions/v1/customer-portal', { returnUrl: 'https://evil.example' })).status,
    ).toBe(422);
    const again = await call(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_PREMIUM_MONTHLY',
      userId: buyer.userId,
      mode: 'subscription',
    });
    expect(again.status).toBe(409);
    const { sandbox } = context;
    const subscription = Object.values(sandbox.state.subscriptions).at(-1)!;
    const price = (key: string) => Object.values(sandbox.state.prices).find((one) => one.lookup_key === key)!.id;
    sandbox.engine.changePlan(subscription, price('PRICE_PREMIUM_MONTHLY'));
    await context.quiesce();
    expect((await mine()).plan).toBe('Premium');
    sandbox.engine.changePlan(subscription, price('PRICE_PRO_MONTHLY'));
    await context.quiesce();
    expect(await mine()).toMatchObject({ plan: 'Premium', subscription: { nextPlan: 'pro' } });
    sandbox.engine.endPeriod(subscription);
    await context.quiesce();
    expect(await mine()).toMatchObject({ plan: 'Pro', subscription: { nextPlan: null } });
    await good(buyer, 'POST', '/api/plans/return');
    await context.quiesce();
    expect((await mine()).plan).toBe('Free');
    const { orders } = await good(buyer, 'GET', '/api/orders');
    const { balance } = await order(buyer, orders[0].id);
    expect(balance.refunded).toBe(balance.charged);
  });
});

describe('a payout', () => {
  test('that the bank sends back is told to the seller until a later one arrives', async () => {
    const seller = await makeSeller(context.deps);
    const failing = await makeSeller(context.deps);
    await verifySeller(context.deps, failing.userId, FAILING_BANK);
    const paid = async (to: Person) => {
      const buyer = await makeUser(context.deps);
      const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: to.userId, role: 'PG' });
      const { bookingId } = await order(buyer, id);
      await good(to, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
      for (let no = 1; no <= 7; no++) {
        for (const who of [to, buyer]) await good(who, 'POST', `/api/bookings/${bookingId}/games`, { no });
      }
      await context.quiesce();
      return (await good(to, 'GET', '/api/payouts')).payoutProblem;
    };
    expect(await paid(seller)).toBeNull();
    expect(await paid(failing)).toBe('The bank account could not be found.');
    await verifySeller(context.deps, failing.userId);
    expect(await paid(failing)).toBeNull();
  });
});

describe('the nightly comparison', () => {
  test('finds nothing when all is well, and reports a planted difference without mending it', async () => {
    expect(await reconcile(context.deps)).toEqual([]);
    const charge = Object.values(context.sandbox.state.charges).at(-1)!;
    charge.amount_refunded += 100;
    const [found] = await reconcile(context.deps);
    expect(found).toMatchObject({ orderId: charge.metadata.order_id, what: 'refunded' });
    expect(found!.processor - found!.ledger).toBe(100);
    expect(await good(admin, 'POST', '/api/admin/reconcile')).toEqual({ differences: 1 });
    const { entries } = await good(admin, 'GET', '/api/admin/audit?action=reconcile');
    expect(entries).toHaveLength(1);
    const { reports } = await good(admin, 'GET', '/api/admin/reconcile');
    expect(reports[0].differences).toHaveLength(1);
    charge.amount_refunded -= 100;
  });
});
