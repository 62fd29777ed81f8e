import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { signPayload } from '../../integrations/stripe/sandbox-engine.ts';
import { HOUR_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { CATCH_UP_JOB, catchUpEvents } from './provider-events/provider-events.commands.ts';
import { RECONCILE_JOB, reconcileBooks, runReconcile } from './reconcile.commands.ts';
import { createJourneys, type Person } from './test-journeys.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';

let context: MoneyContext;
let admin: Person;
const { call, good, sessionOf, buy, order } = createJourneys(() => context);

beforeAll(async () => {
  context = await openMoneyContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

describe('checkout', () => {
  test('requires sign-in and refuses unknown prices, other users and wrong modes', async () => {
    const buyer = await makeUser(context.deps);
    const path = '/functions/v1/checkout-session';
    const input = { priceId: 'PRICE_7G_ROLE', userId: buyer.userId, mode: 'payment' };
    expect((await call(undefined, 'POST', path, input)).status).toBe(401);
    expect((await call(buyer, 'POST', path, { ...input, priceId: 'PRICE_FREE' })).status).toBe(422);
    expect((await call(buyer, 'POST', path, { ...input, priceId: 'constructor' })).status).toBe(422);
    expect((await call(buyer, 'POST', path, { ...input, userId: admin.userId })).status).toBe(403);
    expect((await call(buyer, 'POST', path, { ...input, mode: 'subscription' })).status).toBe(422);
  });

  test('marks the order paid only on a webhook with a valid signature', async () => {
    const buyer = await makeUser(context.deps);
    const { orderId } = await good(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_7G_ROLE',
      userId: buyer.userId,
    });
    context.sandbox.engine.pay(sessionOf(orderId), findCard('4242424242424242')!);
    expect((await order(buyer, orderId)).state).toBe('awaiting_payment');
    const event = context.sandbox.waiting.find((one) => one.type === 'checkout.session.completed')!;
    const body = JSON.stringify(event);
    const forgedResponse = await context.app.request('/api/stripe/webhook', {
      method: 'POST',
      body,
      headers: { 'Stripe-Signature': signPayload(body, 'whsec_guess', context.now()) },
    });
    expect(forgedResponse.status).toBe(422);
    expect((await order(buyer, orderId)).state).toBe('awaiting_payment');
    await Promise.all([context.sandbox.deliver(event), context.sandbox.deliver(event), context.sandbox.deliver(event)]);
    expect(await order(buyer, orderId)).toMatchObject({ state: 'paid', balance: { charged: 7_500, held: 7_500 } });
    const events = await context.deps.db.execute(
      sql`select payload::text as p, price_id from payments_audit where event_id = ${event.id}`,
    );
    expect(events.rows).toMatchObject([{ price_id: 'PRICE_7G_ROLE' }]);
  });

  test.each(['[]', '"evt"', '{}', '{"id":1}', '{"id":"evt_1","type":"x","created":1,"data":{"object":7}}'])(
    'refuses a signed payload that is not an event: %s',
    async (body) => {
      const response = await context.app.request('/api/stripe/webhook', {
        method: 'POST',
        body,
        headers: { 'Stripe-Signature': signPayload(body, 'whsec_house', context.now()) },
      });
      expect([response.status, await response.text()]).toEqual([
        422,
        expect.stringContaining("This is signed but isn't an event. It needs id, type, created and data.object."),
      ]);
    },
  );

  test('recovers from a lost webhook', async () => {
    const buyer = await makeUser(context.deps);
    const { orderId } = await good(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_7G_ROLE',
      userId: buyer.userId,
    });
    context.sandbox.engine.pay(sessionOf(orderId), findCard('4242424242424242')!);
    context.sandbox.waiting.length = 0;
    context.sent.length = 0;
    expect((await call(admin, 'POST', `/api/orders/${orderId}/check`)).status).toBe(404);
    expect(context.sent).toEqual([]);
    await good(buyer, 'POST', `/api/orders/${orderId}/check`);
    expect(context.sent.map((job) => [job.name, job.key])).toEqual([[CATCH_UP_JOB, 'asked']]);
    await catchUpEvents(context.deps);
    expect((await order(buyer, orderId)).state).toBe('paid');
    await good(buyer, 'POST', `/api/orders/${orderId}/check`);
    expect(context.sent.filter((job) => job.name === CATCH_UP_JOB)).toHaveLength(1);
  });
});

describe('nightly reconciliation', () => {
  test('finds nothing when all is well, and reports a planted difference without fixing it', async () => {
    expect(await reconcileBooks(context.deps)).toEqual([]);
    const charge = Object.values(context.sandbox.state.charges).at(-1)!;
    const { state } = context.sandbox;
    const movement = state.transactions[charge.balance_transaction!]!;
    movement.amount += 100;
    const [found] = await reconcileBooks(context.deps);
    expect(found).toMatchObject({ orderId: charge.metadata.order_id, what: 'charged' });
    expect(found!.processor - found!.ledger).toBe(100);
    context.sent.length = 0;
    expect(await good(admin, 'POST', '/api/admin/reconcile')).toMatchObject({ state: 'waiting', done: 0, total: 5 });
    await good(admin, 'POST', '/api/admin/reconcile');
    expect(context.sent.filter((job) => job.name === RECONCILE_JOB)).toHaveLength(1);
    await runReconcile(context.deps, context.sent[0]!.data);
    const { entries } = await good(admin, 'GET', '/api/admin/audit?action=reconcile');
    expect(entries).toHaveLength(1);
    const { reports, progress } = await good(admin, 'GET', '/api/admin/reconcile');
    expect(reports[0].differences).toHaveLength(1);
    expect(progress).toMatchObject({ state: 'done', done: 5, total: 5 });
    movement.amount -= 100;
  });

  test('reports its failure and can be restarted at once', async () => {
    const { fetch } = context.deps;
    const compare = () => good(admin, 'POST', '/api/admin/reconcile');
    const readProgress = async () => (await good(admin, 'GET', '/api/admin/reconcile')).progress;
    await compare();
    context.deps.fetch = async () => new Response('{}', { status: 400 });
    await expect(runReconcile(context.deps, { adminId: admin.userId })).rejects.toThrow();
    context.deps.fetch = fetch;
    expect(await readProgress()).toMatchObject({ state: 'failed' });
    expect(await compare()).toMatchObject({ state: 'waiting', done: 0 });
    await runReconcile(context.deps, { adminId: admin.userId });
    expect(await readProgress()).toMatchObject({ state: 'done' });
  });

  test('counts as failed after an hour when its node died', async () => {
    context.sent.length = 0;
    await good(admin, 'POST', '/api/admin/reconcile');
    context.advance(HOUR_MS - 1);
    expect((await good(admin, 'GET', '/api/admin/reconcile')).progress.state).toBe('waiting');
    context.advance(1);
    expect((await good(admin, 'GET', '/api/admin/reconcile')).progress.state).toBe('failed');
    expect((await good(admin, 'POST', '/api/admin/reconcile')).state).toBe('waiting');
    expect(context.sent.filter((job) => job.name === RECONCILE_JOB)).toHaveLength(2);
  });
});

describe('plan', () => {
  test('upgrades immediately, downgrades at the end of the period, and refunds within seven days', async () => {
    const buyer = await makeUser(context.deps);
    const readEntitlements = () => good(buyer, 'GET', '/api/entitlements/me');
    expect((await readEntitlements()).plan).toBe('Free');
    await buy(buyer, 'PRICE_PRO_MONTHLY');
    expect((await readEntitlements()).plan).toBe('Pro');
    const { url } = await good(buyer, 'POST', '/functions/v1/customer-portal', { returnUrl: '/account' });
    expect(url).toContain('/portal/');
    expect(
      (await call(buyer, 'POST', '/functions/v1/customer-portal', { returnUrl: 'https://evil.example' })).status,
    ).toBe(422);
    const secondResponse = await call(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_PREMIUM_MONTHLY',
      userId: buyer.userId,
      mode: 'subscription',
    });
    expect(secondResponse.status).toBe(409);
    const { sandbox } = context;
    const subscription = Object.values(sandbox.state.subscriptions).at(-1)!;
    const findPriceId = (key: string) => Object.values(sandbox.state.prices).find((one) => one.lookup_key === key)!.id;
    sandbox.engine.changePlan(subscription, findPriceId('PRICE_PREMIUM_MONTHLY'));
    await context.quiesce();
    expect((await readEntitlements()).plan).toBe('Premium');
    sandbox.engine.changePlan(subscription, findPriceId('PRICE_PRO_MONTHLY'));
    await context.quiesce();
    expect(await readEntitlements()).toMatchObject({ plan: 'Premium', subscription: { nextPlan: 'pro' } });
    sandbox.engine.endPeriod(subscription);
    await context.quiesce();
    expect(await readEntitlements()).toMatchObject({ plan: 'Pro', subscription: { nextPlan: null } });
    await good(buyer, 'POST', '/api/plans/return');
    await context.quiesce();
    expect((await readEntitlements()).plan).toBe('Free');
    const { orders } = await good(buyer, 'GET', '/api/orders');
    const { balance } = await order(buyer, orders[0].id);
    expect(balance.refunded).toBe(balance.charged);
  });
});
