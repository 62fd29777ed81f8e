import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
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
const toBlockPath = (player: Player) => `/api/profiles/${player.userId}/block`;

describe('blocking', () => {
  test('requires sign-in', async () => {
    expect((await ask('GET', toBlockPath(other))).status).toBe(401);
    expect((await ask('PUT', toBlockPath(other), undefined, { kind: 'block' })).status).toBe(401);
    expect((await ask('DELETE', toBlockPath(other))).status).toBe(401);
  });

  test('sets, changes and removes a block without notifying the other player', async () => {
    expect((await ask('GET', toBlockPath(other), one)).body).toEqual({ kind: null });
    expect((await ask('PUT', toBlockPath(other), one, { kind: 'avoid' })).body).toEqual({ kind: 'avoid' });
    expect((await ask('PUT', toBlockPath(other), one, { kind: 'block' })).body).toEqual({ kind: 'block' });
    expect((await ask('GET', '/api/profiles/me/blocks', one)).body.blocks).toEqual([
      { id: other.userId, display_name: 'Other', kind: 'block', created_at: expect.any(String) },
    ]);
    expect((await ask('GET', toBlockPath(one), other)).body).toEqual({ kind: null });
    expect((await ask('GET', '/api/profiles/me/blocks', other)).body.blocks).toEqual([]);
    for (const [target, viewer] of [
      [one, other],
      [other, one],
    ] as const) {
      expect((await ask('GET', `/api/profiles/${target.userId}`, viewer)).status).toBe(404);
      expect((await ask('GET', `/api/profiles/hidden?ids=${target.userId}`, viewer)).body).toEqual({
        hidden: [target.userId],
      });
    }
    expect((await ask('GET', `/api/profiles/${one.userId}`)).status, 'for visitors nothing changes').toBe(200);
    expect((await ask('DELETE', toBlockPath(other), one)).body).toEqual({ kind: null });
    expect((await ask('DELETE', toBlockPath(other), one)).body).toEqual({ kind: null });
    expect((await ask('GET', '/api/profiles/me/blocks', one)).body.blocks).toEqual([]);
  });

  test('refuses blocking oneself, unknown players and unknown kinds', async () => {
    expect((await ask('PUT', toBlockPath(one), one, { kind: 'block' })).body.error.message).toBe(
      "You can't block yourself.",
    );
    const unknownPath = `/api/profiles/${crypto.randomUUID()}/block`;
    expect((await ask('PUT', unknownPath, one, { kind: 'block' })).status).toBe(404);
    expect((await ask('PUT', toBlockPath(other), one, { kind: 'mute' })).body.error.message).toBe(
      'Choose block or avoid.',
    );
    expect((await ask('PUT', '/api/profiles/abc/block', one, { kind: 'block' })).status).toBe(422);
  });
});
