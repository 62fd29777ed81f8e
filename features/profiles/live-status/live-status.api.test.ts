import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTwitchSandbox } from '../../../integrations/twitch/twitch.sandbox.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makePlayer, type Player } from '../profiles.factory.ts';

let context: TestContext;
let streaming: Player;
let quiet: Player;
let unlinkedPlayer: Player;
let requests: string[] = [];

beforeAll(async () => {
  context = await openTestContext();
  const createLinkedPlayer = (login: string) => makePlayer(context.deps, {}, { twitch: { login, id: login } });
  streaming = await createLinkedPlayer('nora_live');
  quiet = await createLinkedPlayer('quiet_kid');
  unlinkedPlayer = await makePlayer(context.deps);
});
afterAll(() => context.close());

// Twitch sandbox that records stream requests.
const sandbox = createTwitchSandbox({ players: async () => [] });
beforeEach(() => {
  requests = [];
  context.deps.fetch = ((input: string, init?: RequestInit) => {
    const url = new URL(input);
    if (url.pathname.endsWith('/helix/streams')) requests.push(url.searchParams.getAll('user_login').sort().join(','));
    return Promise.resolve(sandbox.request(url.pathname.replace('/sandbox/twitch', '') + url.search, init));
  }) as typeof fetch;
});

const findLive = async (...players: { userId: string }[]) => {
  const response = await context.app.request(`/api/profiles/live?ids=${players.map(({ userId }) => userId).join(',')}`);
  return { status: response.status, ids: ((await response.json()) as { live?: string[] }).live };
};

describe('live status', () => {
  test('returns live players with a linked channel, using one Twitch request for many views', async () => {
    context.setNow('2026-03-03T12:00:00Z');
    const results = await Promise.all([
      findLive(streaming, quiet, unlinkedPlayer),
      findLive(streaming),
      findLive(quiet),
    ]);
    expect(results.map(({ ids }) => ids)).toEqual([[streaming.userId], [streaming.userId], []]);
    expect(requests).toEqual(['nora_live,quiet_kid']);
    context.setNow('2026-03-03T12:00:59Z');
    await findLive(streaming, quiet);
    expect(requests).toHaveLength(1);
  });

  test("refreshes after a minute and reports nobody as live while Twitch doesn't respond", async () => {
    context.setNow('2026-03-03T13:00:00Z');
    context.deps.fetch = (() => Promise.reject(new Error('down'))) as typeof fetch;
    expect((await findLive(streaming)).ids).toEqual([]);
    context.setNow('2026-03-03T13:01:01Z');
    context.deps.fetch = (() => Promise.reject(new Error('still down'))) as typeof fetch;
    expect((await findLive(streaming)).ids).toEqual([]);
  });

  test("omits players who hide their channel, left the directory or don't exist", async () => {
    context.setNow('2026-03-03T14:00:00Z');
    const set = (change: string) =>
      context.deps.database.pool.query(`update protocol_profiles set ${change} where id = $1`, [streaming.userId]);
    await set(`public_handles = '{}'`);
    expect((await findLive(streaming)).ids).toEqual([]);
    await set(`public_handles = '{twitch}', published = false`);
    expect((await findLive(streaming)).ids).toEqual([]);
    await set('published = true');
    expect((await findLive(streaming, { userId: crypto.randomUUID() })).ids).toEqual([streaming.userId]);
    expect((await context.app.request('/api/profiles/live?ids=me')).status).toBe(422);
    expect((await context.app.request('/api/profiles/live')).status).toBe(422);
  });

  test('sends no request without API keys', async () => {
    const plainContext = await openTestContext({ DISCORD_BOT_TOKEN: 'a key, so that it is no demonstration' });
    plainContext.deps.fetch = (() => Promise.reject(new Error('nobody should be asked'))) as typeof fetch;
    const player = await makePlayer(plainContext.deps, {}, { twitch: { login: 'sam_live', id: '7' } });
    const response = await plainContext.app.request(`/api/profiles/live?ids=${player.userId}`);
    expect(await response.json()).toEqual({ live: [] });
    await plainContext.close();
  });
});
