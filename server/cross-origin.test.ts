import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentError, readEnv } from './env.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

const APP = 'https://app.example.org';
const ORIGIN_LIST = ` ${APP}/ ,http://localhost:5173,capacitor://localhost`;
const PATHS = ['/auth/v1/user', '/storage/v1/object/a/b', '/api/entitlements/me', '/functions/v1/customer-portal'];

let open: TestContext;
let closedContext: TestContext;
beforeAll(async () => {
  open = await openTestContext({ CORS_ORIGINS: ORIGIN_LIST });
  closedContext = await openTestContext();
});
afterAll(async () => {
  await open.close();
  await closedContext.close();
});

const ask = (context: TestContext, path: string, origin: string, init: { method?: string; headers?: object } = {}) =>
  context.app.request(path, { ...init, headers: { Origin: origin, ...init.headers } });
/** Sends the preflight that a browser sends for a request of the official clients. */
const preflight = (context: TestContext, path: string, origin: string) =>
  ask(context, path, origin, {
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers':
        'apikey,authorization,cache-control,content-type,range,x-client-info,x-metadata,x-supabase-api-version,x-upsert',
    },
  });
const listAllowed = (response: Response) =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('the cross-origin policy', () => {
  it.each([APP, 'http://localhost:5173', 'capacitor://localhost'])('allows the listed origin %s', async (origin) => {
    for (const path of PATHS) {
      const response = await preflight(open, path, origin);
      expect([response.status, await response.text(), response.headers.get('Vary')]).toEqual([204, '', 'Origin']);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(Number(response.headers.get('Access-Control-Max-Age'))).toBeGreaterThan(600);
      const methods = response.headers.get('Access-Control-Allow-Methods')!.split(', ');
      expect(methods).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
      const names = response.headers.get('Access-Control-Allow-Headers')!.toLowerCase().split(', ');
      const headers = 'apikey authorization cache-control content-type range x-client-info x-metadata x-upsert';
      expect(names).toEqual(expect.arrayContaining([...headers.split(' '), 'x-supabase-api-version']));
      // Error responses need the header too; otherwise the page can't read the reason.
      const answer = await ask(open, path, origin);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(answer.headers.get('Access-Control-Expose-Headers')).toMatch(/Retry-After.*X-Supabase-Api-Version/);
      expect(answer.headers.get('Vary')).toContain('Origin');
      expect([...response.headers.keys(), ...answer.headers.keys()]).not.toContain('access-control-allow-credentials');
    }
  });

  it.each(['https://evil.example', `${APP}.evil.example`, `${APP}:8443`, 'http://app.example.org', 'null'])(
    'refuses the unlisted origin %s',
    async (origin) => {
      for (const path of PATHS) {
        for (const response of [await preflight(open, path, origin), await ask(open, path, origin)]) {
          expect([listAllowed(response), response.headers.get('Vary')]).toEqual([[], 'Origin']);
        }
      }
    },
  );

  it("sends Vary: Origin on every response, so that caches don't mix up origins", async () => {
    const response = await open.app.request('/api/health/live');
    expect([response.headers.get('Vary'), listAllowed(response)]).toEqual(['Origin', []]);
  });

  it('refuses every origin without a list, and always on paths outside the API', async () => {
    for (const path of PATHS) {
      for (const response of [await preflight(closedContext, path, APP), await ask(closedContext, path, APP)]) {
        expect([listAllowed(response), response.headers.get('Vary')]).toEqual([[], null]);
      }
    }
    for (const path of ['/metrics', '/og/site.png']) expect(listAllowed(await ask(open, path, APP))).toEqual([]);
  });

  it('stops the server from starting when the list is invalid or contains a wildcard', () => {
    for (const value of ['*', 'https://*.example.org', 'app.example.org', `${APP}/path`, 'null', `${APP}, *`]) {
      expect(() => readEnv({ CORS_ORIGINS: value }), value).toThrow(EnvironmentError);
      expect(() => readEnv({ CORS_ORIGINS: value }), value).toThrow(/CORS_ORIGINS must be/);
    }
    expect(readEnv({ CORS_ORIGINS: '' }).CORS_ORIGINS).toBeUndefined();
  });
});
