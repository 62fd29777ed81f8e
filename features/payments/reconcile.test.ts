import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { runActions } from './money-worker.commands.ts';
import { releaseHeld } from './orders/orders.commands.ts';
import { verifySeller } from './payments.factory.ts';
import { RECONCILE_JOB, reconcileBooks } from './reconcile.commands.ts';
import { createJourneys } from './test-journeys.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { readOrderNow } from './test-orders.ts';

let context: MoneyContext;
const { good, buy } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

/** Cancels a Team Assembly order before it starts, so that its price has to be refunded. */
async function refundDue() {
  const buyer = await makeUser(context.deps);
  const id = await buy(buyer, 'PRICE_TEAM_ASSEMBLY');
  await good(buyer, 'POST', `/api/orders/${id}/cancel`);
  return id;
}
/** Lets the payment provider perform the refund, but loses its response. */
async function loseResponse() {
  const { fetch } = context.deps;
  context.deps.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (String(input).endsWith('/v1/refunds') && init?.method === 'POST') throw new Error('connection reset');
    return response;
  };
  await runActions(context.deps);
  context.deps.fetch = fetch;
}
const listRechecks = () => context.sent.filter(({ name }) => name === RECONCILE_JOB);

describe('reconciliation with money in flight', () => {
  test('ignores a refund without a response, and finds no difference an hour later', async () => {
    await refundDue();
    await loseResponse();
    context.sent.length = 0;
    expect(await reconcileBooks(context.deps)).toEqual([]);
    expect(listRechecks()).toEqual([
      expect.objectContaining({ startAfter: new Date(context.now().getTime() + HOUR_MS), key: 'again' }),
    ]);
    await context.quiesce();
    context.sent.length = 0;
    expect(await reconcileBooks(context.deps)).toEqual([]);
    expect(listRechecks()).toEqual([]);
  });

  test("ignores a refund that arrives while we read the provider's movements", async () => {
    await refundDue();
    const { fetch } = context.deps;
    let isDone = false;
    context.deps.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).includes('/v1/balance_transactions?') && !isDone) {
        isDone = true;
        context.deps.fetch = fetch;
        await runActions(context.deps);
      }
      return response;
    };
    expect(await reconcileBooks(context.deps)).toEqual([]);
    expect(isDone).toBe(true);
    await context.quiesce();
    expect(await reconcileBooks(context.deps)).toEqual([]);
  });

  test("reports a refund that's still in flight after an hour", async () => {
    const orderId = await refundDue();
    await loseResponse();
    context.advance(HOUR_MS + MINUTE_MS);
    expect(await reconcileBooks(context.deps)).toEqual([{ orderId, what: 'refunded', ledger: 0, processor: 19_900 }]);
    await context.quiesce();
    expect(await reconcileBooks(context.deps)).toEqual([]);
  });

  test('explains a difference only when the amounts are equal', async () => {
    const orderId = await refundDue();
    await loseResponse();
    const charge = Object.values(context.sandbox.state.charges).find((one) => one.metadata.order_id === orderId)!;
    const refund = Object.values(context.sandbox.state.refunds).find((one) => one.charge === charge.id)!;
    const movement = context.sandbox.state.transactions[refund.balance_transaction]!;
    movement.amount += 100;
    expect(await reconcileBooks(context.deps)).toEqual([{ orderId, what: 'refunded', ledger: 0, processor: 19_800 }]);
    movement.amount -= 100;
    await context.quiesce();
  });
});

describe('reconciliation of movements months apart', () => {
  /** Reconciles every tenth night until the movements have left the compared period. */
  async function expectNoDifference() {
    for (let nights = 0; nights < 140; nights += 10) {
      context.advance(10 * DAY_MS);
      expect(await reconcileBooks(context.deps), `${context.now().toISOString()}`).toEqual([]);
    }
  }

  test('reports no difference when a player is verified weeks after their money was due', async () => {
    const { deps } = context;
    const seller = await makeUser(deps);
    const orderId = await buy(await makeUser(deps), 'PRICE_7G_LOCK');
    const paidOrder = await readOrderNow(deps, orderId);
    const move = { cause: `pay:${orderId}`, cents: 10_000, memo: 'Pay', payeeId: seller.userId };
    await deps.db.transaction((tx) => releaseHeld(tx, deps, paidOrder, move));
    context.advance(25 * DAY_MS);
    await verifySeller(deps, seller.userId);
    await runActions(deps);
    await expectNoDifference();
  });

  test('reports no difference when a bank decides weeks after it opened the dispute', async () => {
    const { deps, sandbox } = context;
    const orderId = await buy(await makeUser(deps), 'PRICE_7G_LOCK');
    const charge = Object.values(sandbox.state.charges).find(({ metadata }) => metadata.order_id === orderId)!;
    context.advance(10 * DAY_MS);
    const dispute = sandbox.engine.dispute(charge.id);
    await context.quiesce();
    await reconcileBooks(deps);
    context.advance(60 * DAY_MS);
    sandbox.engine.closeDispute(dispute, 'lost');
    await context.quiesce();
    await expectNoDifference();
  });

  test('reports no difference when plan fees are booked late after months without a reconciliation', async () => {
    const { deps, sandbox } = context;
    const orderId = await buy(await makeUser(deps), 'PRICE_PRO_MONTHLY');
    const plan = Object.values(sandbox.state.subscriptions).find(({ metadata }) => metadata.order_id === orderId)!;
    for (let month = 0; month < 3; month++) {
      context.advance(31 * DAY_MS);
      sandbox.engine.endPeriod(plan);
      await context.quiesce();
    }
    await expectNoDifference();
  });

  test('reports a difference every night when the provider has more than our books', async () => {
    const { deps, sandbox } = context;
    const orderId = await buy(await makeUser(deps), 'PRICE_7G_LOCK');
    const charge = Object.values(sandbox.state.charges).find(({ metadata }) => metadata.order_id === orderId)!;
    sandbox.state.transactions[charge.balance_transaction as string]!.amount += 1;
    for (const days of [1, 80]) {
      context.advance(days * DAY_MS);
      expect(await reconcileBooks(deps)).toMatchObject([{ orderId, what: 'charged' }]);
    }
  });
});
