import { beforeEach, describe, expect, test } from 'vitest';
import { findCard } from './sandbox-cards.ts';
import { type PageOf, runRehearsal } from './stripe.rehearsal.ts';
import { createStripeSandbox } from './stripe.sandbox.ts';
import { checkStripe, type StripeNeeds, setUpStripe } from './stripe.setup.ts';
import { Recording } from './test-shape-recording.ts';

const NEEDS = {
  webhookUrl: 'https://crew.example/api/stripe/webhook',
  own: ['checkout.session.completed', 'charge.dispute.created'],
  sellers: ['account.updated', 'payout.failed'],
  secrets: { own: 'whsec_own', sellers: 'whsec_sellers' },
};
const BARE = { ...NEEDS, secrets: { own: undefined, sellers: undefined } };
const KEY = 'sk_test_setup';

let sandbox: ReturnType<typeof createStripeSandbox>;
let recording: Recording;
/** Calls that should fail, by method and path: how many times, and with which response. */
let failures: Map<string, { times: number; answer: () => Response }>;

beforeEach(() => {
  sandbox = createStripeSandbox({
    url: 'https://stripe.example',
    webhookUrl: NEEDS.webhookUrl,
    webhookSecret: 'whsec_own',
    connectSecret: 'whsec_sellers',
    secretKey: KEY,
    manual: true,
  });
  recording = new Recording();
  failures = new Map();
});

const createSettings = (secretKey = KEY) => ({
  secretKey,
  apiUrl: 'https://stripe.example',
  fetch: recording.wrapFetch(async (input, init) => {
    const url = new URL(String(input));
    const plannedFailure = failures.get(`${init?.method ?? 'GET'} ${url.pathname}`);
    if (plannedFailure && plannedFailure.times-- > 0) return plannedFailure.answer();
    return sandbox.app.fetch(new Request(url.href.replace('https://stripe.example', 'http://localhost'), init));
  }),
});
const listStates = async (secretKey?: string) =>
  Object.fromEntries((await checkStripe(createSettings(secretKey), NEEDS)).map(({ id, state }) => [id, state]));
const fetchOf = (path: string, form: Record<string, string>) =>
  createSettings().fetch(`https://stripe.example${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}` },
    body: new URLSearchParams(form).toString(),
  });
const findFinding = async (id: string, stripeNeeds: StripeNeeds = NEEDS) =>
  (await checkStripe(createSettings(), stripeNeeds)).find((one) => one.id === id)!;

describe('the Stripe check', () => {
  test('reports what is set up and what is missing, and matches the published schemas', async () => {
    expect(await listStates()).toEqual({
      'stripe.key': 'met',
      'stripe.live': 'unmet',
      'stripe.account': 'met',
      'stripe.connect': 'met',
      'stripe.schedule': 'met',
      'stripe.own': 'unmet',
      'stripe.sellers': 'unmet',
      'stripe.arrival': 'met',
      'stripe.tax': 'off',
      'stripe.portal': 'met',
    });
    expect([...recording.differences]).toEqual([]);
    expect(recording.calls).toBeGreaterThan(4);
  });

  test('warns that automatic payouts would pay out held funds', async () => {
    sandbox.state.schedule = 'automatic';
    expect((await listStates())['stripe.schedule']).toBe('unmet');
  });

  test('reports only the key when the key is wrong', async () => {
    const [onlyFinding, ...others] = await checkStripe(createSettings('sk_test_wrong'), NEEDS);
    expect(onlyFinding).toMatchObject({
      id: 'stripe.key',
      state: 'unmet',
      todo: expect.stringContaining('STRIPE_SECRET_KEY'),
    });
    expect(others).toEqual([]);
  });

  test('reports a test key as unmet because it moves no real money', async () => {
    expect(await findFinding('stripe.live')).toMatchObject({
      state: 'unmet',
      todo: expect.stringContaining('--set-up'),
    });
  });

  test("reports undelivered events unless they're recent", async () => {
    await setUpStripe(createSettings(), NEEDS);
    const { sessions } = sandbox.state;
    const buy = () =>
      fetchOf('/v1/checkout/sessions', {
        mode: 'payment',
        success_url: 'https://crew.example/',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '500',
        'line_items[0][price_data][product_data][name]': 'A',
      });
    await buy();
    sandbox.engine.pay(Object.values(sessions)[0]!, findCard('4242424242424242')!);
    // A recent event may still be in transit.
    expect((await findFinding('stripe.arrival')).state).toBe('met');
    for (const event of sandbox.state.events) event.created -= 600;
    expect(await findFinding('stripe.arrival')).toMatchObject({
      state: 'unmet',
      found: expect.stringContaining('checkout.session.completed'),
      todo: expect.stringContaining('STRIPE_WEBHOOK_SECRET'),
    });
    for (const event of sandbox.state.events) event.pending_webhooks = 0;
    expect((await findFinding('stripe.arrival')).state).toBe('met');
    expect([...recording.differences]).toEqual([]);
  });

  test.each([
    ['GET /v1/accounts', 'stripe.connect'],
    ['GET /v1/tax/settings', 'stripe.tax'],
  ])('suggests trying again when %s is throttled or down', async (call, id) => {
    for (const status of [429, 503]) {
      const error = { error: { type: 'api_error', message: 'Not now' } };
      failures.set(call, { times: 9, answer: () => Response.json(error, { status }) });
      expect(await findFinding(id)).toMatchObject({
        state: 'unmet',
        found: 'Not now.',
        todo: expect.stringContaining('try again'),
      });
    }
  });

  test.each([
    ['throttled', 429],
    ['down', 503],
  ])('reports only one finding when Stripe is %s', async (_how, status) => {
    const error = { error: { type: 'api_error', message: 'Not now' } };
    failures.set('GET /v1/account', { times: 9, answer: () => Response.json(error, { status }) });
    expect(await checkStripe(createSettings(), NEEDS)).toMatchObject([{ id: 'stripe.key', state: 'unmet' }]);
  });

  test("doesn't suggest waiting when Stripe rejects the request itself", async () => {
    const error = { error: { type: 'invalid_request_error', message: 'Please do this first' } };
    failures.set('GET /v1/account', { times: 9, answer: () => Response.json(error, { status: 400 }) });
    const [onlyFinding] = await checkStripe(createSettings(), NEEDS);
    expect(onlyFinding?.todo).not.toMatch(/wait/i);
  });
});

describe('Stripe setup', () => {
  test('creates both endpoints, shows their secrets once, and is idempotent', async () => {
    const endpoints = await setUpStripe(createSettings(), NEEDS);
    expect(endpoints.map(({ variable }) => variable)).toEqual([
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_CONNECT_WEBHOOK_SECRET',
    ]);
    expect(endpoints.every(({ secret }) => secret.startsWith('whsec_'))).toBe(true);
    expect(await listStates()).toMatchObject({ 'stripe.own': 'met', 'stripe.sellers': 'met' });
    expect(await setUpStripe(createSettings(), NEEDS)).toEqual([]);
    expect(Object.keys(sandbox.state.endpoints)).toHaveLength(2);
    expect([...recording.differences]).toEqual([]);
  });

  test("says where to find an endpoint's secret when it isn't configured", async () => {
    const [own, sellers] = await setUpStripe(createSettings(), NEEDS);
    expect(await findFinding('stripe.own', BARE)).toMatchObject({
      state: 'unmet',
      todo: expect.stringMatching(new RegExp(`${own!.id}.*reveal.*STRIPE_WEBHOOK_SECRET`, 'i')),
    });
    expect(await findFinding('stripe.sellers', BARE)).toMatchObject({
      state: 'unmet',
      todo: expect.stringMatching(new RegExp(`${sellers!.id}.*reveal.*STRIPE_CONNECT_WEBHOOK_SECRET`, 'i')),
    });
  });

  test('rejects the same secret for both endpoints', async () => {
    await setUpStripe(createSettings(), NEEDS);
    const same = { ...NEEDS, secrets: { own: 'whsec_own', sellers: 'whsec_own' } };
    expect((await findFinding('stripe.own', same)).state).toBe('met');
    expect(await findFinding('stripe.sellers', same)).toMatchObject({
      state: 'unmet',
      found: expect.stringContaining('the same'),
    });
  });

  test('reports each secret as soon as its endpoint is created', async () => {
    const messages: string[] = [];
    const refuse = async (input: string | URL | Request, init?: RequestInit) =>
      String(init?.body).includes('connect=true')
        ? Response.json({ error: { type: 'api_error', message: 'Not now' } }, { status: 503 })
        : createSettings().fetch(input, init);
    const setting = setUpStripe({ ...createSettings(), fetch: refuse }, NEEDS, ({ variable }) =>
      messages.push(variable),
    );
    await expect(setting).rejects.toThrow('Not now');
    expect(messages).toEqual(['STRIPE_WEBHOOK_SECRET']);
    expect((await setUpStripe(createSettings(), NEEDS)).map(({ variable }) => variable)).toEqual([
      'STRIPE_CONNECT_WEBHOOK_SECRET',
    ]);
  });

  test('adds missing events to our endpoint and leaves others alone', async () => {
    await setUpStripe(createSettings(), { ...NEEDS, own: ['checkout.session.completed'] });
    expect((await listStates())['stripe.own']).toBe('unmet');
    expect(await setUpStripe(createSettings(), NEEDS)).toEqual([]);
    expect(await listStates()).toMatchObject({ 'stripe.own': 'met', 'stripe.sellers': 'met' });
  });

  test('creates a new endpoint when the existing one uses another API version', async () => {
    const [own] = await setUpStripe(createSettings(), NEEDS);
    sandbox.state.endpoints[own!.id]!.api_version = '2020-08-27';
    expect(await findFinding('stripe.own')).toMatchObject({
      state: 'unmet',
      found: expect.stringContaining('2020-08-27'),
    });
    expect(await setUpStripe(createSettings(), NEEDS)).toHaveLength(1);
  });
});

describe('the Stripe rehearsal', () => {
  const PAGE: PageOf = (customer) => ({
    mode: 'payment',
    customer,
    line_items: [
      { price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Rehearsal' } }, quantity: 1 },
    ],
    success_url: 'https://crew.example/',
  });

  const sumMoney = () => {
    const { charges, transfers } = sandbox.state;
    return [...Object.values(charges), ...Object.values(transfers)].map((row) =>
      'amount_refunded' in row ? row.amount - row.amount_refunded : row.amount - row.amount_reversed,
    );
  };

  test('buys, pays a seller and cleans up, and matches the published schemas', async () => {
    const steps = await runRehearsal(createSettings(), PAGE);
    expect(steps.map(({ ok, message }) => `${ok} ${message.replace(/\w+_\w+/g, 'id')}`)).toEqual([
      'true Payment page id opened',
      'true Payment id of $5 went through',
      'true Seller id was verified',
      'true Payout id of $3 reached the seller',
      'true Transfer id was taken away',
      'true Seller id was taken away',
      "true The payment's money was taken away",
      'true Payment page id was taken away',
      'true Customer id was taken away',
    ]);
    expect(sumMoney()).toEqual([0, 0]);
    expect([sandbox.state.accounts, sandbox.state.customers]).toEqual([{}, {}]);
    expect([...recording.differences]).toEqual([]);
  });

  test.each(['POST /v1/checkout/sessions', 'POST /v1/payment_intents', 'POST /v1/accounts', 'POST /v1/transfers'])(
    'reports a failure of %s and leaves nothing behind',
    async (call) => {
      const error = { error: { type: 'api_error', message: 'Not now' } };
      failures.set(call, { times: 1, answer: () => Response.json(error, { status: 503 }) });
      const steps = await runRehearsal(createSettings(), PAGE);
      expect(steps.filter(({ ok }) => !ok)).toMatchObject([
        { message: expect.stringMatching(/^Not now\. .*try again/) },
      ]);
      expect(sumMoney().every((cents) => cents === 0)).toBe(true);
      expect([sandbox.state.accounts, sandbox.state.customers]).toEqual([{}, {}]);
    },
  );

  test('stops before charging anything when the payment page is refused', async () => {
    const legacyPage = { ...PAGE('cus'), payment_method_types: ['card'] };
    const steps = await runRehearsal(createSettings(), (customer) => ({ ...legacyPage, customer }));
    expect(steps[0]).toMatchObject({ ok: false, message: expect.stringContaining('payment_method_types') });
    expect(sandbox.state.intents).toEqual({});
  });

  test('names the variable to set and its value when the key is wrong', async () => {
    expect(await runRehearsal(createSettings('sk_test_wrong'), PAGE)).toMatchObject([
      { ok: false, message: expect.stringMatching(/Invalid API Key.*STRIPE_SECRET_KEY.*apikeys/) },
    ]);
    await expect(runRehearsal(createSettings('whsec_own'), PAGE)).rejects.toThrow('is no secret key of Stripe');
    expect(recording.calls).toBe(1);
  });

  test('refuses a live key before it sends any request', async () => {
    await expect(runRehearsal(createSettings('sk_live_key'), PAGE)).rejects.toThrow('real money');
    expect(recording.calls).toBe(0);
  });
});
