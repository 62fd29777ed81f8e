import { describe, expect, it } from 'vitest';
import { english, translate } from '../../../messages/lazy-text.ts';
import {
  findLineupProblem,
  findTimeProblem,
  type GameFacts,
  isSameResult,
  judgeDue,
  mayActFor,
  readClaim,
  type SideFacts,
} from './games.rules.ts';
import { type BoxScore, EMPTY_BOX } from './games.schema.ts';

const side = (number: 1 | 2, captainId: string | null, ...memberIds: string[]): SideFacts => ({
  side: number,
  captainId,
  memberIds,
  playerIds: [],
});
const box = (numbers: Partial<BoxScore>) => ({ ...EMPTY_BOX, ...numbers });

describe('readClaim', () => {
  it('turns the claim of either side into the same result', () => {
    const own = readClaim({ outcome: null, score: { own: 68, other: 61 } }, 1, 1);
    const other = readClaim({ outcome: 'lost', score: { own: 61, other: 68 } }, 2, 1);
    expect(own).toEqual({ winner: 1, score1: 68, score2: 61 });
    expect(other).toEqual(own);
  });

  it.each([
    [{ outcome: null, score: null }, 1, 'Say whether you won, or enter the score.'],
    [{ outcome: 'won' as const, score: { own: 1, other: 2 } }, 1, 'The score doesn’t match who won.'],
    [{ outcome: 'tied' as const, score: null }, 3, 'A series can’t end in a tie.'],
    [
      { outcome: null, score: { own: 3, other: 0 } },
      3,
      'In a best of 3, one side wins 2 games. Enter the games won by each side.',
    ],
  ] as const)('refuses %j in a best of %i', (claim, bestOf, sentence) => {
    const problem = readClaim(claim, 1, bestOf);
    expect('reason' in problem && translate(english, problem.reason)).toBe(sentence);
  });
});

describe('isSameResult', () => {
  it('compares scores only if both results have one', () => {
    const scored = { winner: 1, score1: 68, score2: 61 } as const;
    expect(isSameResult(scored, { winner: 1, score1: null, score2: null })).toBe(true);
    expect(isSameResult(scored, { winner: 1, score1: 68, score2: 60 })).toBe(false);
    expect(isSameResult(scored, { winner: 2, score1: null, score2: null })).toBe(false);
  });
});

describe('findLineupProblem', () => {
  const eligible = new Map([
    ['ann', 'Ann'],
    ['ben', 'Ben'],
  ]);
  const context = { eligible, size: 2, bestOf: 1, score: 50 } as const;
  const check = (first: Partial<BoxScore> | null, second: Partial<BoxScore> | null, guests = 0) => {
    const players = [
      { user_id: 'ann', box: first && box(first) },
      { user_id: 'ben', box: second && box(second) },
    ];
    const problem = findLineupProblem({ players, guests }, context);
    return problem && translate(english, problem.reason);
  };

  it('accepts points that add up, and a box score that is incomplete', () => {
    expect(check({ points: 30, fg_made: 12, threes_made: 3 }, { points: 20 })).toBeUndefined();
    expect(check({ points: 30 }, { rebounds: 9 })).toBeUndefined();
  });

  it.each([
    [{ points: 30 }, { points: 21 }, 0, 'The players’ points add up to 51, but the score is 50.'],
    [{ points: 51 }, null, 0, 'The players’ points add up to 51, but the score is 50.'],
    [{ fg_made: 5, fg_attempted: 4 }, null, 0, 'Ann can’t have made more shots than they took.'],
    [{ threes_made: 5, threes_attempted: 4 }, null, 0, 'Ann can’t have made more threes than they took.'],
    [
      { fg_made: 2, threes_made: 3 },
      null,
      0,
      'Ann’s threes count as shots too, so there can’t be more threes than shots.',
    ],
    [{ fg_made: 5, threes_made: 3, points: 12 }, null, 0, 'Ann has fewer points than their shots are worth.'],
    [null, null, 1, 'A side has at most 2 players.'],
  ] as const)('refuses %j and %j with %i guests', (first, second, guests, sentence) => {
    expect(check(first, second, guests)).toBe(sentence);
  });

  it('refuses a player who was not there, and one listed twice', () => {
    const line = (user_id: string) => ({ user_id, box: null });
    const problem = (...ids: string[]) => findLineupProblem({ players: ids.map(line), guests: 0 }, context)?.reason;
    expect(translate(english, problem('ann', 'cat')!)).toBe('One of these players wasn’t in this session.');
    expect(translate(english, problem('ann', 'ann')!)).toBe('You listed a player twice.');
  });
});

describe('mayActFor', () => {
  const sides = [side(1, 'ann', 'ann', 'ben', 'both'), side(2, 'cat', 'cat', 'dan', 'both')];

  it('lets only the captains act between squads', () => {
    expect(['ann', 'ben', 'cat', 'both'].map((id) => mayActFor(sides, 1, id))).toEqual([true, false, false, false]);
  });

  it('lets others act when the captain is gone or belongs to both sides', () => {
    const gone = [side(1, null, 'ann', 'ben'), side(2, 'cat', 'cat')];
    const shared = [side(1, 'cat', 'cat', 'ben'), side(2, 'dan', 'cat', 'dan')];
    expect(mayActFor(gone, 1, 'ben')).toBe(true);
    expect([mayActFor(shared, 1, 'ben'), mayActFor(shared, 1, 'cat')]).toEqual([true, false]);
  });

  it('lets everyone on the only side act', () => {
    expect(mayActFor([side(1, 'ann', 'ann', 'ben')], 1, 'ben')).toBe(true);
  });
});

describe('judgeDue', () => {
  const result = { version: 1, reportedBy: 'ann', side: 1, winner: 1, score1: null, score2: null } as const;
  const game = (state: GameFacts['state'], sides: SideFacts[]): GameFacts => ({
    state,
    version: 1,
    confirmedAt: null,
    isUnanswered: false,
    sides,
    results: [result],
  });
  const two = [side(1, 'ann'), side(2, 'cat')];

  it('confirms a result between squads only with evidence from the side that reported it', () => {
    expect(judgeDue(game('reported', two), [1])).toBe('confirm');
    expect(judgeDue(game('reported', two), [2])).toBe('stay');
    expect(judgeDue(game('reported', [two[0]!]), [1])).toBe('stay');
  });

  it('voids a dispute', () => {
    expect(judgeDue(game('disputed', two), [1])).toBe('void');
  });
});

describe('findTimeProblem', () => {
  const at = (time: string) => new Date(`2026-03-03T${time}:00Z`);
  const session = { startsAt: at('20:00'), endsAt: at('21:30'), calledOffAt: null };

  it.each([
    [null, '21:00', undefined],
    ['19:40', '20:10', undefined],
    [null, '22:31', 'This game would be after the session. Check its time.'],
    ['19:29', '20:10', 'This game would be before the session. Check its time.'],
    ['21:00', '20:50', 'A game has to end after it started.'],
    [null, '23:10', 'A game can’t end in the future.'],
  ] as const)('judges a game from %s to %s', (start, end, sentence) => {
    const problem = findTimeProblem(session, { startedAt: start && at(start), endedAt: at(end), now: at('23:00') });
    expect(problem && translate(english, problem.reason)).toBe(sentence);
  });
});
