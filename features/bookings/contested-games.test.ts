import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { enforceHoldingLimits } from '../payments/holding-limits.commands.ts';
import { processOrderDeadlines } from '../payments/order-deadlines.commands.ts';
import { createJourneys, type Person } from '../payments/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';

let context: MoneyContext;
let admin: Person;
const { call, good, buy, order } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const advanceClock = async (milliseconds: number) => {
  context.advance(milliseconds);
  await processOrderDeadlines(context.deps);
};

/** Creates a running $100 hire with `games` games confirmed by both sides. */
async function createHire(games = 0) {
  const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
  const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
  const { bookingId } = await order(buyer, id);
  const path = `/api/bookings/${bookingId}`;
  await good(seller, 'POST', `${path}/answer`, { accept: true });
  for (let no = 1; no <= games; no++) {
    for (const user of [seller, buyer]) await good(user, 'POST', `${path}/games`, { no });
  }
  return { buyer, seller, id, at: path };
}
const leave = async (person: Person, path: string) => {
  const { refundCents } = await good(person, 'GET', `${path}/exit`);
  await good(person, 'POST', `${path}/exit`, { refundCents });
};

describe('game reported by one side', () => {
  test('waits for the other side to confirm it', async () => {
    const { buyer, seller, id, at } = await createHire(1);
    expect(await order(buyer, id)).toMatchObject({ stage: 'between' });
    await good(seller, 'POST', `${at}/games`, { no: 2 });
    expect(await order(buyer, id)).toMatchObject({ stage: 'in_progress', waitsFor: 'buyer' });
  });

  test('stays held when the hire ends, and is refunded when the other side disputes it', async () => {
    const { buyer, seller, id, at } = await createHire();
    await good(seller, 'POST', `${at}/games`, { no: 1 });
    expect(await good(seller, 'GET', `${at}/exit`)).toMatchObject({
      gamesPlayed: 0,
      gamesHeld: 1,
      refundCents: 8_571,
      heldCents: 1_429,
      releaseCents: 0,
    });
    await leave(seller, at);
    expect(await order(buyer, id)).toMatchObject({
      stage: 'contested',
      balance: { held: 1_429, released: 0, refunded: 8_571 },
      waitsFor: 'buyer',
      mayDispute: true,
    });
    const dispute = await good(buyer, 'POST', `/api/orders/${id}/dispute`, { text: 'Nobody played.' });
    await advanceClock(3 * DAY_MS);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({ balance: { held: 0, released: 0, refunded: 10_000 } });
    expect((await good(buyer, 'GET', `/api/disputes/${dispute.id}`)).decision).toContain(
      'No one decided within 3 days',
    );
    const lateDecision = { sellerCents: 0, refundCents: 1_429, decision: 'Too late.' };
    expect((await call(admin, 'POST', `/api/admin/disputes/${dispute.id}/decision`, lateDecision)).status).toBe(409);
  });

  test('is paid after the end when the other side confirms it', async () => {
    const { buyer, seller, id, at } = await createHire(2);
    await good(seller, 'POST', `${at}/games`, { no: 3 });
    await leave(buyer, at);
    expect(await order(buyer, id)).toMatchObject({ balance: { held: 1_429, released: 2_857, refunded: 5_714 } });
    expect((await call(seller, 'POST', `${at}/games`, { no: 3 })).status).toBe(409);
    await good(buyer, 'POST', `${at}/games`, { no: 3 });
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'ended_early',
      balance: { held: 0, released: 4_286, refunded: 5_714 },
    });
    expect((await call(buyer, 'POST', `${at}/games`, { no: 4 })).status).toBe(409);
    expect((await order(buyer, id)).settledAt).not.toBeNull();
  });

  test('is paid 48 hours after its report, not after the end, when nobody responds', async () => {
    const { buyer, seller, id, at } = await createHire();
    await good(seller, 'POST', `${at}/games`, { no: 1 });
    context.advance(30 * HOUR_MS);
    await leave(seller, at);
    await advanceClock(17 * HOUR_MS);
    expect((await order(buyer, id)).balance.held).toBe(1_429);
    await advanceClock(HOUR_MS);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({ balance: { held: 0, released: 1_429, refunded: 8_571 } });
    expect(await good(buyer, 'GET', at)).toMatchObject({ status: 'ended_early', completedGames: 1 });
  });
});

describe('dispute that is undecided after three days', () => {
  test('pays the games both sides confirmed and refunds the rest', async () => {
    const { buyer, seller, id, at } = await createHire(3);
    await good(seller, 'POST', `${at}/games`, { no: 4 });
    await good(buyer, 'POST', `/api/orders/${id}/dispute`, { text: 'The fourth was never played.' });
    await advanceClock(3 * DAY_MS - HOUR_MS);
    expect((await order(buyer, id)).balance.held).toBe(10_000);
    await advanceClock(HOUR_MS);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({
      stage: 'decided',
      balance: { held: 0, released: 4_286, refunded: 5_714 },
    });
    expect((await order(buyer, id)).history.at(-1).line).toBeTruthy();
  });

  test('refunds a contested session in full', async () => {
    const [buyer, coach] = [await makeUser(context.deps), await makeCoach(context.deps)];
    const { slots } = await good(undefined, 'GET', `/api/coaches/${coach.coachId}/calendar`);
    const id = await buy(buyer, 'PRICE_COACHING_30', { coachId: coach.coachId, startsAt: slots[0].startsAt });
    context.advance(Date.parse(slots[0].endsAt) - context.now().getTime() + 60_000);
    for (let minute = 0; minute < 3; minute++) await advanceClock(60_000);
    await good(buyer, 'POST', `/api/orders/${id}/dispute`, { text: 'The coach was not there.' });
    await advanceClock(3 * DAY_MS);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({ balance: { held: 0, released: 0, refunded: 2_500 } });
  });

  test('stays open as long as the payment is under bank review', async () => {
    const { buyer, id } = await createHire(1);
    await good(buyer, 'POST', `/api/orders/${id}/dispute`, { text: 'Not as agreed.' });
    const charge = Object.values(context.sandbox.state.charges).find((one) => one.metadata.order_id === id)!;
    const bank = context.sandbox.engine.dispute(charge.id);
    await context.quiesce();
    await advanceClock(4 * DAY_MS);
    expect((await order(buyer, id)).balance.held).toBe(10_000);
    context.sandbox.engine.closeDispute(bank, 'won');
    await context.quiesce();
    await advanceClock(4 * DAY_MS);
    await context.quiesce();
    expect(await order(buyer, id)).toMatchObject({ balance: { held: 0, released: 1_429, refunded: 8_571 } });
  });
});

test('pays played games and refunds the rest when a hire reaches the holding time limit', async () => {
  const { deps } = context;
  const { buyer, seller, id } = await createHire(2);
  const { env } = deps;
  deps.env = { ...env, STRIPE_COUNTRY: 'GB' };
  // The games are so far apart that none of the hire's own deadlines has passed.
  const paidAt = new Date(context.now().getTime() - 87 * DAY_MS).toISOString();
  await deps.db.execute(sql`update orders set paid_at = ${paidAt} where id = ${id}`);
  await enforceHoldingLimits(deps);
  deps.env = env;
  await context.quiesce();
  expect(await order(buyer, id)).toMatchObject({ balance: { held: 0, released: 2_857, refunded: 7_143 } });
  expect((await order(seller, id)).settledAt).not.toBeNull();
});
