import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasBit } from './board.ts';
import { fillCompatible } from './compatible.ts';
import { compilePool } from './compile.ts';
import { defaultRules } from './default-rules.ts';
import { goTogether } from './go-together.ts';
import { poolArbitrary, windowArbitrary } from './test-arbitraries.ts';

test('the rows of who goes with whom say the same as a look at each two players', () => {
  const limits = fc.record({
    minCommonMinutes: fc.constantFrom(0, 45, 120, 150, 600),
    commonMode: fc.boolean(),
    commonLanguage: fc.boolean(),
    maxRatingSpread: fc.constantFrom(null, 6, 20),
  });
  const windows = fc.array(fc.array(windowArbitrary, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(poolArbitrary(2, 70), limits, windows, fc.boolean(), (pool, changed, hours, odd) => {
      // Odd hours for every other player, so that stretches of time are shared in part.
      const players = pool.players.map((player, i) =>
        odd && i % 2 === 1 ? { ...player, windows: hours[i % hours.length]! } : player,
      );
      const rules = { ...defaultRules, limits: { ...defaultRules.limits, ...changed } };
      const { columns: c } = compilePool({ ...pool, players }, rules);
      const row = (c.size + 31) >> 5;
      const compatible = new Int32Array(c.size * row);
      fillCompatible(c, row, compatible, new Int32Array(c.size));
      for (let a = 0; a < c.size; a++) {
        for (let b = 0; b < c.size; b++) {
          expect(hasBit(compatible, a * row, b), `${a} and ${b}`).toBe(a !== b && goTogether(c, a, b));
        }
      }
    }),
    { numRuns: 120 },
  );
});
