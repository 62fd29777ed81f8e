import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTranslator } from '../../../messages/translators.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { makeUser } from '../accounts.factory.ts';
import { accountJobs } from '../accounts.jobs.ts';
import { findUser } from '../accounts.queries.ts';
import { removeFactor } from '../factors/factors.commands.ts';
import { insertFactor } from '../factors/factors.queries.ts';
import { prepareExport } from '../own-data/own-data.commands.ts';
import { readSecurityActivity } from './security-events.commands.ts';
import type { SecurityActivity } from './security-events.schema.ts';
import { ACCOUNT_FAILURE_JOB, type AccountFailure, recordFailure } from './sign-in-failures.commands.ts';

let context: TestContext;
const START = new Date('2026-03-02T10:05:00.000Z');
const password = 'violet court lamp 42';
const advanceTo = (milliseconds: number) => context.setNow(new Date(START.getTime() + milliseconds));

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
type From = { ip?: string; country?: string; agent?: string };

beforeAll(async () => {
  context = await openTestContext({ TRUST_PROXY: 'true', PROXY_COUNTRY_HEADER: 'CF-IPCountry' });
});
afterAll(() => context.close());
beforeEach(() => context.setNow(START));

const getHeaders = ({ ip = '203.0.113.7', country = 'DE', agent = FIREFOX }: From, token?: string) => ({
  'Content-Type': 'application/json',
  'User-Agent': agent,
  'X-Forwarded-For': ip,
  'CF-IPCountry': country,
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});

async function call(method: string, path: string, { token, body, ...from }: From & { token?: string; body?: object }) {
  const response = await context.app.request(path, {
    method,
    headers: getHeaders(from, token),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

async function enterPassword(email: string, secret: string, from: From = {}) {
  const input = { body: { email, password: secret }, ...from };
  const session = await call('POST', '/auth/v1/token?grant_type=password', input);
  // Run the jobs that the request enqueued.
  for (const [index, { name, data }] of [...context.sent.entries()].reverse()) {
    if (name !== ACCOUNT_FAILURE_JOB) continue;
    context.sent.splice(index, 1);
    await recordFailure(context.deps, data as AccountFailure);
  }
  return session;
}

async function signInUser(email: string, from: From = {}): Promise<string> {
  const { status, body } = await enterPassword(email, password, from);
  expect(status).toBe(200);
  return body.access_token;
}

const readJournal = async (token: string, query = ''): Promise<SecurityActivity> =>
  (await call('GET', `/api/account/journal${query}`, { token })).body;

const report = (token: string, action = 'auth_SIGNED_IN', metadata: object = {}) =>
  call('POST', '/functions/v1/log-security-event', {
    token,
    body: { action, resource_type: 'authentication', success: true, metadata },
  });

const cleanUp = () =>
  accountJobs.find(({ name }) => name === 'account-upkeep')!.run(context.deps, {}, new AbortController().signal);

/** Adds an active authenticator to the account and then removes it. */
async function addAndRemoveFactor(userId: string) {
  const factor = await insertFactor(context.deps.db, {
    userId,
    factorType: 'totp',
    status: 'verified',
    friendlyName: '',
    createdAt: context.deps.now(),
    updatedAt: context.deps.now(),
  });
  await removeFactor(context.deps, factor);
}

describe('security activity', () => {
  it('records how, where and on which device a sign-in happened', async () => {
    const { email } = await makeUser(context.deps, { password });
    const token = await signInUser(email, { ip: '203.0.113.7', country: 'DE', agent: FIREFOX });
    const { lines } = await readJournal(token);
    expect(lines).toEqual([
      expect.objectContaining({
        action: 'signed_in',
        words: 'Signed in with a password',
        device: 'Firefox on Windows',
        place: 'Germany, network 203.0.113.0/24',
        created_at: START.toISOString(),
        times: 1,
      }),
    ]);
  });

  it('describes devices in the language of the reader', async () => {
    const { email, userId } = await makeUser(context.deps, { password });
    await signInUser(email, { agent: FIREFOX });
    const query = { show: 'all', before: undefined } as const;
    const { lines } = await readSecurityActivity(context.deps, getTranslator('fr'), userId, query);
    expect(lines).toEqual([expect.objectContaining({ action: 'signed_in', device: 'Firefox sur Windows' })]);
  });

  it('is written by the server only and marks browser reports as such', async () => {
    const { email } = await makeUser(context.deps, { password });
    const token = await signInUser(email);
    expect(await report(token)).toEqual({ status: 200, body: { success: true } });
    expect(await report(token, 'factor_removed')).toEqual({ status: 200, body: { success: true } });
    expect((await readJournal(token)).lines.map(({ action }) => action)).toEqual(['signed_in']);
    const { lines } = await readJournal(token, '?show=reports');
    expect(lines.map(({ action, kind }) => [action, kind])).toEqual([
      ['factor_removed', 'report'],
      ['auth_SIGNED_IN', 'report'],
    ]);
  });

  it('counts repeated reports instead of adding them, and keeps at most 100', async () => {
    const { email, userId } = await makeUser(context.deps, { password });
    const token = await signInUser(email);
    for (let page = 0; page < 5; page++) await report(token);
    const { lines } = await readJournal(token, '?show=reports');
    expect(lines).toEqual([expect.objectContaining({ action: 'auth_SIGNED_IN', times: 5 })]);
    for (let other = 0; other < 105; other++) await report(token, `auth_${other}`);
    await cleanUp();
    const { rows } = await context.deps.database.pool.query(
      "select count(*)::int as n from auth.security_events where user_id = $1 and kind = 'report'",
      [userId],
    );
    expect(rows).toEqual([{ n: 100 }]);
  });

  it('limits the number and size of reports', async () => {
    const { email } = await makeUser(context.deps, { password });
    const token = await signInUser(email);
    expect((await report(token, 'auth_LARGE', { text: 'x'.repeat(1_100) })).status).toBe(422);
    const statuses: number[] = [];
    for (let n = 0; n < 241; n++) statuses.push((await report(token)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(240);
    expect(statuses.at(-1)).toBe(429);
  });

  it('keeps the entry for a removed factor', async () => {
    const { email, userId } = await makeUser(context.deps, { password });
    await addAndRemoveFactor(userId);
    for (let n = 0; n < 15; n++) {
      advanceTo(n * MINUTE_MS);
      await enterPassword(email, 'wrong', { ip: `198.51.100.${n}` });
    }
    advanceTo(3 * HOUR_MS);
    let token = await signInUser(email);
    for (let n = 0; n < 30; n++) await report(token, `auth_${n}`);
    for (let n = 1; n < 25; n++) {
      advanceTo((3 + n) * HOUR_MS);
      token = await signInUser(email);
    }
    advanceTo(500 * DAY_MS);
    await cleanUp();
    token = await signInUser(email);
    const changes = await readJournal(token, '?show=changes');
    expect(changes.lines.map(({ action }) => action)).toEqual(['factor_removed']);
  });

  it('paginates so that every entry is on exactly one page', async () => {
    const { email } = await makeUser(context.deps, { password });
    let token = '';
    for (let n = 0; n < 45; n++) {
      advanceTo(n * HOUR_MS);
      token = await signInUser(email);
    }
    const ids: number[] = [];
    for (let query = ''; ; ) {
      const page = await readJournal(token, query);
      expect(page.lines.length).toBeLessThanOrEqual(20);
      ids.push(...page.lines.map(({ id }) => id));
      if (page.before === null) break;
      query = `?before=${page.before}`;
    }
    expect(ids).toHaveLength(45);
    expect(new Set(ids).size).toBe(45);
  });

  it('counts failed attempts per hour, separately from successes, and marks hours with many failures', async () => {
    const { email } = await makeUser(context.deps, { password });
    for (let n = 0; n < 6; n++) await enterPassword(email, 'wrong', { ip: '198.51.100.1', agent: PHONE });
    const token = await signInUser(email);
    expect((await readJournal(token)).lines.map(({ action }) => action)).toEqual(['signed_in']);
    expect((await readJournal(token, '?show=failures')).lines).toEqual([
      expect.objectContaining({
        action: 'sign_in_failed',
        times: 6,
        marks: ['many_failures'],
        device: 'Safari on iPhone',
      }),
    ]);
  });

  it('marks a sign-in from a new country and the removal of a factor', async () => {
    const { email, userId } = await makeUser(context.deps, { password });
    await signInUser(email);
    advanceTo(HOUR_MS);
    const token = await signInUser(email, { ip: '192.0.2.1', country: 'BR' });
    await addAndRemoveFactor(userId);
    const { lines } = await readJournal(token);
    expect(lines.map(({ action, marks }) => [action, marks])).toEqual([
      ['factor_removed', ['factor_removed']],
      ['signed_in', ['new_country']],
      ['signed_in', []],
    ]);
  });

  it('marks a sign-in from a new network only when the country is unknown', async () => {
    const { email } = await makeUser(context.deps, { password });
    await signInUser(email, { country: 'XX' });
    await signInUser(email, { country: 'XX', ip: '203.0.113.99' });
    const token = await signInUser(email, { country: 'XX', ip: '192.0.2.1' });
    expect((await readJournal(token)).lines.map(({ marks }) => marks)).toEqual([['new_network'], [], []]);
  });

  it('lists ended sessions and data downloads', async () => {
    const { email, userId } = await makeUser(context.deps, { password });
    const token = await signInUser(email);
    await call('POST', '/api/account/export', { token });
    await prepareExport(context.deps, { userId });
    await call('GET', '/api/account/export/file', { token });
    await call('POST', '/auth/v1/logout?scope=others', { token });
    expect((await readJournal(token)).lines.map(({ action }) => action)).toEqual([
      'sessions_ended',
      'data_exported',
      'signed_in',
    ]);
  });

  it("refuses to read or act on another account's activity", async () => {
    const [one, two] = [await makeUser(context.deps, { password }), await makeUser(context.deps, { password })];
    const [first, second] = [await signInUser(one.email), await signInUser(two.email)];
    const line = (await readJournal(first)).lines[0]!;
    expect((await readJournal(second)).lines.map(({ id }) => id)).not.toContain(line.id);
    expect((await call('POST', `/api/account/journal/${line.id}/not-me`, { token: second })).status).toBe(404);
    expect((await readJournal(first)).lines).toHaveLength(1);
  });

  it('is deleted with the account', async () => {
    const { email, userId } = await makeUser(context.deps, { password });
    await signInUser(email);
    await context.deps.database.pool.query('delete from auth.users where id = $1', [userId]);
    const { rows } = await context.deps.database.pool.query('select 1 from auth.security_events where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('reporting "This was not me"', () => {
  it('ends all sessions and blocks the password until a new one is set by email', async () => {
    const { email, userId } = await makeUser(context.deps, { password });
    const unusualSession = await signInUser(email, { country: 'BR', ip: '192.0.2.1' });
    const own = await signInUser(email);
    const line = (await readJournal(own)).lines.find(({ place }) => place?.startsWith('Brazil'))!;
    const result = await call('POST', `/api/account/journal/${line.id}/not-me`, { token: own });
    expect(result).toEqual({ status: 200, body: { new_password: true } });
    for (const token of [unusualSession, own]) {
      expect((await call('GET', '/api/account/journal', { token })).status).toBe(401);
    }
    const refusal = await enterPassword(email, password);
    expect(refusal.status).toBe(400);
    expect(refusal.body).toMatchObject({ code: 'password_shut', message: expect.stringContaining('new password') });
    // A wrong password doesn't reveal that the account's password is blocked.
    expect((await enterPassword(email, 'something else')).body.code).toBe('invalid_credentials');
    const kinds = context.sent.map(({ data }) => data as { kind?: string; userId?: string });
    expect(kinds.filter((mail) => mail.userId === userId).map(({ kind }) => kind)).toEqual(['not_me', 'recovery']);
    expect((await findUser(context.deps.db, userId))?.passwordShutAt).toEqual(START);
  });

  it('lets the user in with a new password and refuses the old one', async () => {
    const { email, accessToken } = await makeUser(context.deps, { password });
    const own = await signInUser(email);
    const line = (await readJournal(own)).lines[0]!;
    await call('POST', `/api/account/journal/${line.id}/not-me`, { token: own });
    expect((await call('GET', '/api/account/journal', { token: accessToken })).status).toBe(401);
    // Sign in with an emailed code, which opens a session for choosing a new password.
    const { issueCode } = await import('../one-time-codes.commands.ts');
    const { findUserByEmail } = await import('../accounts.queries.ts');
    const user = (await findUserByEmail(context.deps.db, email))!;
    const { link } = await issueCode(context.deps.db, context.deps, user.id, { purpose: 'recovery', relatesTo: email });
    const { body } = await call('POST', '/auth/v1/verify', { body: { type: 'recovery', token_hash: link } });
    const token = body.access_token as string;
    advanceTo(2 * DAY_MS);
    const update = (input: object) => call('PUT', '/auth/v1/user', { token: newToken, body: input });
    const { body: secondResponse } = await call('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: body.refresh_token },
    });
    const newToken = secondResponse.access_token as string;
    expect(token).toBeTruthy();
    expect((await update({ password: 'marble field 2077', current_password: password })).body.code).toBe(
      'current_password_invalid',
    );
    advanceTo(0);
    expect((await update({ password: 'marble field 2077' })).status).toBe(200);
    expect((await enterPassword(email, 'marble field 2077')).status).toBe(200);
    expect((await enterPassword(email, password)).body.code).toBe('invalid_credentials');
  });

  it('ends all sessions of an account without a password and sends an email', async () => {
    const { accessToken, userId } = await makeUser(context.deps, { twitch: { login: 'not_me', id: '4711' } });
    await addAndRemoveFactor(userId);
    const line = (await readJournal(accessToken, '?show=changes')).lines[0]!;
    const result = await call('POST', `/api/account/journal/${line.id}/not-me`, { token: accessToken });
    expect(result).toEqual({ status: 200, body: { new_password: false } });
    expect((await call('GET', '/api/account/journal', { token: accessToken })).status).toBe(401);
    const kinds = context.sent.map(({ data }) => data as { kind?: string; userId?: string });
    expect(kinds.filter((mail) => mail.userId === userId).map(({ kind }) => kind)).toEqual([
      'factor_removed',
      'not_me',
    ]);
  });
});
