import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from './accounts.factory.ts';
import { findUserByEmail } from './accounts.queries.ts';
import { SIDE_EFFECT_GETS } from './followed-links.api.ts';
import { issueCode } from './one-time-codes.commands.ts';
import { findCodes } from './one-time-codes.queries.ts';
import { type ListeningContext, openListeningContext } from './test-client.ts';

let context: ListeningContext;
let number = 0;

beforeAll(async () => {
  context = await openListeningContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

const PASSIVE_REQUESTS: [name: string, method: string, headers: Record<string, string>][] = [
  ['a HEAD request', 'HEAD', {}],
  ['a prefetch', 'GET', { 'Sec-Purpose': 'prefetch' }],
  ['a prerender', 'GET', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['an anonymous prefetch', 'GET', { 'Sec-Purpose': 'prefetch;anonymous-client-ip' }],
  ['a prefetch with the older header', 'GET', { Purpose: 'prefetch' }],
  ['a Firefox prefetch', 'GET', { 'X-Moz': 'prefetch' }],
  ['a Safari preview', 'GET', { 'X-Purpose': 'preview' }],
];

describe('a prefetch', () => {
  it.each(PASSIVE_REQUESTS)("doesn't consume a link or return a token for %s", async (_name, method, headers) => {
    const { userId, email } = await makeUser(context.deps, { email: `look-${++number}@example.test` });
    const { link } = await issueCode(context.deps.db, context.deps, userId, { purpose: 'magiclink', relatesTo: email });
    const address = `${context.origin}/auth/v1/verify?token=${link}&type=magiclink`;
    const response = await fetch(address, { method, headers, redirect: 'manual' });
    expect(response.headers.get('Location')).toBeNull();
    expect(await response.text()).toBe('');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await findCodes(context.deps.db, userId, ['magiclink'])).toHaveLength(1);
    const linkResponse = await fetch(address, { redirect: 'manual' });
    expect(linkResponse.headers.get('Location')).toContain('#access_token=');
    expect((await findUserByEmail(context.deps.db, email))!.lastSignInAt).not.toBeNull();
  });

  it.each(PASSIVE_REQUESTS)('starts no sign-in for %s', async (_name, method, headers) => {
    for (const path of SIDE_EFFECT_GETS) {
      const { rows: before } = await context.deps.database.pool.query('select count(*) from auth.flow_state');
      const query = `?provider=twitch&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`;
      const headResponse = await fetch(`${context.origin}${path}${query}`, { method, headers, redirect: 'manual' });
      expect([path, headResponse.headers.get('Location')]).toEqual([path, null]);
      const { rows: after } = await context.deps.database.pool.query('select count(*) from auth.flow_state');
      expect([path, after]).toEqual([path, before]);
    }
  });
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe.each([
  ['/auth/v1/callback', 'bad_oauth_callback'],
  ['/auth/v1/callback?state=unknown&error=access_denied&error_description=Call+us', 'bad_oauth_state'],
  ['/auth/v1/authorize', 'validation_failed'],
  ['/auth/v1/authorize?provider=nobody', 'validation_failed'],
  ['/auth/v1/authorize?provider=%00', 'validation_failed'],
  ['/auth/v1/verify?token=%00&type=x', 'validation_failed'],
  ['/auth/v1/oauth/authorize', 'oauth_client_not_found'],
])('%s', (path, code) => {
  const open = (Accept: string) => fetch(`${context.origin}${path}`, { headers: { Accept }, redirect: 'manual' });

  it('redirects a browser to a page that explains the error', async () => {
    const response = await open(BROWSER);
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('Location')!, context.origin);
    expect(location.pathname).toBe('/protocol/callback');
    expect(Object.fromEntries(location.searchParams)).toEqual({ error: 'access_denied', error_code: code });
    expect(response.headers.get('Vary')).toContain('Accept');
  });

  it.each(['*/*', 'application/json', 'application/json, text/html;q=0.5'])(
    'returns JSON to a client that accepts %s',
    async (accept) => {
      const response = await open(accept);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.json()).toMatchObject({ code });
    },
  );
});

describe('/auth/v1/verify without a return URL', () => {
  const follow = async (query: string) => {
    const response = await fetch(`${context.origin}/auth/v1/verify?${query}`, {
      headers: { Accept: BROWSER },
      redirect: 'manual',
    });
    return new URL(response.headers.get('Location')!);
  };

  it('redirects to the callback page with a session', async () => {
    const { userId, email } = await makeUser(context.deps);
    for (const type of ['recovery', 'magiclink', 'invite'] as const) {
      const { link } = await issueCode(context.deps.db, context.deps, userId, { purpose: type, relatesTo: email });
      const location = await follow(`token=${link}&type=${type}`);
      expect([location.pathname, new URLSearchParams(location.hash.slice(1)).get('type')]).toEqual([
        '/protocol/callback',
        type,
      ]);
    }
  });

  it.each([
    ['application/json', 403],
    ['application/json, text/html;q=0.5', 403],
    ['*/*', 303],
    [BROWSER, 303],
  ])('responds to Accept %s with %i when the link was already used', async (Accept, status) => {
    const response = await fetch(`${context.origin}/auth/v1/verify?token=used&type=recovery`, {
      headers: { Accept },
      redirect: 'manual',
    });
    expect(response.status).toBe(status);
    if (status === 303) return;
    expect(response.headers.get('Location')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'otp_expired' });
  });

  it('redirects to the callback page with the error when the link was already used', async () => {
    const location = await follow('token=used&type=recovery&redirect_to=https://evil.example');
    expect(location.pathname).toBe('/protocol/callback');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });
});
