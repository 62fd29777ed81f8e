import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiscordSandbox } from '../../../integrations/discord/discord.sandbox.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { deliverNotifications } from '../delivery.commands.ts';
import { enqueueNotification } from '../notifications.commands.ts';
import { createTestDraft } from '../test-drafts.ts';
import type { ConnectionStatus } from './connections.schema.ts';

describe('connecting Discord', () => {
  let context: TestContext;
  const vendor = new Hono().route('/sandbox/discord', createDiscordSandbox());
  beforeAll(async () => {
    context = await openTestContext();
    context.setNow('2026-03-03T17:00:00Z');
    context.deps.fetch = (async (url, init) => vendor.request(String(url), init)) as typeof fetch;
  });
  afterAll(() => context.close());

  const call = async <T>(player: Player, method: string, path: string, body?: object) => {
    const response = await context.app.request(`/api/notifications/connections/discord${path}`, {
      method,
      headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  const goToDiscord = async (player: Player, username: string) => {
    const { body } = await call<{ url: string }>(player, 'POST', '/connect');
    const authorizeUrl = new URL(body.url);
    const response = await vendor.request(body.url, {
      method: 'POST',
      body: new URLSearchParams({ ...Object.fromEntries(authorizeUrl.searchParams), username, answer: 'allow' }),
    });
    const redirectUrl = new URL(response.headers.get('Location')!);
    expect(redirectUrl.origin + redirectUrl.pathname).toBe(`${context.deps.env.origin}/protocol/discord`);
    return { code: redirectUrl.searchParams.get('code')!, state: redirectUrl.searchParams.get('state')! };
  };

  it('enables direct messages until the user disconnects', async () => {
    const player = await makePlayer(context.deps);
    expect((await call<ConnectionStatus>(player, 'GET', '')).body).toEqual({
      available: true,
      connected: false,
      username: null,
      problem: null,
    });
    const done = await call<ConnectionStatus>(player, 'POST', '/complete', await goToDiscord(player, 'hooper'));
    expect(done.body).toEqual({ available: true, connected: true, username: 'hooper', problem: null });
    const sendNotification = async (dedupeKey: string) => {
      await context.deps.db.transaction((tx) =>
        enqueueNotification(
          tx,
          context.deps,
          createTestDraft({
            userId: player.userId,
            kind: 'match_mutual',
            title: 'Your squad is on',
            lines: ['Tonight.'],
            link: { label: 'See the match', path: '/protocol/matches' },
            dedupeKey,
          }),
        ),
      );
      await deliverNotifications(context.deps, new AbortController().signal);
    };
    await sendNotification('first');
    const readInbox = async () => (await vendor.request('/sandbox/discord/messages.json?to=hooper')).json();
    expect(await readInbox()).toMatchObject({
      messages: [
        { content: '**Your squad is on**\nTonight.\nSee the match: <http://localhost:3000/protocol/matches>' },
      ],
    });
    expect((await call<ConnectionStatus>(player, 'DELETE', '')).body.connected).toBe(false);
    await sendNotification('second');
    expect(await readInbox()).toMatchObject({ messages: { length: 1 } });
  });

  it('refuses a callback that was started by another user, was already used or has expired', async () => {
    const ownPlayer = await makePlayer(context.deps);
    const otherPlayer = await makePlayer(context.deps);
    const returnUrl = await goToDiscord(ownPlayer, 'mine');
    expect((await call(otherPlayer, 'POST', '/complete', returnUrl)).status).toBe(422);
    expect((await call(ownPlayer, 'POST', '/complete', returnUrl)).status).toBe(200);
    expect((await call(ownPlayer, 'POST', '/complete', returnUrl)).status).toBe(422);
    const lateReturn = await goToDiscord(otherPlayer, 'late');
    context.setNow('2026-03-03T17:11:00Z');
    expect((await call(otherPlayer, 'POST', '/complete', lateReturn)).status).toBe(422);
  });

  it('links a Discord account to only one player', async () => {
    const first = await makePlayer(context.deps);
    const second = await makePlayer(context.deps);
    expect((await call(first, 'POST', '/complete', await goToDiscord(first, 'shared'))).status).toBe(200);
    const conflictResponse = await call(second, 'POST', '/complete', await goToDiscord(second, 'shared'));
    expect(conflictResponse.status).toBe(409);
  });
});
