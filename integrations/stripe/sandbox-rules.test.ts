import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCard, SLOW_VERIFICATION_BANK } from './sandbox-cards.ts';
import { findDifferences, getApiVersion } from './sandbox-shapes.ts';
import { API_VERSION, createStripeClient, readEvent, toFailure } from './stripe.client.ts';
import { createStripeSandbox, type StripeSandbox } from './stripe.sandbox.ts';
import { Recording } from './test-shape-recording.ts';

const HOST = 'http://stripe.test';
const KEY = 'sk_test_rules';
const DAY = 86_400;

function openSandbox(more: { openingCents?: number } = {}) {
  let at = new Date('2026-03-02T12:00:00Z');
  const webhooks: { body: string; signature: string }[] = [];
  const sandbox: StripeSandbox = createStripeSandbox({
    url: HOST,
    webhookUrl: `${HOST}/hook`,
    webhookSecret: 'whsec_rules',
    connectSecret: 'whsec_rules_sellers',
    secretKey: KEY,
    manual: true,
    now: () => at,
    fetch: async (_url, init) => {
      const signature = new Headers(init?.headers).get('Stripe-Signature') ?? '';
      webhooks.push({ body: String(init?.body), signature });
      return new Response('{}');
    },
    ...more,
  });
  const recording = new Recording();
  const fetch = recording.wrapFetch(async (input, init) => sandbox.app.request(String(input).replace(HOST, ''), init));
  const client = createStripeClient({ secretKey: KEY, apiUrl: HOST, fetch });
  /** Posts a raw request that bypasses the client's types. */
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await sandbox.app.request(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, ...headers },
      body: new URLSearchParams(fields),
    });
    const answerBody = (await response.json()) as { error?: Record<string, unknown>; id?: string };
    return { ...answerBody, status: response.status };
  };
  const wait = (seconds: number) => {
    at = new Date(at.getTime() + seconds * 1000);
  };
  const createPageParams = (cents = 7_500) => ({
    mode: 'payment' as const,
    line_items: [{ price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Games' } }, quantity: 1 }],
    success_url: 'http://localhost/paid',
  });
  const pay = async (cents = 7_500) => {
    const { id } = await client.checkout.sessions.create(createPageParams(cents));
    sandbox.engine.pay(sandbox.state.sessions[id]!, findCard('4242424242424242')!);
    return sandbox.state.charges[sandbox.state.intents[sandbox.state.sessions[id]!.payment_intent!]!.latest_charge]!;
  };
  const makeSeller = async (bank = '000123456789') => {
    const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
    const { id } = await client.accounts.create({ type: 'express', country: 'US', capabilities });
    sandbox.engine.onboard(id, bank);
    return id;
  };
  return {
    sandbox,
    client,
    post,
    wait,
    page: createPageParams,
    pay,
    seller: makeSeller,
    recording,
    heard: webhooks,
    now: () => at,
  };
}

const FORM = {
  mode: 'payment',
  success_url: 'http://localhost/paid',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '7500',
  'line_items[0][price_data][product_data][name]': 'Games',
};

test('has schemas for the API version the client uses', () => {
  expect(getApiVersion()).toBe(API_VERSION);
});

describe('sandbox request validation', () => {
  const postSession = (change: Record<string, string>) =>
    openSandbox().post('/v1/checkout/sessions', { ...FORM, ...change });

  test('accepts a request that matches the published schema', async () => {
    expect(await postSession({})).toMatchObject({ status: 200, object: 'checkout.session' });
  });

  test.each([
    [{ 'payment_method_types[0]': 'card' }, 'parameter_unknown', 'payment_method_types'],
    [{ 'line_items[0][colour]': 'red' }, 'parameter_unknown', 'line_items[0][colour]'],
    [
      { 'line_items[0][price_data][unit_amount]': 'dear' },
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
    [{ success_url: '' }, 'parameter_invalid_empty', 'success_url'],
    [{ mode: 'gift' }, undefined, 'mode'],
    [{ 'allowed_payment_method_types[0]': 'gold' }, undefined, 'allowed_payment_method_types[0]'],
  ])('refuses %j as Stripe does', async (change, code, param) => {
    const { status, error } = await postSession(change);
    expect([status, error?.type, error?.code, error?.param]).toEqual([400, 'invalid_request_error', code, param]);
  });

  test('refuses a request that lacks a required parameter', async () => {
    const { error } = await openSandbox().post('/v1/transfers', { amount: '1', currency: 'usd' });
    expect(error).toMatchObject({ code: 'parameter_missing', param: 'destination' });
  });

  test.each([
    [{ 'subscription_data[metadata][a]': 'b' }, 'subscription_data'],
    [{ 'line_items[0][price]': 'price_1' }, 'line_items[0]'],
    [{ expires_at: '1' }, 'expires_at'],
  ])('refuses conflicting or invalid parameters: %j', async (change, param) => {
    expect((await postSession(change)).error).toMatchObject({ type: 'invalid_request_error', param });
  });

  test('refuses a request for another API version', async () => {
    const { post } = openSandbox();
    const { status, error } = await post('/v1/checkout/sessions', FORM, { 'Stripe-Version': '2024-06-20' });
    expect([status, error?.message]).toEqual([400, 'Invalid Stripe API version: 2024-06-20']);
    expect((await post('/v1/checkout/sessions', FORM, { 'Stripe-Version': API_VERSION })).status).toBe(200);
  });
});

describe('sandbox response validation', () => {
  test('reports a missing, extra or invalid field of an object', async () => {
    const { client } = openSandbox();
    const { lastResponse: _, ...customer } = await client.customers.create({});
    expect(findDifferences('customer', customer)).toEqual([]);
    const { livemode: _l, ...less } = customer;
    expect(findDifferences('customer', less)).toHaveLength(1);
    expect(findDifferences('customer', { ...customer, bank: '1' })[0]).toContain('Unrecognized key');
    expect(findDifferences('customer', { ...customer, created: 'now' })[0]).toContain('created');
    expect(findDifferences('colour', {})).toHaveLength(1);
  });

  test('records invalid responses and requests', async () => {
    const { client, recording, sandbox } = openSandbox();
    const { id } = await client.customers.create({});
    expect(recording.calls).toBe(1);
    expect([...recording.differences]).toEqual([]);
    Object.assign(sandbox.state.customers[id]!, { email: 5 });
    await client.customers.list();
    await client.transfers.create({ amount: 1, currency: 'usd' } as never).catch(() => {});
    expect([...recording.differences]).toHaveLength(2);
    recording.recordEvents([
      { ...sandbox.state.events[0]!, id: 'evt_1', object: 'event', data: { object: {} } } as never,
    ]);
    expect(recording.differences.size).toBeGreaterThan(2);
  });
});

describe('an idempotency key', () => {
  test('repeats the response, even a server error, for a day', async () => {
    const { client, sandbox, pay, wait } = openSandbox();
    const { payment_intent } = await pay();
    sandbox.state.breakages.push({ call: 'POST /refunds', done: true });
    const ask = () => client.refunds.create({ payment_intent, amount: 100 }, { idempotencyKey: 'one' });
    for (const _ of [1, 2]) expect(await ask().catch(toFailure)).toMatchObject({ certain: false });
    expect(Object.values(sandbox.state.refunds)).toHaveLength(1);
    wait(DAY);
    expect((await ask()).status).toBe('succeeded');
    expect(Object.values(sandbox.state.refunds)).toHaveLength(2);
  });

  test("is valid for one request only and isn't used up by an invalid one", async () => {
    const { post } = openSandbox();
    const key = { 'Idempotency-Key': 'two' };
    expect((await post('/v1/checkout/sessions', { ...FORM, x: '1' }, key)).status).toBe(400);
    const first = await post('/v1/checkout/sessions', FORM, key);
    expect((await post('/v1/checkout/sessions', FORM, key)).id).toBe(first.id);
    const other = await post('/v1/checkout/sessions', { ...FORM, client_reference_id: 'x' }, key);
    expect(other).toMatchObject({ status: 400, error: { type: 'idempotency_error' } });
  });
});

test('paginates lists by ten by default and continues after a given object', async () => {
  const { client } = openSandbox();
  for (let n = 0; n < 25; n++) await client.customers.create({});
  const first = await client.customers.list();
  expect([first.data.length, first.has_more]).toEqual([10, true]);
  const last = await client.customers.list({ limit: 20, starting_after: first.data[9]!.id });
  expect([last.data.length, last.has_more]).toEqual([15, false]);
  const before = await client.customers.list({ limit: 3, ending_before: first.data[9]!.id });
  expect(before.data.map(({ id }) => id)).toEqual(first.data.slice(6, 9).map(({ id }) => id));
  const all = [];
  for await (const one of client.customers.list({ limit: 7 })) all.push(one.id);
  expect(new Set(all).size).toBe(25);
  expect(await client.customers.list({ limit: 101 }).catch(toFailure)).toMatchObject({ certain: true });
});

test('accepts a payment page expiry between 30 minutes and a day', async () => {
  const { client, page, now } = openSandbox();
  const seconds = Math.floor(now().getTime() / 1000);
  for (const expires_at of [seconds + 29 * 60, seconds + DAY + 60]) {
    expect(await client.checkout.sessions.create({ ...page(), expires_at }).catch(toFailure)).toMatchObject({
      certain: true,
    });
  }
  expect((await client.checkout.sessions.create({ ...page(), expires_at: seconds + 45 * 60 })).status).toBe('open');
});

describe('the platform balance', () => {
  test('pays transfers without a source charge only from available funds', async () => {
    const { client, pay, seller, wait } = openSandbox();
    const charge = await pay(10_000);
    const destination = await seller();
    const transfer = { amount: 5_000, currency: 'usd', destination };
    const earlyFailure = await client.transfers.create(transfer).catch(toFailure);
    expect(earlyFailure).toMatchObject({ certain: true, code: 'balance_insufficient' });
    await client.transfers.create({ ...transfer, amount: 1_000, source_transaction: charge.id });
    expect((await client.balance.retrieve()).pending).toMatchObject([{ amount: 9_680, currency: 'usd' }]);
    wait(2 * DAY);
    await client.transfers.create(transfer);
    expect((await client.balance.retrieve()).available).toMatchObject([{ amount: 3_680 }]);
  });

  test('is paid out to the bank automatically unless payouts are manual', async () => {
    const { client, pay, seller, wait, sandbox } = openSandbox();
    await pay(10_000);
    sandbox.state.schedule = 'automatic';
    wait(2 * DAY);
    expect((await client.balance.retrieve()).available).toMatchObject([{ amount: 0 }]);
    const destination = await seller();
    const lateTransfer = await client.transfers.create({ amount: 100, currency: 'usd', destination }).catch(toFailure);
    expect(lateTransfer).toMatchObject({ code: 'balance_insufficient' });
    const { data } = await client.balanceTransactions.list({ type: 'payout' });
    expect(data.map(({ amount }) => amount)).toEqual([-9_680]);
  });
});

describe('a seller account', () => {
  test("can't get transfers without card payments, which would need approval", async () => {
    const { client } = openSandbox();
    const creation = client.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } });
    expect(await creation.catch(toFailure)).toMatchObject({
      certain: true,
      message: expect.stringContaining('approval'),
    });
  });

  test('is verified hours later when its documents are reviewed manually', async () => {
    const { client, seller, wait } = openSandbox();
    const id = await seller(SLOW_VERIFICATION_BANK);
    const before = await client.accounts.retrieve(id);
    expect([before.details_submitted, before.payouts_enabled, before.capabilities]).toEqual([
      true,
      false,
      { card_payments: 'inactive', transfers: 'inactive' },
    ]);
    wait(6 * 3_600);
    expect(await client.accounts.retrieve(id)).toMatchObject({ payouts_enabled: true });
  });

  test("can't receive money in a country that the platform can't pay", async () => {
    const { client, pay, sandbox } = openSandbox();
    const charge = await pay();
    const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
    const { id } = await client.accounts.create({ type: 'express', country: 'BR', capabilities });
    sandbox.engine.onboard(id, '1');
    const transferInput = { amount: 1, currency: 'usd', destination: id, source_transaction: charge.id };
    expect(await client.transfers.create(transferInput).catch(toFailure)).toMatchObject({
      code: 'transfers_not_allowed',
    });
  });

  test("signs its events with its own webhook secret and keeps them out of the platform's event list", async () => {
    const { client, seller, sandbox, heard, now } = openSandbox();
    const id = await seller();
    const event = sandbox.waiting.find((one) => one.account === id)!;
    await sandbox.deliver(event);
    const { body, signature } = heard.at(-1)!;
    await expect(readEvent(body, signature, 'whsec_rules', now())).rejects.toThrow();
    expect((await readEvent(body, signature, 'whsec_rules_sellers', now())).api_version).toBe(API_VERSION);
    expect((await client.events.list({ type: 'account.updated' })).data).toEqual([]);
  });
});

test('does not copy metadata from a plan to its payment', async () => {
  const { client, sandbox, recording } = openSandbox();
  const customer = (await client.customers.create({})).id;
  const price = await client.prices.create({
    unit_amount: 999,
    currency: 'usd',
    recurring: { interval: 'month' },
    product_data: { name: 'Pro' },
  });
  const { id } = await client.checkout.sessions.create({
    mode: 'subscription',
    customer,
    metadata: { order_id: 'one' },
    subscription_data: { metadata: { order_id: 'one' } },
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://localhost/paid',
  });
  sandbox.engine.pay(sandbox.state.sessions[id]!, findCard('4242424242424242')!);
  const {
    data: [charge],
  } = await client.charges.list();
  const {
    data: [invoice],
  } = await client.invoices.list();
  expect([charge!.metadata, charge!.transfer_group, invoice!.metadata]).toEqual([{}, null, {}]);
  const intent = charge!.payment_intent as string;
  const { data } = await client.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } });
  expect(data[0]!.invoice).toBe(invoice!.id);
  expect(invoice!.parent!.subscription_details!.metadata).toEqual({ order_id: 'one' });
  recording.recordEvents(sandbox.state.events);
  expect([...recording.differences]).toEqual([]);
});

test('migrates a state file from an earlier version', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'stripe-')), 'sandbox.json');
  const before = openSandbox().sandbox;
  const legacyState = structuredClone(before.state) as unknown as Record<string, Record<string, object> | object[]>;
  const charge = { id: 'ch_old', object: 'charge', amount: 100, amount_refunded: 0, currency: 'usd', created: 1 };
  Object.assign(legacyState, {
    charges: { ch_old: { ...charge, balance_transaction: { id: 'txn_old', fee: 33, amount: 100, net: 67 } } },
    accounts: { acct_old: { id: 'acct_old', object: 'account', payouts_enabled: true, metadata: {} } },
    prices: { price_old: { id: 'price_old', object: 'price', unit_amount: 999 } },
    disputes: { dp_old: { id: 'dp_old', object: 'dispute', charge: 'ch_old' } },
    events: [{ id: 'evt_old', api_version: 'sandbox' }],
  });
  for (const name of ['transactions', 'payouts', 'schedule', 'breakages']) delete legacyState[name];
  writeFileSync(file, JSON.stringify(legacyState));
  const { state, engine } = createStripeSandbox({
    url: HOST,
    webhookUrl: HOST,
    webhookSecret: 'a',
    connectSecret: 'b',
    secretKey: KEY,
    manual: true,
    file,
  });
  expect(state.charges.ch_old).toMatchObject({ balance_transaction: 'txn_old' });
  expect(engine.balance()).toEqual({ available: 67, pending: 0 });
  expect(state.accounts.acct_old).toMatchObject({ country: 'US', capabilities: ['card_payments', 'transfers'] });
  expect(state.disputes.dp_old).toMatchObject({ transactions: [] });
  expect(state.prices.price_old).toMatchObject({ created: 0 });
  expect(state.events).toEqual([]);
});
