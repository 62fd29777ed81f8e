import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../server/deps.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';
import { type UserRow, updateUser } from '../accounts.queries.ts';
import { limits } from '../rate-limits.rules.ts';
import { identifyActor } from '../sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../sessions/visits.commands.ts';
import { readOutcome } from '../test-refusals.ts';
import {
  answerAuthorizationRequest,
  readAuthorization,
  readGrants,
  startClientAuthorization,
  withdrawGrant,
} from './oauth-client-authorizations.commands.ts';
import { issueClientTokens, readUserInfo } from './oauth-client-tokens.commands.ts';
import {
  getOAuthClientById,
  listOAuthClientsPage,
  readOAuthClient,
  registerOAuthClient,
  removeOAuthClient,
  renewOAuthClientSecret,
  updateOAuthClientSettings,
} from './oauth-clients.commands.ts';
import type { NewOAuthClient, OAuthClient } from './oauth-clients.schema.ts';

let context: TestContext;
const NOW = new Date('2026-03-01T12:00:00Z');
const UNKNOWN_USER_ID = '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001';
const BACK = 'https://league.example/back';
const ISSUER = 'http://localhost:3000/auth/v1';
const verifier = 'v'.repeat(43);
const code_challenge = createHash('sha256').update(verifier).digest('base64url');

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => context.setNow(NOW));

const advanceTo = (milliseconds: number) => context.setNow(new Date(NOW.getTime() + milliseconds));
const register = (values: Partial<NewOAuthClient> = {}) =>
  registerOAuthClient(context.deps, { client_name: 'League', redirect_uris: [BACK], ...values });
const change = (id: string, values: Parameters<typeof updateOAuthClientSettings>[2]) =>
  updateOAuthClientSettings(context.deps, id, values);

describe('an OAuth client', () => {
  it('has the given values and defaults', async () => {
    const minimalClient = await register();
    expect(minimalClient).toEqual({
      client_id: expect.any(String),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_name: 'League',
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      registration_type: 'manual',
      redirect_uris: [BACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid profile email',
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
    const full = await register({
      client_uri: 'https://league.example',
      logo_uri: 'https://league.example/logo.png',
      client_type: 'public',
      grant_types: ['authorization_code', 'authorization_code'],
      scope: 'email openid',
    });
    expect(full).toMatchObject({
      client_uri: 'https://league.example',
      logo_uri: 'https://league.example/logo.png',
      client_type: 'public',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      scope: 'openid email',
    });
    expect(full).not.toHaveProperty('client_secret');
    const { client_secret: _secret, ...known } = minimalClient;
    expect(await readOAuthClient(context.deps, minimalClient.client_id)).toEqual(known);
    expect((await register({ grant_types: [] })).grant_types).toHaveLength(2);
  });

  it.each<[string, Partial<NewOAuthClient>]>([
    ['an invalid second redirect URL', { redirect_uris: [BACK, 'ftp://league.example'] }],
    ['an invalid site URL', { client_uri: 'x' }],
    ['an invalid logo URL', { logo_uri: 'x' }],
    ['no scope', { scope: ' ' }],
    ['an unsupported scope', { scope: 'phone' }],
    ['no authorization_code grant', { grant_types: ['refresh_token'] }],
    ['a contradictory auth method', { client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }],
  ])('is refused at registration with %s', async (_what, values) => {
    expect(await readOutcome(register(values))).toBe('400 validation_failed');
  });

  it('changes only the given fields', async () => {
    const { client_id, client_secret: _secret, ...before } = await register({ client_uri: 'https://a.example' });
    advanceTo(1_000);
    expect(await change(client_id, { client_name: 'Other' })).toEqual({
      ...before,
      client_id,
      client_name: 'Other',
      updated_at: new Date(NOW.getTime() + 1_000).toISOString(),
    });
    const updatedUser = await change(client_id, {
      client_uri: '',
      logo_uri: 'https://b.example',
      redirect_uris: ['https://c.example/'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect(updatedUser).toMatchObject({
      client_name: 'Other',
      logo_uri: 'https://b.example',
      redirect_uris: ['https://c.example/'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect(updatedUser).not.toHaveProperty('client_uri');
    expect(await change(client_id, { client_uri: 'https://d.example', logo_uri: null })).toMatchObject({
      client_uri: 'https://d.example',
      logo_uri: 'https://b.example',
    });
    expect(await change(client_id, { logo_uri: '', client_uri: null })).not.toHaveProperty('logo_uri');
  });

  it.each([
    ['an empty update', {}],
    ['only null or undefined fields', { client_name: null, logo_uri: undefined } as object],
    ['an invalid redirect URL', { redirect_uris: ['x'] }],
    ['a contradictory auth method', { token_endpoint_auth_method: 'none' as const }],
  ])('refuses an update with %s', async (_what, values) => {
    const { client_id } = await register();
    expect(await readOutcome(change(client_id, values))).toBe('400 validation_failed');
  });

  it("returns 404 when it doesn't exist", async () => {
    for (const id of ['x', UNKNOWN_USER_ID, `${UNKNOWN_USER_ID}0`, `0${UNKNOWN_USER_ID}`]) {
      for (const attempt of [readOAuthClient, renewOAuthClientSecret, removeOAuthClient, getOAuthClientById]) {
        expect(await readOutcome(attempt(context.deps, id))).toBe('404 oauth_client_not_found');
      }
      expect(await readOutcome(change(id, { client_name: 'x' }))).toBe('404 oauth_client_not_found');
    }
    const { client_id } = await register();
    await removeOAuthClient(context.deps, client_id);
    expect(await readOutcome(readOAuthClient(context.deps, client_id))).toBe('404 oauth_client_not_found');
  });

  it.each([
    [0, 1],
    [1, 0],
    [1.5, 1],
    [1, 1.5],
    [1, 1001],
  ])('refuses page %s with %s per page', async (page, perPage) => {
    expect(await readOutcome(listOAuthClientsPage(context.deps, page, perPage))).toBe('400 validation_failed');
  });

  it('appears in the list', async () => {
    await context.deps.database.pool.query('delete from auth.oauth_clients');
    expect(await listOAuthClientsPage(context.deps, 1, 1)).toEqual({ clients: [], total: 0, last: 1 });
    for (const client_name of ['One', 'Two', 'Three']) await register({ client_name });
    const page = await listOAuthClientsPage(context.deps, 2, 2);
    expect([page.clients.length, page.total, page.last]).toEqual([1, 3, 2]);
    expect((await listOAuthClientsPage(context.deps, 1, 1000)).clients[0]).not.toHaveProperty('client_secret');
  });
});

type Person = { actor: Actor; token: string };
async function makePerson(values: Partial<UserRow> = {}): Promise<Person> {
  const { userId, accessToken } = await makeUser(context.deps);
  const actor = (await identifyActor(context.deps, accessToken))!;
  await updateUser(context.deps.db, userId, values, NOW);
  return { actor, token: accessToken };
}

const createQuery = (program: OAuthClient, values: object = {}) => ({
  response_type: 'code',
  client_id: program.client_id,
  redirect_uri: BACK,
  code_challenge,
  code_challenge_method: 'S256',
  ...values,
});
const authorize = async (program: OAuthClient, values: object = {}) =>
  new URL(await startClientAuthorization(context.deps, createQuery(program, values), UNKNOWN_VISIT));
const getRequestId = async (program: OAuthClient, values: object = {}) =>
  (await authorize(program, values)).searchParams.get('authorization_id')!;
const grantConsent = async ({ actor }: Person, program: OAuthClient, values: object = {}) =>
  new URL(
    await answerAuthorizationRequest(context.deps, actor, await getRequestId(program, values), 'approve'),
  ).searchParams.get('code')!;

const toBasicHeader = (program: OAuthClient, secret = program.client_secret) =>
  `Basic ${Buffer.from(`${program.client_id}:${secret}`).toString('base64')}`;
const createGrant = (code: string, values: object = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: BACK,
  code_verifier: verifier,
  ...values,
});
const getTokens = (program: OAuthClient, input: object, authorization: string | undefined = toBasicHeader(program)) =>
  issueClientTokens(context.deps, authorization, input, UNKNOWN_VISIT);

describe('an authorization request', () => {
  it('is valid for ten minutes', async () => {
    const { actor } = await makePerson();
    const program = await register({ client_uri: 'https://a.example', logo_uri: 'https://a.example/l.png' });
    const location = await authorize(program, {
      scope: 'openid email',
      state: 'x'.repeat(2048),
      nonce: 'n'.repeat(501),
    });
    expect(location.origin + location.pathname).toBe('http://localhost:3000/protocol/consent');
    const id = location.searchParams.get('authorization_id')!;
    expect(await readAuthorization(context.deps, actor, id)).toEqual({
      authorization_id: id,
      redirect_uri: BACK,
      client: { id: program.client_id, name: 'League', uri: 'https://a.example', logo_uri: 'https://a.example/l.png' },
      user: { id: actor.userId, email: actor.email },
      scope: 'openid email',
    });
    const { rows } = await context.deps.database.pool.query(
      'select length(nonce) n, expires_at from auth.oauth_authorizations where id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 500, expires_at: new Date(NOW.getTime() + 600_000) }]);
    advanceTo(600_000);
    expect(await readOutcome(readAuthorization(context.deps, actor, id))).toBe('404 oauth_authorization_not_found');
  });

  it("requests all allowed scopes when it doesn't name any", async () => {
    const { actor } = await makePerson({ email: null });
    const id = await getRequestId(await register({ scope: 'openid profile' }));
    expect(await readAuthorization(context.deps, actor, id)).toMatchObject({
      scope: 'openid profile',
      client: { uri: '', logo_uri: '' },
      user: { email: '' },
    });
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 's256' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ state: 'x'.repeat(2049) }, 'invalid_request'],
    [{ scope: 'openid email' }, 'invalid_scope'],
    [{ scope: 'phone' }, 'invalid_scope'],
    [{ scope: ' ' }, 'invalid_scope'],
  ])("is redirected back with an error when it's invalid: %o", async (values, error) => {
    const response = await authorize(await register({ scope: 'openid' }), values);
    expect(response.origin + response.pathname).toBe(BACK);
    expect(Object.fromEntries(response.searchParams)).toMatchObject({ error, iss: ISSUER });
    expect(response.searchParams.has('state')).toBe('state' in values);
    expect(response.searchParams.get('error_description')).toBeTruthy();
  });

  it('is never redirected to an unregistered URL', async () => {
    const program = await register();
    for (const redirect_uri of [undefined, 'https://evil.example/']) {
      expect(await readOutcome(authorize(program, { redirect_uri }))).toBe('400 validation_failed');
    }
    expect(await readOutcome(authorize(program, { client_id: undefined }))).toBe('404 oauth_client_not_found');
  });

  it('can be answered once, and only with matching parameters', async () => {
    const { actor } = await makePerson();
    const program = await register();
    const id = await getRequestId(program, { state: 'the state' });
    const params = new URL(await answerAuthorizationRequest(context.deps, actor, id, 'approve')).searchParams;
    expect(Object.fromEntries(params)).toEqual({ code: expect.any(String), state: 'the state', iss: ISSUER });
    expect(await readOutcome(answerAuthorizationRequest(context.deps, actor, id, 'approve'))).toBe(
      '404 oauth_authorization_not_found',
    );
    expect(await readOutcome(answerAuthorizationRequest(context.deps, actor, 'x', 'approve'))).toBe(
      '404 oauth_authorization_not_found',
    );
    const no = new URL(
      await answerAuthorizationRequest(context.deps, actor, await getRequestId(program, { state: 's' }), 'deny'),
    ).searchParams;
    expect(Object.fromEntries(no)).toMatchObject({ error: 'access_denied', state: 's', iss: ISSUER });
  });

  it('adds to the granted scopes and notifies the user once', async () => {
    const one = await makePerson();
    const program = await register();
    await grantConsent(one, program, { scope: 'email' });
    await grantConsent(one, program, { scope: 'openid' });
    await grantConsent(one, program, { scope: 'email' });
    const [found] = await readGrants(context.deps, one.actor);
    expect(found).toMatchObject({
      client: { name: 'League', uri: '', logo_uri: '' },
      scopes: ['openid', 'email'],
      granted_at: NOW.toISOString(),
    });
    const { rows } = await context.deps.database.pool.query(
      'select action from auth.security_events where user_id = $1',
      [one.actor.userId],
    );
    expect(rows).toEqual([{ action: 'program_connected' }, { action: 'program_connected' }]);
    expect(await readOutcome(withdrawGrant(context.deps, one.actor, 'x'))).toBe('404 oauth_client_not_found');
    expect(await readOutcome(withdrawGrant(context.deps, one.actor, UNKNOWN_USER_ID))).toBe(
      '404 oauth_consent_not_found',
    );
    await withdrawGrant(context.deps, one.actor, program.client_id);
    expect(await readGrants(context.deps, one.actor)).toEqual([]);
  });
});

describe('an OAuth client requesting tokens', () => {
  it('authenticates with its registered method', async () => {
    const [byHeader, byBody, open] = [
      await register(),
      await register({ token_endpoint_auth_method: 'client_secret_post' }),
      await register({ client_type: 'public' }),
    ];
    const one = await makePerson();
    const { client_id, client_secret } = byBody;
    expect(await readOutcome(getTokens(byHeader, createGrant(await grantConsent(one, byHeader))))).toBe('done');
    const inBody = { client_id, client_secret };
    expect(
      await readOutcome(
        issueClientTokens(context.deps, undefined, createGrant(await grantConsent(one, byBody), inBody), UNKNOWN_VISIT),
      ),
    ).toBe('done');
    const client = { client_id: open.client_id };
    expect(
      await readOutcome(
        issueClientTokens(context.deps, undefined, createGrant(await grantConsent(one, open), client), UNKNOWN_VISIT),
      ),
    ).toBe('done');
    const encoded = `Basic ${Buffer.from(`${byHeader.client_id}:${encodeURIComponent(byHeader.client_secret!)}`).toString('base64')}`;
    expect(await readOutcome(getTokens(byHeader, createGrant(await grantConsent(one, byHeader)), encoded))).toBe(
      'done',
    );
    for (const [authorization, input] of [
      [toBasicHeader(byHeader, 'wrong'), {}],
      [toBasicHeader(byHeader, '%'), {}],
      [toBasicHeader(byBody), {}],
      [toBasicHeader(open, ''), {}],
      [`Bearer ${toBasicHeader(byHeader).slice(6)}`, {}],
      [undefined, { client_id: byHeader.client_id, client_secret: byHeader.client_secret }],
      [undefined, { client_id: open.client_id, client_secret: 'x' }],
      [undefined, { client_id: byBody.client_id, client_secret: 'wrong' }],
      [undefined, { client_id: UNKNOWN_USER_ID }],
      [undefined, { client_id: 'x' }],
      [undefined, {}],
    ] as const) {
      const outcome = await readOutcome(
        issueClientTokens(context.deps, authorization, createGrant('x', input), UNKNOWN_VISIT),
      );
      expect([authorization, input, outcome]).toEqual([authorization, input, '401 invalid_client']);
    }
  });

  it('may send wrong credentials a hundred times an hour per address', async () => {
    const program = await register();
    const visit = { ...UNKNOWN_VISIT, ip: '203.0.113.50' };
    const tryCredentials = (secret?: string) =>
      readOutcome(issueClientTokens(context.deps, toBasicHeader(program, secret), createGrant('x'), visit));
    for (let time = 1; time < limits.programAddress.points; time++) await tryCredentials('wrong');
    expect(await tryCredentials()).toBe('400 invalid_grant');
    expect(await tryCredentials('wrong')).toBe('401 invalid_client');
    expect(await tryCredentials()).toBe('429 over_request_rate_limit');
  });

  it.each([
    ['no grant type', {}, '400 unsupported_grant_type'],
    ['an unsupported grant type', { grant_type: 'password' }, '400 unsupported_grant_type'],
    ['no code', createGrant('', {}), '400 invalid_request'],
    ['no redirect URL', createGrant('x', { redirect_uri: undefined }), '400 invalid_request'],
    ['no verifier', createGrant('x', { code_verifier: undefined }), '400 invalid_request'],
    ['an unknown code', createGrant('x'), '400 invalid_grant'],
    ['no refresh token', { grant_type: 'refresh_token' }, '400 invalid_request'],
    ['a wrong refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, '400 invalid_grant'],
  ])('gets no tokens with %s', async (_what, input, outcome) => {
    expect(await readOutcome(getTokens(await register(), input))).toBe(outcome);
  });

  it('gets the tokens of its grant types', async () => {
    const one = await makePerson();
    const program = await register({ grant_types: ['authorization_code'] });
    const tokens = await getTokens(program, createGrant(await grantConsent(one, program, { scope: 'email' })));
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'email',
    });
    expect(await readOutcome(getTokens(program, { grant_type: 'refresh_token', refresh_token: 'x' }))).toBe(
      '400 unsupported_grant_type',
    );
  });

  it('gets no tokens for a banned user or after five minutes', async () => {
    const program = await register();
    const bannedUser = await makePerson();
    const code = await grantConsent(bannedUser, program);
    await updateUser(context.deps.db, bannedUser.actor.userId, { bannedUntil: new Date(NOW.getTime() + 1) }, NOW);
    expect(await readOutcome(getTokens(program, createGrant(code)))).toBe('403 user_banned');
    const [lateGrant, earlyGrant] = [
      await grantConsent(await makePerson(), program),
      await grantConsent(await makePerson(), program),
    ];
    advanceTo(299_999);
    expect(await readOutcome(getTokens(program, createGrant(earlyGrant)))).toBe('done');
    advanceTo(300_000);
    expect(await readOutcome(getTokens(program, createGrant(lateGrant)))).toBe('400 invalid_grant');
  });

  it('gets audience, issuer and expiry in its token', async () => {
    const one = await makePerson({ userMetaData: { name: 'Ann' } });
    const program = await register();
    const listClaims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    const tokens = await getTokens(program, createGrant(await grantConsent(one, program, { nonce: 'n1' })));
    const at = NOW.getTime() / 1000;
    expect(listClaims(tokens.id_token!)).toEqual({
      iss: ISSUER,
      sub: one.actor.userId,
      aud: program.client_id,
      iat: at,
      exp: at + 3600,
      email: one.actor.email,
      email_verified: true,
      name: 'Ann',
      nonce: 'n1',
    });
    expect(listClaims(tokens.access_token)).toMatchObject({
      aud: ISSUER,
      client_id: program.client_id,
      scope: 'openid profile email',
    });
    const plainTokens = await getTokens(program, createGrant(await grantConsent(one, program)));
    expect(listClaims(plainTokens.id_token!)).not.toHaveProperty('nonce');
    const secondResponse = await getTokens(program, {
      grant_type: 'refresh_token',
      refresh_token: plainTokens.refresh_token,
    });
    expect(secondResponse).toMatchObject({ scope: 'openid profile email', refresh_token: expect.any(String) });
    expect(secondResponse).not.toHaveProperty('id_token');
    expect(
      await readOutcome(
        getTokens(await register(), { grant_type: 'refresh_token', refresh_token: secondResponse.refresh_token }),
      ),
    ).toBe('400 invalid_grant');
  });

  it.each<[string, Partial<UserRow>, object]>([
    ['openid', { userMetaData: { name: 'Ann' } }, {}],
    ['email', { emailConfirmedAt: null }, { email: expect.any(String), email_verified: false }],
    ['email', { email: null }, {}],
    [
      'profile',
      { userMetaData: { name: 'Ann', nickname: 'annie', avatar_url: 'a.png' } },
      { name: 'Ann', preferred_username: 'annie', picture: 'a.png' },
    ],
    [
      'profile',
      { userMetaData: { name: 'Ann', full_name: 'Ann B', preferred_username: 'ab' } },
      { name: 'Ann B', preferred_username: 'ab' },
    ],
    ['profile', { userMetaData: { name: 7, nickname: null, avatar_url: {} } }, {}],
  ])('reads the user info for scope %s of a user with %o', async (scope, values, expected) => {
    const one = await makePerson(values);
    const program = await register();
    const { access_token } = await getTokens(program, createGrant(await grantConsent(one, program, { scope })));
    expect(await readUserInfo(context.deps, `bearer ${access_token}`)).toEqual({ sub: one.actor.userId, ...expected });
  });

  it("reads everything with a user's own token, and nothing without a token", async () => {
    const one = await makePerson({ userMetaData: { name: 'Ann' } });
    expect(await readUserInfo(context.deps, `Bearer ${one.token}`)).toEqual({
      sub: one.actor.userId,
      email: one.actor.email,
      email_verified: true,
      name: 'Ann',
    });
    for (const authorization of [undefined, 'Bearer x', one.token, `x Bearer ${one.token}`, `Bearer ${one.token} x`]) {
      expect(await readOutcome(readUserInfo(context.deps, authorization))).toBe('401 invalid_token');
    }
  });
});
