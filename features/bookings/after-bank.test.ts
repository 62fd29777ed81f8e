import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { cancelDeletion, deleteDue, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { actorOf, makeUser } from '../accounts/accounts.factory.ts';
import { balance } from '../deals/ledger.queries.ts';
import { passDeadlines } from '../deals/order-deadlines.commands.ts';
import { eraseAtProcessor } from '../deals/processor-erasures.commands.ts';
import { reconcile } from '../deals/reconcile.commands.ts';
import { journeysIn } from '../deals/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../deals/test-money.ts';
import { historyOf, orderNow, titlesOf } from '../deals/test-orders.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';
import { bookingOfOrder } from './bookings.queries.ts';
import { answerHire, reportGame } from './hires.commands.ts';
import { remindOfSessions } from './session-reminders.commands.ts';

/* What happened to an order, its people and its hour while a bank looked at its payment. */
let context: MoneyContext;
const { buy, sessionOf } = journeysIn(() => context);
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

/** The bank looks at the payment of an order. @returns what lets it decide */
async function disputed(orderId: string) {
  const { engine, state } = context.sandbox;
  const dispute = engine.dispute(state.intents[sessionOf(orderId).payment_intent!]!.latest_charge);
  await context.quiesce();
  return async (how: 'won' | 'lost') => {
    engine.closeDispute(dispute, how);
    await context.quiesce();
  };
}
const close = (who: { userId: string; email: string }) => requestDeletion(context.deps, actorOf(who));
const bookingOf = async (orderId: string) => (await bookingOfOrder(context.deps.db, orderId))!;

describe('a hire whose payment a bank looks at', () => {
  async function hired(games: number) {
    const { deps } = context;
    const [buyer, seller] = [await makeUser(deps), await makeSeller(deps)];
    const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
    const { id: bookingId } = await bookingOf(id);
    await answerHire(deps, seller, bookingId, true);
    for (let no = 1; no <= games; no++)
      for (const who of [seller, buyer]) await reportGame(deps, who, bookingId, { no, note: '' });
    return { buyer, seller, id };
  }

  test.each(['buyer', 'seller'] as const)('ends with its decision when the %s has closed the account', async (side) => {
    const { id, ...people } = await hired(2);
    const decide = await disputed(id);
    await close(people[side]);
    expect((await bookingOf(id)).status).toBe('in_progress');
    await decide('won');
    expect((await bookingOf(id)).status).toBe('ended_early');
    expect(await balance(context.deps.db, id)).toMatchObject({ held: 0, released: 2_857, refunded: 7_143 });
    const [left, stays] = side === 'buyer' ? [people.buyer, people.seller] : [people.seller, people.buyer];
    expect(await titlesOf(context.deps, stays.userId)).toContain('A hire has ended');
    expect(await titlesOf(context.deps, left.userId)).not.toContain('The bank has decided: it goes on');
  });

  test('goes on when who had closed the account is back by then', async () => {
    const { id, seller } = await hired(1);
    const decide = await disputed(id);
    await close(seller);
    await cancelDeletion(context.deps, actorOf(seller));
    await decide('won');
    expect((await bookingOf(id)).status).toBe('in_progress');
  });

  test('pays the games that count to a player who was erased meanwhile, whose payout account waits for them', async () => {
    const { deps, sandbox } = context;
    const { id, seller } = await hired(2);
    const decide = await disputed(id);
    await close(seller);
    context.advance(15 * DAY_MS);
    await deleteDue(deps);
    await eraseAtProcessor(deps);
    expect((await bookingOf(id)).playerId).toBeNull();
    expect(sandbox.state.accounts[seller.accountId]).toBeDefined();
    await decide('won');
    expect(await balance(deps.db, id)).toMatchObject({ held: 0, released: 2_857, refunded: 7_143 });
    expect(Object.values(sandbox.state.transfers).at(-1)).toMatchObject({
      amount: 2_857,
      destination: seller.accountId,
    });
    expect((await orderNow(deps, id)).settledAt).not.toBeNull();
    context.advance(DAY_MS);
    await eraseAtProcessor(deps);
    expect(sandbox.state.accounts[seller.accountId]).toBeUndefined();
    expect(await reconcile(deps)).toEqual([]);
  });
});

describe('a session whose payment a bank looks at', () => {
  let coach: Awaited<ReturnType<typeof makeCoach>>;
  beforeAll(async () => {
    coach = await makeCoach(context.deps);
  });
  async function booked(ahead: number) {
    const buyer = await makeUser(context.deps);
    const half = 30 * MINUTE_MS;
    const start = Math.ceil((context.now().getTime() + ahead) / half) * half;
    const startsAt = new Date(start).toISOString();
    const id = await buy(buyer, 'PRICE_COACHING_30', { coachId: coach.coachId, startsAt });
    return { buyer, id, startsAt };
  }

  test('starts at its hour when the bank has decided before', async () => {
    const { deps } = context;
    const { id, startsAt } = await booked(5 * DAY_MS);
    const decide = await disputed(id);
    context.advance(3 * DAY_MS);
    await decide('won');
    expect((await orderNow(deps, id)).deadlineAt?.toISOString()).toBe(startsAt);
    context.advance(Date.parse(startsAt) + HOUR_MS - context.now().getTime());
    for (let run = 0; run < 2; run++) await passDeadlines(deps);
    expect((await bookingOf(id)).status).toBe('completed');
    expect((await balance(deps.db, id)).held).toBe(2_500);
  });

  test('is nobody’s to keep, and leaves its buyer the whole time to check when its hour has passed meanwhile', async () => {
    const { deps } = context;
    const { buyer, id, startsAt } = await booked(DAY_MS);
    const decide = await disputed(id);
    context.advance(Date.parse(startsAt) - 30 * MINUTE_MS - context.now().getTime());
    await remindOfSessions(deps);
    expect(await titlesOf(deps, coach.userId)).not.toContain('Your session starts within the hour');
    context.advance(19 * DAY_MS);
    await decide('won');
    expect(await titlesOf(deps, buyer.userId)).toContain('The hour of your session has passed');
    expect((await historyOf(deps, id)).at(-1)).toContain('The buyer has 48 hours');
    context.advance(40 * HOUR_MS);
    for (let run = 0; run < 3; run++) await passDeadlines(deps);
    expect((await balance(deps.db, id)).held).toBe(2_500);
    context.advance(9 * HOUR_MS);
    await passDeadlines(deps);
    expect((await balance(deps.db, id)).released).toBe(2_500);
  });
});
