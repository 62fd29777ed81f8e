import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILING_BANK, findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { verifySeller } from '../payments/payments.factory.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';

let context: MoneyContext;
let admin: Person;
const { tokenOf, call, good, sessionOf, buy, order } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

describe('hire', () => {
  test('runs through all seven games, pays the player in full and appears on the receipt', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { bookingId, people } = await order(buyer, id);
    expect(people).toEqual([]);
    expect((await order(seller, id)).people).toEqual(['a user without a profile']);
    expect((await call(await makeUser(context.deps), 'GET', `/api/bookings/${bookingId}`)).status).toBe(404);
    await good(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
    for (let no = 1; no <= 7; no++) {
      await good(seller, 'POST', `/api/bookings/${bookingId}/games`, { no });
      if (no % 2) await good(buyer, 'POST', `/api/bookings/${bookingId}/games`, { no });
      else {
        context.advance(48 * HOUR_MS);
        await processOrderDeadlines(context.deps);
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

  test('refunds the quoted amount when it ends early at game 3', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { bookingId } = await order(buyer, id);
    await good(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
    for (let no = 1; no <= 3; no++) {
      for (const user of [seller, buyer]) await good(user, 'POST', `/api/bookings/${bookingId}/games`, { no });
    }
    const exit = await good(buyer, 'GET', `/api/bookings/${bookingId}/exit`);
    expect(exit).toEqual({
      gamesPlayed: 3,
      gamesHeld: 0,
      gamesRemaining: 4,
      refundCents: 5_714,
      creditBackCents: 0,
      heldCents: 0,
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

  test('holds the money during a dispute until an admin splits it', async () => {
    const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { bookingId } = await order(buyer, id);
    await good(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
    const dispute = await good(buyer, 'POST', `/api/orders/${id}/dispute`, { text: 'Nobody came.' });
    expect((await call(seller, 'POST', `/api/bookings/${bookingId}/games`, { no: 1 })).status).toBe(409);
    await good(seller, 'POST', `/api/disputes/${dispute.id}/messages`, { text: 'I was there.' });
    // The response was lost, so the client retries.
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
  test('sells a half hour only once, allows moving it and pays the coach after 48 hours', async () => {
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
    context.sandbox.engine.pay(sessionOf(id), findCard('4242424242424242')!);
    await context.quiesce();
    const { bookingId } = await order(winner, id);
    const lastSlot = (await good(undefined, 'GET', `/api/coaches/${coach.coachId}/calendar`)).slots.at(-1).startsAt;
    await good(winner, 'POST', `/api/bookings/${bookingId}/move`, { startsAt: lastSlot });
    const entry = await good(winner, 'GET', `/api/bookings/${bookingId}/session.ics`);
    expect(entry).toContain('SEQUENCE:1');
    context.advance(Date.parse(lastSlot) - context.now().getTime() - 23 * HOUR_MS);
    expect((await call(winner, 'POST', `/api/bookings/${bookingId}/move`, { startsAt })).status).toBe(409);
    context.advance(23 * HOUR_MS);
    expect((await call(winner, 'POST', `/api/bookings/${bookingId}/cancel`)).status).toBe(409);
    for (const hours of [0, 1, 49]) {
      context.advance(hours * HOUR_MS);
      await processOrderDeadlines(context.deps);
    }
    await context.quiesce();
    expect(await order(winner, id)).toMatchObject({ stage: 'released', balance: { held: 0, released: 2_500 } });
  });
});

describe('a returned payout', () => {
  test('is shown to the seller until a later one arrives', async () => {
    const seller = await makeSeller(context.deps);
    const failingSeller = await makeSeller(context.deps);
    await verifySeller(context.deps, failingSeller.userId, FAILING_BANK);
    const createPaidHire = async (to: Person) => {
      const buyer = await makeUser(context.deps);
      const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: to.userId, role: 'PG' });
      const { bookingId } = await order(buyer, id);
      await good(to, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
      for (let no = 1; no <= 7; no++) {
        for (const user of [to, buyer]) await good(user, 'POST', `/api/bookings/${bookingId}/games`, { no });
      }
      await context.quiesce();
      return (await good(to, 'GET', '/api/payouts')).payoutProblem;
    };
    expect(await createPaidHire(seller)).toBeNull();
    expect(await createPaidHire(failingSeller)).toBe('The bank account could not be found.');
    await verifySeller(context.deps, failingSeller.userId);
    expect(await createPaidHire(failingSeller)).toBeNull();
  });
});
