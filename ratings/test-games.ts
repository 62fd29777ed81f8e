import fc from 'fast-check';
import type { ConfirmedGame, GameSide } from './rated-games.ts';
import type { PlayerRating } from './rating-columns.ts';
import { listSeasonStarts } from './rating-seasons.ts';
import type { RatingCalendar } from './ratings.ts';

export const FIRST_DAY = Date.UTC(2027, 0, 4);
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const SEASON_DAYS = 84;

const PRIORS = new Map([
  ['a', { overall: 97, level: 'elite' }],
  ['b', { overall: 70, level: 'casual' }],
]);
export const CALENDAR: RatingCalendar = { seasonStarts: listSeasonStarts(FIRST_DAY, 3), priors: PRIORS };

/** Creates a game that the first side wins unless scores are given. */
export function makeGame(
  id: string,
  sides: readonly [string, string] | readonly [string],
  more: Partial<Pick<ConfirmedGame, 'playedAt' | 'mode'>> & { scores?: readonly [number, number] } = {},
): ConfirmedGame {
  const { playedAt = FIRST_DAY, mode = 'Rec', scores = [21, 15] } = more;
  const toSide = (letters: string, n: 0 | 1): GameSide => ({ score: scores[n], players: letters.split('') });
  const [first, second] = sides;
  const own = toSide(first, 0);
  return { id, playedAt, mode, sides: second === undefined ? [own] : [own, toSide(second, 1)] };
}

const PLAYERS = 'abcdefghijkl'.split('');
const gameFacts = fc.record({
  day: fc.integer({ min: -10, max: 3 * SEASON_DAYS }),
  hour: fc.integer({ min: 0, max: 2 }),
  mode: fc.constantFrom('Rec', 'Park/City'),
  players: fc.shuffledSubarray(PLAYERS, { minLength: 4, maxLength: 10 }),
  split: fc.integer({ min: 1, max: 4 }),
  scores: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })),
  share: fc.constantFrom(0.25, 0.5, 1),
  guests: fc.integer({ min: 0, max: 1 }),
  isOneSided: fc.boolean(),
});

/**
 * Generates lists of games of a few players over four seasons, with ties, incomplete sides, guests and simultaneous
 * games.
 */
export const gameLists = fc.array(gameFacts, { minLength: 2, maxLength: 60 }).map((list) =>
  list.map((facts, n): ConfirmedGame => {
    const size = Math.min(facts.split, 4, facts.players.length - 1);
    const first: GameSide = {
      score: facts.scores[0],
      players: facts.players.slice(0, size),
      presence: facts.players.slice(0, size).map((_, k) => (k === 0 ? facts.share : 1)),
    };
    const players = facts.players.slice(size, size + 4);
    const second: GameSide = { score: facts.scores[1], players, guests: facts.guests };
    return {
      id: `game-${n}`,
      playedAt: FIRST_DAY + facts.day * DAY_MS + facts.hour * HOUR_MS,
      mode: facts.mode,
      sides: facts.isOneSided && n % 5 === 0 ? [first] : [first, second],
    };
  }),
);

/** Sorts ratings, so that two lists can be compared. */
export const sortRatings = (ratings: readonly PlayerRating[]): PlayerRating[] =>
  ratings.toSorted((x, y) => (`${x.mode} ${x.player}` < `${y.mode} ${y.player}` ? -1 : 1));
