import { describe, expect, test } from 'vitest';
import { signPayload } from './sandbox-engine.ts';
import { readForm } from './sandbox-form.ts';
import { createStripeClient, readEvent, type StripeClient, toFailure } from './stripe.client.ts';
import { createStripeSandbox } from './stripe.sandbox.ts';

const SECRET = 'whsec_contract';
const CONNECT = 'whsec_contract_sellers';
const HOST = 'http://stripe.test';

function createAgainstSandbox() {
  const webhooks: { body: string; signature: string }[] = [];
  const sandbox = createStripeSandbox({
    url: HOST,
    webhookUrl: 'http://context.test/hook',
    webhookSecret: SECRET,
    connectSecret: CONNECT,
    secretKey: 'sk_test_contract',
    manual: true,
    fetch: async (_url, init) => {
      const headers = new Headers(init?.headers);
      webhooks.push({ body: String(init?.body), signature: headers.get('Stripe-Signature') ?? '' });
      return new Response('{}');
    },
  });
  const fetchFromSandbox: typeof fetch = async (input, init) =>
    sandbox.app.request(String(input).replace(HOST, ''), init);
  const client = createStripeClient({ secretKey: 'sk_test_contract', apiUrl: HOST, fetch: fetchFromSandbox });
  const browse = (path: string, fields?: Record<string, string>) =>
    sandbox.app.request(path.replace(HOST, ''), fields ? { method: 'POST', body: new URLSearchParams(fields) } : {});
  return { sandbox, client, received: webhooks, browse };
}

/** Checks everything the product relies on, against either the sandbox or Stripe itself. */
async function checkContract(stripe: StripeClient): Promise<void> {
  const customer = await stripe.customers.create(
    { metadata: { user_id: 'contract' } },
    { idempotencyKey: crypto.randomUUID() },
  );
  expect(customer.id).toMatch(/^cus_/);
  const order = crypto.randomUUID();
  const expires_at = Math.floor(Date.now() / 1000) + 31 * 60;
  const params = {
    mode: 'payment' as const,
    customer: customer.id,
    client_reference_id: order,
    metadata: { order_id: order },
    line_items: [
      { price_data: { currency: 'usd', unit_amount: 9900, product_data: { name: 'Contract' } }, quantity: 1 },
    ],
    payment_intent_data: { metadata: { order_id: order }, transfer_group: order },
    success_url: 'http://localhost/success',
    cancel_url: 'http://localhost/cancel',
    expires_at,
  };
  const key = { idempotencyKey: crypto.randomUUID() };
  const session = await stripe.checkout.sessions.create(params, key);
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 9900, currency: 'usd' });
  expect(session.metadata).toEqual({ order_id: order });
  expect(session.url).toMatch(/^http/);
  expect((await stripe.checkout.sessions.create(params, key)).id).toBe(session.id);
  expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
  const secondResponse = await stripe.checkout.sessions.expire(session.id).catch(toFailure);
  expect(secondResponse).toMatchObject({ certain: true });
  const account = await stripe.accounts.create({
    type: 'express',
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  });
  expect(account).toMatchObject({ payouts_enabled: false, details_submitted: false });
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'http://localhost/back',
    return_url: 'http://localhost/back',
  });
  expect(link.url).toMatch(/^http/);
  const earlyTransfer = stripe.transfers.create({ amount: 100, currency: 'usd', destination: account.id });
  expect(await earlyTransfer.catch(toFailure)).toMatchObject({ certain: true });
  const refund = stripe.refunds.create({ payment_intent: 'pi_missing', amount: 1 });
  expect(await refund.catch(toFailure)).toMatchObject({ certain: true, code: 'resource_missing' });
  const events = await stripe.events.list({ types: ['checkout.session.expired'], limit: 10 });
  expect(events.data.some((event) => (event.data.object as { id?: string }).id === session.id)).toBe(true);
}

describe('the Stripe client', () => {
  test("fulfills the product's contract with the sandbox", () => checkContract(createAgainstSandbox().client));

  test.skipIf(!process.env.STRIPE_SECRET_KEY?.startsWith('sk_test_'))(
    'fulfills the same contract with Stripe in test mode',
    () => checkContract(createStripeClient({ secretKey: process.env.STRIPE_SECRET_KEY!, fetch })),
  );

  test('accepts only events with our signature that are not replays', async () => {
    const { sandbox, received } = createAgainstSandbox();
    sandbox.engine.emit('account.updated', { id: 'acct_1' });
    await sandbox.deliver(sandbox.waiting[0]!);
    const { body, signature } = received[0]!;
    expect((await readEvent(body, signature, SECRET, new Date())).type).toBe('account.updated');
    await expect(readEvent(body.replace('acct_1', 'acct_2'), signature, SECRET, new Date())).rejects.toThrow();
    await expect(readEvent(body, signature, 'whsec_other', new Date())).rejects.toThrow();
    await expect(readEvent(body, signature, SECRET, new Date(Date.now() + 301_000))).rejects.toThrow();
    expect(signPayload(body, SECRET, new Date(0))).toMatch(/^t=0,v1=[0-9a-f]{64}$/);
  });

  test('reports a lost response or a server error as uncertain', async () => {
    const lostClient = createStripeClient({
      secretKey: 'sk_test_lost',
      fetch: async () => {
        throw new Error('cable cut');
      },
    });
    expect(toFailure(await lostClient.balance.retrieve().catch((error: unknown) => error))).toMatchObject({
      certain: false,
    });
    const failingClient = createStripeClient({
      secretKey: 'sk_test_broken',
      fetch: async () => Response.json({ error: { type: 'api_error' } }, { status: 500 }),
    });
    expect(toFailure(await failingClient.balance.retrieve().catch((error: unknown) => error))).toMatchObject({
      certain: false,
    });
  });
});

describe('the Stripe sandbox', () => {
  const open = async (card: string, more: Record<string, string> = {}) => {
    const { client, sandbox, browse } = createAgainstSandbox();
    const session = await client.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 7500, product_data: { name: 'Seven games' } }, quantity: 1 },
      ],
      payment_intent_data: { metadata: { order_id: 'order-1' }, transfer_group: 'order-1' },
      success_url: 'http://localhost/success',
      cancel_url: 'http://localhost/cancel',
    });
    const page = await browse(session.url!, { card, ...more });
    const now = await client.checkout.sessions.retrieve(session.id);
    return { client, sandbox, page, now };
  };

  test('accepts a valid card and returns to the product', async () => {
    const { page, now, client } = await open('4242 4242 4242 4242');
    expect(page.status).toBe(303);
    expect(page.headers.get('Location')).toBe('http://localhost/success');
    expect(now).toMatchObject({ status: 'complete', payment_status: 'paid' });
    const intent = await client.paymentIntents.retrieve(now.payment_intent as string, {
      expand: ['latest_charge.balance_transaction'],
    });
    expect(intent.latest_charge).toMatchObject({ amount: 7500, balance_transaction: { fee: 248 } });
  });

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'insufficient funds'],
    ['1234', 'none of the cards'],
  ])('refuses card %s', async (card, problem) => {
    const { page, now } = await open(card);
    expect(page.status).toBe(402);
    expect(await page.text()).toContain(problem);
    expect(now.status).toBe('open');
  });

  test('asks for 3-D Secure and leaves the page open when it fails', async () => {
    const openCheckout = await open('4000 0025 0000 3155');
    expect(await openCheckout.page.text()).toContain('3-D Secure');
    expect(openCheckout.now.status).toBe('open');
    expect((await open('4000 0025 0000 3155', { challenge: 'failed' })).now.status).toBe('open');
    expect((await open('4000 0025 0000 3155', { challenge: 'passed' })).now.status).toBe('complete');
  });

  test('refunds no more than was paid, and allows a refund to fail later', async () => {
    const { client, now, sandbox } = await open('4000 0000 0000 5126');
    const payment_intent = now.payment_intent as string;
    const excessRefund = await client.refunds.create({ payment_intent, amount: 7501 }).catch(toFailure);
    expect(excessRefund).toMatchObject({ certain: true, code: 'charge_already_refunded' });
    const refund = await client.refunds.create({ payment_intent, amount: 7500 }, { idempotencyKey: 'once' });
    expect((await client.refunds.create({ payment_intent, amount: 7500 }, { idempotencyKey: 'once' })).id).toBe(
      refund.id,
    );
    expect(sandbox.state.events.map((event) => event.type)).toContain('refund.failed');
  });

  test('parses nested form fields and ignores prototype keys', () => {
    const form = readForm('a[b][0][c]=1&a[b][1][c]=2&d=3&__proto__[x]=4');
    expect(JSON.parse(JSON.stringify(form))).toMatchObject({ a: { b: { 0: { c: '1' }, 1: { c: '2' } } }, d: '3' });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
