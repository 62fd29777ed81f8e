import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../time/units.ts';
import { cancelDeletion, deleteDue, requestDeletion } from '../accounts/account-deletion.commands.ts';
import { actorOf, makeUser } from '../accounts/accounts.factory.ts';
import { balance } from '../deals/ledger.queries.ts';
import { eraseAtProcessor } from '../deals/processor-erasures.commands.ts';
import { reconcile } from '../deals/reconcile.commands.ts';
import { journeysIn } from '../deals/test-journeys.ts';
import { type MoneyContext, openMoneyContext } from '../deals/test-money.ts';
import { orderNow, titlesOf } from '../deals/test-orders.ts';
import { makeSeller } from './bookings.factory.ts';
import { bookingOfOrder } from './bookings.queries.ts';
import { answerHire, reportGame } from './hires.commands.ts';

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
