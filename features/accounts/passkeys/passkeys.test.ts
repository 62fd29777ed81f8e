import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';
import { createTestAuthenticator } from '../test-authenticator.ts';

let context: TestContext;
const ORIGIN = 'http://localhost:3000';

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => context.setNow('2026-03-01T12:00:00Z'));

async function call(method: string, path: string, token?: string, body: object = {}) {
  const response = await context.app.request(`/auth/v1/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

type Ceremony = { challenge_id: string; options: { challenge: string } };
const begin = async (kind: 'registration' | 'authentication', token?: string) =>
  (await call('POST', `passkeys/${kind}/options`, token)).body as unknown as Ceremony;

async function withPasskey(authenticator = createTestAuthenticator(ORIGIN)) {
  const user = await makeUser(context.deps);
  const { challenge_id, options } = await begin('registration', user.accessToken);
  const credential = authenticator.create(options);
  const response = await call('POST', 'passkeys/registration/verify', user.accessToken, { challenge_id, credential });
  expect(response.status).toBe(200);
  return { ...user, authenticator, passkeyId: String(response.body.id) };
}

async function signIn(authenticator: ReturnType<typeof createTestAuthenticator>, countsUses = true) {
  const { challenge_id, options } = await begin('authentication');
  const credential = authenticator.get(options, countsUses);
  return call('POST', 'passkeys/authentication/verify', undefined, { challenge_id, credential });
}

describe('a passkey', () => {
  it('signs its owner in and satisfies both factors', async () => {
    const { authenticator, userId } = await withPasskey();
    const { status, body } = await signIn(authenticator);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: userId });
    const claims = JSON.parse(Buffer.from(String(body.access_token).split('.')[1]!, 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] });
  });

  it('is refused when its counter shows that it was cloned', async () => {
    const { authenticator } = await withPasskey();
    await signIn(authenticator);
    await signIn(authenticator);
    expect((await signIn(authenticator, false)).body).toMatchObject({ code: 'webauthn_verification_failed' });
  });

  it('is refused when the challenge was used, has expired or belongs to another ceremony', async () => {
    const { authenticator, accessToken } = await withPasskey();
    const { challenge_id, options } = await begin('authentication');
    const verify = (id: string) =>
      call('POST', 'passkeys/authentication/verify', undefined, {
        challenge_id: id,
        credential: authenticator.get(options),
      });
    expect((await verify(challenge_id)).status).toBe(200);
    expect((await verify(challenge_id)).body).toMatchObject({ code: 'webauthn_challenge_not_found' });
    const challenge = await begin('authentication');
    context.setNow('2026-03-01T12:05:01Z');
    expect((await verify(challenge.challenge_id)).body).toMatchObject({ code: 'webauthn_challenge_not_found' });
    const other = await begin('registration', accessToken);
    expect((await verify(other.challenge_id)).body).toMatchObject({ code: 'webauthn_challenge_not_found' });
  });

  it('is refused when made for another site or by an unregistered device', async () => {
    const { accessToken } = await withPasskey();
    const foreignAuthenticator = createTestAuthenticator('https://evil.example');
    const { challenge_id, options } = await begin('registration', accessToken);
    const credential = foreignAuthenticator.create(options);
    const response = await call('POST', 'passkeys/registration/verify', accessToken, { challenge_id, credential });
    expect(response.body).toMatchObject({ code: 'webauthn_verification_failed' });
    expect((await signIn(createTestAuthenticator(ORIGIN))).body).toMatchObject({
      code: 'webauthn_verification_failed',
    });
  });

  it('can be renamed and removed only by its owner', async () => {
    const { accessToken, passkeyId, authenticator } = await withPasskey();
    const stranger = await makeUser(context.deps);
    const renameResponse = await call('PATCH', `passkeys/${passkeyId}`, accessToken, { friendly_name: 'Phone' });
    expect(renameResponse.body).toMatchObject({ friendly_name: 'Phone' });
    expect((await call('DELETE', `passkeys/${passkeyId}`, stranger.accessToken)).status).toBe(404);
    expect((await call('DELETE', `passkeys/${passkeyId}`, accessToken)).status).toBe(200);
    expect((await signIn(authenticator)).body).toMatchObject({ code: 'webauthn_verification_failed' });
  });
});

describe('a security key as second factor', () => {
  it('is enrolled once and then raises later sessions', async () => {
    const authenticator = createTestAuthenticator(ORIGIN);
    const { accessToken } = await makeUser(context.deps);
    const factor = await call('POST', 'factors', accessToken, { factor_type: 'webauthn', friendly_name: 'Key' });
    const requestChallenge = async () => {
      const { body } = await call('POST', `factors/${factor.body.id}/challenge`, accessToken);
      const webauthn = body.webauthn as { type: string; credential_options: { publicKey: { challenge: string } } };
      return { challenge_id: String(body.id), type: webauthn.type, options: webauthn.credential_options.publicKey };
    };
    const first = await requestChallenge();
    expect(first.type).toBe('create');
    const verify = (challenge_id: string, type: string, credential_response: object) =>
      call('POST', `factors/${factor.body.id}/verify`, accessToken, {
        challenge_id,
        webauthn: { type, credential_response },
      });
    const response = await verify(first.challenge_id, 'create', authenticator.create(first.options));
    expect(response.status).toBe(200);
    const second = await requestChallenge();
    expect(second.type).toBe('request');
    expect((await verify(second.challenge_id, 'request', authenticator.get(second.options))).status).toBe(200);
    const third = await requestChallenge();
    const stranger = createTestAuthenticator(ORIGIN).get(third.options);
    expect((await verify(third.challenge_id, 'request', stranger)).body).toMatchObject({
      code: 'webauthn_verification_failed',
    });
  });
});

describe('a user between the two steps of a sign-in', () => {
  it('can access only the second step', async () => {
    const { accessToken, userId } = await makeUser(context.deps);
    await context.deps.database.pool.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'JBSWY3DPEHPK3PXP')",
      [userId],
    );
    const headers = { Authorization: `Bearer ${accessToken}` };
    const blockedResponse = await context.app.request('/api/account/security', { headers });
    expect([blockedResponse.status, await blockedResponse.text()]).toEqual([
      403,
      expect.stringContaining('two-factor authentication'),
    ]);
    expect((await context.app.request('/auth/v1/user', { headers })).status).toBe(200);
  });
});
