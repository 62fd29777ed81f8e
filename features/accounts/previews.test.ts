import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from './accounts.factory.ts';
import { findUserByEmail } from './accounts.queries.ts';
import { openCode } from './one-time-codes.commands.ts';
import { findCodes } from './one-time-codes.queries.ts';
import { ACTS_WHEN_OPENED } from './previews.api.ts';
import { type ListeningContext, openListeningContext } from './test-client.ts';

let context: ListeningContext;
let number = 0;

beforeAll(async () => {
  context = await openListeningContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());

const LOOKS: [name: string, method: string, headers: Record<string, string>][] = [
  ['HEAD', 'HEAD', {}],
  ['a prefetch', 'GET', { 'Sec-Purpose': 'prefetch' }],
  ['a prerender', 'GET', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['an anonymous prefetch', 'GET', { 'Sec-Purpose': 'prefetch;anonymous-client-ip' }],
  ['an older prefetch', 'GET', { Purpose: 'prefetch' }],
  ['a prefetch of Firefox', 'GET', { 'X-Moz': 'prefetch' }],
  ['a preview of Safari', 'GET', { 'X-Purpose': 'preview' }],
];

describe('a look that nobody sees', () => {
  it.each(LOOKS)('by %s spends no link and is told no token', async (_name, method, headers) => {
    const { userId, email } = await makeUser(context.deps, { email: `look-${++number}@example.test` });
    const { link } = await openCode(context.deps.db, context.deps, userId, { purpose: 'magiclink', relatesTo: email });
    const address = `${context.origin}/auth/v1/verify?token=${link}&type=magiclink`;
    const looked = await fetch(address, { method, headers, redirect: 'manual' });
    expect(looked.headers.get('Location')).toBeNull();
    expect(await looked.text()).toBe('');
    expect(looked.headers.get('Cache-Control')).toBe('no-store');
    expect(await findCodes(context.deps.db, userId, ['magiclink'])).toHaveLength(1);
    const followed = await fetch(address, { redirect: 'manual' });
    expect(followed.headers.get('Location')).toContain('#access_token=');
    expect((await findUserByEmail(context.deps.db, email))!.lastSignInAt).not.toBeNull();
  });

  it.each(LOOKS)('by %s begins nothing anywhere', async (_name, method, headers) => {
    for (const path of ACTS_WHEN_OPENED) {
      const { rows: before } = await context.deps.database.pool.query('select count(*) from auth.flow_state');
      const query = `?provider=twitch&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`;
      const looked = await fetch(`${context.origin}${path}${query}`, { method, headers, redirect: 'manual' });
      expect([path, looked.headers.get('Location')]).toEqual([path, null]);
      const { rows: after } = await context.deps.database.pool.query('select count(*) from auth.flow_state');
      expect([path, after]).toEqual([path, before]);
    }
  });
});
