import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILING_BANK, findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { summarizeOrders } from '../../integrations/stripe/stripe.sandbox.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { deleteUser } from '../accounts/accounts.queries.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { getCurrentPlan } from './current-plan.commands.ts';
import { runActions } from './money-worker.commands.ts';
import { releaseHeld } from './orders/orders.commands.ts';
import { verifySeller } from './payments.factory.ts';
import { eraseAtProvider } from './provider-erasures.commands.ts';
import { catchUpEvents } from './provider-events/provider-events.commands.ts';
import { reconcileBooks } from './reconcile.commands.ts';
import { findSellerAccount } from './sellers.queries.ts';
import { createJourneys, type Person } from './test-journeys.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { readMessageTitles, readOrderNow } from './test-orders.ts';

let context: MoneyContext;
let admin: Person;
const { good, buy, order, sessionOf } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

const start = async ({ userId }: Person, priceId: string): Promise<string> => {
  const mode = priceId.endsWith('MONTHLY') ? 'subscription' : 'payment';
  return (await good({ userId }, 'POST', '/functions/v1/checkout-session', { priceId, userId, mode })).orderId;
};
/** Pays at the payment provider and loses all events, even for the catch-up. */
const payWithoutWebhook = (orderId: string) => {
  context.sandbox.engine.pay(sessionOf(orderId), findCard('4242424242424242')!);
  context.sandbox.waiting.length = 0;
  context.sandbox.state.events.length = 0;
};
const close = (orderId: string) =>
  context.deps.db.execute(
    sql`update orders set state = 'expired', waits_for = null, deadline_at = null where id = ${orderId}`,
  );
const getKeptCents = (orderId: string) => {
  const { charged, refunded } = summarizeOrders(context.sandbox.state)[orderId]!;
  return charged - refunded;
};
const planAt = (orderId: string) =>
  Object.values(context.sandbox.state.subscriptions).find((one) => one.metadata.order_id === orderId)!;
const readLatest = async () => (await good(admin, 'GET', '/api/admin/reconcile')).reports[0];
const search = async () => {
  expect(await reconcileBooks(context.deps)).toEqual([]);
  const { findings } = await readLatest();
  await context.quiesce();
  return findings as { what: string; orderId: string | null; settled: boolean; sentence: string }[];
};

describe('search for unknown objects at the payment provider', () => {
  test('notifies the player and the admins once of a returned payout whose event was lost', async () => {
    const { deps, sandbox } = context;
    const seller = await makeUser(deps);
    await verifySeller(deps, seller.userId, FAILING_BANK);
    const orderId = await buy(await makeUser(deps), 'PRICE_7G_LOCK');
    const move = { cause: `pay:${orderId}`, cents: 10_000, memo: 'Pay', payeeId: seller.userId };
    const paidOrder = await readOrderNow(deps, orderId);
    await deps.db.transaction((tx) => releaseHeld(tx, deps, paidOrder, move));
    await runActions(deps);
    sandbox.waiting.length = 0;
    const findAccount = () => findSellerAccount(deps.db, seller.userId);
    expect(await findAccount()).toMatchObject({ payoutProblem: null });
    expect(await search()).toMatchObject([
      { what: 'event', settled: true, sentence: expect.stringContaining('transfer.created') },
      { what: 'event', settled: true, sentence: expect.stringContaining('payout') },
    ]);
    expect(await findAccount()).toMatchObject({ payoutProblem: 'The bank account could not be found.' });
    expect(await search()).toEqual([]);
    const countNotifications = async ({ userId }: Person, title: string) =>
      (await readMessageTitles(deps, userId)).filter((one) => one === title).length;
    expect([
      await countNotifications(seller, 'Your bank returned a payout'),
      await countNotifications(admin, 'A payout failed'),
    ]).toEqual([1, 1]);
    const payout = Object.values(sandbox.state.payouts).find(({ account }) => account)!;
    Object.assign(payout, { status: 'paid', failure_message: null });
    expect(await search()).toEqual([]);
    expect(await findAccount()).toMatchObject({ payoutProblem: null });
    delete sandbox.state.accounts[payout.account!];
    expect(await search()).toEqual([]);
  });

  test('imports a plan whose payment event was lost', async () => {
    const buyer = await makeUser(context.deps);
    const id = await start(buyer, 'PRICE_PRO_MONTHLY');
    payWithoutWebhook(id);
    await catchUpEvents(context.deps);
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Free');
    expect(await search()).toMatchObject([{ what: 'plan', orderId: id, settled: true }]);
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Pro');
    expect((await order(buyer, id)).balance.charged).toBe(999);
    expect(await search()).toEqual([]);
  });

  test('cancels and refunds a second plan', async () => {
    const buyer = await makeUser(context.deps);
    const first = await start(buyer, 'PRICE_PRO_MONTHLY');
    await close(first);
    const second = await buy(buyer, 'PRICE_PREMIUM_MONTHLY');
    payWithoutWebhook(first);
    expect(await search()).toMatchObject([{ what: 'plan', orderId: first, settled: true }]);
    expect([planAt(first).status, planAt(second).status]).toEqual(['canceled', 'active']);
    expect([getKeptCents(first), getKeptCents(second)]).toEqual([0, 2_499]);
    expect(await getCurrentPlan(context.deps, buyer.userId)).toBe('Premium');
  });

  test('imports a payment, and refunds it when its order was closed', async () => {
    const buyer = await makeUser(context.deps);
    const [open, closedOrder] = [await start(buyer, 'PRICE_7G_ROLE'), await start(buyer, 'PRICE_7G_LOCK')];
    await close(closedOrder);
    for (const id of [open, closedOrder]) payWithoutWebhook(id);
    const found = await search();
    expect(found.map((one) => [one.what, one.orderId, one.settled]).sort()).toEqual(
      [open, closedOrder].map((id) => ['payment', id, true]).sort(),
    );
    expect(await order(buyer, open)).toMatchObject({ state: 'paid', balance: { held: 7_500 } });
    expect(getKeptCents(closedOrder)).toBe(0);
  });

  test('finds events that came too late for the catch-up', async () => {
    const buyer = await makeUser(context.deps);
    const id = await start(buyer, 'PRICE_7G_ROLE');
    context.sandbox.engine.pay(sessionOf(id), findCard('4242424242424242')!);
    context.sandbox.waiting.length = 0;
    await context.deps.db.execute(
      sql`insert into stripe_watermark (seen_until) values (${new Date(context.now().getTime() + 2 * DAY_MS).toISOString()})
            on conflict (one) do update set seen_until = excluded.seen_until`,
    );
    await catchUpEvents(context.deps);
    expect((await order(buyer, id)).state).toBe('awaiting_payment');
    expect(await search()).toMatchObject([{ what: 'event', settled: true }]);
    expect((await order(buyer, id)).state).toBe('paid');
  });

  test('cancels and refunds duplicate plans that are older than the database constraint', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
    const markedAt = context.now().toISOString();
    await context.deps.db.execute(
      sql`update subscriptions set surplus = true, ending_at = ${markedAt} where order_id = ${id}`,
    );
    expect(await search()).toMatchObject([{ what: 'plan', orderId: id, settled: true }]);
    expect(planAt(id).status).toBe('canceled');
    expect(getKeptCents(id)).toBe(0);
  });

  test('removes the customer of a deleted account, with its active plan', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
    const { customer } = planAt(id);
    await deleteUser(context.deps.db, buyer.userId);
    const found = await search();
    expect(found.map((one) => one.what).sort()).toEqual(['customer', 'plan']);
    await eraseAtProvider(context.deps);
    expect(planAt(id).status).toBe('canceled');
    expect(context.sandbox.state.customers[customer]).toBeUndefined();
  });

  test('reports unclear cases to an admin without changing them', async () => {
    const buyer = await makeUser(context.deps);
    const id = await buy(buyer, 'PRICE_PRO_MONTHLY');
    const plan = structuredClone(planAt(id));
    const unknownPlan = { ...plan, id: 'sub_strange', metadata: {} };
    context.sandbox.state.subscriptions[unknownPlan.id] = unknownPlan;
    const other = { id: 'cus_other', object: 'customer' as const, email: null, created: 1 };
    context.sandbox.state.customers.cus_other = { ...other, metadata: { user_id: crypto.randomUUID() } };
    const [found, stranger] = await search();
    expect(stranger).toMatchObject({ what: 'customer', settled: false });
    expect(found).toMatchObject({ what: 'plan', orderId: null, settled: false });
    expect(found!.sentence).toContain('no order');
    expect(unknownPlan.status).toBe('active');
    const { rows } = await context.deps.db.execute<{ title: string }>(
      sql`select title from notification_outbox where user_id = ${admin.userId} order by created_at desc limit 1`,
    );
    expect(rows[0]?.title).toBe("The payment provider has records we can't explain");
  });
});
