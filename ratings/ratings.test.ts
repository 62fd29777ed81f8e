import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGames, hashRatings } from '../bench/competition/measure-recompute.ts';
import { createRandom } from '../matcher/random.ts';
import { type ConfirmedGame, compareGames } from './rated-games.ts';
import { findSeason } from './rating-seasons.ts';
import { describeRating } from './rating-tiers.ts';
import { findSnapshotBefore, type RatingChange, type RatingSnapshot, Ratings, rateAll } from './ratings.ts';
import { CALENDAR, DAY_MS, FIRST_DAY, gameLists, HOUR_MS, makeGame, SEASON_DAYS, sortRatings } from './test-games.ts';

const MODES = ['Rec', 'Park/City'];

/** All results of the ratings, in a fixed order. */
const readAll = (ratings: Ratings) => ({
  ratings: sortRatings(ratings.list()),
  slopes: MODES.map((mode) => ratings.getSlope(mode)),
  tables: MODES.flatMap((mode) => [0, 1, 2, 3].map((season) => ratings.rankSeason(season, mode))),
});

const resume = (snapshot: RatingSnapshot, games: readonly ConfirmedGame[]) => {
  // Convert to JSON and back, as when a snapshot is stored.
  const ratings = Ratings.resume(JSON.parse(JSON.stringify(snapshot)), CALENDAR);
  ratings.rate(games);
  return ratings;
};

/** Plays the same game several times, a day apart. */
const playDaily = (count: number, sides: readonly [string, string], firstDay = 0) =>
  Array.from({ length: count }, (_, n) => {
    const day = firstDay + n;
    return makeGame(`${sides.join('-')} ${day}`, sides, { playedAt: FIRST_DAY + day * DAY_MS });
  });

describe('ratings of confirmed games', () => {
  it("don't depend on the order of confirmation, of sides or of rosters", () => {
    fc.assert(
      fc.property(gameLists, fc.infiniteStream(fc.nat()), (games, keys) => {
        const shuffled = games
          .map((game) => ({ game, key: keys.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ game, key }) => (key % 2 ? mirror(game) : game));
        expect(readAll(rateAll(shuffled, CALENDAR))).toEqual(readAll(rateAll(games, CALENDAR)));
      }),
      { numRuns: 60 },
    );
  });

  it('are the same when continued from any snapshot', () => {
    fc.assert(
      fc.property(gameLists, fc.nat(), (games, at) => {
        const sorted = games.toSorted(compareGames);
        const cut = at % sorted.length;
        const snapshot = rateAll(sorted.slice(0, cut), CALENDAR).takeSnapshot();
        expect(resume(snapshot, sorted.slice(cut)).takeSnapshot()).toEqual(rateAll(games, CALENDAR).takeSnapshot());
      }),
      { numRuns: 60 },
    );
  });

  it('are recomputed from the snapshot before a voided game', () => {
    fc.assert(
      fc.property(gameLists, fc.nat(), (games, at) => {
        const sorted = games.toSorted(compareGames);
        const snapshots = [0, 10, 20, 30, 40].map((end) => rateAll(sorted.slice(0, end), CALENDAR).takeSnapshot());
        const voided = sorted[at % sorted.length]!;
        const kept = sorted.filter((game) => game !== voided);
        const snapshot = findSnapshotBefore(snapshots, voided)!;
        const later = kept.filter((game) => !snapshot.last || compareGames(game, snapshot.last) > 0);
        expect(readAll(resume(snapshot, later))).toEqual(readAll(rateAll(kept, CALENDAR)));
      }),
      { numRuns: 60 },
    );
  });

  it("can be updated from the snapshot rows of the next game's players alone", () => {
    const games = [...playDaily(8, ['abc', 'def']), ...playDaily(3, ['ghi', 'jkl'], 8)].toSorted(compareGames);
    const next = makeGame('next', ['af', 'gh'], { playedAt: FIRST_DAY + 30 * DAY_MS });
    const snapshot = rateAll(games, CALENDAR).takeSnapshot();
    const part = { ...snapshot, ratings: snapshot.ratings.filter(({ player }) => 'afgh'.includes(player)) };
    const whole = rateAll([...games, next], CALENDAR);
    for (const player of 'afgh') expect(resume(part, [next]).get('Rec', player)).toEqual(whole.get('Rec', player));
  });

  it('are identical on every machine', () => {
    expect(hashRatings(createGames(2_000, 7))).toMatchInlineSnapshot(
      `"600ec8366968180220b26889b4d03e1ee1bc87354beaa323dba5bcd0cf6bdeec"`,
    );
  });

  it('are separate for each mode', () => {
    const ratings = rateAll([makeGame('1', ['c', 'd'], { mode: 'Rec' })], CALENDAR);
    expect(ratings.get('Rec', 'c')?.games).toBe(1);
    expect(ratings.get('Park/City', 'c')).toBeUndefined();
  });

  it('report what each game changed', () => {
    const changes: RatingChange[] = [];
    const games = playDaily(2, ['c', 'd']);
    const ratings = rateAll(games, CALENDAR, { onChange: (change) => changes.push(change) });
    const [firstWin, , secondWin] = changes;
    expect(firstWin).toMatchObject({ game: games[0]!.id, player: 'c', muBefore: 25, pointsBefore: null, games: 1 });
    expect(secondWin).toMatchObject({ player: 'c', muBefore: firstWin!.mu, pointsBefore: firstWin!.points, games: 2 });
    expect(secondWin!.mu).toBe(ratings.get('Rec', 'c')!.mu);
  });

  it('refuse a game that is not later than the last one', () => {
    const ratings = rateAll(playDaily(2, ['c', 'd']), CALENDAR);
    expect(() => ratings.rate(playDaily(1, ['c', 'd']))).toThrow(/isn't later than game/);
    expect(() => rateAll([makeGame('1', ['a', 'b']), makeGame('1', ['c', 'd'])], CALENDAR)).toThrow(RangeError);
  });

  it.each([
    ['a player on both sides', makeGame('1', ['ab', 'ac'])],
    ['a player listed twice', makeGame('1', ['aa', 'bc'])],
    ['a side of six', makeGame('1', ['abcdef', 'ghijk'])],
    ['an empty side', { ...makeGame('1', ['a', 'b']), sides: [{ score: 1, players: [] }] as const }],
    ['a score that is no number', makeGame('1', ['a', 'b'], { scores: [Number.NaN, 0] })],
    ['a time between milliseconds', makeGame('1', ['a', 'b'], { playedAt: 0.5 })],
    [
      'presence above the whole game',
      { ...makeGame('1', ['a']), sides: [{ score: 1, players: ['a'], presence: [2] }] as const },
    ],
    ['too many guests', { ...makeGame('1', ['a']), sides: [{ score: 1, players: ['a'], guests: 5 }] as const }],
  ])('refuse %s', (_, game) => {
    expect(() => rateAll([game], CALENDAR)).toThrow(/^Game 1: /);
  });

  it('are refused from a snapshot of another model', () => {
    const snapshot = rateAll([], CALENDAR).takeSnapshot();
    expect(() => Ratings.resume({ ...snapshot, version: 0 }, CALENDAR)).toThrow(/version 0/);
  });
});

/** Lets the other side win. */
function swapScores({ sides: [first, second] }: ConfirmedGame): Pick<ConfirmedGame, 'sides'> {
  return {
    sides: [
      { ...first, score: second!.score },
      { ...second!, score: first.score },
    ],
  };
}

/** Lists the other side and the last player first. */
function mirror(game: ConfirmedGame): ConfirmedGame {
  const [first, second] = game.sides;
  const reverse = (side: typeof first) => ({
    ...side,
    players: side.players.toReversed(),
    presence: side.presence?.toReversed(),
  });
  return { ...game, sides: second ? [reverse(second), reverse(first)] : [reverse(first)] };
}

describe('games that are not rated', () => {
  const listUnrated = (games: readonly ConfirmedGame[]) => {
    const unrated: string[] = [];
    rateAll(games, CALENDAR, { onUnrated: ({ id }, reason) => unrated.push(`${id}: ${reason}`) });
    return unrated;
  };

  it('include games against unknown opponents', () => {
    const game = makeGame('1', ['cdefg']);
    expect(listUnrated([game])).toEqual(['1: one-sided']);
    expect(rateAll([game], CALENDAR).list()).toEqual([]);
  });

  it('include the fourth and later games of a day between the same rosters', () => {
    const games = Array.from({ length: 5 }, (_, n) =>
      makeGame(`${n}`, n % 2 ? ['ab', 'cd'] : ['dc', 'ba'], { playedAt: FIRST_DAY + n * HOUR_MS }),
    );
    const nextDay = makeGame('5', ['ab', 'cd'], { playedAt: FIRST_DAY + DAY_MS });
    const otherRoster = makeGame('6', ['ab', 'ce'], { playedAt: FIRST_DAY + 5 * HOUR_MS });
    expect(listUnrated([...games, nextDay, otherRoster])).toEqual(['3: daily-limit', '4: daily-limit']);
    // After the first game is voided, the fourth counts, no matter when they were confirmed.
    expect(listUnrated(games.slice(1))).toEqual(['4: daily-limit']);
  });
});

describe('the number', () => {
  it('never falls after a win, and never while a player is away', () => {
    fc.assert(
      fc.property(gameLists, (games) => {
        const scores = new Map(games.map((game) => [game.id, game]));
        rateAll(games, CALENDAR, {
          onChange: ({ game: id, player, pointsBefore, points }) => {
            const { sides } = scores.get(id)!;
            const own = sides.find(({ players }) => players.includes(player))!;
            const other = sides.find((side) => side !== own)!;
            if (own.score > other.score && pointsBefore !== null) expect(points).toBeGreaterThan(pointsBefore);
          },
        });
      }),
      { numRuns: 60 },
    );
  });

  it("doesn't change when a player comes back after a year and wins as before", () => {
    const games = playDaily(40, ['cde', 'fgh']).map((game, n) => (n % 2 ? { ...game, ...swapScores(game) } : game));
    const active = rateAll(games, CALENDAR);
    const before = active.get('Rec', 'c')!;
    active.rate([makeGame('back', ['cij', 'fkl'], { playedAt: FIRST_DAY + 400 * DAY_MS })]);
    const after = active.get('Rec', 'c')!;
    expect(after.sigma).toBeGreaterThan(before.sigma + 1);
    expect(after.settledSigma).toBe(before.settledSigma);
    expect(describeRating(after, after.lastPlayedAt, CALENDAR.seasonStarts).number).toBeGreaterThanOrEqual(
      describeRating(before, before.lastPlayedAt, CALENDAR.seasonStarts).number,
    );
  });

  it('has no peak before the fifth game', () => {
    expect(rateAll(playDaily(4, ['c', 'd']), CALENDAR).get('Rec', 'c')?.peak).toBeNull();
    const games = [...playDaily(8, ['c', 'd']), ...playDaily(8, ['d', 'c'], 8)];
    const peaks: number[] = [];
    const ratings = rateAll(games, CALENDAR, {
      onChange: ({ player, points, games: played }) => player === 'c' && played >= 5 && peaks.push(points),
    });
    expect(ratings.get('Rec', 'c')?.peak).toBe(Math.max(...peaks));
  });
});

describe('priors', () => {
  /**
   * Ten players have stable ratings after 400 games. Then `a` or `b` plays games with and against them, and wins every
   * other one.
   */
  const measureDifference = (count: number) => {
    const { below } = createRandom(3);
    const draw = (size: number, skipped = '') => {
      let letters = '';
      while (letters.length < size) {
        const letter = 'cdefghijkl'[below(10)]!;
        if (!`${letters}${skipped}`.includes(letter)) letters += letter;
      }
      return letters;
    };
    const settle = Array.from({ length: 400 }, (_, n) => {
      const side = draw(5);
      return makeGame(`s${n}`, [side, draw(5, side)], { playedAt: FIRST_DAY + n * HOUR_MS });
    });
    const games = Array.from({ length: count }, (_, n) => {
      const side = draw(4);
      const scores = n % 2 ? ([1, 0] as const) : ([0, 1] as const);
      return { side, others: draw(5, side), scores, playedAt: FIRST_DAY + (400 + n) * HOUR_MS };
    });
    const computeMu = (player: string) => {
      const own = games.map(({ side, others, ...more }, n) => makeGame(`n${n}`, [player + side, others], more));
      return rateAll([...settle, ...own], CALENDAR).get('Rec', player)!.mu;
    };
    return computeMu('a') - computeMu('b');
  };

  it("set new players' ratings and hardly matter after ten games", () => {
    const first = measureDifference(1);
    expect(first).toBeGreaterThan(5);
    expect(measureDifference(10)).toBeLessThan(first / 4);
  });
});

describe('season tables', () => {
  const secondSeason = SEASON_DAYS;
  const games = [
    ...playDaily(6, ['c', 'd']),
    ...playDaily(4, ['e', 'f'], 10),
    ...playDaily(6, ['d', 'c'], secondSeason),
  ];

  it("aren't changed by games of later seasons", () => {
    const first = rateAll(
      games.filter(({ playedAt }) => findSeason(CALENDAR.seasonStarts, playedAt) === 1),
      CALENDAR,
    );
    const table = first.rankSeason(1, 'Rec');
    expect(table.map(({ rank, player, games: played }) => [rank, player, played])).toEqual([
      [1, 'c', 6],
      [2, 'd', 6],
    ]);
    expect(rateAll(games, CALENDAR).rankSeason(1, 'Rec')).toEqual(table);
  });

  it('belong to the season in which a game was played, at its first millisecond', () => {
    const start = CALENDAR.seasonStarts[1]!;
    expect(findSeason(CALENDAR.seasonStarts, start - 1)).toBe(1);
    expect(findSeason(CALENDAR.seasonStarts, start)).toBe(2);
    expect(findSeason(CALENDAR.seasonStarts, FIRST_DAY - 1)).toBe(0);
  });

  it('start with higher uncertainty and the same means', () => {
    const before = rateAll(games.slice(0, 6), CALENDAR).get('Rec', 'c')!;
    const changes: RatingChange[] = [];
    rateAll(games, CALENDAR, { onChange: (change) => changes.push(change) });
    const first = changes.find(({ player, games: played }) => player === 'c' && played === 7)!;
    expect(first.muBefore).toBe(before.mu);
    expect(first.sigmaBefore ** 2).toBeGreaterThan(before.sigma ** 2 + 2);
  });

  it('order equal points by id', () => {
    const ties = Array.from({ length: 5 }, (_, n) =>
      makeGame(`${n}`, ['dc', 'fe'], { playedAt: FIRST_DAY + n * DAY_MS, scores: [1, 1] }),
    );
    expect(
      rateAll(ties, CALENDAR)
        .rankSeason(1, 'Rec')
        .map(({ player }) => player),
    ).toEqual(['c', 'd', 'e', 'f']);
  });
});
