import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { createTestQueue } from './test-queue.ts';

let context: TestContext;
const queue = createTestQueue(() => context);
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => queue.begin());

type Refused = { error: { code: string; message: string; field?: string } };
const joinRefused = async (player: Player, request: object = {}) => {
  const { status, body } = await queue.ask(player, 'POST', '/api/queue', { kind: 'now', ...request });
  return { status, error: (body as unknown as Refused).error };
};

describe('the gamertag of a player who joins the queue', () => {
  it.each([
    [{ platform: 'PS5', psn: null }, 'psn', 'Add your PSN ID so squadmates can invite you.'],
    [
      { platform: 'Xbox Series', xbox: null, psn: 'has_one' },
      'xbox',
      'Add your Xbox gamertag so squadmates can invite you.',
    ],
    [{ platform: 'Switch', discord: null }, 'discord', 'Add your Discord name so squadmates can invite you.'],
  ] as const)('is asked for when the profile is %j', async (profile, field, message) => {
    const player = await makePlayer(context.deps, profile);
    expect(await joinRefused(player)).toEqual({ status: 409, error: { code: 'conflict', message, field } });
    expect((await queue.state(player)).ticket).toBeNull();
  });

  it('can be added while joining, without unpublishing the profile', async () => {
    const player = await makePlayer(context.deps, { platform: 'PS5', psn: null });
    const add = (value: string) => queue.ask(player, 'PUT', '/api/profiles/me/gamertag', { kind: 'psn', value });
    expect((await add('a b')).status).toBe(422);
    expect(await add(' Rim_Runner ')).toMatchObject({ status: 200, body: { psn: 'Rim_Runner', published: true } });
    expect((await queue.join(player)).ticket).not.toBeNull();
  });

  it('is checked again by the leader, because earlier versions let players join without it', async () => {
    const players = await queue.five();
    for (const one of players) await queue.join(one);
    const [keeper] = players;
    await context.deps.db.execute(
      sql`update protocol_profiles set psn = null, xbox = null, discord = null where id = ${keeper!.userId}`,
    );
    await queue.tick();
    expect(await queue.state(keeper!)).toMatchObject({
      ticket: null,
      check: null,
      outcome: {
        kind: 'out',
        sentence: expect.stringMatching(/^Your profile has no .* now, so you left the queue\.$/),
      },
    });
    expect((await queue.state(players[1]!)).check).toBeNull();
    expect((await queue.state(players[1]!)).ticket).not.toBeNull();
  });

  it('is required for as long as the player is in the queue', async () => {
    const player = await makePlayer(context.deps, { platform: 'PS5' });
    await queue.join(player);
    const profile = await queue.ask(player, 'GET', '/api/profiles/me');
    await queue.ask(player, 'PUT', '/api/profiles/me/sections/position', { ...profile.body, psn: null });
    const { ticket, outcome } = await queue.state(player);
    expect([ticket, outcome?.sentence]).toEqual([null, 'Your profile has no PSN ID now, so you left the queue.']);
  });
});
