import { exportJWK, generateKeyPair, generateSecret } from 'jose';
import { describe, expect, it } from 'vitest';
import { parseSigningKeys } from './signing-keys.rules.ts';

const createEcKey = async (kid = 'ec', curve = 'ES256') => ({
  kid,
  ...(await exportJWK((await generateKeyPair(curve, { extractable: true })).privateKey)),
});
const createRsaKey = async (kid = 'rsa') => ({
  kid,
  ...(await exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)),
});
const generateSymmetricKey = async () => ({
  kid: 'hs',
  ...(await exportJWK(await generateSecret('HS256', { extractable: true }))),
});
const listFaults = (...keys: unknown[]) => parseSigningKeys(JSON.stringify(keys)).faults;

describe('parseSigningKeys', () => {
  it('accepts ES256 and RS256 keys', async () => {
    const [one, two] = [await createEcKey(), await createRsaKey()];
    const { keys, faults } = parseSigningKeys(JSON.stringify([one, two]));
    expect(faults).toEqual([]);
    expect(keys.map(({ kid, algorithm }) => [kid, algorithm])).toEqual([
      ['ec', 'ES256'],
      ['rsa', 'RS256'],
    ]);
  });

  it('refuses an invalid key, such as a symmetric one, without revealing it', async () => {
    const [goodKey, secret] = [await createEcKey(), await generateSymmetricKey()];
    const { d, ...publicOnly } = goodKey;
    expect(listFaults(secret)[0]).toMatch(/^Key 1 of AUTH_SIGNING_KEYS is symmetric.*AUTH_LEGACY_SECRET\.$/);
    expect(listFaults(goodKey, secret).join()).not.toContain(secret.k);
    expect(listFaults({ ...goodKey, alg: 'HS256' })[0]).toMatch(/for neither ES256 .* nor RS256/);
    expect(listFaults(await createEcKey('x', 'ES384'))[0]).toMatch(
      /is for neither ES256 \(an EC key on P-256\) nor RS256 \(an RSA key\)\./,
    );
    expect(listFaults({ ...goodKey, alg: 'none' })[0]).toMatch(
      /is for neither ES256 \(an EC key on P-256\) nor RS256 \(an RSA key\)\./,
    );
    expect(listFaults('text')[0]).toBe("Key 1 of AUTH_SIGNING_KEYS isn't a JWK.");
    expect(listFaults({ ...goodKey, y: undefined })[0]).toMatch(/is missing one of these members: kty, crv, x, y/);
    expect(listFaults({ ...(await createRsaKey()), n: 'AQAB' })[0]).toMatch(/2048 bits/);
    expect(listFaults({ ...(await createRsaKey()), dq: undefined })[0]).toMatch(
      /is missing one of these members: d, p, q/,
    );
    expect(listFaults({ ...goodKey, kid: 7 })[0]).toMatch(/"kid" of key 1 .* must be text/);
    expect(listFaults(goodKey, { ...(await createEcKey()), kid: undefined })[0]).toMatch(
      /Give each key in AUTH_SIGNING_KEYS its own "kid"/,
    );
    expect(listFaults(goodKey, await createEcKey())[0]).toMatch(/have the same "kid"/);
    expect(listFaults(publicOnly)[0]).toMatch(/has its private part/);
    expect(d).toBeTypeOf('string');
    expect(listFaults()[0]).toMatch(/has its private part/);
    expect(parseSigningKeys('{').faults).toEqual(['AUTH_SIGNING_KEYS must be a JSON array of keys (JWK).']);
    expect(parseSigningKeys('{}').faults).toEqual(['AUTH_SIGNING_KEYS must be a JSON array of keys (JWK).']);
  });
});
