import { describe, expect, test } from 'vitest';
import type { Pool, PoolPlayer } from './matcher-schema.ts';
import { makeRandom } from './random.ts';
import { defaultRules, runMatcher } from './run.ts';

const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];
const WEEK = '2026-03-02';

/** Arrivals of one run: every role as often as the others, evenings that overlap, some hard to please. */
function arrivals(run: number, count: number): PoolPlayer[] {
  const random = makeRandom(run + 1);
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
  test('nobody who can be in a squad is left out of more than three runs in a row', () => {
    let waiting: PoolPlayer[] = [];
    let longest = 0;
    let served = 0;
    for (let run = 0; run < 25; run++) {
      const players = [...waiting, ...arrivals(run, 62)];
      const pool: Pool = { weekOf: WEEK, players, forbiddenGroups: [] };
      const result = runMatcher(pool, defaultRules, { seed: run, effort: 0.2 });
      served += result.squads.length * 5;
      const left = new Map(result.leftOver.map((one) => [one.id, one]));
      waiting = players
        .filter(({ id }) => left.has(id))
        .map((player) => ({ ...player, waiting: left.get(player.id)!.waiting }));
      // Without two hours a week nobody can be served; all others could be.
      waiting = waiting.filter(({ id }) => left.get(id)!.reason !== 'too-little-time');
      longest = Math.max(longest, ...waiting.map((player) => player.waiting));
    }
    expect(served).toBeGreaterThan(25 * 62 * 0.9);
    expect(longest).toBeLessThanOrEqual(3);
  });

  test('of two who are alike, the one who waited longer is served', () => {
    const [pg, sg, sf, pf, c] = arrivals(1, 5).map((player, i) => ({
      ...player,
      positions: [ROLES[i]!],
      crossplay: true,
      languages: ['English'],
      windows: [{ days: ['Mon' as const], start: '19:00', end: '23:00' }],
    }));
    const late = { ...c!, id: 'late', waiting: 1, mic: false };
    const players = [pg!, sg!, sf!, pf!, c!, late];
    const { squads } = runMatcher({ weekOf: WEEK, players, forbiddenGroups: [] }, defaultRules, {
      seed: 1,
      effort: 'full',
    });
    expect(squads.map(({ members }) => members.at(-1))).toEqual(['late']);
  });
});
