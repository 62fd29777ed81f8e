import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from './accounts.factory.ts';
import { issueCode } from './one-time-codes.commands.ts';
import type { CodePurpose } from './one-time-codes.rules.ts';

let context: TestContext;
let userCount = 0;

beforeAll(async () => {
  context = await openTestContext({ TRUST_PROXY: 'true' });
});
afterAll(() => context.close());

type Asked = { path: string; body: object; ip: string };

/** Returns the database statements a request executes, in order, and the jobs it enqueues. */
async function recordWork({ path, body, ip }: Asked): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text;
    statements.push((text ?? '').replaceAll(/\$\d+(, \$\d+)*/g, '$').replaceAll(/\s+/g, ' '));
    return (query as (...all: unknown[]) => unknown).apply(this, args) as never;
  });
  const response = await context.app.request(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
    body: JSON.stringify(body),
  });
  spy.mockRestore();
  // Ignore the node's operating state, which it reads every few seconds regardless of requests.
  const ownStatements = statements.filter((text) => !text.includes('"operating_state"'));
  return [...ownStatements, `${response.status}`, ...context.sent.splice(0).map(({ name }) => name)];
}

const createUnknownEmail = () => `nobody-${++userCount}@example.test`;
const nextIp = () => `203.0.${++userCount % 250}.7`;

/** Creates an account with open codes for these purposes. */
async function createUserWithCodes(...purposes: CodePurpose[]): Promise<string> {
  const email = `somebody-${++userCount}@example.test`;
  const { userId } = await makeUser(context.deps, { email });
  for (const purpose of purposes) await issueCode(context.deps.db, context.deps, userId, { purpose, relatesTo: email });
  return email;
}

describe('checking a wrong code', () => {
  it.each<[string, string, CodePurpose[]]>([
    ['an open code', 'email', ['magiclink']],
    ['two open codes', 'email', ['magiclink', 'confirmation']],
    ['an open recovery code', 'recovery', ['recovery']],
    ['an open email change code', 'email_change', ['email_change_current']],
    ['a user without an open code', 'email', []],
  ])('takes the same steps for an unknown address as for %s', async (_what, type, purposes) => {
    const guess = (email: string): Asked => ({ path: 'verify', body: { type, token: '000000', email }, ip: nextIp() });
    const existingWork = await recordWork(guess(await createUserWithCodes(...purposes)));
    expect(existingWork).toEqual(await recordWork(guess(createUnknownEmail())));
    expect(existingWork.length).toBeGreaterThan(4);
  });

  it('takes the same steps for an unknown and a known address when the requester guesses wrong', async () => {
    const works = [];
    for (const email of [await createUserWithCodes('magiclink'), createUnknownEmail()]) {
      const ip = nextIp();
      await recordWork({ path: 'otp', body: { email, create_user: false }, ip });
      works.push(await recordWork({ path: 'verify', body: { type: 'email', token: '000000', email }, ip }));
    }
    expect(works[0]).toEqual(works[1]);
  });
});

describe('requesting a code', () => {
  it.each(['otp', 'magiclink'])(
    'takes the same steps for a known address as for one that gets a new account: %s',
    async (path) => {
      const ask = (email: string): Asked => ({ path, body: { email, data: { name: 'New' } }, ip: nextIp() });
      expect(await recordWork(ask(await createUserWithCodes()))).toEqual(await recordWork(ask(createUnknownEmail())));
    },
  );
});
