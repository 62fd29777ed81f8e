import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { listEverythingAbout } from '../../accounts/own-data/test-own-data.ts';
import { makePlayer, type Player } from '../profiles.factory.ts';

let context: TestContext;
let one: Player;
let other: Player;
beforeAll(async () => {
  context = await openTestContext();
  one = await makePlayer(context.deps, { display_name: 'One' });
  other = await makePlayer(context.deps, { display_name: 'Other' });
});
afterAll(() => context.close());

async function ask(method: string, path: string, player?: Player, body?: object) {
  const response = await context.app.request(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(player ? { Authorization: `Bearer ${player.accessToken}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  return { status: response.status, body: (await response.json()) as any };
}
const follow = (player: { userId: string }) => `/api/profiles/${player.userId}/follow`;
const listOf = async (player: Player) => (await ask('GET', '/api/profiles/me/follows', player)).body.follows;

describe('following', () => {
  test('requires sign-in', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await ask(method, follow(other))).status).toBe(401);
    expect((await ask('GET', '/api/profiles/me/follows')).status).toBe(401);
  });

  test('follows and unfollows without notifying the other player', async () => {
    expect((await ask('GET', follow(other), one)).body).toEqual({ following: false });
    for (const _time of [1, 2]) expect((await ask('PUT', follow(other), one)).body).toEqual({ following: true });
    expect(await listOf(one)).toEqual([
      expect.objectContaining({ id: other.userId, display_name: 'Other', in_directory: true }),
    ]);
    expect((await ask('GET', follow(one), other)).body).toEqual({ following: false });
    expect(await listOf(other)).toEqual([]);
    expect(Object.keys(await listEverythingAbout(context.deps.db, one.userId))).toContain('player_follows');
    expect(Object.keys(await listEverythingAbout(context.deps.db, other.userId))).not.toContain('player_follows');
    for (const _time of [1, 2]) expect((await ask('DELETE', follow(other), one)).body).toEqual({ following: false });
    expect(await listOf(one)).toEqual([]);
  });

  test('refuses to follow oneself, unknown players and players outside the directory', async () => {
    expect((await ask('PUT', follow(one), one)).body.error.message).toBe("You can't follow yourself.");
    expect((await ask('PUT', follow({ userId: crypto.randomUUID() }), one)).status).toBe(404);
    const hiddenPlayer = await makePlayer(context.deps);
    expect((await ask('PUT', follow(hiddenPlayer), one)).status).toBe(200);
    expect((await ask('DELETE', '/api/profiles/me/publication', hiddenPlayer)).status).toBe(200);
    expect((await listOf(one))[0]).toMatchObject({ id: hiddenPlayer.userId, in_directory: false });
    expect((await ask('PUT', follow(hiddenPlayer), other)).status).toBe(404);
  });

  test('removes the follow when either player blocks the other, and refuses new ones during a block', async () => {
    for (const [blocker, blocked] of [
      [one, other],
      [other, one],
    ] as const) {
      await ask('PUT', follow(other), one);
      await ask('PUT', follow(one), other);
      const block = `/api/profiles/${blocked.userId}/block`;
      expect((await ask('PUT', block, blocker, { kind: 'block' })).status).toBe(200);
      for (const [user, target] of [
        [one, other],
        [other, one],
      ] as const) {
        expect((await ask('GET', follow(target), user)).body).toEqual({ following: false });
        expect((await ask('PUT', follow(target), user)).status).toBe(404);
      }
      expect((await ask('DELETE', block, blocker)).status).toBe(200);
      // Removing the block doesn't restore the follow.
      expect((await ask('GET', follow(other), one)).body).toEqual({ following: false });
    }
    await ask('PUT', follow(other), one);
    await ask('PUT', `/api/profiles/${other.userId}/block`, one, { kind: 'avoid' });
    expect((await ask('GET', follow(other), one)).body, 'avoiding parts nobody').toEqual({ following: true });
  });

  test('removes the follow when either account is deleted', async () => {
    const [leaver, stays] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    await ask('PUT', follow(leaver), stays);
    await ask('PUT', follow(stays), leaver);
    await context.deps.database.pool.query('delete from auth.users where id = $1', [leaver.userId]);
    expect(await listOf(stays)).toEqual([]);
  });
});
