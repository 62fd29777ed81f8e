import { decodeJwt, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';
import { getKeyRing, rotateKeys } from '../signing-keys.commands.ts';
import { identifyActor, readAccessToken } from './sessions.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

describe('bearer token identity', () => {
  it('is the user of the session', async () => {
    const user = await makeUser(context.deps, { twitch: { login: 'sky', id: '7' } });
    const actor = await identifyActor(context.deps, user.accessToken);
    expect(actor).toMatchObject({ userId: user.userId, email: user.email, aal: 'aal1' });
  });

  it('stays valid after the signing key is rotated', async () => {
    const user = await makeUser(context.deps);
    await rotateKeys(context.deps);
    expect(await identifyActor(context.deps, user.accessToken)).toMatchObject({ userId: user.userId });
    const response = await context.app.request('/auth/v1/.well-known/jwks.json');
    expect(((await response.json()) as { keys: unknown[] }).keys).toHaveLength(2);
  });

  it("is undefined when the signature isn't ours", async () => {
    const user = await makeUser(context.deps);
    const [head, claims, mark] = user.accessToken.split('.') as [string, string, string];
    const forgedToken = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('aal1', 'aal2')).toString(
      'base64url',
    );
    expect(await identifyActor(context.deps, `${head}.${forgedToken}.${mark}`)).toBeUndefined();
    expect(await identifyActor(context.deps, 'nonsense')).toBeUndefined();
  });
});

describe('access token', () => {
  /** Signs claims with our key or another one. */
  async function sign(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key?: CryptoKey) {
    const { signing } = await getKeyRing(context.deps);
    const text = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: signing.kid, ...header });
    return text.sign(key ?? signing.key, { crit: { later: true } });
  }
  const getSecond = () => Math.floor(context.deps.now().getTime() / 1000);

  it('decodes to the same claims as with the library', async () => {
    const user = await makeUser(context.deps);
    expect(await readAccessToken(context.deps, user.accessToken)).toEqual(decodeJwt(user.accessToken));
    const endless = await sign({ sub: 'somebody' });
    expect(await readAccessToken(context.deps, endless)).toEqual({ sub: 'somebody' });
    const young = await sign({ sub: 'somebody', iat: getSecond(), nbf: getSecond(), exp: getSecond() + 2 });
    expect(await readAccessToken(context.deps, young)).toMatchObject({ sub: 'somebody' });
  });

  it.each<[string, () => Promise<string>]>([
    ['has expired', () => sign({ exp: getSecond() })],
    ["isn't valid yet", () => sign({ nbf: getSecond() + 5 })],
    ["has an expiry that isn't a number", () => sign({ exp: '9999999999' as never })],
    ["has an issue time that isn't a number", () => sign({ iat: 'today' as never })],
    ['requires an unknown extension', () => sign({}, { crit: ['later'], later: 1 })],
    ['was signed with another key', async () => sign({}, {}, (await generateKeyPair('ES256')).privateKey)],
    ['names an unknown key', () => sign({}, { kid: 'another' })],
    ['claims to be unsigned', async () => (await sign({})).replace(/^[^.]+/, getHead({ alg: 'none' }))],
    ['has no signature', async () => (await sign({})).replace(/[^.]+$/, '')],
    ['has half a signature', async () => (await sign({})).slice(0, -40)],
    ['has a signature of zeros', async () => (await sign({})).replace(/[^.]+$/, 'A'.repeat(86))],
    ['has four parts', async () => `${await sign({})}.more`],
    ['has only two parts', async () => (await sign({})).replace(/\.[^.]+$/, '')],
  ])('is refused when it %s', async (_what, token) => {
    expect(await readAccessToken(context.deps, await token())).toBeUndefined();
  });

  const getHead = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');
});
