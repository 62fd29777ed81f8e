import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeSquadValue, layOutBoard } from './board.ts';
import { compilePool } from './compile.ts';
import { defaultRules } from './default-rules.ts';
import { computeGroupValue } from './group-score.ts';
import type { PoolPlayer } from './matcher-schema.ts';
import { Opening } from './opening.ts';
import { scorePair, scoreSquad } from './score.ts';
import { PARTS } from './score-parts.ts';
import { addSeats, seatBest } from './seating.ts';
import { createWorkspace } from './task.ts';
import { createPlayerArbitrary, createPoolArbitrary, weekArbitrary } from './test-arbitraries.ts';

const WEEK = '2026-03-02';
const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];

/** Returns five players who fit in every respect, except for the given changes. */
function createFive(change: (player: PoolPlayer, i: number) => Partial<PoolPlayer> = () => ({})): PoolPlayer[] {
  return ROLES.map((role, i) => {
    const player: PoolPlayer = {
      id: `p${i}`,
      platform: 'PS5',
      crossplay: false,
      region: 'EU',
      positions: [role],
      rating: 85,
      competitive_level: 'competitive',
      modes: ['Rec', 'Park/City'],
      languages: ['English'],
      timezone: 'Europe/Berlin',
      windows: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
      slots: [],
      playstyle: [],
      archetypes: [['Playmaker', 'Sharpshooter', 'Slasher', 'Glass Cleaner', 'Lockdown Defender'][i]!],
      mic: true,
      wishes: {},
      party: null,
      blocks: [],
      avoids: [],
      waiting: 0,
      priority: 0,
      reliability: null,
      wants: ['squad', 'pair'],
    };
    return { ...player, ...change(player, i) };
  });
}

const score = (members: PoolPlayer[]) => scoreSquad(members, defaultRules, WEEK);
const changeFirst = (part: Partial<PoolPlayer>) => createFive((_, i) => (i === 0 ? part : {}));

describe('the score of a squad', () => {
  test('is 100 for five players who fit in every respect', () => {
    const squad = score(createFive());
    expect(squad).toMatchObject({ valid: true, overlapMinutes: 360, coverage: { PG: 1, SG: 1, SF: 1, PF: 1, C: 1 } });
    expect(squad.score).toBeCloseTo(100, 9);
    expect(squad.intervals).toEqual([
      [1440 + 19 * 60, 1440 + 22 * 60],
      [3 * 1440 + 19 * 60, 3 * 1440 + 22 * 60],
    ]);
  });

  test.each([
    ['region', { region: 'NA-East' }, 'their regions don’t play together'],
    ['platform', { platform: 'PC' }, 'they are on different platforms and not all of them allow crossplay'],
    ['mode', { modes: ['Pro-Am 5v5'] }, 'they have no game mode in common'],
    ['language', { languages: ['German'] }, 'they have no language in common'],
    [
      'time',
      { windows: [{ days: ['Tue' as const], start: '20:00', end: '21:45' }] },
      'they have too little time in common',
    ],
    ['block', { blocks: ['p3'] }, 'one of them has blocked another'],
    ['seats', { positions: ['C'] }, 'their positions do not cover the squad'],
  ])('is zero and reports a problem when the hard constraint %s fails', (_, part, problem) => {
    expect(score(changeFirst(part))).toMatchObject({ valid: false, score: 0, problems: [problem] });
  });

  test('rejects a group when the rating spread exceeds the limit', () => {
    const strict = { ...defaultRules, limits: { ...defaultRules.limits, maxRatingSpread: 4 } };
    expect(scoreSquad(changeFirst({ rating: 90 }), strict, WEEK).problems).toEqual(['their ratings are too far apart']);
    expect(scoreSquad(changeFirst({ rating: 89 }), strict, WEEK).valid).toBe(true);
    expect(scoreSquad(changeFirst({ rating: null }), strict, WEEK).valid).toBe(true);
  });

  test('accepts different platforms when everyone allows crossplay', () => {
    const mixedPlayers = createFive((_, i) => ({ crossplay: true, platform: i < 2 ? 'PC' : 'PS5' }));
    expect(score(mixedPlayers).valid).toBe(true);
  });

  test('relaxes regions only when everyone in the group has waited', () => {
    const createWaiting = (runs: number) =>
      createFive((_, i) => ({ waiting: runs, region: i === 0 ? 'NA-East' : 'EU' }));
    expect(score(createWaiting(1)).valid).toBe(false);
    expect(score(createWaiting(2)).valid).toBe(true);
    expect(score([{ ...createWaiting(2)[0]!, waiting: 0 }, ...createWaiting(2).slice(1)]).valid).toBe(false);
  });

  test('subtracts the avoid penalty once for each member who avoids another', () => {
    expect(score(changeFirst({ avoids: ['p1'] })).score).toBeCloseTo(100 - defaultRules.scales.avoidPenalty, 9);
    const players = createFive((_, i) => (i < 2 ? { avoids: [`p${1 - i}`] } : {}));
    expect(score(players).score).toBeCloseTo(100 - 2 * defaultRules.scales.avoidPenalty, 9);
  });

  test('reports a wrong number of players instead of throwing', () => {
    expect(score(createFive().slice(1)).problems).toEqual(['it takes 5 different players']);
    expect(scorePair(createFive().slice(0, 2), defaultRules, WEEK).valid).toBe(true);
  });

  test('gives each player of a pair one of their positions, even if they share only one', () => {
    const [one, other] = createFive((_, i) => ({ positions: i === 0 ? ['PG'] : ['Coach', 'PG'] }));
    expect(scorePair([one!, other!], defaultRules, WEEK).positions).toEqual({ p0: 'PG', p1: 'PG' });
  });

  test('never exceeds the sum of its parts and is independent of member order', () => {
    fc.assert(
      fc.property(createPoolArbitrary(5, 5, false), fc.integer(), (pool, seed) => {
        const squad = scoreSquad(pool.players, defaultRules, pool.weekOf);
        const sum = PARTS.reduce((total, part) => total + squad.parts[part], 0);
        for (const part of PARTS) expect(squad.parts[part]).toBeLessThanOrEqual(defaultRules.weights[part] + 1e-9);
        expect(squad.score).toBeLessThanOrEqual(sum + 1e-9);
        const rotatedPlayers = pool.players.map((_, i) => pool.players[(i + Math.abs(seed % 5)) % 5]!);
        expect(scoreSquad(rotatedPlayers, defaultRules, pool.weekOf).score).toBeCloseTo(squad.score, 9);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('a part of the score', () => {
  const level = fc.integer({ min: 0, max: 12 });

  test('never decreases with more common time', () => {
    fc.assert(
      fc.property(level, level, (a, b) => {
        const computeHours = (quarters: number) =>
          score(createFive(() => ({ windows: [], slots: [[600, 720 + 15 * quarters]] }))).parts.commonHours;
        expect(computeHours(Math.max(a, b))).toBeGreaterThanOrEqual(computeHours(Math.min(a, b)));
      }),
      { numRuns: 300 },
    );
  });

  test("never increases when a member's rating moves away from the others", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }), (a, b) => {
        const scoreSkill = (distance: number) => score(changeFirst({ rating: 85 + distance })).parts.skill;
        expect(scoreSkill(Math.max(a, b))).toBeLessThanOrEqual(scoreSkill(Math.min(a, b)) + 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  test('never decreases when a member gains a mode, a microphone or a job', () => {
    fc.assert(
      fc.property(createPoolArbitrary(5, 5, false), fc.integer({ min: 0, max: 4 }), ({ players, weekOf }, i) => {
        const before = scoreSquad(players, defaultRules, weekOf);
        if (!before.valid) return;
        const more = {
          ...players[i]!,
          mic: true,
          modes: [...new Set([...players[i]!.modes, 'Rec', 'Park/City'])],
          archetypes: [...players[i]!.archetypes, 'Lockdown Defender'],
        };
        const after = scoreSquad(players.with(i, more), defaultRules, weekOf);
        for (const part of ['modes', 'communication', 'complement'] as const) {
          expect(after.parts[part]).toBeGreaterThanOrEqual(before.parts[part] - 1e-9);
        }
      }),
      { numRuns: 1500 },
    );
  });
});

describe('seating', () => {
  test('finds the same best assignment as brute force', () => {
    fc.assert(
      fc.property(
        fc.tuple(...ROLES.map((_, i) => createPlayerArbitrary(`p${i}`))),
        weekArbitrary,
        (players, weekOf) => {
          const { columns } = compilePool({ weekOf, players, forbiddenGroups: [] }, defaultRules);
          const group = Int32Array.from([0, 1, 2, 3, 4]);
          const reach = players.reduce((sum, _, i) => addSeats(sum, columns.seatMask[i]!), 1);
          const best = findBestByTrying(players.map((player) => player.positions));
          expect(seatBest(columns, group, 5, true)).toBeCloseTo(best, 9);
          expect(reach !== 0).toBe(best >= 0);
        },
      ),
      { numRuns: 1500 },
    );
  });

  function findBestByTrying(positions: string[][], takenRoles: string[] = []): number {
    if (takenRoles.length === 5) return 0;
    let best = -1;
    for (const role of ROLES) {
      const rank = positions[takenRoles.length]!.indexOf(role);
      if (rank < 0 || takenRoles.includes(role)) continue;
      const otherScore = findBestByTrying(positions, [...takenRoles, role]);
      if (otherScore >= 0) best = Math.max(best, otherScore + defaultRules.scales.positionFit[rank]!);
    }
    return best;
  }
});

describe('Opening.computeValueWith', () => {
  test('returns the same value as scoring the whole group', () => {
    fc.assert(
      fc.property(createPoolArbitrary(6, 6, false), fc.integer({ min: 0, max: 4 }), (pool, place) => {
        const { columns } = compilePool(pool, defaultRules);
        const { board } = createWorkspace(columns, [], 8);
        layOutBoard(board, [0, 1, 2, 3, 4, 5], [], { prices: new Float64Array(5) });
        const opening = new Opening(board);
        const members = Int32Array.from([0, 1, 2, 3, 4]);
        opening.open(members, 0, place);
        for (const player of [place, 5]) {
          const group = members.slice();
          group[place] = player;
          expect(opening.computeValueWith(player)).toBeCloseTo(computeSquadValue(board, group), 9);
          expect(computeSquadValue(board, group)).toBe(computeGroupValue(board.c, group, 5, false));
        }
      }),
      { numRuns: 1500 },
    );
  });
});
