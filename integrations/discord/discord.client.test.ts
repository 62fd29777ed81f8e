import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import {
  createDiscordSignInUrl,
  DiscordError,
  fetchDiscordUser,
  readDiscordConfig,
  sendDiscordMessage,
} from './discord.client.ts';
import { createDiscordSandbox } from './discord.sandbox.ts';
import { createDiscordSignIn, readDiscordSignInConfig } from './discord-sign-in.ts';

const config = readDiscordConfig({ demo: true, origin: 'http://localhost:3000', PORT: 3000 })!;
const BACK = 'http://localhost:3000/protocol/discord';

function openSandbox() {
  const app = new Hono().route('/sandbox/discord', createDiscordSandbox());
  const fetcher = (async (url, init) => app.request(String(url), init)) as typeof fetch;
  return { app, fetcher };
}

async function signIn({ app }: ReturnType<typeof openSandbox>, username: string, change = (_url: URL) => {}) {
  const signInUrl = new URL(createDiscordSignInUrl(config, BACK, 'the-state'));
  change(signInUrl);
  const url = signInUrl.href;
  expect((await app.request(url)).status).toBe(200);
  const body = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), username, answer: 'allow' });
  const response = await app.request(url, { method: 'POST', body });
  const redirectUrl = new URL(response.headers.get('Location')!);
  expect(redirectUrl.searchParams.get('state')).toBe('the-state');
  return redirectUrl.searchParams.get('code')!;
}

describe('the Discord client', () => {
  it('returns the signed-in user and accepts a code only once', async () => {
    const sandbox = openSandbox();
    const code = await signIn(sandbox, 'hooper');
    const user = await fetchDiscordUser(config, sandbox.fetcher, code, BACK);
    expect(user.username).toBe('hooper');
    await expect(fetchDiscordUser(config, sandbox.fetcher, code, BACK)).rejects.toThrow(DiscordError);
  });

  it('delivers a direct message only once when it is sent repeatedly', async () => {
    const sandbox = openSandbox();
    const { id } = await fetchDiscordUser(config, sandbox.fetcher, await signIn(sandbox, 'hooper'), BACK);
    for (let attempt = 0; attempt < 2; attempt++) {
      const result = await sendDiscordMessage(config, sandbox.fetcher, {
        discordId: id,
        content: 'Squad is on',
        nonce: '1',
      });
      expect(result.outcome).toBe('sent');
    }
    const inbox = await sandbox.app.request('/sandbox/discord/messages.json?to=hooper');
    expect(await inbox.json()).toMatchObject({ messages: [{ to: 'hooper', content: 'Squad is on' }] });
    expect(await (await sandbox.app.request('/sandbox/discord')).text()).toContain('Squad is on');
  });

  it.each([
    ['closed-dms', { outcome: 'closed', why: 'closed', error: expect.stringContaining('50007') }],
    ['stranger', { outcome: 'closed', why: 'not_installed', error: expect.stringContaining('50278') }],
    ['rate-limited', { outcome: 'retry', afterMs: 1_000 }],
    ['outage', { outcome: 'retry' }],
  ])('reports the outcome of a message to %s', async (username, expectedOutcome) => {
    const sandbox = openSandbox();
    const { id } = await fetchDiscordUser(config, sandbox.fetcher, await signIn(sandbox, username), BACK);
    const result = await sendDiscordMessage(config, sandbox.fetcher, { discordId: id, content: 'Hi', nonce: '2' });
    expect(result).toMatchObject(expectedOutcome);
  });

  it("can't message a user who signed in without installing the app", async () => {
    const sandbox = openSandbox();
    const code = await signIn(sandbox, 'hooper', ({ searchParams }) => {
      searchParams.set('scope', 'identify');
      searchParams.delete('integration_type');
    });
    const { id } = await fetchDiscordUser(config, sandbox.fetcher, code, BACK);
    const message = { discordId: id, content: 'Hi', nonce: '4' };
    expect(await sendDiscordMessage(config, sandbox.fetcher, message)).toMatchObject({ why: 'not_installed' });
    await fetchDiscordUser(config, sandbox.fetcher, await signIn(sandbox, 'hooper'), BACK);
    expect(await sendDiscordMessage(config, sandbox.fetcher, message)).toMatchObject({ outcome: 'sent' });
  });

  it('sends a user agent and reports its rejection as our own error', async () => {
    const sandbox = openSandbox();
    const configWithoutAgent = { ...config, userAgent: 'node' };
    const message = { discordId: '1', content: 'Hi', nonce: '5' };
    expect(await sendDiscordMessage(configWithoutAgent, sandbox.fetcher, message)).toMatchObject({
      outcome: 'retry',
      error: expect.stringContaining('40333'),
    });
    expect(config.userAgent).toBe('DiscordBot (http://localhost:3000, 1)');
  });

  it('retries after the delay Discord asks for when a channel is rate-limited', async () => {
    const sandbox = openSandbox();
    const { id } = await fetchDiscordUser(config, sandbox.fetcher, await signIn(sandbox, 'hooper'), BACK);
    const send = (nonce: string) =>
      sendDiscordMessage(config, sandbox.fetcher, { discordId: id, content: 'Hi', nonce });
    for (const nonce of 'abcde') expect((await send(nonce)).outcome).toBe('sent');
    expect(await send('f')).toMatchObject({ outcome: 'retry', afterMs: expect.any(Number) });
  });

  it.each([
    ['an unknown parameter', { content: 'Hi', colour: 'red' }],
    ['a parameter of the wrong type', { content: 5 }],
    ['a nonce that is too long', { content: 'Hi', nonce: 'x'.repeat(26) }],
    ['no content', {}],
    ['too much content', { content: 'x'.repeat(2_001) }],
  ])('refuses a message with %s in the sandbox', async (_what, body) => {
    const { app } = openSandbox();
    const response = await app.request('/sandbox/discord/api/v10/channels/117/messages', {
      method: 'POST',
      headers: { Authorization: 'Bot sandbox-bot', 'User-Agent': config.userAgent, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  });

  it('reports an unknown outcome when the connection breaks while sending', async () => {
    const { fetcher } = openSandbox();
    const breaking = (async (url, init) => {
      if (String(url).endsWith('/messages')) throw new TypeError('terminated');
      return fetcher(url, init);
    }) as typeof fetch;
    const result = await sendDiscordMessage(config, breaking, { discordId: '1', content: 'Hi', nonce: '3' });
    expect(result).toEqual({ outcome: 'unknown', error: 'terminated' });
  });

  it('returns a verified email when sign-in requests it', async () => {
    const { app, fetcher } = openSandbox();
    const settings = readDiscordSignInConfig({ demo: true, origin: 'http://localhost:3000', PORT: 3000 })!;
    const discord = createDiscordSignIn(settings, fetcher);
    const url = discord.authorizeUrl({ state: 'the-state', redirectUri: BACK });
    const body = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), username: 'hooper' });
    const redirectUrl = new URL((await app.request(url, { method: 'POST', body })).headers.get('Location')!);
    const person = await discord.identify(redirectUrl.searchParams.get('code')!, BACK);
    expect(person).toMatchObject({ username: 'hooper', email: 'hooper@discord-sandbox.example', emailVerified: true });
    expect(
      readDiscordSignInConfig({ ...settings, demo: false, origin: 'https://planetcrew.example', PORT: 1 }),
    ).toBeUndefined();
  });

  it('is disabled without keys outside demo mode', () => {
    expect(readDiscordConfig({ demo: false, origin: 'https://planetcrew.example', PORT: 3000 })).toBeUndefined();
  });
});
