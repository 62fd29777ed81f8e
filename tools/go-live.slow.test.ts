import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStripeSandbox, type StripeSandbox } from '../integrations/stripe/stripe.sandbox.ts';

const KEY = 'sk_test_first_day';
const PUBLIC_ORIGIN = 'https://crew.example';

let sandbox: StripeSandbox;
const server = createServer((request, response) => getRequestListener(sandbox.app.fetch)(request, response));
let STRIPE_API_URL = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  STRIPE_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox = createStripeSandbox({
    url: STRIPE_API_URL,
    webhookUrl: `${PUBLIC_ORIGIN}/api/stripe/webhook`,
    webhookSecret: 'whsec_own',
    connectSecret: 'whsec_sellers',
    secretKey: KEY,
    manual: true,
  });
});
afterAll(() => new Promise((done) => server.close(done)));

/** Runs the real command with only these variables. */
function goLive(variables: Record<string, string>, ...args: string[]): Promise<{ code: number; said: string }> {
  const { PATH = '' } = process.env;
  const env = { PATH, STRIPE_API_URL, PUBLIC_ORIGIN, ...variables };
  return new Promise((done) => {
    execFile(process.execPath, ['tools/go-live.ts', ...args], { env }, (error, out, errors) =>
      done({ code: error ? Number(error.code) : 0, said: out + errors }),
    );
  });
}
const USAGE = /also sends a test email/;

describe('npm run go-live', () => {
  test('sets up Stripe with only its key, as in docs/going-live.md, and accepts the result', async () => {
    const first = await goLive({ STRIPE_SECRET_KEY: KEY }, '--set-up');
    const secrets = Object.fromEntries([...first.said.matchAll(/Set (STRIPE_\w+)=(\S+)/g)].map(([, n, s]) => [n!, s!]));
    expect(Object.keys(secrets)).toEqual(['STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET']);
    expect(first.said).toContain('STRIPE_WEBHOOK_SECRET is not set here');
    expect(first.code).toBe(1);

    const { said } = await goLive({ STRIPE_SECRET_KEY: KEY, ...secrets }, '--set-up');
    expect(said).toContain('Nothing had to be created at Stripe.');
    expect(said).toMatch(/done\s+Payments are reported to us/);
    expect(said).toMatch(/done\s+Changes to sellers' accounts are reported to us/);
    expect(Object.keys(sandbox.state.endpoints)).toHaveLength(2);

    const rehearsed = await goLive({ STRIPE_SECRET_KEY: KEY, ...secrets }, '--rehearse');
    expect(rehearsed).toMatchObject({ code: 0, said: expect.stringContaining('everything was undone') });
  });

  test("lists the remaining steps even if the server wouldn't start yet", async () => {
    const machine = { NODE_ENV: 'production', TRUST_PROXY: 'true', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const { code, said } = await goLive(machine);
    expect(code).toBe(1);
    expect(said).toMatch(/to do\s+The server starts with these variables: No vendor key is set/);
    expect(said).toContain('Set TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.');
    expect(said).not.toMatch(USAGE);
  });

  test.each([
    [
      "another account's key",
      { STRIPE_SECRET_KEY: 'sk_test_other' },
      /Invalid API Key provided\. Set STRIPE_SECRET_KEY/,
    ],
    [
      'an address that Stripe cannot reach',
      { STRIPE_SECRET_KEY: KEY, PUBLIC_ORIGIN: 'http://localhost:3000' },
      /https:/,
    ],
    ['no key', {}, /STRIPE_SECRET_KEY is not set/],
    [
      'no network',
      { STRIPE_SECRET_KEY: KEY, STRIPE_API_URL: 'http://127.0.0.1:1' },
      /Check that this machine can reach Stripe/,
    ],
  ])('sets up nothing and explains why, given %s', async (_how, variables, message) => {
    const { code, said } = await goLive(variables, '--set-up');
    expect(code).toBe(1);
    expect(said).toMatch(message);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  test('refuses to rehearse with a live key, and lists its options after a typo', async () => {
    const live = await goLive({ STRIPE_SECRET_KEY: 'sk_live_first_day' }, '--rehearse');
    expect(live).toMatchObject({ code: 1, said: expect.stringMatching(/^STRIPE_SECRET_KEY is for real money.*\n$/) });
    expect((await goLive({}, '--setup')).said).toMatch(USAGE);
  });
});
