import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';
import { rotateKeys } from '../signing-keys.commands.ts';
import { identify } from './sessions.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

describe('who a bearer token speaks for', () => {
  it('is the person of its session', async () => {
    const user = await makeUser(context.deps, { twitch: { login: 'sky', id: '7' } });
    const actor = await identify(context.deps, user.accessToken);
    expect(actor).toMatchObject({ userId: user.userId, email: user.email, aal: 'aal1' });
  });

  it('is still known after the signing key was replaced', async () => {
    const user = await makeUser(context.deps);
    await rotateKeys(context.deps);
    expect(await identify(context.deps, user.accessToken)).toMatchObject({ userId: user.userId });
    const answer = await context.app.request('/auth/v1/.well-known/jwks.json');
    expect(((await answer.json()) as { keys: unknown[] }).keys).toHaveLength(2);
  });

  it('is nobody when the signature is not ours', async () => {
    const user = await makeUser(context.deps);
    const [head, claims, mark] = user.accessToken.split('.') as [string, string, string];
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('aal1', 'aal2')).toString(
      'base64url',
    );
    expect(await identify(context.deps, `${head}.${forged}.${mark}`)).toBeUndefined();
    expect(await identify(context.deps, 'nonsense')).toBeUndefined();
  });
});
