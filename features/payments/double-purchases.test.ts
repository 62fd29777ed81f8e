import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { summarizeOrders } from '../../integrations/stripe/stripe.sandbox.ts';
import { Refusal } from '../../server/refusal.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { startCheckout } from './checkout.commands.ts';
import { countSeatsLeft, findCurrentSubscription, findEntitlement } from './entitlements.queries.ts';
import { getBalance } from './ledger.queries.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext();
});
afterAll(() => context.close());

type Plan = 'PRICE_PRO_MONTHLY' | 'PRICE_PREMIUM_MONTHLY' | 'PRICE_FOUNDERS_6MO';
const card = findCard('4242424242424242')!;
const getMode = (priceId: Plan) => (priceId.endsWith('MONTHLY') ? ('subscription' as const) : ('payment' as const));
const buy = (userId: string, priceId: Plan) =>
  startCheckout(context.deps, { userId }, { priceId, userId, mode: getMode(priceId), useCredit: false });
const getSession = (orderId: string) =>
  Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
const listSubscriptions = async (userId: string) => {
  const { rows } = await context.deps.db.execute<{ id: string }>(
    sql`select customer_id as id from stripe_customers where user_id = ${userId}`,
  );
  return Object.values(context.sandbox.state.subscriptions).filter((one) => one.customer === rows[0]?.id);
};
/** Returns the cents we keep from all of a user's orders, according to the payment provider. */
async function sumPaidBy(userId: string): Promise<number> {
  const { rows } = await context.deps.db.execute<{ id: string }>(sql`select id from orders where buyer_id = ${userId}`);
  const totals = summarizeOrders(context.sandbox.state);
  return rows.reduce((sum, { id }) => sum + (totals[id]?.charged ?? 0) - (totals[id]?.refunded ?? 0), 0);
}
/** Closes a page in our books but not at the payment provider, so it can still be paid. */
const forget = (orderId: string) =>
  context.deps.db.execute(
    sql`update orders set state = 'expired', waits_for = null, deadline_at = null where id = ${orderId}`,
  );

describe('buying a plan twice', () => {
  test.each(['PRICE_PRO_MONTHLY', 'PRICE_FOUNDERS_6MO'] as const)(
    'opens one page for fifty parallel checkouts of %s and charges once',
    async (priceId) => {
      const { userId } = await makeUser(context.deps);
      const before = await countSeatsLeft(context.deps.db);
      const results = await Promise.allSettled(Array.from({ length: 50 }, () => buy(userId, priceId)));
      const errors = results.filter((one) => one.status === 'rejected').map((one) => one.reason);
      expect(errors.filter((error) => !(error instanceof Refusal))).toEqual([]);
      const orders = new Set(results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.orderId] : [])));
      expect(orders.size).toBe(1);
      expect(before - (await countSeatsLeft(context.deps.db))).toBe(priceId === 'PRICE_FOUNDERS_6MO' ? 1 : 0);
      for (const session of Object.values(context.sandbox.state.sessions)) {
        if (session.status === 'open') context.sandbox.engine.pay(session, card);
      }
      await context.quiesce();
      expect(await sumPaidBy(userId)).toBe(priceId === 'PRICE_FOUNDERS_6MO' ? 9_900 : 999);
      expect((await listSubscriptions(userId)).filter((one) => one.status === 'active')).toHaveLength(
        priceId === 'PRICE_FOUNDERS_6MO' ? 0 : 1,
      );
    },
    60_000,
  );

  test('ends and refunds the second plan when two plan pages are paid', async () => {
    const { userId } = await makeUser(context.deps);
    const first = await buy(userId, 'PRICE_PRO_MONTHLY');
    await forget(first.orderId);
    const second = await buy(userId, 'PRICE_PREMIUM_MONTHLY');
    context.sandbox.engine.pay(getSession(first.orderId), card);
    context.sandbox.engine.pay(getSession(second.orderId), card);
    await context.quiesce();
    const all = await listSubscriptions(userId);
    expect(all.map((one) => one.status).sort()).toEqual(['active', 'canceled']);
    const running = await findCurrentSubscription(context.deps.db, userId);
    expect(running?.subscriptionId).toBe(all.find((one) => one.status === 'active')!.id);
    expect([999, 2_499]).toContain(await sumPaidBy(userId));
    const books = [await getBalance(context.deps.db, first.orderId), await getBalance(context.deps.db, second.orderId)];
    expect(books.map((one) => one.charged)).toEqual([999, 2_499]);
    expect(books.filter((one) => one.refunded === one.charged)).toHaveLength(1);
    // A renewal that slipped through would be refunded too.
    for (const one of all) context.sandbox.engine.endPeriod(one);
    await context.quiesce();
    const { rows } = await context.deps.db.execute(
      sql`select 1 from orders where buyer_id = ${userId} and settled_at is null and kind = 'subscription' and state = 'paid'`,
    );
    expect(rows).toHaveLength(0);
  });

  test("closes the other plan's open page, and refuses when that page was already paid", async () => {
    const { userId } = await makeUser(context.deps);
    const first = await buy(userId, 'PRICE_PRO_MONTHLY');
    const second = await buy(userId, 'PRICE_PREMIUM_MONTHLY');
    expect(getSession(first.orderId).status).toBe('expired');
    context.sandbox.engine.pay(getSession(second.orderId), card);
    await expect(buy(userId, 'PRICE_PRO_MONTHLY')).rejects.toThrow(
      "We're confirming your payment for this. Check again in a minute.",
    );
    await context.quiesce();
    await expect(buy(userId, 'PRICE_PRO_MONTHLY')).rejects.toThrow(
      'You already have a plan. Change it with Manage Subscription on your account page.',
    );
    expect(await sumPaidBy(userId)).toBe(2_499);
  });

  test('refunds a second Founders payment and reserves only one spot', async () => {
    const { userId } = await makeUser(context.deps);
    const before = await countSeatsLeft(context.deps.db);
    const first = await buy(userId, 'PRICE_FOUNDERS_6MO');
    await forget(first.orderId);
    const second = await buy(userId, 'PRICE_FOUNDERS_6MO');
    context.sandbox.engine.pay(getSession(second.orderId), card);
    await context.quiesce();
    context.sandbox.engine.pay(getSession(first.orderId), card);
    await context.quiesce();
    expect(await sumPaidBy(userId)).toBe(9_900);
    expect(before - (await countSeatsLeft(context.deps.db))).toBe(1);
    expect((await findEntitlement(context.deps.db, userId))?.hireCreditCount).toBe(1);
  });

  test('enforces one open page, one active plan and one spot per user in the database', async () => {
    const { db } = context.deps;
    const { userId } = await makeUser(context.deps);
    const { orderId } = await buy(userId, 'PRICE_FOUNDERS_6MO');
    await expect(
      db.execute(sql`insert into orders (buyer_id, kind, price_id, amount_cents, waits_for, deadline_at, created_at)
        values (${userId}, 'founders', 'PRICE_FOUNDERS_6MO', 9900, 'buyer', now(), now())`),
    ).rejects.toMatchObject({ cause: { constraint: 'orders_one_open' } });
    await expect(
      db.execute(sql`update founders_seats set order_id = ${crypto.randomUUID()}, user_id = ${userId}
        where seat = (select max(seat) from founders_seats where user_id is null)`),
    ).rejects.toMatchObject({ cause: { constraint: 'founders_seats_one_each' } });
    const plan = (id: string) =>
      db.execute(sql`insert into subscriptions (subscription_id, user_id, order_id, plan, status, observed_at, created_at)
        values (${id}, ${userId}, ${orderId}, 'pro', 'active', now(), now())`);
    await plan(`sub_one_${userId}`);
    await expect(plan(`sub_two_${userId}`)).rejects.toMatchObject({
      cause: { constraint: 'subscriptions_one_running' },
    });
    await db.execute(sql`delete from subscriptions where user_id = ${userId}`);
  });
});

describe('repeatable purchase', () => {
  const buyAgain = (userId: string, priceId: string, more: object = {}) =>
    startCheckout(context.deps, { userId }, { priceId, userId, mode: 'payment', useCredit: false, ...more });
  const listOrders = async (userId: string) =>
    (await context.deps.db.execute<{ id: string }>(sql`select id from orders where buyer_id = ${userId}`)).rows;

  test.each(['PRICE_7G_LOCK', 'PRICE_TEAM_ASSEMBLY', 'PRICE_COACHING_30'])(
    'opens one page for fifty clicks on %s, and another after it is paid',
    async (priceId) => {
      const { userId } = await makeUser(context.deps);
      const results = await Promise.allSettled(Array.from({ length: 50 }, () => buyAgain(userId, priceId)));
      const errors = results.filter((one) => one.status === 'rejected').map((one) => one.reason);
      expect(errors.filter((error) => !(error instanceof Refusal))).toEqual([]);
      const [first, ...others] = await listOrders(userId);
      expect(others).toEqual([]);
      context.sandbox.engine.pay(getSession(first!.id), card);
      await context.quiesce();
      expect((await buyAgain(userId, priceId)).orderId).not.toBe(first!.id);
    },
    60_000,
  );

  test('opens two pages for two choices, and replaces an expired page', async () => {
    const { deps } = context;
    const { userId } = await makeUser(deps);
    const first = await buyAgain(userId, 'PRICE_7G_LOCK');
    const other = await buyAgain(userId, 'PRICE_7G_ROLE');
    expect(other.orderId).not.toBe(first.orderId);
    expect((await buyAgain(userId, 'PRICE_7G_LOCK')).orderId).toBe(first.orderId);
    await deps.db.execute(
      sql`update orders set created_at = created_at - interval '1 day' where id = ${first.orderId}`,
    );
    expect((await buyAgain(userId, 'PRICE_7G_LOCK')).orderId).not.toBe(first.orderId);
    expect(await listOrders(userId)).toHaveLength(3);
  });

  test('enforces one open page per choice in the database', async () => {
    const { db } = context.deps;
    const { userId } = await makeUser(context.deps);
    const { orderId } = await buyAgain(userId, 'PRICE_7G_LOCK');
    await expect(
      db.execute(sql`insert into orders (buyer_id, kind, price_id, choice, amount_cents, waits_for, deadline_at, created_at)
        select buyer_id, kind, price_id, choice, amount_cents, waits_for, deadline_at, created_at from orders where id = ${orderId}`),
    ).rejects.toMatchObject({ cause: { constraint: 'orders_one_page' } });
  });
});

test('migrates an installation that already has duplicates', async () => {
  const { deps } = context;
  const { userId } = await makeUser(deps);
  const migration = readFileSync(new URL('../../db/migrations/0511_one_purchase.sql', import.meta.url), 'utf8');
  await deps.db
    .transaction(async (tx) => {
      await tx.execute(sql`drop index orders_one_open; `);
      await tx.execute(sql`alter table subscriptions drop column ending_at, drop column surplus`);
      await tx.execute(sql`alter table founders_seats drop column user_id`);
      const order = async (kind: string, state: string, at: string) => {
        const { rows } = await tx.execute<{ id: string }>(sql`
          insert into orders (buyer_id, kind, price_id, amount_cents, state, waits_for, deadline_at, created_at)
          values (${userId}, ${kind}, 'PRICE', 999, ${state}, 'buyer', now(), ${at}) returning id`);
        return rows[0]!.id;
      };
      const [olderOrder, newerOrder] = [
        await order('founders', 'awaiting_payment', '2026-01-01'),
        await order('founders', 'awaiting_payment', '2026-01-02'),
      ];
      for (const [index, id] of [olderOrder, newerOrder].entries())
        await tx.execute(sql`update founders_seats set order_id = ${id} where seat = ${98 + index}`);
      const [one, two] = [
        await order('subscription', 'paid', '2026-01-01'),
        await order('subscription', 'paid', '2026-01-02'),
      ];
      for (const [index, id] of [one, two].entries())
        await tx.execute(sql`insert into subscriptions (subscription_id, user_id, order_id, plan, status, observed_at, created_at)
          values (${`sub_old_${index}`}, ${userId}, ${id}, 'pro', 'active', now(), ${`2026-01-0${index + 1}`})`);
      await tx.execute(sql.raw(migration));
      const { rows: orders } = await tx.execute(
        sql`select id, state from orders where id in (${olderOrder}, ${newerOrder}) order by created_at`,
      );
      expect(orders).toMatchObject([{ state: 'expired' }, { state: 'awaiting_payment' }]);
      const { rows: seats } = await tx.execute(
        sql`select order_id, user_id from founders_seats where seat in (98, 99) order by seat`,
      );
      expect(seats).toEqual([
        { order_id: null, user_id: null },
        { order_id: newerOrder, user_id: userId },
      ]);
      const { rows: plans } = await tx.execute(
        sql`select surplus, ending_at is not null as ending from subscriptions where user_id = ${userId} order by created_at`,
      );
      expect(plans).toEqual([
        { surplus: false, ending: false },
        { surplus: true, ending: true },
      ]);
      throw new Error('as it was');
    })
    .catch((error: Error) => {
      if (error.message !== 'as it was') throw error;
    });
});
