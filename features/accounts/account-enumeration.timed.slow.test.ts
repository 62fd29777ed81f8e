import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from './accounts.factory.ts';

let context: TestContext;
const password = 'violet court lamp 42';
const KNOWN_EMAIL = 'known@example.test';
const ROUND_COUNT = 41;
const SIGN_UP_ROUNDS = 15;

beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
  await makeUser(context.deps, { email: KNOWN_EMAIL, password });
});
afterAll(() => context.close());

/** Returns the response time and the text. */
async function ask(path: string, body: object): Promise<{ ms: number; text: string }> {
  const startedAt = performance.now();
  const response = await context.app.request(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = `${response.status} ${await response.text()}`;
  return { ms: performance.now() - startedAt, text };
}

const computeMedian = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

describe('sign-up', { retry: 2 }, () => {
  it('takes the same time for a known address as for an unknown one', async () => {
    const signUp = async (email: string) => (await ask('signup', { email, password })).ms;
    await signUp('unconfirmed@example.test');
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < SIGN_UP_ROUNDS; round++) {
      times.known.push(await signUp('unconfirmed@example.test'));
      times.unknown.push(await signUp(`new-${round}@example.test`));
    }
    const ratio = computeMedian(times.known) / computeMedian(times.unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

// Retry: load spikes on the machine must not fail the test, while a real difference shows up every time.
describe('the response to a known and an unknown address', { retry: 2 }, () => {
  it.each([
    ['a password recovery', 'recover', {}],
    ['a resent message', 'resend', { type: 'signup' }],
    ['a sign-in code', 'otp', { create_user: false }],
    ['a code that signs in or joins', 'otp', {}],
    ['a sign-in link', 'magiclink', { create_user: false }],
    ['a wrong password', 'token?grant_type=password', { password: 'not the password' }],
    ['a wrong code', 'verify', { type: 'email', token: '123456' }],
  ])('has the same duration and text: %s', async (_what, path, input) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const measureOnce = async (who: 'known' | 'unknown') => {
      const email = who === 'known' ? KNOWN_EMAIL : `unknown-${crypto.randomUUID()}@example.test`;
      const { ms, text } = await ask(path, { ...input, email });
      times[who].push(ms);
      // The enqueued jobs are identical too.
      return `${text}, then ${context.sent.splice(0).map(({ name }) => name)}`;
    };
    for (let round = 0; round < ROUND_COUNT; round++) {
      // Alternate the order, so that going first or second affects both equally.
      const order = round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      expect(await measureOnce(order[0])).toBe(await measureOnce(order[1]));
    }
    const ratio = computeMedian(times.known) / computeMedian(times.unknown);
    expect(ratio).toBeGreaterThan(0.67);
    expect(ratio).toBeLessThan(1.5);
  });
});
