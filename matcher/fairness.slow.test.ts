import { describe, expect, test } from 'vitest';
import { measureWaits } from '../bench/matcher/measure-waits.ts';
import { type ArrivedPlayer, findLeastWait } from '../bench/matcher/unavoidable-waits.ts';
import type { Pool, PoolPlayer } from './matcher-schema.ts';
import { createRandom } from './random.ts';
import { defaultRules, runMatcher } from './run.ts';

const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];
const WEEK = '2026-03-02';

/**
 * Creates the players who arrive in one run: all roles equally often, with overlapping evenings, some hard to match.
 */
function createArrivals(run: number, count: number): PoolPlayer[] {
  const random = createRandom(run + 1);
  return Array.from({ length: count }, (_, i) => ({
    id: `r${run}p${i}`,
    platform: random.next() < 0.7 ? 'PS5' : 'Xbox Series',
    crossplay: random.next() < 0.8,
    region: 'EU',
    positions: [ROLES[i % 5]!, ROLES[random.below(5)]!],
    rating: 75 + random.below(25),
    competitive_level: 'casual',
    modes: random.next() < 0.5 ? ['Rec'] : ['Rec', 'Park/City'],
    languages: random.next() < 0.9 ? ['English'] : ['Spanish', 'English'],
    timezone: 'Europe/Berlin',
    windows: [
      { days: ['Mon', 'Tue', 'Thu', 'Sat'].filter(() => random.next() < 0.7) as 'Mon'[], start: '19:00', end: '23:00' },
    ],
    slots: [],
    playstyle: [],
    archetypes: [],
    mic: random.next() < 0.8,
    wishes: {},
    party: null,
    blocks: [],
    avoids: [],
    waiting: 0,
    priority: 0,
    reliability: null,
    wants: ['squad'],
  }));
}

describe('fairness over runs', () => {
  test('never leaves a matchable player out of more than three runs in a row', () => {
    let waitingPlayers: PoolPlayer[] = [];
    let longest = 0;
    let servedCount = 0;
    for (let run = 0; run < 25; run++) {
      const players = [...waitingPlayers, ...createArrivals(run, 62)];
      const pool: Pool = { weekOf: WEEK, players, forbiddenGroups: [] };
      const result = runMatcher(pool, defaultRules, { seed: run, effort: 0.2 });
      servedCount += result.squads.length * 5;
      const leftOverById = new Map(result.leftOver.map((one) => [one.id, one]));
      waitingPlayers = players
        .filter(({ id }) => leftOverById.has(id))
        .map((player) => ({ ...player, waiting: leftOverById.get(player.id)!.waiting }));
      // Players without two hours a week can't be matched; all others can.
      waitingPlayers = waitingPlayers.filter(({ id }) => leftOverById.get(id)!.reason !== 'too-little-time');
      longest = Math.max(longest, ...waitingPlayers.map((player) => player.waiting));
    }
    expect(servedCount).toBeGreaterThan(25 * 62 * 0.9);
    expect(longest).toBeLessThanOrEqual(3);
  });

  const RUN_COUNT = 50;

  /**
   * Returns the longest wait in runs that each add one player of every position and a second point guard. All players
   * are equal, so half of the guards must wait. The latest arrivals come first in the pool.
   * @param remembers whether a run knows how long each player has waited
   */
  function simulateGuards(remembers: boolean): { longest: number; comers: ArrivedPlayer[] } {
    const comers: ArrivedPlayer[] = [];
    let waitingPlayers: { player: PoolPlayer; from: number }[] = [];
    let longest = 0;
    for (let run = 0; run < RUN_COUNT; run++) {
      const arrivals = createArrivals(run, 6).map((player, i) => ({
        ...player,
        positions: [ROLES[i % 5]!],
        platform: 'PS5',
        crossplay: true,
        languages: ['English'],
        modes: ['Rec'],
        mic: true,
        rating: 85,
        windows: [{ days: ['Mon' as const], start: '19:00', end: '23:00' }],
      }));
      for (const { positions } of arrivals) comers.push({ from: run, positions, belongs: positions[0] === 'PG' });
      waitingPlayers.unshift(...arrivals.map((player) => ({ player, from: run })));
      const pool: Pool = { weekOf: WEEK, players: waitingPlayers.map(({ player }) => player), forbiddenGroups: [] };
      const { leftOver } = runMatcher(pool, defaultRules, { seed: run, effort: 'quick' });
      const leftOverById = new Map(leftOver.map((one) => [one.id, one]));
      for (const { player, from } of waitingPlayers)
        if (!leftOverById.has(player.id)) longest = Math.max(longest, run - from);
      waitingPlayers = waitingPlayers
        .filter(({ player }) => leftOverById.has(player.id))
        .map(({ player, from }) => ({
          from,
          player: { ...player, waiting: remembers ? leftOverById.get(player.id)!.waiting : 0 },
        }));
    }
    for (const { from } of waitingPlayers) longest = Math.max(longest, RUN_COUNT - from);
    return { longest, comers };
  }

  test('keeps the longest wait at the minimum when a position has twice as many players as seats', () => {
    const { longest, comers } = simulateGuards(true);
    // 100 guards arrive and 50 squads are possible. The latest arrival among the unserved guards came in run 25 of 50.
    expect(findLeastWait(comers, ROLES, RUN_COUNT)).toBe(25);
    expect(longest).toBe(25);
    // If waits are ignored, someone waits longer than necessary.
    expect(simulateGuards(false).longest).toBeGreaterThan(25);
  });

  test('computes the minimum wait over all sets of seats, for players who can meet', () => {
    const createArrival = (from: number, positions: string[], isCounted = true): ArrivedPlayer => ({
      from,
      positions,
      belongs: isCounted,
    });
    const four = ['SF', 'PF', 'C'].map((seat) => createArrival(0, [seat], false));
    // Three players compete for two seats only they can take, so one is left over after every run.
    expect(findLeastWait([...four, ...[1, 2, 3].map(() => createArrival(0, ['PG', 'SG']))], ROLES, 4)).toBe(4);
    expect(findLeastWait([...four, createArrival(0, ['PG', 'SG']), createArrival(0, ['PG', 'SG'])], ROLES, 4)).toBe(0);
    // Later arrivals make another squad possible, which ends the wait.
    const lateArrivals = ['SF', 'PF', 'C', 'SG'].map((seat) => createArrival(2, [seat], false));
    const three = [1, 2, 3].map(() => createArrival(0, ['PG', 'SG']));
    expect(findLeastWait([...four, ...lateArrivals, ...three], ROLES, 4)).toBe(2);
  });

  test('keeps every wait above its lower bound over 50 runs and reports standby separately', () => {
    const rows = measureWaits(RUN_COUNT, 30);
    for (const row of rows) {
      const description = `${row.pool}, ${row.who}`;
      expect(Number(row['longest wait']), description).toBeGreaterThanOrEqual(Number(row['lower bound']));
      expect(Number(row['longest wait']), description).toBeLessThanOrEqual(
        Number(row['most runs left out of']) + Number(row['longest standby']),
      );
    }
    for (const pool of ['community', 'famine'])
      for (const user of [...ROLES, 'EU', 'English'])
        expect(rows.some((row) => row.pool === pool && row.who === user)).toBe(true);
    // In a famine, someone provably has to wait. Standby for compatible players doesn't count as waiting.
    expect(
      Math.max(...rows.filter(({ pool }) => pool === 'famine').map((row) => Number(row['lower bound']))),
    ).toBeGreaterThan(10);
    expect(rows.some((row) => Number(row['longest standby']) > Number(row['most runs left out of']))).toBe(true);
  });

  test('picks the player who waited longer when two are otherwise equal', () => {
    const [pg, sg, sf, pf, c] = createArrivals(1, 5).map((player, i) => ({
      ...player,
      positions: [ROLES[i]!],
      crossplay: true,
      languages: ['English'],
      windows: [{ days: ['Mon' as const], start: '19:00', end: '23:00' }],
    }));
    const latePlayer = { ...c!, id: 'late', waiting: 1, mic: false };
    const players = [pg!, sg!, sf!, pf!, c!, latePlayer];
    const { squads } = runMatcher({ weekOf: WEEK, players, forbiddenGroups: [] }, defaultRules, {
      seed: 1,
      effort: 'full',
    });
    expect(squads.map(({ members }) => members.at(-1))).toEqual(['late']);
  });
});
