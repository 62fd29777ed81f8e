import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Handler } from '../../server/deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { cancelDeletion, eraseDueAccounts, requestDeletion } from './account-deletion.commands.ts';
import { accountErased } from './account-deletion.events.ts';
import { makeUser, toActor } from './accounts.factory.ts';
import { createServiceToken } from './sessions/sessions.commands.ts';
import { type Browser, type ListeningContext, openListeningContext, signInAtTwitch } from './test-client.ts';

let context: ListeningContext;
let number = 0;
const password = 'violet court lamp 42';

beforeAll(async () => {
  context = await openListeningContext();
});
afterAll(() => context.close());
beforeEach(() => context.setNow(new Date()));

async function makeMember() {
  const email = `member-${++number}@example.test`;
  const { userId } = await makeUser(context.deps, { email, password });
  const browser = context.browser();
  await browser.auth.signInWithPassword({ email, password });
  return { browser, email, userId };
}

async function call(browser: Browser, method: string, path: string, body?: object) {
  const token = (await browser.auth.getSession()).data.session?.access_token;
  const response = await fetch(context.origin + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'User-Agent': 'Firefox/1 (Windows)',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

describe('device management', () => {
  it('lists devices and signs out another one', async () => {
    const { browser, email } = await makeMember();
    const other = context.browser();
    await other.auth.signInWithPassword({ email, password });
    const { devices } = (await call(browser, 'GET', '/api/account/security')).body as unknown as {
      devices: { id: string; current: boolean; ip: string }[];
    };
    expect(devices.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    expect(devices.find(({ current }) => current)!.ip).toContain('127.0.0.1');
    // makeUser opened an extra session that belongs to neither browser.
    for (const device of devices.filter(({ current }) => !current)) {
      expect((await call(browser, 'DELETE', `/api/account/devices/${device.id}`)).status).toBe(200);
    }
    expect((await other.auth.getUser()).error).toBeTruthy();
    expect((await browser.auth.getUser()).error).toBeNull();
  });

  it("refuses to sign out another user's device", async () => {
    const [one, two] = [await makeMember(), await makeMember()];
    const { devices } = (await call(two.browser, 'GET', '/api/account/security')).body as unknown as {
      devices: { id: string }[];
    };
    expect((await call(one.browser, 'DELETE', `/api/account/devices/${devices[0]!.id}`)).status).toBe(404);
    expect((await two.browser.auth.getUser()).error).toBeNull();
  });
});

describe('the security activity', () => {
  it('records client events only for the signed-in user, even if the payload names another user', async () => {
    const { browser, userId } = await makeMember();
    const event = {
      action: 'auth_SIGNED_IN',
      resource_type: 'authentication',
      success: true,
      metadata: { user_id: 'somebody else', email: 'x', page: 'callback' },
    };
    expect((await call(browser, 'POST', '/functions/v1/log-security-event', event)).status).toBe(200);
    const { rows } = await context.deps.database.pool.query(
      "select user_id, metadata from auth.security_events where action = 'auth_SIGNED_IN'",
    );
    expect(rows).toEqual([{ user_id: userId, metadata: { page: 'callback' } }]);
    const signedOutBrowser = context.browser();
    expect((await call(signedOutBrowser, 'POST', '/functions/v1/log-security-event', event)).status).toBe(401);
  });
});

describe('account deletion', () => {
  it('happens after 14 days and can be canceled until then', async () => {
    const [leavingMember, stayingMember] = [await makeMember(), await makeMember()];
    const start = Date.now();
    for (const { browser } of [leavingMember, stayingMember]) await call(browser, 'POST', '/api/account/deletion');
    expect((await context.readMailsTo(leavingMember.email))[0]!.subject).toBe('Your account will be deleted');
    expect((await call(stayingMember.browser, 'DELETE', '/api/account/deletion')).status).toBe(200);
    expect((await call(stayingMember.browser, 'DELETE', '/api/account/deletion')).status).toBe(409);
    context.setNow(new Date(start + 13.9 * DAY_MS));
    expect(await eraseDueAccounts(context.deps)).toBe(0);
    context.setNow(new Date(start + 14.1 * DAY_MS));
    expect(await eraseDueAccounts(context.deps)).toBe(1);
    const { rows } = await context.deps.database.pool.query('select id from auth.users where id = any($1)', [
      [leavingMember.userId, stayingMember.userId],
    ]);
    expect(rows).toEqual([{ id: stayingMember.userId }]);
  });

  it('keeps an account whose deletion is canceled while other accounts are being erased', async () => {
    const start = Date.now();
    const people = await Promise.all([1, 2].map(() => makeUser(context.deps)));
    for (const person of people) await requestDeletion(context.deps, toActor(person));
    context.setNow(new Date(start + 14.1 * DAY_MS));
    const { wiring } = context.deps;
    const remaining: string[] = [];
    // As soon as the first account is erased, the owner of the other one cancels.
    const keepTheOther: Handler<{ userId: string }> =
      async (_tx, _deps, { userId }) =>
      async () => {
        const other = people.find((person) => person.userId !== userId)!;
        await cancelDeletion(context.deps, toActor(other));
        remaining.push(other.userId);
      };
    const handlers = new Map(wiring.handlers).set(accountErased.name, [keepTheOther]);
    expect(await eraseDueAccounts({ ...context.deps, wiring: { ...wiring, handlers } })).toBe(1);
    const { rows } = await context.deps.database.pool.query('select id from auth.users where id = any($1)', [
      people.map(({ userId }) => userId),
    ]);
    expect(rows).toEqual(remaining.map((id) => ({ id })));
  });

  it("erases the other accounts when one can't be erased, and then throws", async () => {
    const start = Date.now();
    const people = await Promise.all([1, 2, 3].map(() => makeUser(context.deps)));
    for (const person of people) await requestDeletion(context.deps, toActor(person));
    context.setNow(new Date(start + 14.1 * DAY_MS));
    const { wiring } = context.deps;
    const first = people[0]!.userId;
    const refuse: Handler<{ userId: string }> = async (_tx, _deps, { userId }) => {
      if (userId === first) throw new Error('What is theirs is broken.');
      return async () => {};
    };
    const handlers = new Map(wiring.handlers).set(accountErased.name, [refuse]);
    const { log } = context.deps;
    const silentLog = { ...log, error: () => {} } as unknown as typeof log;
    const deps = { ...context.deps, log: silentLog, wiring: { ...wiring, handlers } };
    await expect(eraseDueAccounts(deps)).rejects.toThrow('What is theirs is broken.');
    const { rows } = await context.deps.database.pool.query('select id from auth.users where id = any($1)', [
      people.map(({ userId }) => userId),
    ]);
    expect(rows).toEqual([{ id: first }]);
    expect(await eraseDueAccounts(context.deps)).toBe(1);
  });
});

describe('sign-in methods', () => {
  it('can be linked and unlinked, except for the last one', async () => {
    const { browser } = await makeMember();
    const { data } = await browser.auth.linkIdentity({
      provider: 'twitch',
      options: { redirectTo: `${context.origin}/protocol/callback`, skipBrowserRedirect: true },
    });
    const first = await fetch(data!.url!, { redirect: 'manual' });
    expect(first.status).toBe(200);
    const redirectUrl = new URL(await followAtTwitch(data!.url!, 'linked_one'));
    await browser.auth.exchangeCodeForSession(redirectUrl.searchParams.get('code')!);
    const identities = (await browser.auth.getUserIdentities()).data!.identities;
    expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'twitch']);
    const [email, twitch] = ['email', 'twitch'].map((name) => identities.find(({ provider }) => provider === name)!);
    expect((await browser.auth.unlinkIdentity(twitch!)).error).toBeNull();
    expect((await browser.auth.unlinkIdentity(email!)).error).toMatchObject({ code: 'single_identity_not_deletable' });
  });

  it("can't be linked to a second account", async () => {
    const twitch = context.browser();
    const { data: own } = await twitch.auth.signInWithOAuth({
      provider: 'twitch',
      options: { skipBrowserRedirect: true },
    });
    await signInAtTwitch(own.url!, 'taken_one');
    const { browser } = await makeMember();
    const { data } = await browser.auth.linkIdentity({ provider: 'twitch', options: { skipBrowserRedirect: true } });
    const redirectUrl = new URL(await followAtTwitch(data!.url!, 'taken_one'));
    expect(redirectUrl.searchParams.get('error_code')).toBe('identity_already_exists');
  });
});

/** Completes a sign-in at the Twitch sandbox. @returns the URL it redirects to */
async function followAtTwitch(url: string, login: string): Promise<string> {
  const authorizeUrl = new URL(url);
  const form = new URLSearchParams({ ...Object.fromEntries(authorizeUrl.searchParams), login });
  const place = `${authorizeUrl.origin}${authorizeUrl.pathname}`;
  const consentResponse = await fetch(place, { method: 'POST', body: form, redirect: 'manual' });
  return (await fetch(consentResponse.headers.get('Location')!, { redirect: 'manual' })).headers.get('Location')!;
}

describe('admin operations', () => {
  it('require an admin token, not just a signed-in user', async () => {
    const person = await makeUser(context.deps);
    const get = (token: string) =>
      fetch(`${context.origin}/auth/v1/admin/users`, { headers: { Authorization: `Bearer ${token}` } });
    const refusal = await get(person.accessToken);
    expect([refusal.status, ((await refusal.json()) as { code: string }).code]).toEqual([403, 'not_admin']);
    expect((await fetch(`${context.origin}/auth/v1/admin/users`)).status).toBe(401);
    expect((await get(await createServiceToken(context.deps, '1h'))).status).toBe(200);
  });

  it('can ban an account temporarily, which ends its sessions', async () => {
    const { browser, email, userId } = await makeMember();
    const token = await createServiceToken(context.deps, '1h');
    const response = await fetch(`${context.origin}/auth/v1/admin/users/${userId}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ban_duration: '24h', app_metadata: { note: 'x' } }),
    });
    expect(response.status).toBe(200);
    expect((await browser.auth.getUser()).error).toBeTruthy();
    const { error } = await context.browser().auth.signInWithPassword({ email, password });
    expect(error).toMatchObject({ code: 'user_banned' });
  });
});

describe('an oversized request', () => {
  it('is refused before its body is read', async () => {
    const response = await fetch(`${context.origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.test', password, data: { filler: 'x'.repeat(1024 * 1024) } }),
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('larger than 1 MB');
  });
});
