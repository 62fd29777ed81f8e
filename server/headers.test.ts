import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { createSite, type Site } from './create-site.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

const FOREIGN = 'https://elsewhere.example';
const MEGABYTE = 1024 * 1024;
/** One path of each kind: our API, the sign-in protocol, a missing API path and a page. */
const PATHS = ['/api/health/live', '/auth/v1/settings', '/api/nothing-here', '/about'];

let context: TestContext;
let site: Site;
beforeAll(async () => {
  context = await openTestContext();
  site = createSite(context.deps, context.app, async () => new Response('a page'), undefined);
});
afterAll(() => context.close());

const ask = async (path: string, init?: RequestInit) => site.fetch(new Request(`http://localhost${path}`, init));

describe('every response', () => {
  test.each(PATHS)('has the security headers on %s', async (path) => {
    const { headers } = await ask(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\), microphone=\(\), geolocation=\(\)/),
    });
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test.each(PATHS)("doesn't allow other origins on %s", async (path) => {
    const responses = [
      await ask(path, { headers: { Origin: FOREIGN } }),
      await ask(path, {
        method: 'OPTIONS',
        headers: {
          Origin: FOREIGN,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization',
        },
      }),
    ];
    const accessHeaders = responses.flatMap(({ headers }) =>
      [...headers.keys()].filter((name) => /^access-control/.test(name)),
    );
    expect(accessHeaders).toEqual([]);
  });
});

test.each(['/api/health/live', '/auth/v1/settings', '/api/profiles'])(
  'sends the response of %s as text instead of a stream',
  async (path) => {
    const bodies: unknown[] = [];
    const listener = getRequestListener(async (request, env) => {
      const response = await site.fetch(request, env as object);
      // The adapter's cached text of the response, which it can write without a stream.
      const own = Object.getOwnPropertySymbols(response).find(({ description }) => description === 'cache');
      bodies.push(own && (response as unknown as Record<symbol, unknown[]>)[own]![1]);
      return response;
    });
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    expect(bodies).toEqual([await response.text()]);
    expect(response.headers.get('x-request-id')).not.toBeNull();
    server.close();
  },
);

describe('response caching', () => {
  test.each(['/api/entitlements/me', '/auth/v1/user', '/api/profiles', '/api/account/security'])(
    'is off for the personal response at %s',
    async (path) => {
      const { accessToken } = await makeUser(context.deps);
      const { headers } = await ask(path, { headers: { Authorization: `Bearer ${accessToken}` } });
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test('stays on for public responses', async () => {
    expect((await ask('/api/profiles')).headers.get('cache-control')).not.toBe('no-store');
  });
});

test.each(['//elsewhere.example/..', '//elsewhere.example', '//', '//api/health/live'])(
  'returns 400 for a path that could name another host: %s',
  async (path) => {
    expect((await ask(path)).status).toBe(400);
  },
);

describe('the request body limit', () => {
  const post = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
    ask('/auth/v1/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      ...(typeof body === 'string' ? {} : { duplex: 'half' }),
    } as RequestInit);
  const padBody = (size: number) => {
    const empty = JSON.stringify({ email: '' });
    return JSON.stringify({ email: 'x'.repeat(size - empty.length) });
  };
  const sentence = 'The request is larger than 1 MB. Send less at a time.';

  test('accepts a body of exactly one megabyte', async () => {
    const text = await (await post(padBody(MEGABYTE), { 'Content-Length': String(MEGABYTE) })).text();
    expect(text).not.toContain(sentence);
  });

  test('refuses a body that is one byte too large, with and without a content length', async () => {
    const large = padBody(MEGABYTE + 1);
    const chunked = new Blob([large]).stream();
    for (const response of [await post(large, { 'Content-Length': String(large.length) }), await post(chunked)]) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).toContain(sentence);
    }
  });
});

describe('the service worker', () => {
  const createServed = (variables: object, path = '/service-worker.js') => {
    const deps = { ...context.deps, env: { ...context.deps.env, ...variables } };
    const site = createSite(deps, context.app, async () => new Response('a page'), undefined);
    return site.fetch(new Request(`http://localhost${path}`));
  };

  test('is served as a script and revalidated on each visit', async () => {
    const response = await createServed({});
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    const script = await response.text();
    expect(script).toContain('notificationclick');
    // The script contains its version.
    expect(script).toMatch(/[\da-f]{12}/);
    expect(script).not.toContain('__WORKER_VERSION__');
  });

  test('has a file with the texts and the offline page of each language', async () => {
    const [english, french] = [await createServed({}), await createServed({}, '/service-worker.fr.js')];
    expect([french.status, french.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
    const [englishScript, frenchScript] = [await english.text(), await french.text()];
    expect([englishScript.includes('This has expired'), englishScript.includes('/offline.html')]).toEqual([true, true]);
    expect([frenchScript.includes('Notification expirée'), frenchScript.includes('/offline.fr.html')]).toEqual([
      true,
      true,
    ]);
    expect(frenchScript).not.toMatch(/__[A-Z_]+__/);
  });

  test.each(['/service-worker.js', '/service-worker.de.js'])('unregisters %s when switched off', async (path) => {
    const response = await createServed({ SERVICE_WORKER: 'off' }, path);
    const script = await response.text();
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(script).toContain('unregister');
    expect(script).not.toMatch(/notificationclick|respondWith/);
  });
});
