import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';
import { rotateKeys } from '../signing-keys.commands.ts';
import { identify } from './sessions.commands.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

describe('who a bearer token speaks for', () => {
  it('is the person of its session', async () => {
    const user = await makeUser(house.deps, { twitch: { login: 'sky', id: '7' } });
    const actor = await identify(house.deps, user.accessToken);
    expect(actor).toMatchObject({ userId: user.userId, email: user.email, aal: 'aal1' });
  });

  it('is still known after the signing key was replaced', async () => {
    const user = await makeUser(house.deps);
    await rotateKeys(house.deps);
    expect(await identify(house.deps, user.accessToken)).toMatchObject({ userId: user.userId });
    const answer = await house.app.request('/auth/v1/.well-known/jwks.json');
    expect(((await answer.json()) as { keys: unknown[] }).keys).toHaveLength(2);
  });

  it('is nobody when the signature is not ours', async () => {
    const user = await makeUser(house.deps);
    const [head, claims, mark] = user.accessToken.split('.') as [string, string, string];
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('aal1', 'aal2')).toString(
      'base64url',
    );
    expect(await identify(house.deps, `${head}.${forged}.${mark}`)).toBeUndefined();
    expect(await identify(house.deps, 'nonsense')).toBeUndefined();
  });
});
