import { describe, expect, it } from 'vitest';
import { openTwitch, TwitchError, twitchConfig } from './twitch.client.ts';
import { twitchSandbox } from './twitch.sandbox.ts';

const env = { demo: true, origin: 'http://localhost:3000', PORT: 3000 };
const redirectUri = 'http://localhost:3000/auth/v1/callback';
const sample = { login: 'nightpass', id: '880001', displayName: 'NightPass', email: 'nightpass@example.test' };

function open() {
  const app = twitchSandbox({ players: async () => [sample] });
  const request = (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    return Promise.resolve(app.request(url.pathname.replace('/sandbox/twitch', '') + url.search, init));
  };
  const twitch = openTwitch(twitchConfig(env)!, request as typeof fetch);
  const choose = async (login: string) => {
    const url = new URL(twitch.authorizeUrl({ state: 'opaque', redirectUri, scopes: 'user:read:email' }));
    const body = new URLSearchParams({ ...Object.fromEntries(url.searchParams), login });
    return request('http://localhost:3000/sandbox/twitch/oauth2/authorize', { method: 'POST', body });
  };
  const codeOf = async (login: string) =>
    new URL((await choose(login)).headers.get('Location')!).searchParams.get('code')!;
  return { app, twitch, choose, codeOf };
}

describe('Twitch', () => {
  it('is the vendor with keys, the stand-in in a demonstration, and nothing otherwise', () => {
    const vendor = twitchConfig({ ...env, TWITCH_CLIENT_ID: 'id', TWITCH_CLIENT_SECRET: 'secret' });
    expect(vendor).toMatchObject({ signInBase: 'https://id.twitch.tv', apiBase: 'https://api.twitch.tv' });
    expect(twitchConfig(env)?.signInBase).toBe('http://localhost:3000/sandbox/twitch');
    expect(twitchConfig({ ...env, demo: false })).toBeUndefined();
  });

  it('says who signed in', async () => {
    const { twitch, codeOf } = open();
    const tokens = await twitch.exchange(await codeOf('nightpass'), redirectUri);
    expect(await twitch.user(tokens.accessToken)).toMatchObject({
      id: '880001',
      login: 'nightpass',
      displayName: 'NightPass',
      email: 'nightpass@example.test',
    });
  });

  it('knows anybody who types a login, the same one each time', async () => {
    const { twitch, codeOf } = open();
    const signIn = async () => twitch.user((await twitch.exchange(await codeOf('some_body'), redirectUri)).accessToken);
    expect(await signIn()).toEqual(await signIn());
  });

  it('shows its sign-in page with the samples, and what is wrong with a login', async () => {
    const { app, twitch, choose } = open();
    const url = new URL(twitch.authorizeUrl({ state: 'a"><script>', redirectUri, scopes: '' }));
    const page = await (await app.request(`/oauth2/authorize${url.search}`)).text();
    expect(page).toContain('NightPass');
    expect(page).not.toContain('"><script>');
    const refused = await choose('x!');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('3 to 25 letters')]);
  });

  it('sends the person back when they say no', async () => {
    const { choose } = open();
    const back = new URL((await choose('deny')).headers.get('Location')!);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'opaque' });
  });

  it('takes a code once, and only with the address it was given for', async () => {
    const { twitch, codeOf } = open();
    const code = await codeOf('nightpass');
    await twitch.exchange(code, redirectUri);
    await expect(twitch.exchange(code, redirectUri)).rejects.toThrow(TwitchError);
    await expect(twitch.exchange(await codeOf('nightpass'), 'http://elsewhere.example/')).rejects.toThrow('Invalid');
  });

  it('fails as the vendor does', async () => {
    const { twitch, codeOf } = open();
    await expect(twitch.exchange(await codeOf('bad_code'), redirectUri)).rejects.toMatchObject({ status: 400 });
    await expect(twitch.exchange(await codeOf('token_down'), redirectUri)).rejects.toMatchObject({ status: 503 });
    const { accessToken } = await twitch.exchange(await codeOf('users_down'), redirectUri);
    await expect(twitch.user(accessToken)).rejects.toMatchObject({ status: 500 });
    const tokens = await twitch.exchange(await codeOf('no_email'), redirectUri);
    expect((await twitch.user(tokens.accessToken)).email).toBeUndefined();
    const unreachable = openTwitch(twitchConfig(env)!, () => Promise.reject(new TypeError('fetch failed')));
    await expect(unreachable.user('x')).rejects.toMatchObject({ status: 503 });
  });

  it('can be asked what it was asked', async () => {
    const { app, twitch, codeOf } = open();
    await twitch.exchange(await codeOf('nightpass'), redirectUri);
    const { calls } = (await (await app.request('/calls.json')).json()) as { calls: { what: string }[] };
    expect(calls.map(({ what }) => what)).toEqual(['token', 'authorized']);
  });
});
