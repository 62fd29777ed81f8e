import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { fittingFor } from './fitting.ts';
import { scorePair } from './score.ts';
import { poolArbitrary } from './test-arbitraries.ts';

test('counts exactly those with whom the matcher could make a pair, and says what keeps the others apart', () => {
  fc.assert(
    fc.property(poolArbitrary(1, 30, false), (pool) => {
      const [self, ...others] = pool.players;
      const problems = others.map((other) => scorePair([self!, other], defaultRules, pool.weekOf).problems);
      const { fitting, others: looked, obstacle } = fittingFor(self!.id, pool, defaultRules);
      expect(looked).toBe(others.length);
      expect(fitting).toBe(problems.filter((one) => one.length === 0).length);
      if (fitting === looked) expect(obstacle).toBeNull();
      else expect(problems.flat()).toContain(obstacle);
    }),
    { numRuns: 200 },
  );
});

test('finds nobody for somebody who is not there', () => {
  expect(fittingFor('nobody', { weekOf: '2026-03-02', players: [], forbiddenGroups: [] }, defaultRules)).toEqual({
    fitting: 0,
    others: 0,
    obstacle: null,
  });
});
