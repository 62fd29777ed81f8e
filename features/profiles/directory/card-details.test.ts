import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { recordEvidence } from '../../moderation/reliability/reliability.commands.ts';
import { makePlayer, type Player } from '../profiles.factory.ts';
import type { CardDetails } from './card-details.schema.ts';

let context: TestContext;
const now = new Date('2026-03-03T12:00:00Z');
beforeAll(async () => {
  context = await openTestContext();
  context.setNow(now);
});
afterAll(() => context.close());

const createEvening = (day: string, timezone: string) => ({
  timezone,
  availability: [{ days: [day], start: '19:00', end: '23:00' }],
});
const send = (method: string, path: string, as?: Player, body?: object) =>
  context.app.request(`/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(as ? { Authorization: `Bearer ${as.accessToken}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
async function getDetails(people: Player[], as?: Player) {
  const response = await send('GET', `profiles/card-details?ids=${people.map(({ userId }) => userId)}`, as);
  const { details } = (await response.json()) as { details: CardDetails[] };
  return people.map(({ userId }) => details.find(({ id }) => id === userId));
}
const recordAttendance = async ({ userId }: Player, outcomes: ('came' | 'missed')[]) => {
  for (const [index, outcome] of outcomes.entries())
    await context.deps.db.transaction((tx) =>
      recordEvidence(tx, context.deps, { userId, cause: `test:${index}`, happenedAt: now, outcome }),
    );
};

describe('directory card', () => {
  test('shows the same shared hours as the profile', async () => {
    const viewer = await makePlayer(context.deps, createEvening('Wed', 'America/New_York'));
    const people = [
      await makePlayer(context.deps, createEvening('Wed', 'America/Los_Angeles')),
      await makePlayer(context.deps, createEvening('Sun', 'America/New_York')),
      await makePlayer(context.deps, { availability: [{ days: ['Wed'], start: '19:10', end: '20:55' }] }),
      await makePlayer(context.deps, { availability: [] }),
    ];
    const hours = (await getDetails(people, viewer)).map((line) => line!.common_hours);
    expect(hours.slice(0, 2)).toEqual([1, 0]);
    expect(hours[3]).toBeNull();
    const onProfiles = [];
    for (const { userId } of people) {
      const response = await send('GET', `players/${userId}/with-me`, viewer);
      onProfiles.push(((await response.json()) as { common_hours: number | null }).common_hours);
    }
    expect(hours).toEqual(onProfiles);
    expect((await getDetails([viewer], viewer))[0]!.common_hours).toBeNull();
  });

  test('omits shared hours for visitors and unpublished viewers', async () => {
    const player = await makePlayer(context.deps);
    const hiddenPlayer = await makePlayer(context.deps);
    expect((await getDetails([player], hiddenPlayer))[0]!.common_hours).not.toBeNull();
    await send('DELETE', 'profiles/me/publication', hiddenPlayer);
    expect((await getDetails([player], hiddenPlayer))[0]!.common_hours).toBeNull();
    expect((await getDetails([player]))[0]).toMatchObject({ common_hours: null, following: false });
  });

  test("shows the show-up rate once there's enough data, and whether the viewer follows the player", async () => {
    const [viewer, often, seldom] = [
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makePlayer(context.deps),
    ];
    await recordAttendance(often, ['came', 'came', 'missed']);
    await recordAttendance(seldom, ['came']);
    await send('PUT', `profiles/${often.userId}/follow`, viewer);
    expect(await getDetails([often, seldom], viewer)).toMatchObject([
      { show_up: { came: 2, of: 3 }, following: true },
      { show_up: null, following: false },
    ]);
    await send('DELETE', `profiles/${often.userId}/follow`, viewer);
    expect((await getDetails([often], viewer))[0]!.following).toBe(false);
  });

  test("omits players the viewer can't see", async () => {
    const [viewer, blocker, bannedPlayer] = [
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makePlayer(context.deps),
    ];
    await send('PUT', `profiles/${viewer.userId}/block`, blocker, { kind: 'block' });
    await context.deps.db.execute(sql`insert into ban_list (user_id, reason) values (${bannedPlayer.userId}, 'test')`);
    expect(await getDetails([blocker, bannedPlayer], viewer)).toEqual([undefined, undefined]);
    expect((await getDetails([blocker]))[0]).toBeDefined();
  });

  test('rejects invalid IDs and more than a page of IDs', async () => {
    expect((await send('GET', 'profiles/card-details?ids=abc')).status).toBe(422);
    const ids = Array.from({ length: 61 }, () => crypto.randomUUID());
    expect((await send('GET', `profiles/card-details?ids=${ids}`)).status).toBe(422);
  });
});
