import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from './accounts.factory.ts';
import { decryptJwk, encryptJwk, reencryptEverything } from './encryption.commands.ts';
import { insertFactor } from './factors/factors.queries.ts';
import { createServiceToken, identifyActor, isService, readAccessToken } from './sessions/sessions.commands.ts';
import { checkSigningKeys, findVerifyingKey, getKeyRing, rotateKeys } from './signing-keys.commands.ts';

let context: TestContext;
let deps: Deps;
const NOW = new Date('2026-03-01T12:00:00Z');

beforeAll(async () => {
  context = await openTestContext();
  deps = context.deps;
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(NOW);
});
afterEach(() => vi.useRealTimers());

const withEnv = (env: object): Deps => ({ ...deps, env: { ...deps.env, ...env } });
/** Returns the same setup without cached keys, like another node. */
const asOtherNode = (by = deps): Deps => ({ ...by, database: { ...by.database } });
const advanceTo = (milliseconds: number) => context.setNow(new Date(NOW.getTime() + milliseconds));

describe('the signing keys', () => {
  it('are created once, by the first node, and published without the private part', async () => {
    const rings = await Promise.all([getKeyRing(asOtherNode()), getKeyRing(asOtherNode()), getKeyRing(deps)]);
    expect(new Set(rings.map(({ signing }) => signing.kid)).size).toBe(1);
    const { published, signing, secret, verifying } = rings[0];
    expect(published).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: signing.kid,
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
      },
    ]);
    expect([...verifying.keys()]).toEqual([signing.kid]);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(rings[1]!.secret).toBe(secret);
    expect(await getKeyRing(deps)).toBe(rings[2]);
  });

  it('keep verifying tokens after a rotation until the tokens expire', async () => {
    const oldKeyId = (await getKeyRing(deps)).signing.kid;
    await rotateKeys(deps);
    const now = (await getKeyRing(deps)).signing.kid;
    expect(now).not.toBe(oldKeyId);
    advanceTo(3_599_999);
    expect(await findVerifyingKey(asOtherNode(), oldKeyId, 'ES256')).toBeDefined();
    advanceTo(3_600_000);
    expect(await findVerifyingKey(asOtherNode(), oldKeyId, 'ES256')).toBeUndefined();
    expect(await findVerifyingKey(asOtherNode(), now, 'ES256')).toBeDefined();
    expect(await findVerifyingKey(deps, now, 'RS256')).toBeUndefined();
    expect(await findVerifyingKey(deps, undefined, 'ES256')).toBeUndefined();
  });

  it('are loaded from other nodes within ten minutes, or with the first token signed with a new key', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const start = Date.now();
    const [thisNode, otherNode] = [asOtherNode(), asOtherNode()];
    const first = await getKeyRing(thisNode);
    await rotateKeys(otherNode);
    const { kid } = (await getKeyRing(otherNode)).signing;
    vi.setSystemTime(start + 10_000);
    expect(await findVerifyingKey(thisNode, kid, 'ES256')).toBeUndefined();
    vi.setSystemTime(start + 10_001);
    expect(await findVerifyingKey(thisNode, first.signing.kid, 'ES256')).toBeDefined();
    expect(await getKeyRing(thisNode)).toBe(first);
    expect(await findVerifyingKey(thisNode, kid, 'ES256')).toBeDefined();
    const read = await getKeyRing(thisNode);
    expect(read).not.toBe(first);
    vi.setSystemTime(start + 10_001 + 599_999);
    expect(await getKeyRing(thisNode)).toBe(read);
    vi.setSystemTime(start + 10_001 + 600_000);
    expect(await getKeyRing(thisNode)).not.toBe(read);
  });

  it('are loaded again after a failure', async () => {
    const depsWithoutDb = { ...asOtherNode(), db: undefined } as unknown as Deps;
    await expect(getKeyRing(depsWithoutDb)).rejects.toThrow();
    expect(await getKeyRing({ ...depsWithoutDb, db: deps.db })).toBeDefined();
  });

  it('can be set by the operator, with a private part for exactly one', async () => {
    const createJwk = async () => exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
    const [one, two] = [await createJwk(), await createJwk()];
    const { d: _d, ...open } = two;
    const loadRing = (keys: object[]) => getKeyRing(asOtherNode(withEnv({ AUTH_SIGNING_KEYS: JSON.stringify(keys) })));
    const ring = await loadRing([
      { ...one, kid: 'one', use: 'sig', key_ops: ['sign'] },
      { ...open, kid: 'two', alg: 'ES256' },
    ]);
    expect([ring.signing.kid, [...ring.verifying.keys()]]).toEqual(['one', ['one', 'two']]);
    expect(JSON.stringify(ring.published)).not.toContain('"d"');
    expect((await loadRing([one])).signing).toMatchObject({ kid: 'configured', algorithm: 'ES256' });
    const last = await loadRing([
      { ...one, kid: 'one' },
      { ...two, kid: 'two' },
    ]);
    expect(last.signing.kid).toBe('two');
    await expect(loadRing([{ ...open, kid: 'two' }])).rejects.toThrow('no key to sign with');
  });
});

describe('unusable signing keys', () => {
  it('are reported at startup, not at the first sign-in', async () => {
    expect(await checkSigningKeys(asOtherNode())).toBeUndefined();
    const createJwk = async () => exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
    const [one, two] = [await createJwk(), await createJwk()];
    const mismatchedKeys = JSON.stringify([{ ...one, d: two.d }]);
    await expect(checkSigningKeys(asOtherNode(withEnv({ AUTH_SIGNING_KEYS: mismatchedKeys })))).rejects.toThrow(
      "The keys that sign access tokens can't be used",
    );
  });
});

describe('a token', () => {
  it('is accepted until it expires', async () => {
    const { accessToken, userId } = await makeUser(deps);
    advanceTo(3_599_000);
    expect(await readAccessToken(deps, accessToken)).toMatchObject({
      sub: userId,
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      exp: NOW.getTime() / 1000 + 3600,
      iat: NOW.getTime() / 1000,
    });
    advanceTo(3_600_000);
    expect(await readAccessToken(deps, accessToken)).toBeUndefined();
    expect(await identifyActor(deps, accessToken)).toBeUndefined();
  });

  it("isn't accepted as a user's token when it belongs to the service", async () => {
    context.setNow(new Date());
    const token = await createServiceToken(deps, '1h');
    const { accessToken } = await makeUser(deps);
    expect(await isService(deps, `Bearer ${token}`)).toBe(true);
    expect(await isService(deps, `bearer ${token}`)).toBe(true);
    for (const header of [
      undefined,
      token,
      'Bearer x',
      `Bearer ${accessToken}`,
      `x Bearer ${token}`,
      `Bearer ${token} x`,
    ]) {
      expect([header, await isService(deps, header)]).toEqual([header, false]);
    }
    expect(await identifyActor(deps, token)).toBeUndefined();
  });
});

describe('private keys at rest', () => {
  it('are encrypted once the operator sets a key', async () => {
    const sealing = withEnv({ AUTH_ENCRYPTION_KEY: 'a key of the operator that is long enough' });
    const jwk = { kty: 'EC', d: 'secret' };
    expect(encryptJwk(deps, 'one', jwk)).toEqual(jwk);
    const sealedJwk = encryptJwk(sealing, 'one', jwk);
    expect(sealedJwk).toEqual({ sealed: expect.stringMatching(/^sealed:1:/) });
    expect(decryptJwk(sealing, 'one', sealedJwk)).toEqual(jwk);
    expect(decryptJwk(sealing, 'one', jwk)).toEqual(jwk);
    expect(() => decryptJwk(sealing, 'two', sealedJwk)).toThrow();
  });

  it('are re-encrypted with the newest key, which must be configured', async () => {
    await expect(reencryptEverything(deps)).rejects.toThrow("AUTH_ENCRYPTION_KEY isn't set");
    const { pool } = deps.database;
    const { userId } = await makeUser(deps);
    await insertFactor(deps.db, { userId, factorType: 'totp', status: 'verified', secret: 'SECRETSECRET' });
    const { rows } = await pool.query(
      `select (select count(*)::int from auth.sessions) sessions, (select count(*)::int from auth.signing_keys) "signingKeys",
       (select count(*)::int from auth.mfa_factors where secret is not null) factors`,
    );
    const [oldKeys, bothKeys] = [
      'an old key of the operator that is long',
      'a new one of the operator that is long enough',
    ];
    const first = withEnv({ AUTH_ENCRYPTION_KEY: oldKeys });
    const second = withEnv({ AUTH_ENCRYPTION_KEY: `${bothKeys},${oldKeys}` });
    expect(await reencryptEverything(first)).toEqual({ ...rows[0], others: 0 });
    expect(await reencryptEverything(second)).toEqual({ ...rows[0], others: 0 });
    expect(await reencryptEverything(second)).toEqual({ factors: 0, sessions: 0, signingKeys: 0, others: 0 });
    expect(await getKeyRing(asOtherNode(second))).toBeDefined();
    await expect(getKeyRing(asOtherNode(first))).rejects.toThrow(
      'A stored secret was encrypted with a key that AUTH_ENCRYPTION_KEY no longer lists.',
    );
    await pool.query('delete from auth.signing_keys');
    await rotateKeys(deps);
  });
});
