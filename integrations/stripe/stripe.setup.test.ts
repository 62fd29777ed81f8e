import { beforeEach, describe, expect, test } from 'vitest';
import { rehearse } from './stripe.rehearsal.ts';
import { stripeSandbox } from './stripe.sandbox.ts';
import { setUpStripe, stripeFindings } from './stripe.setup.ts';
import { Recording } from './test-recording.ts';

const NEEDS = {
  webhookUrl: 'https://crew.example/api/stripe/webhook',
  own: ['checkout.session.completed', 'charge.dispute.created'],
  sellers: ['account.updated', 'payout.failed'],
};
const KEY = 'sk_test_setup';

let sandbox: ReturnType<typeof stripeSandbox>;
let recording: Recording;
/** Calls that fail, by method and path: how often, and with what. */
let failing: Map<string, { times: number; answer: () => Response }>;

beforeEach(() => {
  sandbox = stripeSandbox({
    url: 'https://stripe.example',
    webhookUrl: NEEDS.webhookUrl,
    webhookSecret: 'whsec_own',
    connectSecret: 'whsec_sellers',
    secretKey: KEY,
    manual: true,
  });
  recording = new Recording();
  failing = new Map();
});

const settings = (secretKey = KEY) => ({
  secretKey,
  apiUrl: 'https://stripe.example',
  fetch: recording.around(async (input, init) => {
    const url = new URL(String(input));
    const planned = failing.get(`${init?.method ?? 'GET'} ${url.pathname}`);
    if (planned && planned.times-- > 0) return planned.answer();
    return sandbox.app.fetch(new Request(url.href.replace('https://stripe.example', 'http://localhost'), init));
  }),
});
const states = async (secretKey?: string) =>
  Object.fromEntries((await stripeFindings(settings(secretKey), NEEDS)).map(({ id, state }) => [id, state]));

describe('a look at Stripe', () => {
  test('says what is there and what is not, in the published shapes', async () => {
    expect(await states()).toEqual({
      'stripe.key': 'met',
      'stripe.account': 'met',
      'stripe.connect': 'met',
      'stripe.schedule': 'met',
      'stripe.own': 'unmet',
      'stripe.sellers': 'unmet',
      'stripe.tax': 'unmet',
      'stripe.portal': 'met',
    });
    expect([...recording.differences]).toEqual([]);
    expect(recording.calls).toBeGreaterThan(4);
  });

  test('says that automatic payouts would carry held money off', async () => {
    sandbox.state.schedule = 'automatic';
    expect((await states())['stripe.schedule']).toBe('unmet');
  });

  test('a wrong key is one thing to do', async () => {
    const [only, ...others] = await stripeFindings(settings('sk_test_wrong'), NEEDS);
    expect(only).toMatchObject({
      id: 'stripe.key',
      state: 'unmet',
      todo: expect.stringContaining('STRIPE_SECRET_KEY'),
    });
    expect(others).toEqual([]);
  });

  test.each([
    ['throttled', 429],
    ['down', 503],
  ])('%s is a sentence', async (_how, status) => {
    const error = { error: { type: 'api_error', message: 'Not now' } };
    failing.set('GET /v1/account', { times: 9, answer: () => Response.json(error, { status }) });
    expect(await stripeFindings(settings(), NEEDS)).toMatchObject([{ id: 'stripe.key', state: 'unmet' }]);
  });
});

describe('setting Stripe up', () => {
  test('makes both endpoints once, shows their secrets once, and is content then', async () => {
    const made = await setUpStripe(settings(), NEEDS);
    expect(made.map(({ variable }) => variable)).toEqual(['STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET']);
    expect(made.every(({ secret }) => secret.startsWith('whsec_'))).toBe(true);
    expect(await states()).toMatchObject({ 'stripe.own': 'met', 'stripe.sellers': 'met' });
    expect(await setUpStripe(settings(), NEEDS)).toEqual([]);
    expect(Object.keys(sandbox.state.endpoints)).toHaveLength(2);
    expect([...recording.differences]).toEqual([]);
  });

  test('adds what an endpoint does not send, and leaves others alone', async () => {
    await setUpStripe(settings(), { ...NEEDS, own: ['checkout.session.completed'] });
    expect((await states())['stripe.own']).toBe('unmet');
    expect(await setUpStripe(settings(), NEEDS)).toEqual([]);
    expect(await states()).toMatchObject({ 'stripe.own': 'met', 'stripe.sellers': 'met' });
  });

  test('makes another where one speaks another version', async () => {
    const [own] = await setUpStripe(settings(), NEEDS);
    sandbox.state.endpoints[own!.id]!.api_version = '2020-08-27';
    const finding = (await stripeFindings(settings(), NEEDS)).find(({ id }) => id === 'stripe.own');
    expect(finding).toMatchObject({ state: 'unmet', found: expect.stringContaining('2020-08-27') });
    expect(await setUpStripe(settings(), NEEDS)).toHaveLength(1);
  });
});

describe('a rehearsal', () => {
  const sums = () => {
    const { charges, transfers } = sandbox.state;
    return [...Object.values(charges), ...Object.values(transfers)].map((row) =>
      'amount_refunded' in row ? row.amount - row.amount_refunded : row.amount - row.amount_reversed,
    );
  };

  test('buys, pays a seller and takes all of it away again, in the published shapes', async () => {
    const steps = await rehearse(settings());
    expect(steps.map(({ ok, says }) => `${ok} ${says.replace(/\w+_\w+/g, 'id')}`)).toEqual([
      'true Payment id of $5 went through',
      'true Seller id was verified',
      'true Payout id of $3 reached the seller',
      'true Transfer id was taken away',
      'true Seller id was taken away',
      "true The payment's money was taken away",
      'true Customer id was taken away',
    ]);
    expect(sums()).toEqual([0, 0]);
    expect([sandbox.state.accounts, sandbox.state.customers]).toEqual([{}, {}]);
    expect([...recording.differences]).toEqual([]);
  });

  test.each(['POST /v1/payment_intents', 'POST /v1/accounts', 'POST /v1/transfers'])(
    'in which %s fails says so and leaves nothing behind',
    async (call) => {
      const error = { error: { type: 'api_error', message: 'Not now' } };
      failing.set(call, { times: 1, answer: () => Response.json(error, { status: 503 }) });
      const steps = await rehearse(settings());
      expect(steps.filter(({ ok }) => !ok)).toMatchObject([{ says: 'Not now' }]);
      expect(sums().every((left) => left === 0)).toBe(true);
      expect([sandbox.state.accounts, sandbox.state.customers]).toEqual([{}, {}]);
    },
  );

  test('refuses a key for real money before it asks anything', async () => {
    await expect(rehearse(settings('sk_live_key'))).rejects.toThrow('real money');
    expect(recording.calls).toBe(0);
  });
});
