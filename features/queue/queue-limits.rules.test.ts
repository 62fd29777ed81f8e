import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import type { MatchingRules } from '../../matcher/matcher-schema.ts';
import { addMs as later } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { countStepsPassed, getMinimumScore, getQueuePool, listRelaxations } from './queue-limits.rules.ts';

const since = new Date('2026-03-03T20:00:00Z');
const minutesLater = (minutes: number) => later(since, minutes * MINUTE_MS);

test.each([
  [0, 0, 70],
  [0.99, 0, 70],
  [1, 1, 55],
  [3, 2, 40],
  [5.99, 2, 40],
  [6, 3, 0],
  [600, 3, 0],
])('maps a wait of %f minutes to relaxation step %i and a minimum score of %i', (minutes, step, score) => {
  expect(countStepsPassed(defaultRules, since, minutesLater(minutes))).toBe(step);
  expect(getMinimumScore(defaultRules, step)).toBe(score);
});

test('uses the last minimum score for all further steps', () => {
  const rules = { ...defaultRules, queue: { stepMinutes: [1, 2, 3, 4], minScores: [70, 55] } };
  expect([0, 1, 2, 4].map((step) => getMinimumScore(rules, step))).toEqual([70, 55, 55, 55]);
});

test('reaches no relaxation step when the clock was set back', () => {
  expect(countStepsPassed(defaultRules, since, minutesLater(-5))).toBe(0);
});

test('puts regions that can eventually be matched, even indirectly, into one pool', () => {
  const pools = new Map(
    ['NA-East', 'NA-West', 'EU', 'SA', 'Asia', 'Oceania', 'Other'].map((region) => [
      region,
      getQueuePool(region, defaultRules),
    ]),
  );
  expect(pools.get('NA-West')).toBe('EU+NA-East+NA-West+SA');
  expect([pools.get('EU'), pools.get('SA'), pools.get('NA-East')]).toEqual(Array(3).fill('EU+NA-East+NA-West+SA'));
  expect([pools.get('Asia'), pools.get('Oceania'), pools.get('Other')]).toEqual([
    ...['Asia+Oceania', 'Asia+Oceania', 'Other'],
  ]);
});

test('uses a single pool without region limits, and a separate pool for an unlisted region', () => {
  const open = { ...defaultRules, limits: { ...defaultRules.limits, regions: null } };
  expect(getQueuePool('EU', open)).toBe('everywhere');
  expect(getQueuePool('Antarctica', defaultRules)).toBe('Antarctica');
});

test('lists relaxations with their times and skips steps that change nothing', () => {
  const relaxations = listRelaxations(defaultRules, { region: 'NA-East', since }, minutesLater(2));
  expect(relaxations).toEqual([
    { at: minutesLater(1), inForce: true, regions: [], score: 55, spread: null },
    { at: minutesLater(3), inForce: false, regions: ['EU', 'SA'], score: 40, spread: null },
    { at: minutesLater(6), inForce: false, regions: [], score: 0, spread: null },
  ]);
  const other = listRelaxations(defaultRules, { region: 'Other', since }, minutesLater(2));
  expect(other.map(({ regions }) => regions)).toEqual([[], [], []]);
  const flat = { ...defaultRules, queue: { stepMinutes: [1, 3], minScores: [0] } };
  expect(listRelaxations(flat, { region: 'Other', since }, since)).toEqual([]);
});

test('lists a relaxed rating spread', () => {
  const rules: MatchingRules = { ...defaultRules, relaxation: [{ afterRuns: 1, maxRatingSpread: 12 }] };
  expect(listRelaxations(rules, { region: 'EU', since }, since)[0]).toMatchObject({ at: minutesLater(1), spread: 12 });
});

const REGIONS = ['a', 'b', 'c', 'd', 'e', 'f'];
const sets = fc.array(fc.subarray(REGIONS, { minLength: 2 }), { maxLength: 3 });

test('never matches across pools, even after every relaxation', () => {
  fc.assert(
    fc.property(
      sets,
      fc.array(fc.record({ afterRuns: fc.integer({ min: 1, max: 3 }), regions: sets })),
      (own, steps) => {
        const rules: MatchingRules = {
          ...defaultRules,
          limits: { ...defaultRules.limits, regions: own },
          relaxation: steps,
        };
        for (const region of REGIONS) {
          const pool = getQueuePool(region, rules).split('+');
          expect(pool).toContain(region);
          for (const other of pool) expect(getQueuePool(other, rules)).toBe(pool.join('+'));
          const relaxations = listRelaxations(rules, { region, since }, since).flatMap(({ regions }) => regions);
          for (const other of relaxations) expect(pool).toContain(other);
        }
      },
    ),
  );
});
