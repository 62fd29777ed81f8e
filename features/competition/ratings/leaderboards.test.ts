import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { addMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../../time/units.ts';
import { openSession } from '../../accounts/accounts.factory.ts';
import { listEverythingAbout } from '../../accounts/own-data/test-own-data.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { refreshRatings } from './rating-refresh.commands.ts';
import type { HeadToHead, Leaderboard, OwnPlace, OwnRatings, RatingHistory } from './ratings.schema.ts';
import { SEASON_STARTS } from './season-calendar.rules.ts';
import { RatedGames } from './test-rated-games.ts';

const START = new Date(SEASON_STARTS[0]! + 20 * HOUR_MS);
const NOW = addMs(START, 20 * DAY_MS);

describe('Leaderboards', () => {
  let context: TestContext;
  let games: RatedGames;
  /** In the order of their results, the best first. */
  let players: Player[];
  let newcomer: Player;
  const RANKED = 8;

  beforeAll(async () => {
    context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
    games = await RatedGames.open(context.deps);
    players = await games.createPlayers(RANKED, { region: 'EU', role: 'PG' });
    [newcomer] = (await games.createPlayers(1)) as [Player];
    // Everyone beats those below, and each pairing plays once.
    let n = 0;
    for (const [better, one] of players.entries()) {
      for (const other of players.slice(better + 1)) {
        await games.play({ playedAt: addMs(START, n++ * HOUR_MS), home: [one], away: [other] });
      }
    }
    await games.play({ playedAt: addMs(START, n++ * HOUR_MS), home: players.slice(0, 2), away: players.slice(2, 4) });
    await games.play({ playedAt: addMs(START, n++ * HOUR_MS), home: [players[7]!], away: [newcomer], winner: 0 });
    await context.deps.db.execute(sql`update protocol_profiles set region = 'Asia' where id = ${players[3]!.userId}`);
    context.setNow(NOW);
    for (const player of [...players, newcomer]) player.accessToken = await openSession(context.deps, player.userId);
    await refreshRatings(context.deps);
  });
  afterAll(() => context.close());

  async function get<T>(path: string, who?: Player) {
    const response = await context.app.request(`/api/${path}`, {
      headers: who ? { Authorization: `Bearer ${who.accessToken}` } : {},
    });
    return { status: response.status, body: (await response.json()) as T & { error: { message: string } } };
  }
  async function send(who: Player, method: string, path: string, body?: object) {
    const response = await context.app.request(`/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.status;
  }
  const table = async (query = '', who?: Player, path = 'leaderboards') =>
    (await get<Leaderboard>(`${path}?mode=Rec${query}`, who)).body;
  const idsOf = ({ rows }: Leaderboard) => rows.map(({ id }) => id);
  const hide = (who: Player, hidden: boolean) => send(who, 'PUT', 'ratings/me/visibility', { hidden });

  it('ranks players with five games in the season, with tier, number and record', async () => {
    const { rows, next, season, seasons } = await table();
    expect(rows.map(({ id, rank }) => [id, rank])).toEqual(players.map(({ userId }, n) => [userId, n + 1]));
    expect(rows[0]).toMatchObject({ record: { wins: 8, losses: 0, ties: 0 }, games: 8, region: 'EU', role: 'PG' });
    expect(rows[0]!.number).toBeGreaterThan(rows[7]!.number);
    expect(rows.every(({ tier }) => tier !== null)).toBe(true);
    expect(next).toBeNull();
    expect(season).toMatchObject({ season: 1, is_final: false });
    expect(seasons).toHaveLength(1);
    expect((await table('&season=2')).rows).toEqual([]);
    expect((await get<Leaderboard>('leaderboards?mode=Park/City')).body.rows).toEqual([]);
  });

  it('continues after a rank, and filters by region, platform and position without changing ranks', async () => {
    const pages = [await table('&after=3'), await table('&after=7'), await table('&after=8')];
    expect(pages.map(({ rows }) => rows[0]?.rank)).toEqual([4, 8, undefined]);
    expect((await table('&region=Asia')).rows.map(({ rank }) => rank)).toEqual([4]);
    expect((await table('&region=EU&after=2')).rows.map(({ rank }) => rank)).toEqual([3, 5, 6, 7, 8]);
    expect((await table('&position=C')).rows).toEqual([]);
    expect((await table('&region=&platform=&season=&after=')).rows).toHaveLength(RANKED);
  });

  it.each([
    ['mode=Chess', 'Choose one of these modes'],
    ['mode=Rec&season=x', 'Choose a season by its number.'],
    ['mode=Rec&after=-1', 'This page doesn’t exist anymore. Start from the top.'],
    ['mode=Rec&region=Moon', 'Choose a region from the list.'],
    ['mode=Rec&position=QB', 'Choose a position: PG, SG, SF, PF or C.'],
  ])('refuses %s with a sentence', async (query, sentence) => {
    const { status, body } = await get<object>(`leaderboards?${query}`);
    expect([status, body.error.message.startsWith(sentence)]).toEqual([422, true]);
  });

  it('splits long tables into pages that join without gaps or repeats', async () => {
    const more = await games.createPlayers(51);
    const template = players[7]!.userId;
    for (const [n, { userId }] of more.entries()) {
      await context.deps.db.execute(sql`
        with person as (insert into rating_players (user_id) values (${userId}) returning id)
        insert into player_ratings (player_id, mode, season, user_id, mu, sigma, settled_sigma, points, peak, games,
               season_games, season_peak, wins, losses, ties, last_played_at, rank)
          select person.id, r.mode, r.season, ${userId}::uuid, mu, sigma, settled_sigma, points - ${n}::int, peak, games,
                 season_games, season_peak, wins, losses, ties, last_played_at, ${RANKED + 1 + n}::int
            from player_ratings r, person where r.user_id = ${template} and r.mode = 'Rec' and r.season = 1`);
    }
    const first = await table();
    expect(first.rows).toHaveLength(50);
    const second = await table(`&after=${first.next}`);
    expect([...first.rows, ...second.rows].map(({ rank }) => rank)).toEqual(
      Array.from({ length: RANKED + 51 }, (_, n) => n + 1),
    );
    await context.deps.db.execute(sql`delete from player_ratings where user_id in ${more.map(({ userId }) => userId)}`);
  });

  it('shows my row with placement before the fifth game, and followed players with me', async () => {
    const own = (await get<OwnPlace>('leaderboards/me?mode=Rec', newcomer)).body;
    expect(own).toMatchObject({
      hidden: false,
      rating: { placement: { played: 1, of: 5 }, tier: null, rank: null, record: { wins: 0, losses: 0, ties: 1 } },
    });
    expect((await get<OwnPlace>('leaderboards/me?mode=Park/City', newcomer)).body.rating).toBeNull();
    const follower = players[4]!;
    expect(await send(follower, 'PUT', `profiles/${players[1]!.userId}/follow`)).toBe(200);
    const followed = await table('', follower, 'leaderboards/followed');
    expect(followed.rows.map(({ rank }) => rank)).toEqual([2, 5]);
    for (const path of ['leaderboards/followed?mode=Rec', 'leaderboards/me?mode=Rec', 'ratings/me']) {
      expect((await get(path)).status).toBe(401);
    }
  });

  it('shows a player’s ratings, curve, form and best teammates', async () => {
    const [best, second] = players as [Player, Player];
    const { ratings } = (await get<{ ratings: OwnRatings['ratings'] }>(`players/${best.userId}/ratings`)).body;
    expect(ratings).toMatchObject([{ mode: 'Rec', rank: 1, games: 8, season: 1, placement: null }]);
    expect(ratings[0]!.certainty).toBeGreaterThan(0.1);
    const history = (await get<RatingHistory>(`players/${best.userId}/ratings/history?mode=Rec`)).body;
    expect(history.curve).toHaveLength(8);
    expect(history.curve.at(-1)!.number).toBe(ratings[0]!.number);
    expect(history.form).toEqual(Array.from({ length: 8 }, () => 'won'));
    expect(history.teammates).toMatchObject([{ id: second.userId, games: 1, wins: 1, share: 1 }]);
    expect(history.teammates[0]!.low).toBeCloseTo(0.207, 3);
  });

  it('counts the games of two players, against each other and together', async () => {
    const [one, two, three] = players.map(({ userId }) => userId) as [string, string, string];
    const between = (a: string, b: string, who?: Player) => get<HeadToHead>(`players/${a}/head-to-head/${b}`, who);
    expect((await between(one, two)).body).toMatchObject({ against: { wins: 1, games: 1 }, together: { wins: 1 } });
    expect((await between(three, one)).body).toMatchObject({
      against: { losses: 2, games: 2 },
      together: { games: 0 },
    });
    expect((await between(one, newcomer.userId)).body).toMatchObject({ against: { games: 0, low: 0, high: 1 } });
    expect((await between(one, one)).status).toBe(422);
    expect((await between(one, crypto.randomUUID())).status).toBe(404);
  });

  it('hides a player who asks for it from tables, profiles and teammates, but not from themselves', async () => {
    const [best, second] = players as [Player, Player];
    expect(await hide(second, true)).toBe(200);
    // Even before ranks close the gap.
    expect(idsOf(await table())).not.toContain(second.userId);
    expect(context.sent.some(({ name }) => name === 'refresh-ratings')).toBe(true);
    await refreshRatings(context.deps);
    expect((await table()).rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await get(`players/${second.userId}/ratings`)).status).toBe(404);
    expect((await get(`players/${second.userId}/ratings`, best)).status).toBe(404);
    expect((await get(`players/${best.userId}/head-to-head/${second.userId}`)).status).toBe(404);
    const history = (await get<RatingHistory>(`players/${best.userId}/ratings/history?mode=Rec`)).body;
    expect(history.teammates).toEqual([]);
    expect((await get<OwnRatings>('ratings/me', second)).body).toMatchObject({
      hidden: true,
      ratings: [{ rank: null }],
    });
    expect((await get(`players/${second.userId}/ratings`, second)).status).toBe(200);
    expect(await hide(second, false)).toBe(200);
    await refreshRatings(context.deps);
    expect(idsOf(await table())).toEqual(players.map(({ userId }) => userId));
  });

  it('leaves out unpublished players for everyone, and blocked ones for each other', async () => {
    const [best, second] = players as [Player, Player];
    await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${best.userId}`);
    expect((await table()).rows.map(({ rank }) => rank)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    await context.deps.db.execute(sql`update protocol_profiles set published = true where id = ${best.userId}`);
    expect(await send(best, 'PUT', `profiles/${second.userId}/block`, { kind: 'block' })).toBe(200);
    expect(idsOf(await table('', second))).not.toContain(best.userId);
    expect(idsOf(await table())).toContain(best.userId);
    expect((await get(`players/${best.userId}/ratings`, second)).status).toBe(404);
    expect(await send(best, 'DELETE', `profiles/${second.userId}/block`)).toBe(200);
  });

  it('exports a player’s ratings with the rest of their data', async () => {
    const exported = await listEverythingAbout(context.deps.db, players[0]!.userId);
    expect(Object.keys(exported)).toEqual(
      expect.arrayContaining(['rating_players', 'rating_changes', 'player_ratings']),
    );
  });
});
