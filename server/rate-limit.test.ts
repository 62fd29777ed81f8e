import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { createSite } from './create-site.ts';
import { OPERATION_LIMITS } from './request-costs.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { listOperations } from './test-operations.ts';

let context: TestContext;
beforeAll(async () => {
  // Stop the clock, so that buckets don't refill while a slow machine is emptying them.
  vi.useFakeTimers({ toFake: ['Date'] });
  context = await openTestContext();
});
afterAll(async () => {
  vi.useRealTimers();
  await context.close();
});

const createConnection = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const ask = (path: string, address: string, token?: string) =>
  context.app.request(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {}, createConnection(address));
const collectStatuses = async (count: number, sendRequest: () => Promise<Response>) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) {
    const response = await sendRequest();
    await response.body?.cancel();
    statuses.push(response.status);
  }
  return statuses;
};

test('limits each address separately, except for requests from the same machine', async () => {
  const statuses = await collectStatuses(1_300, () => Promise.resolve(ask('/api/health/live', '203.0.113.7')));
  expect(statuses.slice(0, 1_200).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  const refusal = await ask('/api/health/live', '203.0.113.7');
  expect(await refusal.text()).toMatch(/Wait \d+ seconds? and try again\./);
  expect((await ask('/api/health/live', '203.0.113.8')).status).toBe(200);
  expect(await collectStatuses(1_300, () => Promise.resolve(ask('/api/health/live', '127.0.0.1')))).not.toContain(429);
});

test('returns the wait time in the format that clients of each path expect', async () => {
  const address = '203.0.113.9';
  await collectStatuses(1_201, () => Promise.resolve(ask('/api/health/live', address)));
  const expectRefused = async (path: string) => {
    const response = await ask(path, address);
    expect([path, response.status, response.headers.get('Retry-After')]).toEqual([path, 429, '1']);
    return response.json();
  };
  const message = expect.stringMatching(/Wait \d+ seconds?/);
  expect(await expectRefused('/api/entitlements/me')).toEqual({ error: { code: 'too_many', message } });
  expect(await expectRefused('/functions/v1/customer-portal')).toEqual({ error: { code: 'too_many', message } });
  expect(await expectRefused('/auth/v1/settings')).toEqual({ code: 'over_request_rate_limit', message });
  expect(await expectRefused('/storage/v1/object/public/avatars/a.webp')).toEqual({
    statusCode: '429',
    code: 'SlowDown',
    error: 'Too many requests',
    message,
  });
  expect(await expectRefused('/og/site.png')).toEqual({ error: { code: 'too_many', message } });
});

test('returns a retry time for sign-in and account attempts', async () => {
  const readRetryAfter = async (path: string, body: object, token?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    for (let attempt = 0; attempt < 100; attempt++) {
      const response = await context.app.request(path, init, createConnection('203.0.113.10'));
      await response.body?.cancel();
      if (response.status === 429) return Number(response.headers.get('Retry-After'));
    }
    return undefined;
  };
  const login = { email: 'nobody@example.org', password: 'wrong wrong wrong' };
  expect(await readRetryAfter('/auth/v1/token?grant_type=password', login)).toBeGreaterThan(60);
  const { accessToken } = await makeUser(context.deps);
  const wallet = { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' };
  expect(await readRetryAfter('/api/tokens/wallet/challenge', wallet, accessToken)).toBeGreaterThan(60);
});

test('counts all addresses of an IPv6 network as one', async () => {
  let next = 0;
  const statuses = await collectStatuses(1_300, () =>
    Promise.resolve(ask('/api/health/live', `2001:db8:1:1::${(++next).toString(16)}`)),
  );
  expect(statuses.at(-1)).toBe(429);
  expect((await ask('/api/health/live', '2001:db8:1:2::1')).status).toBe(200);
  // Another network, in shorter notation.
  const shorterPrefixStatuses = await collectStatuses(1_300, () =>
    Promise.resolve(ask('/api/health/live', `2001:db8::${(++next).toString(16)}`)),
  );
  expect(shorterPrefixStatuses.at(-1)).toBe(429);
});

test('counts page and API requests from an address toward the same limit', async () => {
  let pageCount = 0;
  const renderPage = async () => new Response(`page ${++pageCount}`);
  const site = createSite(context.deps, context.app, renderPage, undefined);
  const askForPage = (address: string) =>
    Promise.resolve(
      site.fetch(new Request(`http://localhost/protocol/find?q=${pageCount}`), createConnection(address)),
    );
  const statuses = await collectStatuses(1_300, () => askForPage('203.0.113.77'));
  expect(statuses.at(-1)).toBe(429);
  expect(pageCount).toBeLessThan(1_250);
  const refusal = await askForPage('203.0.113.77');
  expect(await refusal.text()).toMatch(/Wait \d+ seconds? and try again\./);
  expect(refusal.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect((await ask('/api/health/live', '203.0.113.77')).status).toBe(429);
  expect((await askForPage('127.0.0.1')).status).toBe(200);
});

test('returns a retry time to API clients', async () => {
  const refusal = (await Promise.all(Array.from({ length: 1_201 }, () => ask('/api/health/live', '203.0.113.99')))).at(
    -1,
  )!;
  expect([refusal.status, refusal.headers.get('Retry-After')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
});

test('limits each account across all its addresses', async () => {
  const [busy, other] = [await makeUser(context.deps), await makeUser(context.deps)];
  let next = 0;
  const statuses = await collectStatuses(480, () =>
    Promise.resolve(ask('/api/entitlements/me', `198.51.100.${next++ % 200}`, busy.accessToken)),
  );
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask('/api/entitlements/me', '198.51.100.1', other.accessToken)).status).toBe(200);
});

test('limits an expensive operation separately', async () => {
  const { accessToken } = await makeUser(context.deps);
  const statuses = await collectStatuses(61, () =>
    Promise.resolve(ask('/api/matches/who-fits', '203.0.113.120', accessToken)),
  );
  expect(statuses.slice(0, 60)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask('/api/build-advice', '203.0.113.120', accessToken)).status).not.toBe(429);
  expect((await ask('/api/matches/who-fits', '203.0.113.121', accessToken)).status).not.toBe(429);
});

test('defines separate limits only for operations that exist', async () => {
  const operations = (await listOperations(context.app)).map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(OPERATION_LIMITS).filter((one) => !operations.includes(one))).toEqual([]);
  // Two operations sharing a limit object would share one bucket.
  expect(new Set(Object.values(OPERATION_LIMITS)).size).toBe(Object.keys(OPERATION_LIMITS).length);
});

const STREAM = '/api/live/public?topics=listings:00000000-0000-0000-0000-000000000000';

test('counts open streams until they end', async () => {
  const address = '192.0.2.9';
  const open = await Promise.all(Array.from({ length: 40 }, () => ask(STREAM, address)));
  expect(open.every(({ status }) => status === 200)).toBe(true);
  const refusal = await ask(STREAM, address);
  expect([refusal.status, await refusal.text()]).toEqual([429, expect.stringContaining('too many tabs')]);
  await Promise.all(open.slice(0, 2).map(({ body }) => body!.cancel()));
  const secondResponse = await ask(STREAM, address);
  expect(secondResponse.status).toBe(200);
  await Promise.all([...open.slice(2), secondResponse].map(({ body }) => body!.cancel()));
});
