import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { DiscordError, discordConfig, discordSignInUrl, discordUserOf, sendDiscordMessage } from './discord.client.ts';
import { discordSandbox } from './discord.sandbox.ts';
import { discordSignInConfig, openDiscordSignIn } from './sign-in.ts';

const config = discordConfig({ demo: true, origin: 'http://localhost:3000', PORT: 3000 })!;
const BACK = 'http://localhost:3000/protocol/discord';

function openSandbox() {
  const app = new Hono().route('/sandbox/discord', discordSandbox());
  const fetcher = (async (url, init) => app.request(String(url), init)) as typeof fetch;
  return { app, fetcher };
}

async function signIn({ app }: ReturnType<typeof openSandbox>, username: string): Promise<string> {
  const url = discordSignInUrl(config, BACK, 'the-state');
  expect((await app.request(url)).status).toBe(200);
  const body = new URLSearchParams({ redirect_uri: BACK, state: 'the-state', username, answer: 'allow' });
  const answer = await app.request(url, { method: 'POST', body });
  const back = new URL(answer.headers.get('Location')!);
  expect(back.searchParams.get('state')).toBe('the-state');
  return back.searchParams.get('code')!;
}

describe('discord', () => {
  it('tells who signed in, and takes a code once', async () => {
    const sandbox = openSandbox();
    const code = await signIn(sandbox, 'hooper');
    const user = await discordUserOf(config, sandbox.fetcher, code, BACK);
    expect(user.username).toBe('hooper');
    await expect(discordUserOf(config, sandbox.fetcher, code, BACK)).rejects.toThrow(DiscordError);
  });

  it('delivers a direct message once, however often it is handed over', async () => {
    const sandbox = openSandbox();
    const { id } = await discordUserOf(config, sandbox.fetcher, await signIn(sandbox, 'hooper'), BACK);
    for (let again = 0; again < 2; again++) {
      const sent = await sendDiscordMessage(config, sandbox.fetcher, {
        discordId: id,
        content: 'Squad is on',
        nonce: '1',
      });
      expect(sent.outcome).toBe('sent');
    }
    const inbox = await sandbox.app.request('/sandbox/discord/messages.json?to=hooper');
    expect(await inbox.json()).toMatchObject({ messages: [{ to: 'hooper', content: 'Squad is on' }] });
    expect(await (await sandbox.app.request('/sandbox/discord')).text()).toContain('Squad is on');
  });

  it.each([
    ['closed-dms', 'refused'],
    ['rate-limited', 'retry'],
    ['outage', 'retry'],
  ])('meets %s with “%s”', async (username, outcome) => {
    const sandbox = openSandbox();
    const { id } = await discordUserOf(config, sandbox.fetcher, await signIn(sandbox, username), BACK);
    const result = await sendDiscordMessage(config, sandbox.fetcher, { discordId: id, content: 'Hi', nonce: '2' });
    expect(result.outcome).toBe(outcome);
  });

  it('does not know when the connection breaks while a message is handed over', async () => {
    const { fetcher } = openSandbox();
    const breaking = (async (url, init) => {
      if (String(url).endsWith('/messages')) throw new TypeError('terminated');
      return fetcher(url, init);
    }) as typeof fetch;
    const result = await sendDiscordMessage(config, breaking, { discordId: '1', content: 'Hi', nonce: '3' });
    expect(result).toEqual({ outcome: 'unknown', error: 'terminated' });
  });

  it('vouches for an address when sign-in asks for it, and only then', async () => {
    const { app, fetcher } = openSandbox();
    const settings = discordSignInConfig({ demo: true, origin: 'http://localhost:3000', PORT: 3000 })!;
    const discord = openDiscordSignIn(settings, fetcher);
    const url = discord.authorizeUrl({ state: 'the-state', redirectUri: BACK });
    const scope = new URL(url).searchParams.get('scope')!;
    const body = new URLSearchParams({ redirect_uri: BACK, state: 'the-state', scope, username: 'hooper' });
    const back = new URL((await app.request(url, { method: 'POST', body })).headers.get('Location')!);
    const person = await discord.identify(back.searchParams.get('code')!, BACK);
    expect(person).toMatchObject({ username: 'hooper', email: 'hooper@discord-sandbox.example', emailVerified: true });
    expect(
      discordSignInConfig({ ...settings, demo: false, origin: 'https://planetcrew.example', PORT: 1 }),
    ).toBeUndefined();
  });

  it('is off without keys outside a demonstration', () => {
    expect(discordConfig({ demo: false, origin: 'https://planetcrew.example', PORT: 3000 })).toBeUndefined();
  });
});
