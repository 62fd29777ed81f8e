import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { recordEvidence } from '../../moderation/reliability/reliability.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { askAfterSessions } from '../session-feedback/session-feedback.commands.ts';
import { makeSquad } from '../squads.factory.ts';

let context: TestContext;
const start = new Date('2026-03-03T12:00:00Z');
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function ask(player: Player | undefined, method: string, path: string, body?: object) {
  const response = await context.app.request(`/api/${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(player ? { Authorization: `Bearer ${player.accessToken}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response bodies
  return { status: response.status, body: (await response.json()) as any };
}
const record = async (of: Player, as?: Player) => (await ask(as, 'GET', `players/${of.userId}/record`)).body;
const withMe = async (of: Player, as: Player) => (await ask(as, 'GET', `players/${of.userId}/with-me`)).body;

/** Creates a past session with one player per entry. @param hours each player's availability */
async function createPastSession(hours: object[]) {
  context.setNow(start);
  const members = await Promise.all(hours.map((more) => makePlayer(context.deps, more)));
  const { squadId } = await makeSquad(context.deps, members);
  const starts_at = new Date(start.getTime() + MINUTE_MS).toISOString();
  const room = (await ask(members[0], 'POST', `squads/${squadId}/sessions`, { starts_at, minutes: 30 })).body;
  const { id, version } = room.sessions[0];
  for (const other of members.slice(1))
    await ask(other, 'PUT', `squads/${squadId}/sessions/${id}/answer`, { version, answer: 'yes' });
  context.setNow(new Date(start.getTime() + 50 * MINUTE_MS));
  await askAfterSessions(context.deps, new AbortController().signal);
  const sendFeedback = (player: Player, more: object = {}) =>
    ask(player, 'PUT', `sessions/${id}/feedback`, { took_place: true, absent_ids: [], ...more });
  return { members: members as [Player, Player, ...Player[]], squadId, sessionId: id as string, say: sendFeedback };
}
const createFreeDay = (day: string) => ({ availability: [{ days: [day], start: '19:00', end: '23:00' }] });

describe("a player's record", () => {
  test('counts matches and sessions that took place according to the players', async () => {
    const { members, say, squadId } = await createPastSession([{}, {}, {}, {}, {}]);
    const [first, second, third] = members;
    expect(await record(first)).toEqual({ games: 0, squads: 0, show_up: null, confirmed_by: 0, named_in: [] });
    await say(second);
    await say(third!, { absent_ids: [first.userId] });
    expect(await record(first)).toMatchObject({ games: 1, squads: 1, confirmed_by: 1 });
    expect(await withMe(first, second)).toMatchObject({ games_together: 1, squads: [{ id: squadId }] });
    const stranger = await makePlayer(context.deps);
    expect(await withMe(first, stranger)).toMatchObject({ games_together: 0, squads: [] });
    // The dashboard shows the same number.
    expect((await ask(first, 'GET', 'dashboard')).body.matchesPlayed).toBe(1);
  });

  test("includes the show-up rate once there's enough feedback", async () => {
    const player = await makePlayer(context.deps);
    for (const [cause, outcome] of [
      ['test:1', 'came'],
      ['test:2', 'missed'],
    ] as const) {
      await context.deps.db.transaction((tx) =>
        recordEvidence(tx, context.deps, { userId: player.userId, cause, happenedAt: start, outcome }),
      );
    }
    expect((await record(player)).show_up).toBeNull();
    await context.deps.db.transaction((tx) =>
      recordEvidence(tx, context.deps, { userId: player.userId, cause: 'test:3', happenedAt: start, outcome: 'came' }),
    );
    expect((await record(player)).show_up).toEqual({ came: 2, of: 3 });
    await context.deps.db.transaction((tx) =>
      recordEvidence(tx, context.deps, {
        userId: player.userId,
        cause: 'test:2',
        happenedAt: start,
        outcome: 'set_aside',
      }),
    );
    expect((await record(player)).show_up).toBeNull();
  });

  test('lists only squads whose page names the player with their consent', async () => {
    const { members, squadId } = await createPastSession([{}, {}]);
    const [captain, mate] = members;
    await ask(captain, 'PUT', `squads/${squadId}/page`);
    expect((await record(mate)).named_in).toEqual([]);
    await ask(mate, 'PUT', `squads/${squadId}/page/consent`, { shown: true });
    expect((await record(mate)).named_in).toMatchObject([{ id: squadId }]);
    await ask(captain, 'DELETE', `squads/${squadId}/page`);
    expect((await record(mate)).named_in).toEqual([]);
  });

  test("hides the record when the viewer can't see the player", async () => {
    const [hiddenPlayer, viewer, blocker] = await Promise.all([1, 2, 3].map(() => makePlayer(context.deps)));
    await ask(hiddenPlayer, 'DELETE', 'profiles/me/publication');
    expect((await ask(undefined, 'GET', `players/${hiddenPlayer!.userId}/record`)).status).toBe(404);
    await ask(blocker, 'PUT', `profiles/${viewer!.userId}/block`, { kind: 'block' });
    for (const path of ['record', 'with-me']) {
      expect((await ask(viewer, 'GET', `players/${blocker!.userId}/${path}`)).status).toBe(404);
      expect((await ask(blocker, 'GET', `players/${viewer!.userId}/${path}`)).status).toBe(404);
    }
    expect((await ask(undefined, 'GET', `players/${blocker!.userId}/record`)).status).toBe(200);
    await context.deps.db.execute(sql`insert into ban_list (user_id, reason) values (${blocker!.userId}, 'test')`);
    expect((await ask(undefined, 'GET', `players/${blocker!.userId}/record`)).status).toBe(404);
  });
});

describe('shared history of two players', () => {
  test('lists shared availability across time zones and the next shared times', async () => {
    context.setNow(start);
    const east = await makePlayer(context.deps, { ...createFreeDay('Wed'), timezone: 'America/New_York' });
    const west = await makePlayer(context.deps, { ...createFreeDay('Wed'), timezone: 'America/Los_Angeles' });
    expect(await withMe(east, west)).toMatchObject({
      common_hours: 1,
      next: [{ start: '2026-03-05T03:00:00.000Z', end: '2026-03-05T04:00:00.000Z' }, {}, {}],
    });
    const otherPlayer = await makePlayer(context.deps, createFreeDay('Sun'));
    expect(await withMe(east, otherPlayer)).toMatchObject({ common_hours: 0, next: [] });
    const silentPlayer = await makePlayer(context.deps, { availability: [] });
    expect(await withMe(east, silentPlayer)).toMatchObject({ common_hours: null, next: [] });
  });

  test("requires signing in and refuses the player's own id", async () => {
    const player = await makePlayer(context.deps);
    expect((await ask(undefined, 'GET', `players/${player.userId}/with-me`)).status).toBe(401);
    expect((await ask(player, 'GET', `players/${player.userId}/with-me`)).status).toBe(422);
  });
});
