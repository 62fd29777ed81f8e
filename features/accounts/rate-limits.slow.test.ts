import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { english, translate } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from './accounts.factory.ts';
import { issueCode } from './one-time-codes.commands.ts';
import {
  consumeLimit,
  consumeUserLimit,
  requireRemaining,
  resetLimit,
  tryConsumeLimit,
} from './rate-limits.commands.ts';
import { limits } from './rate-limits.rules.ts';
import { readOutcome } from './test-refusals.ts';

const contexts: TestContext[] = [];
let context: TestContext;
let behindProxy: TestContext;
const password = 'violet court lamp 42';

beforeAll(async () => {
  context = await openTestContext();
  behindProxy = await openTestContext({ TRUST_PROXY: 'true' });
  contexts.push(context, behindProxy);
});
afterAll(async () => {
  for (const each of contexts) await each.close();
});
beforeEach(() => context.setNow('2026-03-01T12:00:00Z'));
afterEach(async () => {
  for (const each of contexts) await each.deps.database.pool.query('delete from auth.rate_limits');
});

type Where = { on?: TestContext; from?: string; claims?: string };

/** Sends a request from an IP address, with proxy headers that it claims. */
async function post(path: string, body: object, { on = context, from = '203.0.113.1', claims }: Where = {}) {
  const response = await on.app.request(
    `/auth/v1/${path}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(claims ? { 'X-Forwarded-For': claims } : {}) },
      body: JSON.stringify(body),
    },
    { incoming: { socket: { remoteAddress: from } } },
  );
  return { status: response.status, body: (await response.json()) as { code?: string; retry_after?: number } };
}

const guess = (email: string, where: Where = {}) =>
  post('token?grant_type=password', { email, password: 'wrong every time' }, where);

describe('limits on guessing', () => {
  it('stop one address from trying many accounts', async () => {
    for (let time = 0; time < limits.passwordAddress.points; time++) await guess(`nobody-${time}@example.test`);
    expect((await guess('one-more@example.test')).body.code).toBe('over_request_rate_limit');
    expect((await guess('one-more@example.test', { from: '203.0.113.2' })).body.code).toBe('invalid_credentials');
  });

  it('stop one IPv6 network from trying many accounts from different addresses', async () => {
    for (let time = 0; time < limits.passwordAddress.points; time++) {
      await guess(`nobody-${time}@example.test`, { from: `2001:db8:1:2::${time.toString(16)}` });
    }
    const guessFrom = (from: string) => guess('one-more@example.test', { from });
    expect((await guessFrom('2001:db8:1:2:ffff::1')).body.code).toBe('over_request_rate_limit');
    expect((await guessFrom('2001:db8:1:3::1')).body.code).toBe('invalid_credentials');
  });

  it('let the owner in while a stranger guesses from elsewhere', async () => {
    const { email } = await makeUser(context.deps, { password });
    for (let time = 0; time < limits.password.points + 1; time++) await guess(email);
    expect((await guess(email)).status).toBe(429);
    const owner = await post('token?grant_type=password', { email, password }, { from: '198.51.100.7' });
    expect(owner.status).toBe(200);
  });

  it('stop guessing at one-time codes, per account and per address', async () => {
    const guessCode = (email: string, where: Where = {}) =>
      post('verify', { type: 'email', email, token: '123456' }, where);
    const { email } = await makeUser(context.deps);
    for (let time = 0; time < limits.code.points; time++) {
      expect((await guessCode(email, { from: `203.0.113.${time + 10}` })).body.code).toBe('otp_expired');
    }
    expect((await guessCode(email, { from: '203.0.113.200' })).body.code).toBe('over_request_rate_limit');
    for (let time = 0; time < limits.codeAddress.points; time++) {
      await guessCode(`code-${time}@example.test`, { from: '203.0.113.201' });
    }
    const other = await guessCode('one-more@example.test', { from: '203.0.113.201' });
    expect(other.body.code).toBe('over_request_rate_limit');
  });

  it("still accept the requester's code while strangers guess", async () => {
    const { email, userId } = await makeUser(context.deps);
    const [owner, stranger] = [{ from: '198.51.100.7' }, (n: number) => ({ from: `203.0.113.${n + 10}` })];
    expect((await post('otp', { email }, owner)).status).toBe(200);
    const codeRequest = { purpose: 'magiclink' as const, relatesTo: email };
    const { code } = await issueCode(context.deps.db, context.deps, userId, codeRequest);
    const wrongCode = code === '000000' ? '000001' : '000000';
    const guessCode = (token: string, where: Where) => post('verify', { type: 'email', email, token }, where);
    for (let n = 0; n < limits.code.points + 5; n++) await guessCode(wrongCode, stranger(n));
    // Strangers are blocked, whether their guess is right or wrong.
    expect((await guessCode(code, stranger(100))).status).toBe(429);
    context.setNow('2026-03-01T12:16:00Z');
    expect((await guessCode(code, stranger(100))).body.code).toBe('otp_expired');
    for (let n = 0; n < 4; n++) expect((await guessCode(wrongCode, owner)).body.code).toBe('otp_expired');
    expect((await guessCode(code, owner)).status).toBe(200);
  });

  it('block a code for its requester after the fifth wrong guess', async () => {
    const { email, userId } = await makeUser(context.deps);
    const owner = { from: '198.51.100.7' };
    await post('otp', { email }, owner);
    const codeRequest = { purpose: 'magiclink' as const, relatesTo: email };
    const { code } = await issueCode(context.deps.db, context.deps, userId, codeRequest);
    const wrongCode = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++) await post('verify', { type: 'email', email, token: wrongCode }, owner);
    expect((await post('verify', { type: 'email', email, token: code }, owner)).body.code).toBe('otp_expired');
  });

  it('expire automatically and report how long to wait', async () => {
    const { email } = await makeUser(context.deps, { password });
    for (let time = 0; time < limits.password.points + 1; time++) await guess(email);
    const refusal = await guess(email);
    expect(refusal.body.retry_after).toBe(limits.password.seconds);
    context.setNow('2026-03-01T12:15:01Z');
    expect((await post('token?grant_type=password', { email, password })).status).toBe(200);
  });

  it('are shared by all nodes through the database', async () => {
    await guess('shared@example.test');
    const { rows } = await context.deps.database.pool.query('select key, points from auth.rate_limits order by key');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('shared@example.test');
    expect(JSON.stringify(rows)).not.toContain('203.0.113.1');
  });
});

describe('client address detection', () => {
  const signUps = async (on: TestContext, claims: (time: number) => string) => {
    const statuses = [];
    for (let time = 0; time <= limits.signUpAddress.points; time++) {
      const body = { email: `caller-${crypto.randomUUID()}@example.test`, password };
      statuses.push((await post('signup', body, { on, claims: claims(time) })).status);
    }
    return statuses;
  };

  it('ignores forwarding headers unless the operator configured a proxy', async () => {
    expect((await signUps(context, (time) => `10.0.0.${time}`)).at(-1)).toBe(429);
  });

  it("uses the last entry, which our own proxy added, and ignores the caller's entries", async () => {
    expect((await signUps(behindProxy, (time) => `10.0.0.${time}, 198.51.100.1`)).at(-1)).toBe(429);
    await behindProxy.deps.database.pool.query('delete from auth.rate_limits');
    expect((await signUps(behindProxy, (time) => `6.6.6.6, 198.51.100.${time}`)).at(-1)).toBe(200);
  });
});

describe('rate limit', () => {
  const advanceTo = (milliseconds: number) =>
    context.setNow(new Date(Date.parse('2026-03-01T12:00:00Z') + milliseconds));
  const withEnv = (env: object): Deps => ({ ...context.deps, env: { ...context.deps.env, ...env } });
  const visit = 'a visitor';
  const use = (name: keyof typeof limits, by = context.deps) => readOutcome(consumeLimit(by, name, visit));

  it('allows the configured number of attempts and reports how long to wait', async () => {
    for (let time = 0; time < limits.factor.points; time++) {
      expect(await readOutcome(requireRemaining(context.deps, 'factor', visit))).toBe('done');
      expect(await use('factor')).toBe('done');
    }
    expect(await readOutcome(requireRemaining(context.deps, 'factor', visit))).toBe('429 over_request_rate_limit');
    await expect(consumeLimit(context.deps, 'factor', visit)).rejects.toThrow(
      'Too many tries. Wait 15 minutes and try again.',
    );
    advanceTo(780_000);
    await expect(consumeLimit(context.deps, 'factor', visit)).rejects.toThrow('Wait 2 minutes');
    advanceTo(780_001);
    await expect(consumeLimit(context.deps, 'factor', visit)).rejects.toThrow('Wait 2 minutes');
    advanceTo(781_000);
    await expect(consumeLimit(context.deps, 'factor', visit, 'over_sms_send_rate_limit')).rejects.toThrow(
      'For security purposes, you can only request this after 119 seconds.',
    );
    advanceTo(899_500);
    await expect(consumeLimit(context.deps, 'factor', visit)).rejects.toMatchObject({
      protocol: { extra: { retry_after: 1 } },
    });
    expect(await tryConsumeLimit(context.deps, 'factor', visit)).toBe(false);
    expect(await tryConsumeLimit(context.deps, 'factor', 'another')).toBe(true);
    await resetLimit(context.deps, 'factor', visit);
    expect(await tryConsumeLimit(context.deps, 'factor', visit)).toBe(true);
  });

  it('skips a missing subject and counts nothing when limits are off', async () => {
    const withoutLimits = withEnv({ AUTH_LIMITS_DISABLED: true });
    for (let time = 0; time < 3; time++) {
      expect(await readOutcome(consumeLimit(context.deps, 'message', null))).toBe('done');
      expect(await use('message', withoutLimits)).toBe('done');
      expect(await readOutcome(consumeUserLimit(withoutLimits, 'message', visit, () => 'x'))).toBe('done');
    }
    expect(await use('message')).toBe('done');
    expect(await readOutcome(requireRemaining(context.deps, 'message', visit))).toBe('429 over_request_rate_limit');
    expect(await readOutcome(requireRemaining(withoutLimits, 'message', visit))).toBe('done');
    expect(await readOutcome(requireRemaining(context.deps, 'message', null))).toBe('done');
    await resetLimit(withoutLimits, 'message', visit);
    expect(await use('message')).toBe('429 over_request_rate_limit');
    expect(await tryConsumeLimit(context.deps, 'message', null)).toBe(true);
    await expect(
      tryConsumeLimit({ ...context.deps, db: undefined } as unknown as Deps, 'message', visit),
    ).rejects.toThrow(TypeError);
  });

  it('uses a custom message for user actions', async () => {
    const findOwnKey = () =>
      consumeUserLimit(context.deps, 'message', 'somebody', (wait) => `Wait ${translate(english, wait)}.`);
    await findOwnKey();
    await expect(findOwnKey()).rejects.toMatchObject({ code: 'too_many', message: 'Wait 60 seconds.' });
  });
});
