import { createHash } from 'node:crypto';
import { AuthAdminApi } from '@supabase/auth-js';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../accounts.factory.ts';
import { createServiceToken } from '../sessions/sessions.commands.ts';
import { type Browser, type ListeningContext, openListeningContext } from '../test-client.ts';
import { findRedirectProblem, isRegistered } from './oauth-clients.rules.ts';

type Registry = InstanceType<typeof AuthAdminApi>['oauth'];
const BACK = 'https://league.example/back';
const password = 'violet court lamp 42';

let context: ListeningContext;
let registry: Registry;
let number = 0;

beforeAll(async () => {
  context = await openListeningContext();
  const token = await createServiceToken(context.deps, '1h');
  registry = new AuthAdminApi({ url: `${context.origin}/auth/v1`, headers: { Authorization: `Bearer ${token}` } })
    .oauth;
});
afterAll(() => context.close());

async function register(values: Partial<Parameters<Registry['createClient']>[0]> = {}) {
  const { data, error } = await registry.createClient({ client_name: 'League', redirect_uris: [BACK], ...values });
  if (error) throw error;
  return data as NonNullable<typeof data> & { client_type: string };
}

async function signInBrowser(): Promise<Browser & { email: string; userId: string }> {
  const { email, userId } = await makeUser(context.deps, { email: `programs-${++number}@example.test`, password });
  const browser = context.browser();
  await browser.auth.signInWithPassword({ email, password });
  return { ...browser, email, userId };
}

const verifier = createHash('sha256').update('verifier').digest('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function authorize(clientId: string, values: Record<string, string | undefined> = {}) {
  const query = Object.entries({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: BACK,
    scope: 'openid email',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...values,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(`${context.origin}/auth/v1/oauth/authorize?${new URLSearchParams(query)}`, {
    redirect: 'manual',
  });
  const location = response.headers.get('Location');
  return { status: response.status, location: location ? new URL(location) : undefined, answer: response };
}

/** Grants consent as a user. @returns the parameters of the redirect to the client */
async function grantConsent(browser: Browser, clientId: string, values: Record<string, string | undefined> = {}) {
  const { location } = await authorize(clientId, values);
  const id = location!.searchParams.get('authorization_id')!;
  await browser.auth.oauth.getAuthorizationDetails(id);
  const { data } = await browser.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
  return new URL(data!.redirect_url).searchParams;
}

async function getTokens(program: { client_id: string; client_secret?: string }, values: Record<string, string>) {
  const basic = Buffer.from(`${program.client_id}:${program.client_secret}`).toString('base64');
  const response = await fetch(`${context.origin}/auth/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(values),
    headers: program.client_secret ? { Authorization: `Basic ${basic}` } : {},
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const exchange = (program: { client_id: string; client_secret?: string }, code: string, more = {}) =>
  getTokens(program, { grant_type: 'authorization_code', code, redirect_uri: BACK, code_verifier: verifier, ...more });

/** Calls the API as the user. */
async function callAsUser(person: Browser, method: string, path: string) {
  const { data } = await person.auth.getSession();
  const response = await fetch(context.origin + path, {
    method,
    headers: { Authorization: `Bearer ${data.session!.access_token}`, 'Content-Type': 'application/json' },
  });
  expect(response.status).toBe(200);
  return response.json();
}

const userInfo = async (token: string) => {
  const response = await fetch(`${context.origin}/auth/v1/oauth/userinfo`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
};

describe('the registry of OAuth clients', () => {
  it('shows a secret only once and stores its hash', async () => {
    const client = await register();
    const { data } = await registry.getClient(client.client_id);
    expect(data).toMatchObject({ client_name: 'League', client_type: 'confidential', redirect_uris: [BACK] });
    expect(data).not.toHaveProperty('client_secret');
    const { rows } = await context.deps.database.pool.query('select * from auth.oauth_clients where id = $1', [
      client.client_id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(client.client_secret);
  });

  it('never gives a public client a secret', async () => {
    const client = await register({ token_endpoint_auth_method: 'none' } as object);
    expect(client).toMatchObject({ client_type: 'public' });
    expect(client.client_secret).toBeUndefined();
    expect((await registry.regenerateClientSecret(client.client_id)).error).toMatchObject({ status: 400 });
  });

  it.each([
    ['a plain HTTP redirect URL', { redirect_uris: ['http://league.example/back'] }, 'must use https'],
    ['a script as redirect URL', { redirect_uris: ['javascript:alert(1)'] }, 'not allowed'],
    ['a redirect URL with a fragment', { redirect_uris: ['https://league.example/#x'] }, 'fragment'],
    ['no redirect URL', { redirect_uris: [] }, 'redirect_uris is required'],
    [
      'eleven redirect URLs',
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `${BACK}/${index}`) },
      'at most 10',
    ],
    ['no name', { client_name: ' ' }, 'client_name is required'],
    ['contradictory types', { client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }, "don't match"],
    ['an unsupported scope', { scope: 'openid phone' }, 'scope may contain'],
  ])('refuses %s', async (_what, values, sentence) => {
    const { error } = await registry.createClient({ client_name: 'League', redirect_uris: [BACK], ...values } as never);
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(sentence) });
  });

  it('invalidates the old secret when a new one is created', async () => {
    const client = await register();
    const { data } = await registry.regenerateClientSecret(client.client_id);
    const oldResponse = await exchange(client as never, 'x');
    expect([oldResponse.status, oldResponse.body.error]).toEqual([401, 'invalid_client']);
    const now = await exchange({ ...client, client_secret: data!.client_secret! }, 'x');
    expect([now.status, now.body.error]).toEqual([400, 'invalid_grant']);
  });

  it("ignores the port of a loopback app's redirect URL", () => {
    expect(isRegistered('http://127.0.0.1:51234/back', ['http://127.0.0.1/back'])).toBe(true);
    expect(isRegistered('https://league.example:8443/back', [BACK])).toBe(false);
    expect(isRegistered('https://league.example/back/../evil', [BACK])).toBe(false);
    expect(findRedirectProblem('org.league.app:/back')).toBeUndefined();
  });
});

describe('an app that a user connects', () => {
  it('can read only what the user consented to', async () => {
    const program = await register();
    const person = await signInBrowser();
    const { location } = await authorize(program.client_id);
    expect(location!.pathname).toBe('/protocol/consent');
    const id = location!.searchParams.get('authorization_id')!;
    const { data: question } = await person.auth.oauth.getAuthorizationDetails(id);
    expect(question).toMatchObject({ client: { name: 'League' }, scope: 'openid email', redirect_uri: BACK });
    const { data } = await person.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
    const redirectUrl = new URL(data!.redirect_url);
    expect(redirectUrl.origin + redirectUrl.pathname).toBe(BACK);
    expect(redirectUrl.searchParams.get('state')).toBe('the state');
    const { status, body } = await exchange(program as never, redirectUrl.searchParams.get('code')!);
    expect(status).toBe(200);
    expect(await userInfo(body.access_token!)).toEqual({
      status: 200,
      body: { sub: person.userId, email: person.email, email_verified: true },
    });
    const keys = createRemoteJWKSet(new URL(`${context.origin}/auth/v1/.well-known/jwks.json`));
    const { payload } = await jwtVerify(body.id_token!, keys, { audience: program.client_id });
    expect(payload).toMatchObject({ sub: person.userId, nonce: 'the nonce', email: person.email });
    for (const path of ['/auth/v1/user', '/api/account/security', '/api/account/export']) {
      const refusal = await fetch(context.origin + path, { headers: { Authorization: `Bearer ${body.access_token}` } });
      expect([path, refusal.status < 500 && refusal.status >= 401]).toEqual([path, true]);
    }
    const asPerson = await person.auth.refreshSession({ refresh_token: body.refresh_token! });
    expect(asPerson.error).toMatchObject({ code: 'refresh_token_not_found' });
  });

  it('refreshes its tokens until the user disconnects it', async () => {
    const program = await register();
    const person = await signInBrowser();
    const { body } = await exchange(program as never, (await grantConsent(person, program.client_id)).get('code')!);
    const next = await getTokens(program as never, { grant_type: 'refresh_token', refresh_token: body.refresh_token! });
    expect(next.status).toBe(200);
    expect((await userInfo(next.body.access_token!)).status).toBe(200);
    const { data: grants } = await person.auth.oauth.listGrants();
    expect(grants).toEqual([expect.objectContaining({ scopes: ['openid', 'email'] })]);
    expect((await person.auth.oauth.revokeGrant({ clientId: program.client_id })).error).toBeNull();
    expect((await userInfo(next.body.access_token!)).status).toBe(401);
    const response = await getTokens(program as never, {
      grant_type: 'refresh_token',
      refresh_token: next.body.refresh_token!,
    });
    expect([response.status, response.body.error]).toEqual([400, 'invalid_grant']);
  });

  const endings: [string, (person: Awaited<ReturnType<typeof signInBrowser>>) => Promise<unknown>][] = [
    ['requesting account deletion', (person) => callAsUser(person, 'POST', '/api/account/deletion')],
    [
      'reporting "This was not me"',
      async (person) => {
        const { lines } = await callAsUser(person, 'GET', '/api/account/journal');
        return callAsUser(person, 'POST', `/api/account/journal/${lines[0].id}/not-me`);
      },
    ],
    [
      'choosing a new password',
      ({ auth }) => auth.updateUser({ password: 'another lamp 43', current_password: password }),
    ],
    ['signing out everywhere', ({ auth }) => auth.signOut({ scope: 'global' })],
    [
      'disconnecting the app',
      async ({ auth }) => auth.oauth.revokeGrant({ clientId: (await auth.oauth.listGrants()).data![0]!.client.id }),
    ],
    [
      'a ban by the operator',
      ({ userId }) =>
        context.deps.database.pool.query(
          `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
          [userId],
        ),
    ],
  ];
  it.each(endings)('has no tokens and no usable code after %s', async (_what, end) => {
    const program = await register();
    const person = await signInBrowser();
    const { body } = await exchange(program as never, (await grantConsent(person, program.client_id)).get('code')!);
    const { location } = await authorize(program.client_id);
    const authorizationId = location!.searchParams.get('authorization_id')!;
    const { data } = await person.auth.oauth.getAuthorizationDetails(authorizationId);
    const code = new URL((data as { redirect_url: string }).redirect_url).searchParams.get('code')!;
    expect((await userInfo(body.access_token!)).status).toBe(200);
    await end(person);
    expect((await userInfo(body.access_token!)).status).toBe(401);
    const renewed = await getTokens(program as never, {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token!,
    });
    expect(renewed.body.error).toBe('invalid_grant');
    const lateResponse = await exchange(program as never, code);
    expect([lateResponse.status, lateResponse.body.access_token]).toEqual([
      expect.toSatisfy((status) => status >= 400),
      undefined,
    ]);
    const { rows } = await context.deps.database.pool.query(
      `select 1 from auth.sessions where user_id = $1 and oauth_client_id is not null
          and exists (select 1 from auth.users u where u.id = user_id and u.banned_until is null)`,
      [person.userId],
    );
    expect(rows).toEqual([]);
  });

  it("skips the consent page the second time, unless it's a public client", async () => {
    const [confidential, open] = [await register(), await register({ token_endpoint_auth_method: 'none' } as object)];
    const person = await signInBrowser();
    for (const program of [confidential, open]) await grantConsent(person, program.client_id);
    const authorizeAgain = async (id: string, scope = 'openid email') => {
      const { location } = await authorize(id, { scope });
      const { data } = await person.auth.oauth.getAuthorizationDetails(location!.searchParams.get('authorization_id')!);
      return data!;
    };
    expect(await authorizeAgain(confidential.client_id)).toHaveProperty('redirect_url');
    expect(await authorizeAgain(confidential.client_id, 'openid email profile')).toHaveProperty('authorization_id');
    expect(await authorizeAgain(open.client_id)).toHaveProperty('authorization_id');
  });

  it('gets an access_denied error when the user declines', async () => {
    const program = await register();
    const person = await signInBrowser();
    const { location } = await authorize(program.client_id);
    const id = location!.searchParams.get('authorization_id')!;
    const { data } = await person.auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true });
    expect(new URL(data!.redirect_url).searchParams.get('error')).toBe('access_denied');
    expect((await person.auth.oauth.approveAuthorization(id)).error).toMatchObject({
      code: 'oauth_authorization_not_found',
    });
  });
});

describe('an authorization code', () => {
  it('works once, and a second use ends the session of the first', async () => {
    const program = await register();
    const code = (await grantConsent(await signInBrowser(), program.client_id)).get('code')!;
    const first = await exchange(program as never, code);
    expect((await exchange(program as never, code)).body.error).toBe('invalid_grant');
    expect((await userInfo(first.body.access_token!)).status).toBe(401);
  });

  it.each([
    ['a wrong verifier', { code_verifier: 'y'.repeat(43) }],
    ['a different redirect URL', { redirect_uri: 'https://league.example/other' }],
  ])('is refused with %s', async (_what, more) => {
    const program = await register();
    const code = (await grantConsent(await signInBrowser(), program.client_id)).get('code')!;
    expect((await exchange(program as never, code, more)).body.error).toBe('invalid_grant');
  });

  it('is refused when another client redeems it or after five minutes', async () => {
    const [program, other] = [await register(), await register()];
    const stolenCode = (await grantConsent(await signInBrowser(), program.client_id)).get('code')!;
    expect((await exchange(other as never, stolenCode)).body.error).toBe('invalid_grant');
    const lateCode = (await grantConsent(await signInBrowser(), program.client_id)).get('code')!;
    await context.deps.database.pool.query(
      "update auth.oauth_authorizations set expires_at = expires_at - interval '301 seconds' where code_hash is not null",
    );
    expect((await exchange(program as never, lateCode)).body.error).toBe('invalid_grant');
  });
});

describe('an authorization request of an OAuth client', () => {
  it('is never redirected to an unregistered URL', async () => {
    const { client_id } = await register();
    const { status, location } = await authorize(client_id, { redirect_uri: 'https://evil.example/back' });
    expect([status, location]).toEqual([400, undefined]);
  });

  it.each([
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'openid phone' }, 'invalid_scope'],
  ])('is redirected back with its error: %o', async (values, error) => {
    const { client_id } = await register();
    const { location } = await authorize(client_id, values);
    expect(location!.searchParams.get('error')).toBe(error);
    expect(location!.searchParams.get('state')).toBe('the state');
  });

  it('belongs to the user who opened it', async () => {
    const { client_id } = await register();
    const [one, other] = [await signInBrowser(), await signInBrowser()];
    const id = (await authorize(client_id)).location!.searchParams.get('authorization_id')!;
    await one.auth.oauth.getAuthorizationDetails(id);
    expect((await other.auth.oauth.approveAuthorization(id)).error).toMatchObject({
      code: 'oauth_authorization_not_found',
    });
  });

  it('waits for the second factor if the user has one', async () => {
    const { client_id } = await register();
    const person = await signInBrowser();
    await context.deps.database.pool.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'AAAA')",
      [person.userId],
    );
    const id = (await authorize(client_id)).location!.searchParams.get('authorization_id')!;
    expect((await person.auth.oauth.getAuthorizationDetails(id)).error).toMatchObject({ code: 'insufficient_aal' });
  });
});
