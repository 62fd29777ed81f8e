import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { makeUser } from './accounts.factory.ts';
import { decryptSecret, encryptSecret, reencryptEverything, SECRET_CONTEXTS } from './encryption.commands.ts';
import { startSession } from './sessions/sessions.commands.ts';
import { rotateKeys } from './signing-keys.commands.ts';
import { type ListeningContext, openListeningContext } from './test-client.ts';

const password = 'violet court lamp 42';
const OLD = 'an old key of the operator that is long';
const NEW = 'a new key of the operator that is long enough';

let context: ListeningContext;
beforeAll(async () => {
  context = await openListeningContext();
});
afterAll(() => context.close());

/** Returns the same installation after a restart with other keys. */
const withKeys = (list: string | undefined) => {
  const { AUTH_ENCRYPTION_KEY: _key, ...env } = context.deps.env;
  return { ...context.deps, env: list ? { ...env, AUTH_ENCRYPTION_KEY: list } : env } as typeof context.deps;
};

async function enrollMember() {
  const { email, userId } = await makeUser(context.deps, { password });
  const browser = context.browser();
  await browser.auth.signInWithPassword({ email, password });
  const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  const { secret } = data!.totp;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const verify = () => browser.auth.mfa.challengeAndVerify({ factorId: data!.id, code: totp.generate() });
  return { browser, userId, secret, verify, factorId: data!.id };
}

const readRows = async (sql: string) => JSON.stringify((await context.deps.database.pool.query(sql)).rows);

describe('secrets at rest', () => {
  it('are readable while unencrypted and get encrypted on request', async () => {
    const { secret, userId } = await enrollMember();
    expect(await readRows('select secret from auth.mfa_factors')).toContain(secret);
    const now = withKeys(NEW);
    expect(decryptSecret(now, secret, SECRET_CONTEXTS.factor(userId))).toBe(secret);
    expect(await reencryptEverything(now)).toMatchObject({ factors: 1, signingKeys: 1 });
    expect(await readRows('select secret from auth.mfa_factors')).not.toContain(secret);
    expect(await reencryptEverything(now)).toEqual({ factors: 0, sessions: 0, signingKeys: 0, others: 0 });
    context.deps.env = now.env;
    await rotateKeys(context.deps);
    await expect(
      startSession(context.deps.db, context.deps, userId, { method: 'password', visit: nowhere }),
    ).resolves.toBeTruthy();
  });

  it("can't be read in the database but work as before", async () => {
    context.deps.env = withKeys(NEW).env;
    const { secret, verify, browser } = await enrollMember();
    expect((await verify()).error).toBeNull();
    expect((await browser.auth.refreshSession()).error).toBeNull();
    const text = await readRows(
      'select (select jsonb_agg(secret) from auth.mfa_factors) s, (select jsonb_agg(refresh_token_key) from auth.sessions) r, (select jsonb_agg(private_jwk) from auth.signing_keys) k',
    );
    expect(text).not.toContain(secret);
    expect(text).not.toContain('"d"');
    expect(text.match(/sealed:1:/g)!.length).toBeGreaterThanOrEqual(3);
  });

  it('can be decrypted with an older key while the operator lists it', () => {
    const [oldKeys, bothKeys, newKeys] = [withKeys(OLD), withKeys(`${NEW},${OLD}`), withKeys(NEW)];
    const text = encryptSecret(oldKeys, 'the secret', 'a place');
    expect(decryptSecret(bothKeys, text, 'a place')).toBe('the secret');
    expect(encryptSecret(bothKeys, 'x', 'a place').split(':')[2]).toBe(
      encryptSecret(newKeys, 'x', 'a place').split(':')[2],
    );
    expect(() => decryptSecret(newKeys, text, 'a place')).toThrow(
      'A stored secret was encrypted with a key that AUTH_ENCRYPTION_KEY no longer lists.',
    );
  });

  it('can be decrypted only in their own context and only if unchanged', () => {
    const deps = withKeys(NEW);
    const text = encryptSecret(deps, 'the secret', SECRET_CONTEXTS.factor('one'));
    expect(() => decryptSecret(deps, text, SECRET_CONTEXTS.factor('other'))).toThrow();
    const [head, body] = [text.slice(0, -20), text.slice(-20)];
    const tampered = head + body.replace(/./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect(() => decryptSecret(deps, tampered, SECRET_CONTEXTS.factor('one'))).toThrow();
  });

  it('require a key of at least 32 characters', () => {
    expect(() => readEnv({ AUTH_ENCRYPTION_KEY: 'short' })).toThrow('at least 32 random characters');
  });
});

const nowhere = { userAgent: null, ip: null, place: null };
