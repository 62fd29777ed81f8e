import { describe, expect, it } from 'vitest';
import type { SandboxPlayer } from './sandbox-players.ts';
import { createTwitchClient, readTwitchConfig, TwitchError } from './twitch.client.ts';
import { createTwitchSandbox } from './twitch.sandbox.ts';
import { createTwitchLiveReader } from './twitch-live.ts';

const env = { demo: true, origin: 'http://localhost:3000', PORT: 3000 };
const redirectUri = 'http://localhost:3000/auth/v1/callback';
const sample = { login: 'nightpass', id: '880001', displayName: 'NightPass', email: 'nightpass@example.test' };

function open(findPlayer?: (login: string) => SandboxPlayer | undefined) {
  const app = createTwitchSandbox({ players: async () => [sample], ...(findPlayer ? { known: findPlayer } : {}) });
  const request = (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    return Promise.resolve(app.request(url.pathname.replace('/sandbox/twitch', '') + url.search, init));
  };
  const twitch = createTwitchClient(readTwitchConfig(env)!, request as typeof fetch);
  const choose = async (login: string) => {
    const url = new URL(twitch.authorizeUrl({ state: 'opaque', redirectUri, scopes: 'user:read:email' }));
    const body = new URLSearchParams({ ...Object.fromEntries(url.searchParams), login });
    return request('http://localhost:3000/sandbox/twitch/oauth2/authorize', { method: 'POST', body });
  };
  const getCode = async (login: string) =>
    new URL((await choose(login)).headers.get('Location')!).searchParams.get('code')!;
  return { app, twitch, choose, codeOf: getCode };
}

describe('Twitch sign-in', () => {
  it('uses Twitch when keys are set, the sandbox in demo mode, and nothing otherwise', () => {
    const vendor = readTwitchConfig({ ...env, TWITCH_CLIENT_ID: 'id', TWITCH_CLIENT_SECRET: 'secret' });
    expect(vendor).toMatchObject({ signInBase: 'https://id.twitch.tv', apiBase: 'https://api.twitch.tv' });
    expect(readTwitchConfig(env)?.signInBase).toBe('http://localhost:3000/sandbox/twitch');
    expect(readTwitchConfig({ ...env, demo: false })).toBeUndefined();
  });

  it('returns the signed-in user', async () => {
    const { twitch, codeOf } = open();
    const tokens = await twitch.exchange(await codeOf('nightpass'), redirectUri);
    expect(await twitch.user(tokens.accessToken)).toMatchObject({
      id: '880001',
      login: 'nightpass',
      displayName: 'NightPass',
      email: 'nightpass@example.test',
    });
  });

  it('accepts any typed login and always maps it to the same user', async () => {
    const { twitch, codeOf } = open();
    const signIn = async () => twitch.user((await twitch.exchange(await codeOf('some_body'), redirectUri)).accessToken);
    expect(await signIn()).toEqual(await signIn());
  });

  it('signs in as an existing user when the login is known', async () => {
    const friend = { ...sample, login: 'a_friend', id: '880002', email: 'friend@example.test' };
    const findPlayer = (login: string) => (login === friend.login ? friend : undefined);
    const { app, twitch, codeOf } = open(findPlayer);
    const signIn = async (login: string) =>
      twitch.user((await twitch.exchange(await codeOf(login), redirectUri)).accessToken);
    expect(await signIn('a_friend')).toMatchObject({ id: '880002', email: 'friend@example.test' });
    expect((await signIn('some_body')).email).toBe('some_body@sandbox.example');
    // Only sample users have a button.
    const { search } = new URL(twitch.authorizeUrl({ state: 'opaque', redirectUri, scopes: '' }));
    expect(await (await app.request(`/oauth2/authorize${search}`)).text()).not.toContain('a_friend');
  });

  it('shows the samples on its sign-in page and explains login errors', async () => {
    const { app, twitch, choose } = open();
    const url = new URL(twitch.authorizeUrl({ state: 'a"><script>', redirectUri, scopes: '' }));
    const page = await (await app.request(`/oauth2/authorize${url.search}`)).text();
    expect(page).toContain('NightPass');
    expect(page).not.toContain('"><script>');
    const refusal = await choose('x!');
    expect([refusal.status, await refusal.text()]).toEqual([400, expect.stringContaining('3 to 25 letters')]);
  });

  it('redirects back when the user declines', async () => {
    const { choose } = open();
    const redirectUrl = new URL((await choose('deny')).headers.get('Location')!);
    expect(Object.fromEntries(redirectUrl.searchParams)).toMatchObject({ error: 'access_denied', state: 'opaque' });
  });

  it('accepts a code only once and with its original redirect address', async () => {
    const { twitch, codeOf } = open();
    const code = await codeOf('nightpass');
    await twitch.exchange(code, redirectUri);
    await expect(twitch.exchange(code, redirectUri)).rejects.toThrow(TwitchError);
    await expect(twitch.exchange(await codeOf('nightpass'), 'http://elsewhere.example/')).rejects.toThrow('Invalid');
  });

  it("rejects with Twitch's status, or 503 when Twitch is unreachable", async () => {
    const { twitch, codeOf } = open();
    await expect(twitch.exchange(await codeOf('bad_code'), redirectUri)).rejects.toMatchObject({ status: 400 });
    await expect(twitch.exchange(await codeOf('token_down'), redirectUri)).rejects.toMatchObject({ status: 503 });
    const { accessToken } = await twitch.exchange(await codeOf('users_down'), redirectUri);
    await expect(twitch.user(accessToken)).rejects.toMatchObject({ status: 500 });
    const tokens = await twitch.exchange(await codeOf('no_email'), redirectUri);
    expect((await twitch.user(tokens.accessToken)).email).toBeUndefined();
    const unreachable = createTwitchClient(readTwitchConfig(env)!, () => Promise.reject(new TypeError('fetch failed')));
    await expect(unreachable.user('x')).rejects.toMatchObject({ status: 503 });
  });

  it('exposes the requests it received', async () => {
    const { app, twitch, codeOf } = open();
    await twitch.exchange(await codeOf('nightpass'), redirectUri);
    const { calls } = (await (await app.request('/calls.json')).json()) as { calls: { what: string }[] };
    expect(calls.map(({ what }) => what)).toEqual(['token', 'authorized']);
  });

  describe('live channel lookup', () => {
    const ask = () => {
      const { app } = open();
      const requests: URL[] = [];
      let now = Date.parse('2026-03-03T12:00:00Z');
      const fetcher = ((input: RequestInfo | URL, init?: RequestInit) => {
        const url = new URL(String(input));
        requests.push(url);
        return Promise.resolve(app.request(url.pathname.replace('/sandbox/twitch', '') + url.search, init));
      }) as typeof fetch;
      const live = createTwitchLiveReader(readTwitchConfig(env)!, fetcher, () => now);
      const listStreams = () => requests.filter(({ pathname }) => pathname.endsWith('/streams'));
      return { live, streams: listStreams, pass: (ms: number) => (now += ms), setNow: (ms: number) => (now = ms) };
    };
    const createLogins = (count: number) => Array.from({ length: count }, (_, index) => `p${index}_live`);

    it('returns all live channels of a hundred, not just the default page of twenty', async () => {
      const { live, streams } = ask();
      const found = await live.findLive([
        ...createLogins(60),
        ...Array.from({ length: 40 }, (_, index) => `off_${index}`),
      ]);
      expect(found).toEqual(new Set(createLogins(60)));
      expect(streams()).toHaveLength(1);
    });

    it('splits more than a hundred channels into several requests', async () => {
      const { live, streams } = ask();
      expect((await live.findLive(createLogins(230))).size).toBe(230);
      expect(streams().map(({ searchParams }) => searchParams.getAll('user_login').length)).toEqual([100, 100, 30]);
      expect(await live.findLive([])).toEqual(new Set());
      expect(streams()).toHaveLength(3);
    });

    it('reads every page of results', async () => {
      const { app } = open();
      const pages = (async (input, init) => {
        const url = new URL(String(input));
        if (url.pathname.endsWith('/streams')) url.searchParams.set('first', '2');
        return app.request(url.pathname.replace('/sandbox/twitch', '') + url.search, init);
      }) as typeof fetch;
      expect(await createTwitchLiveReader(readTwitchConfig(env)!, pages, Date.now).findLive(createLogins(5))).toEqual(
        new Set(createLogins(5)),
      );
    });

    it('sends no request until the rate limit resets', async () => {
      const { live, streams, setNow } = ask();
      setNow(Date.now());
      await expect(live.findLive(['throttled'])).rejects.toMatchObject({ status: 429 });
      await expect(live.findLive(['a_live'])).rejects.toMatchObject({ status: 429 });
      expect(streams()).toHaveLength(1);
      setNow(Date.now() + 62_000);
      expect(await live.findLive(['a_live'])).toEqual(new Set(['a_live']));
    });

    it.each(['first=101', 'first=none', 'login=a', 'type=offline'])(
      'refuses a request with %s in the sandbox',
      async (query) => {
        const { app } = open();
        const form = { client_id: 'sandbox-client', client_secret: 'sandbox-secret', grant_type: 'client_credentials' };
        const token = await app.request('/oauth2/token', { method: 'POST', body: new URLSearchParams(form) });
        const { access_token } = (await token.json()) as { access_token: string };
        const headers = { Authorization: `Bearer ${access_token}`, 'Client-Id': 'sandbox-client' };
        expect((await app.request(`/helix/streams?user_login=a&${query}`, { headers })).status).toBe(400);
        const foreignHeaders = { ...headers, 'Client-Id': 'another' };
        expect((await app.request('/helix/streams?user_login=a', { headers: foreignHeaders })).status).toBe(401);
      },
    );
  });
});
