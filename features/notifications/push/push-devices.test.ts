import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { listEverythingAbout } from '../../accounts/own-data/test-own-data.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { listPreferences } from '../notifications.queries.ts';
import { listDevices } from './push.queries.ts';
import { openBrowsers } from './test-browser.ts';

describe('a push device', () => {
  let context: TestContext;
  let browsers: ReturnType<typeof openBrowsers>;
  const START = '2026-03-03T17:00:00Z';
  beforeAll(async () => {
    context = await openTestContext();
    browsers = openBrowsers(context);
  });
  beforeEach(() => context.setNow(START));
  afterAll(() => context.close());
  const signOut = (accessToken: string, scope = 'local') =>
    context.app.request(`/auth/v1/logout?scope=${scope}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}` },
    });

  it('is turned on, listed by name and turned off', async () => {
    const player = await makePlayer(context.deps);
    expect((await browsers.call(player, 'GET', '')).body).toEqual({
      public_key: expect.stringMatching(/^[\w-]{87}$/),
      devices: [],
      most_devices: 10,
      consent: true,
    });
    const { subscription, body } = await browsers.turnOn(player);
    expect(body.devices).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        name: 'Chrome on Windows',
        fingerprint: expect.stringMatching(/^[\w-]{43}$/),
        added_at: new Date(START).toISOString(),
        last_sent_at: null,
      },
    ]);
    // The same browser is the same device.
    const secondResponse = await browsers.call(player, 'POST', '/devices', { subscription });
    expect(secondResponse.body.devices).toEqual(body.devices);
    expect(await listPreferences(context.deps.db, player.userId)).toEqual([]);
    const offResponse = await browsers.call(player, 'DELETE', `/devices/${body.devices[0]!.id}`);
    expect(offResponse.body.devices).toEqual([]);
    expect((await browsers.call(player, 'DELETE', `/devices/${body.devices[0]!.id}`)).status).toBe(404);
  });

  it('can be turned on for a kind, but not for security', async () => {
    const player = await makePlayer(context.deps);
    await browsers.turnOn(player, { kinds: ['queue'] });
    const choice = { kind: 'queue', channel: 'push', enabled: true };
    expect(await listPreferences(context.deps.db, player.userId)).toEqual([choice]);
    const wrongResponse = await browsers.turnOn(player, { kinds: ['security'] });
    expect(wrongResponse.status).toBe(422);
  });

  it('is refused beyond ten, even in parallel requests, ignoring ended sessions', async () => {
    const password = 'a long word of nobody';
    const player = await makeUser(context.deps, { password });
    for (let count = 0; count < 9; count++) expect((await browsers.turnOn(player)).status).toBe(200);
    const responses = await Promise.all([browsers.turnOn(player), browsers.turnOn(player)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refusal = responses.find(({ status }) => status === 409)!;
    expect(refusal.body.error!.message).toContain('Remove one in your notification settings');
    await context.deps.database.pool.query('update auth.sessions set not_after = $1 where user_id = $2', [
      new Date(Date.parse(START) - DAY_MS),
      player.userId,
    ]);
    const signInResponse = await context.app.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: player.email, password }),
      headers: { 'Content-Type': 'application/json' },
    });
    const { access_token: accessToken } = (await signInResponse.json()) as { access_token: string };
    const { status, body } = await browsers.turnOn({ accessToken });
    expect([status, body.devices.length]).toEqual([200, 1]);
  });

  it.each([
    ['http://push.example/1', "isn't a push service"],
    ['https://127.0.0.1/1', "isn't a push service"],
    ['https://169.254.169.254/latest', "isn't a push service"],
    ['https://database.internal/1', "isn't a push service"],
  ])('is refused when its URL is %s', async (endpoint, sentence) => {
    const player = await makePlayer(context.deps);
    const { keys } = await browsers.subscribe(player);
    const { status, body } = await browsers.call(player, 'POST', '/devices', { subscription: { endpoint, keys } });
    expect([status, body.error!.message]).toEqual([422, expect.stringContaining(sentence)]);
  });

  it('requires a key that we can encrypt for', async () => {
    const player = await makePlayer(context.deps);
    const { endpoint, keys } = await browsers.subscribe(player);
    const bytes = Buffer.from(keys.p256dh, 'base64url');
    bytes[64]! ^= 1;
    const subscription = { endpoint, keys: { ...keys, p256dh: bytes.toString('base64url') } };
    expect((await browsers.call(player, 'POST', '/devices', { subscription })).status).toBe(422);
  });

  it.each(['10.0.0.1', '::1', '64:ff9b::a00:1', '169.254.169.254'])(
    'is refused when its host resolves to %s',
    async (privateAddress) => {
      const player = await makePlayer(context.deps);
      const { keys } = await browsers.subscribe(player);
      const subscription = { endpoint: `https://push.example.org/send/${player.userId}`, keys };
      const { resolve } = context.deps;
      context.deps.resolve = async () => ['93.184.215.14', privateAddress];
      const refusal = await browsers.call(player, 'POST', '/devices', { subscription });
      context.deps.resolve = resolve;
      expect(refusal.status).toBe(422);
      expect(await listDevices(context.deps.db, player.userId)).toEqual([]);
      expect((await browsers.call(player, 'POST', '/devices', { subscription })).status).toBe(200);
    },
  );

  it("moves to the browser's next user, but not to someone who only knows the URL", async () => {
    const [first, second] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    const { subscription } = await browsers.turnOn(first);
    const { keys } = await browsers.subscribe(second);
    const stolenSubscription = { endpoint: subscription.endpoint, keys };
    expect((await browsers.call(second, 'POST', '/devices', { subscription: stolenSubscription })).status).toBe(409);
    expect((await browsers.call(second, 'POST', '/devices', { subscription })).status).toBe(200);
    expect((await browsers.call(first, 'GET', '')).body.devices).toEqual([]);
  });

  it.each(['local', 'global'])('is removed when its session ends (%s)', async (scope) => {
    const player = await makePlayer(context.deps);
    await browsers.turnOn(player);
    expect(await listDevices(context.deps.db, player.userId)).toHaveLength(1);
    expect((await signOut(player.accessToken, scope)).status).toBe(204);
    expect(await listDevices(context.deps.db, player.userId)).toEqual([]);
  });

  it('is removed with the account and keeps its secret out of the data export', async () => {
    const player = await makePlayer(context.deps);
    const { subscription } = await browsers.turnOn(player);
    const data = await listEverythingAbout(context.deps.db, player.userId);
    expect(data.push_devices).toMatchObject([{ name: 'Chrome on Windows' }]);
    expect(JSON.stringify(data)).not.toContain(subscription.endpoint);
    expect(JSON.stringify(data)).not.toContain(subscription.keys.auth);
    await context.deps.database.pool.query('delete from auth.users where id = $1', [player.userId]);
    const { rows } = await context.deps.database.pool.query('select 1 from push_devices where user_id = $1', [
      player.userId,
    ]);
    expect(rows).toEqual([]);
  });

  it("can change its endpoint only with the old endpoint's secret", async () => {
    const player = await makePlayer(context.deps);
    const { subscription, body } = await browsers.turnOn(player);
    const next = await browsers.subscribe(player);
    const renew = (auth: string, to = next) =>
      browsers.call(undefined, 'POST', '/renewals', {
        old: { endpoint: subscription.endpoint, auth },
        subscription: to,
      });
    expect((await renew(next.keys.auth)).status).toBe(404);
    const { keys } = subscription;
    const renewal = { ...next, endpoint: 'https://10.0.0.1/' };
    expect((await renew(keys.auth, renewal)).status).toBe(422);
    expect((await renew(keys.auth, (await browsers.turnOn(await makePlayer(context.deps))).subscription)).status).toBe(
      409,
    );
    expect((await renew(keys.auth)).status).toBe(200);
    expect((await listDevices(context.deps.db, player.userId)).map(({ id, endpoint }) => [id, endpoint])).toEqual([
      [body.devices[0]!.id, next.endpoint],
    ]);
    // The old address no longer belongs to anyone.
    expect((await renew(keys.auth)).status).toBe(404);
  });
});
