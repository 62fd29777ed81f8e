import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import type { GameHistory } from './game-history.schema.ts';
import type { GameReport } from './games.schema.ts';
import { createGameCalls, createPlayingSquad, type PlayingSquad, type Refused } from './test-squads-at-play.ts';

const START = new Date('2026-03-03T20:00:00Z');
const FIRST = START.getTime() + 20 * MINUTE_MS;

describe('match history', () => {
  let context: TestContext;
  let client: ReturnType<typeof createGameCalls>;
  beforeAll(async () => {
    context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
    client = createGameCalls(context);
  });
  afterAll(() => context.close());
  beforeEach(() => context.setNow(START));

  type Change = Partial<Omit<GameReport, 'ended_at'>> & { ended_at?: string };
  /** Reports a game as the captain, and confirms it as the other player. */
  async function play(squad: PlayingSquad, number: number, change: Change = {}): Promise<string> {
    const [captain, mate] = squad.members as [Player, Player];
    const reported = await client.report(captain, squad, { number, ...change });
    expect(reported.status, JSON.stringify(reported.body)).toBe(200);
    const { id } = reported.body;
    expect((await client.call(mate, 'POST', `games/${id}/confirmation`, { version: 1 })).status).toBe(200);
    return id;
  }
  const read = async (who: Player, path: string, query = '') =>
    (await client.call<GameHistory>(who, 'GET', `${path}/games${query}`)).body;
  const ofPlayer = (who: Player, { userId }: Player, query = '') => read(who, `players/${userId}`, query);
  const against = ({ squadId }: PlayingSquad) => ({ opponent: squadId });

  /** Two squads that have played each other. */
  async function createRivals() {
    const home = await createPlayingSquad(context.deps);
    const away = await createPlayingSquad(context.deps);
    context.setNow(new Date(FIRST));
    const { id } = (await client.report(home.members[0]!, home, against(away))).body;
    await client.call(away.members[0]!, 'POST', `games/${id}/confirmation`, { version: 1 });
    return { home, away, id };
  }

  it('lists every game once over several pages, newest first, even those that ended at the same time', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain] = squad.members as [Player];
    context.setNow(new Date(FIRST));
    const ids: string[] = [];
    for (let number = 1; number <= 23; number += 1) {
      // Four games each end at the same time.
      ids.push(
        await play(squad, number, {
          ended_at: new Date(FIRST - number * MINUTE_MS + ((number - 1) % 4) * MINUTE_MS).toISOString(),
        }),
      );
    }
    for (const path of [`players/${captain.userId}`, `squads/${squad.squadId}`]) {
      const pages: GameHistory[] = [await read(captain, path)];
      while (pages.at(-1)!.next) pages.push(await read(captain, path, `?before=${pages.at(-1)!.next}`));
      expect(pages.map(({ games }) => games.length)).toEqual([10, 10, 3]);
      const listed = pages.flatMap(({ games }) => games);
      expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      const times = listed.map(({ ended_at }) => ended_at);
      expect(times).toEqual(times.toSorted().toReversed());
    }
    for (const before of ['yesterday', `${START.toISOString()}_x`, "2026-03-03_'; drop table games"]) {
      const query = `?before=${encodeURIComponent(before)}`;
      const refused = await client.call<Refused>(captain, 'GET', `players/${captain.userId}/games${query}`);
      expect([refused.status, refused.body.error.message]).toEqual([422, 'This list has changed. Reload the page.']);
    }
  });

  it('lists only games that count', async () => {
    const squad = await createPlayingSquad(context.deps);
    const [captain, mate] = squad.members as [Player, Player];
    context.setNow(new Date(FIRST));
    const tie = await play(squad, 1, { score: { own: 60, other: 60 } });
    await client.report(captain, squad, { number: 2 });
    const disputed = (await client.report(captain, squad, { number: 3 })).body;
    await client.call(mate, 'POST', `games/${disputed.id}/dispute`, { version: 1, claim: null });
    const gone = await play(squad, 4);
    await context.deps.db.execute(sql`update games set state = 'void', confirmed_at = null where id = ${gone}`);
    const { games } = await ofPlayer(captain, captain);
    expect(games).toMatchObject([{ id: tie, outcome: 'tied', own_score: 60, other_score: 60, open: true }]);
    expect((await read(mate, `squads/${squad.squadId}`)).games.map(({ id }) => id)).toEqual([tie]);
  });

  it('filters by mode and, for the player and the squad, by teammate', async () => {
    const squad = await createPlayingSquad(context.deps, 5);
    const [captain, mate, ...others] = squad.members as [Player, Player, ...Player[]];
    const viewer = await makePlayer(context.deps);
    context.setNow(new Date(FIRST));
    const all = await play(squad, 1, { mode: 'Rec' });
    const without = { lineup: { players: client.lineup([captain, mate]).players, guests: 0 } };
    const two = await play(squad, 2, without as Change);
    const list = async (who: Player, query: string) => (await ofPlayer(who, captain, query)).games.map(({ id }) => id);
    expect(await list(captain, '?mode=Rec')).toEqual([all]);
    expect(await list(captain, `?with=${others[0]!.userId}`)).toEqual([all]);
    expect(await list(captain, `?with=${mate.userId}`)).toEqual(expect.arrayContaining([all, two]));
    expect(await list(captain, `?mode=Rec&with=${viewer.userId}`)).toEqual([]);
    // Others could find out with whom someone plays.
    expect(await list(viewer, `?with=${others[0]!.userId}`)).toHaveLength(2);
    const own = await ofPlayer(captain, captain);
    expect(own.teammates[0]).toEqual({ id: mate.userId, display_name: expect.any(String) });
    expect(own.teammates).toHaveLength(4);
    expect((await ofPlayer(viewer, captain)).teammates).toEqual([]);
    const ofSquad = await read(mate, `squads/${squad.squadId}`, `?with=${others[0]!.userId}`);
    expect(ofSquad.games.map(({ id }) => id)).toEqual([all]);
    expect((await client.call(captain, 'GET', `players/${captain.userId}/games?mode=Chess`)).status).toBe(422);
  });

  it('shows each side its own result, and outsiders only what is public', async () => {
    const { home, away, id } = await createRivals();
    const [captain, mate] = home.members as [Player, Player];
    const viewer = await makePlayer(context.deps);
    const item = async (who: Player, whose: Player) => (await ofPlayer(who, whose)).games[0]!;
    expect(await item(captain, captain)).toMatchObject({
      ...{ id, open: true, outcome: 'won', own_score: 68, other_score: 61 },
      ...{ opponent: expect.any(String), teammates: [expect.any(String)] },
    });
    expect(await item(away.members[0]!, away.members[0]!)).toMatchObject({
      ...{ outcome: 'lost', own_score: 61, other_score: 68 },
    });
    expect(await item(viewer, captain)).toMatchObject({ open: false, opponent: expect.any(String), teammates: [] });
    await context.deps.db.execute(sql`update squads set page_since = null where id = ${away.squadId}`);
    expect(await item(viewer, captain)).toMatchObject({ open: false, opponent: null, teammates: [] });
    expect(await item(mate, captain)).toMatchObject({ open: true, opponent: expect.any(String) });
    expect((await client.call(viewer, 'GET', `squads/${home.squadId}/games`)).status).toBe(404);
    expect((await client.call(viewer, 'GET', `games/${id}`)).status).toBe(404);
    const anonymous = await context.app.request(`/api/players/${captain.userId}/games`);
    expect(anonymous.status).toBe(401);
  });

  it('hides unpublished players, and names of people with a block between them', async () => {
    const { home, away } = await createRivals();
    const [captain, mate] = home.members as [Player, Player];
    const rival = away.members[0]!;
    await client.call(captain, 'PUT', `profiles/${mate.userId}/block`, { kind: 'block' });
    const blocked = await client.call<Refused>(mate, 'GET', `players/${captain.userId}/games`);
    expect([blocked.status, blocked.body.error.message]).toEqual([404, 'Player not found.']);
    const { display_name: name } = (await client.call<{ display_name: string }>(mate, 'GET', 'profiles/me')).body;
    const own = await ofPlayer(captain, captain);
    expect(JSON.stringify(own)).not.toContain(name);
    expect(own.games).toHaveLength(1);
    await client.call(captain, 'DELETE', 'profiles/me/publication');
    expect((await client.call(rival, 'GET', `players/${captain.userId}/games`)).status).toBe(404);
    expect((await ofPlayer(captain, captain)).games).toHaveLength(1);
  });
});
