import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, it, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from './accounts.factory.ts';
import { createServiceToken, isService } from './sessions/sessions.commands.ts';

const createEcKey = async (kid = 'ec', curve = 'ES256') => ({
  kid,
  ...(await exportJWK((await generateKeyPair(curve, { extractable: true })).privateKey)),
});
const createRsaKey = async (kid = 'rsa') => ({
  kid,
  ...(await exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)),
});

let context: TestContext;
afterEach(() => context.close());

const keySet = async () => {
  const response = await context.app.request('/auth/v1/.well-known/jwks.json');
  return ((await response.json()) as { keys: Record<string, unknown>[] }).keys;
};
const PUBLIC = ['alg', 'crv', 'e', 'key_ops', 'kid', 'kty', 'n', 'use', 'x', 'y'];

test('publishes the public members of each key and nothing else', async () => {
  const keyWithExtras = { ...(await createEcKey()), note: 'private remark', x5u: 'https://keys.example' };
  context = await openTestContext({ AUTH_SIGNING_KEYS: JSON.stringify([await createRsaKey(), keyWithExtras]) });
  const keys = await keySet();
  expect(keys.map(({ kid }) => kid)).toEqual(['rsa', 'ec']);
  expect(keys.flatMap(Object.keys).filter((member) => !PUBLIC.includes(member))).toEqual([]);
  // The last key signs, and its tokens are accepted.
  const { accessToken } = await makeUser(context.deps);
  expect(JSON.parse(Buffer.from(accessToken.split('.')[0]!, 'base64url').toString())).toMatchObject({ kid: 'ec' });
  const response = await context.app.request('/auth/v1/user', { headers: { Authorization: `Bearer ${accessToken}` } });
  expect(response.status).toBe(200);
});

describe('secret of an earlier installation', () => {
  const SECRET = 'an earlier installation signed with this long secret';
  const signWith = (secret: string, header: object = {}) =>
    new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));

  it('verifies tokens with or without a key ID and is never published', async () => {
    context = await openTestContext({ AUTH_LEGACY_SECRET: SECRET });
    for (const header of [{}, { kid: 'theirs' }]) {
      expect(await isService(context.deps, `Bearer ${await signWith(SECRET, header)}`)).toBe(true);
    }
    expect(await isService(context.deps, `Bearer ${await signWith(`${SECRET}!`)}`)).toBe(false);
    const own = await createServiceToken(context.deps, '1h');
    expect(Buffer.from(own.split('.')[0]!, 'base64url').toString()).toContain('ES256');
    const text = JSON.stringify(await keySet());
    expect(text).not.toContain('oct');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(Buffer.from(SECRET).toString('base64url'));
  });

  it('is required for symmetric tokens, even those signed with a published key', async () => {
    context = await openTestContext();
    const keyText = JSON.stringify((await keySet())[0]);
    for (const secret of [SECRET, keyText, '']) {
      const token = secret ? await signWith(secret) : `${(await signWith('x')).split('.').slice(0, 2).join('.')}.`;
      expect(await isService(context.deps, `Bearer ${token}`)).toBe(false);
    }
  });
});
