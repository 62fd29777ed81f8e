import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, Deps } from '../../../server/deps.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { createUser, recordProviders } from '../accounts.commands.ts';
import { makeUser } from '../accounts.factory.ts';
import { findUser, findUserByEmail, listIdentities, type UserRow, updateUser } from '../accounts.queries.ts';
import { hashSecret } from '../accounts.rules.ts';
import { linkIdentity } from '../identities.commands.ts';
import { issueCode } from '../one-time-codes.commands.ts';
import { exchangeCode } from '../pkce.commands.ts';
import { limits } from '../rate-limits.rules.ts';
import { identifyActor } from '../sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../sessions/visits.commands.ts';
import { readOutcome } from '../test-refusals.ts';
import { handleCallback, resolveProviderUser, startAuthorization } from './oauth.commands.ts';
import { insertFlow } from './oauth.queries.ts';
import { getProvider, toProviderProfile } from './oauth-providers.commands.ts';

let context: TestContext;
let deps: Deps;
let number = 0;
const NOW = new Date('2026-03-01T12:00:00Z');
const ORIGIN = 'http://localhost:3000';
const createEmail = () => `stranger-${++number}@example.test`;
const challenge = {
  codeChallenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
  codeChallengeMethod: 's256',
};

beforeAll(async () => {
  context = await openTestContext({
    DISCORD_CLIENT_ID: 'client',
    DISCORD_CLIENT_SECRET: 'secret',
    AUTH_REDIRECT_ALLOW: 'https://app.example/**',
  });
  deps = context.deps;
  deps.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    if (new URL(String(input)).pathname.endsWith('/oauth2/token')) {
      const code = new URLSearchParams(String(init?.body)).get('code');
      if (code === 'broken') throw new RangeError('broken');
      return code === 'bad' ? new Response('', { status: 500 }) : Response.json({ access_token: code });
    }
    const user = new Headers(init?.headers).get('Authorization')!.replace('Bearer ', '');
    return Response.json({
      id: user,
      username: user,
      email: `${user}@Discord.example`,
      verified: !user.startsWith('unsure'),
    });
  }) as typeof fetch;
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(NOW);
  context.sent.splice(0);
});

const advanceTo = (milliseconds: number) => context.setNow(new Date(NOW.getTime() + milliseconds));
const withEnv = (env: object): Deps => ({ ...deps, env: { ...deps.env, ...env } });
const readRow = async (id: string) => (await findUser(deps.db, id))!;
const createProfile = (email: string | null, emailVerified = true, providerId = `p${++number}`) => ({
  identity: { provider: 'corp', providerId, data: { name: 'Ann', more: 1 }, email },
  emailVerified,
});
const resolveUser = (profile: ReturnType<typeof createProfile>, by = deps) =>
  deps.db.transaction((tx) => resolveProviderUser(tx, by, profile));

describe('a user from a provider', () => {
  it('gets an account, confirmed when the provider verified the address', async () => {
    const email = createEmail();
    const person = createProfile(email);
    const user = await resolveUser(person);
    expect(user).toMatchObject({
      email,
      emailConfirmedAt: NOW,
      userMetaData: { name: 'Ann', more: 1, sub: person.identity.providerId },
      appMetaData: { provider: 'corp', providers: ['corp'] },
    });
    expect(await listIdentities(deps.db, [user.id])).toMatchObject([
      {
        provider: 'corp',
        providerId: person.identity.providerId,
        identityData: { sub: person.identity.providerId },
        lastSignInAt: NOW,
      },
    ]);
    expect(await resolveUser(createProfile(createEmail(), false))).toMatchObject({ emailConfirmedAt: null });
    expect(await resolveUser(createProfile(null, false))).toMatchObject({ email: null, emailConfirmedAt: null });
  });

  it('is recognized the second time, with updated data', async () => {
    const email = createEmail();
    const person = createProfile(email);
    const user = await resolveUser(person);
    await updateUser(deps.db, user.id, { userMetaData: { own: 1, name: 'Old' } }, NOW);
    advanceTo(1_000);
    const other = createEmail();
    const changedProfile = {
      ...person,
      identity: { ...person.identity, email: other, data: { name: 'New', more: 1 } },
    };
    const closedEnv = withEnv({ AUTH_SIGNUP_DISABLED: true });
    expect(await resolveUser(changedProfile, closedEnv)).toMatchObject({
      id: user.id,
      email,
      userMetaData: { own: 1, name: 'New', more: 1, sub: person.identity.providerId },
    });
    expect(await listIdentities(deps.db, [user.id])).toMatchObject([
      { email: other, lastSignInAt: new Date(NOW.getTime() + 1_000), identityData: { name: 'New' } },
    ]);
    await updateUser(deps.db, user.id, { deletedAt: NOW }, NOW);
    expect(await readOutcome(resolveUser(person))).toBe('403 user_not_found');
  });

  it('is refused when sign-up is disabled', async () => {
    expect(await readOutcome(resolveUser(createProfile(createEmail()), withEnv({ AUTH_SIGNUP_DISABLED: true })))).toBe(
      '422 signup_disabled',
    );
  });

  it('gets the account with the same address when both sides have confirmed it', async () => {
    const { userId, email } = await makeUser(deps);
    await updateUser(deps.db, userId, { userMetaData: { name: 'Mine' }, encryptedPassword: 'a hash' }, NOW);
    expect(await readOutcome(resolveUser(createProfile(email, false)))).toBe('422 email_exists');
    const user = await resolveUser(createProfile(email));
    expect(user).toMatchObject({
      id: userId,
      userMetaData: { name: 'Mine', more: 1 },
      encryptedPassword: 'a hash',
      appMetaData: { provider: 'email', providers: ['email', 'corp'] },
    });
    expect(context.sent).toMatchObject([{ data: { kind: 'identity_linked', userId } }]);
  });

  it('takes over an unconfirmed account after its data and sessions are removed', async () => {
    const { userId, email, accessToken } = await makeUser(deps);
    const preparedFields = {
      emailConfirmedAt: null,
      phone: '49157',
      userMetaData: { evil: 1 },
      encryptedPassword: 'a hash',
    };
    await updateUser(deps.db, userId, preparedFields, NOW);
    await issueCode(deps.db, deps, userId, { purpose: 'recovery', relatesTo: email });
    const user = await resolveUser(createProfile(email));
    expect(user).toMatchObject({ id: userId, emailConfirmedAt: NOW, phone: null, encryptedPassword: null });
    expect(user.userMetaData).not.toHaveProperty('evil');
    expect((await listIdentities(deps.db, [userId])).map(({ provider }) => provider)).toEqual(['corp']);
    expect(user.appMetaData).toEqual({ provider: 'corp', providers: ['corp'] });
    expect(await identifyActor(deps, accessToken)).toBeUndefined();
    const { rows } = await deps.database.pool.query('select 1 from auth.one_time_tokens where user_id = $1', [userId]);
    expect([rows, context.sent]).toEqual([[], []]);
  });
});

describe('a provider sign-in', () => {
  const begin = async (input: Partial<Parameters<typeof startAuthorization>[1]> = {}, by = deps) => {
    const request = { provider: 'discord', redirectTo: `${ORIGIN}/back`, scopes: '', challenge, ...input };
    return new URL(await startAuthorization(by, request, UNKNOWN_VISIT)).searchParams.get('state')!;
  };
  const finishAtProvider = async (input: Parameters<typeof handleCallback>[1], by = deps) =>
    new URL(await handleCallback(by, input));

  it('returns a code that is valid for five minutes', async () => {
    const state = await begin({ redirectTo: 'https://app.example/in' });
    advanceTo(299_999);
    const location = await finishAtProvider({ state, code: 'carl' });
    expect(location.origin + location.pathname).toBe('https://app.example/in');
    const input = { auth_code: location.searchParams.get('code'), code_verifier: 'v'.repeat(43) };
    advanceTo(599_999);
    const session = await exchangeCode(deps, input, UNKNOWN_VISIT);
    expect(session).toMatchObject({
      user: { email: 'carl@discord.example', user_metadata: { full_name: 'carl', email_verified: true } },
      provider_token: 'carl',
    });
    expect(session).not.toHaveProperty('provider_refresh_token');
    expect(await readOutcome(exchangeCode(deps, input, UNKNOWN_VISIT))).toBe('404 flow_state_not_found');
  });

  it('expires after five minutes, at each step', async () => {
    const state = await begin();
    advanceTo(300_000);
    expect(await readOutcome(finishAtProvider({ state, code: 'carl' }))).toBe('400 bad_oauth_state');
    context.setNow(NOW);
    const { searchParams } = await finishAtProvider({ state: await begin(), code: 'carl' });
    advanceTo(300_001);
    const input = { auth_code: searchParams.get('code'), code_verifier: 'v'.repeat(43) };
    expect(await readOutcome(exchangeCode(deps, input, UNKNOWN_VISIT))).toBe('422 flow_state_expired');
  });

  it("can't be exchanged by another browser", async () => {
    const { searchParams } = await finishAtProvider({ state: await begin(), code: 'carl' });
    const input = { auth_code: searchParams.get('code'), code_verifier: 'w'.repeat(43) };
    expect(await readOutcome(exchangeCode(deps, input, UNKNOWN_VISIT))).toBe('400 bad_code_verifier');
    expect(await readOutcome(exchangeCode(deps, { ...input, code_verifier: 'v'.repeat(43) }, UNKNOWN_VISIT))).toBe(
      '404 flow_state_not_found',
    );
  });

  it('returns the provider tokens once a user is attached', async () => {
    const { userId } = await makeUser(deps);
    const flow = { provider: 'discord', authenticationMethod: 'oauth', createdAt: NOW, ...challenge };
    const tokens = { providerAccessToken: 'a', providerRefreshToken: 'r' };
    await insertFlow(deps.db, { ...flow, ...tokens, userId, authCodeHash: hashSecret('one') });
    await insertFlow(deps.db, { ...flow, authCodeHash: hashSecret('two') });
    const exchange = (auth_code: string) =>
      exchangeCode(deps, { auth_code, code_verifier: 'v'.repeat(43) }, UNKNOWN_VISIT);
    expect(await exchange('one')).toMatchObject({ provider_token: 'a', provider_refresh_token: 'r' });
    expect(await readOutcome(exchange('two'))).toBe('404 flow_state_not_found');
    await insertFlow(deps.db, { ...flow, userId, authCodeHash: hashSecret('three') });
    expect(await exchange('three')).not.toHaveProperty('provider_token');
    await insertFlow(deps.db, { ...flow, userId, authCodeHash: hashSecret('four') });
    await updateUser(deps.db, userId, { deletedAt: NOW }, NOW);
    expect(await readOutcome(exchange('four'))).toBe('404 user_not_found');
  });

  it("never redirects to a URL that isn't allowed", async () => {
    const location = await finishAtProvider({
      state: await begin({ redirectTo: 'https://evil.example/' }),
      code: 'carl',
    });
    expect(location.origin).toBe(ORIGIN);
  });

  it.each([
    [{}, 'server_error', 'bad_oauth_callback', "didn't sign you in"],
    [{ error: 'access_denied' }, 'access_denied', 'bad_oauth_callback', 'You canceled'],
    [{ error: 'Call +1 555', error_description: 'why', code: 'carl' }, 'server_error', 'bad_oauth_callback', "didn't"],
    [{ code: 'bad' }, 'server_error', 'unexpected_failure', 'Unable to exchange external code'],
  ])('reports errors to the page with our own messages: %o', async (input, error, error_code, messagePart) => {
    const location = await finishAtProvider({ state: await begin(), ...input });
    expect(location.pathname).toBe('/protocol/callback');
    const error_description = expect.stringContaining(messagePart);
    expect(Object.fromEntries(location.searchParams)).toEqual({ next: '/back', error, error_code, error_description });
  });

  it('reports a ban and a taken address to the page', async () => {
    const readProblem = async (code: string) =>
      (await finishAtProvider({ state: await begin(), code })).searchParams.get('error_code');
    await finishAtProvider({ state: await begin(), code: 'dora' });
    const dora = (await findUserByEmail(deps.db, 'dora@discord.example'))!;
    await updateUser(deps.db, dora.id, { bannedUntil: new Date(NOW.getTime() + 1) }, NOW);
    expect(await readProblem('dora')).toBe('user_banned');
    await updateUser(deps.db, dora.id, { bannedUntil: NOW }, NOW);
    expect(await readProblem('dora')).toBeNull();
  });

  it('rethrows internal errors', async () => {
    await expect(
      handleCallback({ ...deps, log: undefined } as unknown as Deps, { state: await begin(), code: 'bad' }),
    ).rejects.toThrow(TypeError);
  });

  it('requires a state, a challenge, and a configured provider', async () => {
    expect(await readOutcome(handleCallback(deps, { code: 'carl' }))).toBe('400 bad_oauth_callback');
    expect(await readOutcome(handleCallback(deps, { state: 'x', code: 'carl' }))).toBe('400 bad_oauth_state');
    expect(await readOutcome(begin({ challenge: undefined }))).toBe('400 validation_failed');
    expect(await readOutcome(begin({ provider: 'myspace' }))).toBe('400 validation_failed');
    const unconfiguredDeps = withEnv({ DISCORD_CLIENT_ID: undefined, demo: false });
    expect(await readOutcome(begin({}, unconfiguredDeps))).toBe('422 provider_disabled');
    expect(await readOutcome(begin({ provider: 'twitch' }, unconfiguredDeps))).toBe('422 provider_disabled');
    expect(() => getProvider(deps, 'corp')).toThrow('Provider corp could not be found');
  });

  it('may be started 120 times an hour per address', async () => {
    const visit = { ...UNKNOWN_VISIT, ip: '203.0.113.90' };
    const request = { provider: 'discord', redirectTo: undefined, scopes: '', challenge };
    for (let time = 0; time < limits.authorizeAddress.points; time++) await startAuthorization(deps, request, visit);
    expect(await readOutcome(startAuthorization(deps, request, visit))).toBe('429 over_request_rate_limit');
  });
});

describe('a linked sign-in method', () => {
  const someActor = async () => (await identifyActor(deps, (await makeUser(deps)).accessToken))!;
  const linkProvider = async (actor: Actor, code: string, by = deps) => {
    const request = { provider: 'discord', redirectTo: `${ORIGIN}/back`, scopes: '', challenge };
    const state = new URL(await linkIdentity(by, actor, request, UNKNOWN_VISIT)).searchParams.get('state')!;
    return new URL(await handleCallback(by, { state, code })).searchParams;
  };

  it('belongs to the account from then on, and the user is notified', async () => {
    const actor = await someActor();
    const { userId } = actor;
    expect((await linkProvider(actor, 'erin')).get('code')).toBeTruthy();
    expect(await readRow(userId)).toMatchObject({
      appMetaData: { provider: 'email', providers: ['email', 'discord'] },
    });
    expect(context.sent).toMatchObject([{ data: { kind: 'identity_linked', userId } }]);
    const { rows } = await deps.database.pool.query('select action from auth.security_events where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ action: 'identity_linked' }]);
    const secondResponse = await linkProvider(actor, 'erin');
    expect([secondResponse.get('error_code'), secondResponse.get('error_description')]).toEqual([
      'identity_already_exists',
      'Identity is already linked',
    ]);
    const other = await linkProvider(await someActor(), 'erin');
    expect(other.get('error_description')).toBe('Identity is already linked to another user');
    expect((await listIdentities(deps.db, [userId])).length).toBe(2);
  });

  it('requires an account and an operator who allows linking', async () => {
    const actor = await someActor();
    await updateUser(deps.db, actor.userId, { deletedAt: NOW }, NOW);
    expect((await linkProvider(actor, 'fay')).get('error_code')).toBe('user_not_found');
    expect(await readOutcome(linkProvider(actor, 'fay', withEnv({ AUTH_MANUAL_LINKING: false })))).toBe(
      '404 manual_linking_disabled',
    );
  });
});

describe('a provider profile', () => {
  it("is stored without an unverified address when it's from Discord", async () => {
    const identify = (code: string) => getProvider(deps, 'discord').identify({ code, redirectUri: 'x', verifier: 'x' });
    expect(await identify('gus')).toEqual({
      identity: {
        provider: 'discord',
        providerId: 'gus',
        email: 'gus@discord.example',
        data: {
          iss: 'https://discord.com/api',
          provider_id: 'gus',
          name: 'gus',
          full_name: 'gus',
          email: 'gus@discord.example',
          email_verified: true,
        },
      },
      emailVerified: true,
      accessToken: 'gus',
    });
    expect(await identify('unsure')).toMatchObject({ identity: { email: null }, emailVerified: false });
  });

  it("is stored without protocol claims when it's from OpenID Connect", () => {
    const claims = { sub: 's', nonce: 'n', aud: 'a', exp: 1, iat: 2, at_hash: 'h', iss: 'i', name: 'Ann', extra: 1 };
    const person = { subject: 's', claims, emailVerified: true, accessToken: 'a', refreshToken: 'r' };
    expect(toProviderProfile('corp', { ...person, email: ' Ann@Corp.example ' })).toEqual({
      identity: {
        provider: 'corp',
        providerId: 's',
        data: { iss: 'i', name: 'Ann', extra: 1, provider_id: 's', full_name: 'Ann' },
        email: 'ann@corp.example',
      },
      emailVerified: true,
      accessToken: 'a',
      refreshToken: 'r',
    });
    const minimalProfile = toProviderProfile('corp', {
      ...person,
      claims: {},
      email: undefined,
      accessToken: undefined,
    });
    expect(minimalProfile).toMatchObject({ identity: { email: null, data: { full_name: '' } }, emailVerified: false });
    expect(minimalProfile).not.toHaveProperty('accessToken');
    expect(toProviderProfile('corp', { ...person, email: 'a@b.test', emailVerified: false }).emailVerified).toBe(false);
  });
});

describe('the providers of an account', () => {
  const withProviders = async (appMetaData: Record<string, unknown>, providers: string[]) => {
    const user = await createUser(deps.db, deps, { appMetaData });
    const identities = providers.map((provider) => ({ provider })) as Parameters<typeof recordProviders>[3];
    return (await recordProviders(deps.db, deps, user as UserRow, identities)).appMetaData;
  };

  it('are listed once each, and the first one stays first', async () => {
    expect(await withProviders({ provider: 'b', note: 1 }, ['a', 'b', 'a'])).toEqual({
      provider: 'b',
      providers: ['a', 'b'],
      note: 1,
    });
    expect(await withProviders({ provider: 'c' }, ['a', 'b'])).toEqual({ provider: 'a', providers: ['a', 'b'] });
    expect((await createUser(deps.db, deps, {})).appMetaData).toEqual({});
  });
});
