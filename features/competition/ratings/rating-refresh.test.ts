import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../../matcher/random.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { eraseDueAccounts } from '../../accounts/account-deletion.commands.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { checkRatings, refreshRatings } from './rating-refresh.commands.ts';
import { SEASON_STARTS } from './season-calendar.rules.ts';
import { RatedGames } from './test-rated-games.ts';

const START = new Date(SEASON_STARTS[0]! + 20 * HOUR_MS);
const NO_FAULTS = { wrongGames: 0, wrongChanges: 0, wrongRows: 0, wrongRanks: 0 };

describe('Rating refresh', () => {
  let context: TestContext;
  let games: RatedGames;
  let players: Player[];
  const at = (ms: number) => addMs(START, ms);
  beforeAll(async () => {
    context = await openTestContext();
    games = await RatedGames.open(context.deps);
    players = await games.createPlayers(8);
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    context.setNow(at(30 * DAY_MS));
    await context.deps.db.execute(sql`delete from games`);
    await refreshRatings(context.deps);
  });

  const refresh = () => refreshRatings(context.deps);
  /** Everything stored, without what depends on random ids of games. */
  async function readAll() {
    const read = async (table: string, order: string) =>
      (await context.deps.db.execute(sql.raw(`select * from ${table} order by ${order}`))).rows;
    return {
      games: await read('rated_games', 'game_id'),
      changes: await read('rating_changes', 'game_id, player_id'),
      ratings: await read('player_ratings', 'player_id, mode, season'),
    };
  }
  async function listReasons() {
    const { rows } = await context.deps.db.execute<{ unrated: string | null }>(
      sql`select unrated from rated_games order by played_at`,
    );
    return rows.map(({ unrated }) => unrated);
  }
  const pick = (...seats: number[]) => seats.map((seat) => players[seat]!);
  /** Creates games of several days between random sides. */
  async function playMany(count: number, seed: number, confirmed = true): Promise<string[]> {
    const { below } = createRandom(seed);
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const seats = players.map((_, seat) => seat).toSorted(() => below(3) - 1);
      const [home, away] = [pick(...seats.slice(0, 2)), pick(...seats.slice(2, 4))];
      const mode = below(3) === 0 ? 'Park/City' : 'Rec';
      const playedAt = at(n * 5 * HOUR_MS);
      ids.push(await games.play({ playedAt, home, away, mode, winner: below(3) as 0 | 1 | 2, confirmed }));
    }
    return ids;
  }

  it('rates games between two squads, and stores why others aren’t rated', async () => {
    const [home, away] = [pick(0, 1), pick(2, 3)];
    await games.play({ playedAt: at(0), home, away });
    await games.play({ playedAt: at(MINUTE_MS), home });
    await games.play({ playedAt: at(2 * MINUTE_MS), home, away, flag: 'shared_device' });
    await games.play({ playedAt: at(3 * MINUTE_MS), home, away: [], guests: 2 });
    await games.play({ playedAt: at(4 * MINUTE_MS), home, away, mode: 'Park/City' });
    await games.play({ playedAt: at(5 * MINUTE_MS), home: pick(1, 0), away: pick(3, 2) });
    await games.play({ playedAt: at(6 * MINUTE_MS), home: away, away: home });
    await games.play({ playedAt: at(7 * MINUTE_MS), home, away, flag: 'daily_limit' });
    await games.play({ playedAt: at(DAY_MS), home, away });
    await refresh();
    expect(await listReasons()).toEqual([
      null,
      'shared-history',
      'no-lineup',
      null,
      null,
      'daily-limit',
      'daily-limit',
      null,
    ]);
    expect(await checkRatings(context.deps)).toEqual({ games: 8, ...NO_FAULTS });
  });

  it('computes the same numbers whatever the order of confirmations', async () => {
    const ids = await playMany(24, 1, false);
    const orders = [ids, ids.toReversed(), ids.toSorted((a, b) => (a < b ? -1 : 1))];
    const results: unknown[] = [];
    for (const [n, order] of orders.entries()) {
      for (const [k, id] of order.entries()) {
        await games.confirm(id);
        if (k % (n + 2) === 0) await refresh();
      }
      await refresh();
      results.push(await readAll());
      for (const id of ids) await games.void(id);
      await refresh();
      expect(await readAll()).toEqual({ games: [], changes: [], ratings: [] });
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it('computes later games again when a game three weeks ago is voided, deleted or counts again', async () => {
    const ids = await playMany(30, 2);
    await refresh();
    const before = await readAll();
    await games.void(ids[3]!);
    await refresh();
    const without = await readAll();
    expect(without.changes).not.toEqual(before.changes.filter(({ game_id }) => game_id !== ids[3]));
    expect(without.games).toHaveLength(29);
    expect(await checkRatings(context.deps)).toEqual({ games: 29, ...NO_FAULTS });
    await games.confirm(ids[3]!);
    await refresh();
    expect(await readAll()).toEqual(before);
    await context.deps.db.execute(sql`delete from games where id = ${ids[3]!}`);
    await refresh();
    expect(await readAll()).toEqual(without);
  });

  it('writes nothing when nothing changed, and rates a game once if two nodes refresh at once', async () => {
    await playMany(10, 3);
    await Promise.all([refresh(), refresh()]);
    const stored = await readAll();
    await Promise.all([refresh(), refresh()]);
    expect(await readAll()).toEqual(stored);
    expect(await checkRatings(context.deps)).toEqual({ games: 10, ...NO_FAULTS });
  });

  it('keeps the table of a finished season, and starts the next one from the same means', async () => {
    const [home, away] = [pick(0, 1), pick(2, 3)];
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push(await games.play({ playedAt: at(n * DAY_MS), home, away }));
    await refresh();
    const selectSeason = async (season: number) =>
      (
        await context.deps.db.execute(
          sql`select * from player_ratings where season = ${season} order by rank, wins desc`,
        )
      ).rows;
    const table = await selectSeason(1);
    expect(table.map(({ rank, wins, losses }) => [rank, wins, losses])).toEqual([
      [1, 6, 0],
      [2, 6, 0],
      [3, 0, 6],
      [4, 0, 6],
    ]);
    context.setNow(new Date(SEASON_STARTS[1]! + 5 * DAY_MS));
    await games.play({ playedAt: new Date(SEASON_STARTS[1]! + DAY_MS), home, away });
    await games.void(ids[0]!);
    await refresh();
    expect(await selectSeason(1)).toEqual(table);
    expect(await selectSeason(2)).toMatchObject([
      { games: 6, season_games: 1, wins: 1, rank: null },
      { games: 6, season_games: 1, wins: 1, rank: null },
      { games: 6, season_games: 1, wins: 0, rank: null },
      { games: 6, season_games: 1, wins: 0, rank: null },
    ]);
    expect(await checkRatings(context.deps)).toEqual({ games: 6, ...NO_FAULTS });
  });

  it('starts from what a player had typed in at their first game, not from later edits', async () => {
    const [strong, weak] = [
      await games.createPlayers(1, { overall_rating: 95 }),
      await games.createPlayers(1, { overall_rating: 75 }),
    ];
    const id = await games.play({ playedAt: at(0), home: strong, away: weak });
    await context.deps.db.execute(
      sql`update protocol_profiles set overall_rating = 60 where id = ${strong[0]!.userId}`,
    );
    await refresh();
    const readStart = async () =>
      (
        await context.deps.db.execute<{ mu_before: number }>(
          sql`select mu_before from rating_changes where game_id = ${id} order by side`,
        )
      ).rows.map(({ mu_before }) => mu_before);
    expect(await readStart()).toEqual([31, 19]);
    await games.play({ playedAt: at(-HOUR_MS), home: strong, away: weak });
    await refresh();
    const [first] = (
      await context.deps.db.execute<{ mu_before: number }>(
        sql`select mu_before from rating_changes where side = 1 order by played_at limit 1`,
      )
    ).rows;
    expect(first!.mu_before).toBe(31);
  });

  it('leaves the ratings of others as they are when an account is deleted', async () => {
    const leaving = await games.createPlayers(2);
    for (let n = 0; n < 6; n++) await games.play({ playedAt: at(n * DAY_MS), home: leaving, away: pick(0, 1) });
    await refresh();
    const before = await readAll();
    await context.deps.db.execute(sql`
      update auth.users set delete_after = ${at(0).toISOString()} where id = ${leaving[0]!.userId}`);
    await eraseDueAccounts(context.deps);
    await refresh();
    const after = await readAll();
    const strip = (rows: Record<string, unknown>[]) => rows.map(({ user_id, rank, ...row }) => row);
    expect(strip(after.changes)).toEqual(strip(before.changes));
    expect(after.ratings.filter(({ user_id }) => user_id === null)).toMatchObject([{ rank: null }]);
    expect(after.ratings.flatMap(({ rank }) => rank ?? []).toSorted()).toEqual([1, 2, 3]);
    expect(await checkRatings(context.deps)).toEqual({ games: 6, ...NO_FAULTS });
  });
});
