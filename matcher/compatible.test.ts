import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasBit } from './board.ts';
import type { Columns } from './columns.ts';
import { fillCompatible } from './compatible.ts';
import { compilePool } from './compile.ts';
import { defaultRules } from './default-rules.ts';
import { canPlayTogether, hasSharedStretch } from './player-compatibility.ts';
import { createPoolArbitrary, windowArbitrary } from './test-arbitraries.ts';

test('gives the same result as checking every pair of players individually', () => {
  const limits = fc.record({
    minCommonMinutes: fc.constantFrom(0, 45, 120, 150, 600),
    commonMode: fc.boolean(),
    commonLanguage: fc.boolean(),
    maxRatingSpread: fc.constantFrom(null, 6, 20),
  });
  const windows = fc.array(fc.array(windowArbitrary, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(createPoolArbitrary(2, 70), limits, windows, fc.boolean(), (pool, changes, hours, hasOddBins) => {
      // Give every other player different availability, so their free time overlaps only in part.
      const players = pool.players.map((player, i) =>
        hasOddBins && i % 2 === 1 ? { ...player, windows: hours[i % hours.length]! } : player,
      );
      const rules = { ...defaultRules, limits: { ...defaultRules.limits, ...changes } };
      const { columns: c } = compilePool({ ...pool, players }, rules);
      const { row, compatible } = fillColumns(c, false);
      for (let a = 0; a < c.size; a++) {
        for (let b = 0; b < c.size; b++) {
          expect(hasBit(compatible, a * row, b), `${a} and ${b}`).toBe(a !== b && canPlayTogether(c, a, b));
        }
      }
      expectWholeStretches(c);
    }),
    { numRuns: 120 },
  );
});

/**
 * Expects the rows to contain all pairs that share the needed time in one stretch starting on a half hour, and no
 * incompatible pairs.
 */
function expectWholeStretches(c: Columns): void {
  const { row, compatible, degree, firstWord, lastWord } = fillColumns(c, true);
  const longest = Math.max(...c.minBins.subarray(0, c.size));
  for (let a = 0; a < c.size; a++) {
    let togetherCount = 0;
    for (let b = 0; b < c.size; b++) {
      const isSet = hasBit(compatible, a * row, b);
      const could = a !== b && canPlayTogether(c, a, b);
      if (isSet) expect(could, `${a} and ${b}`).toBe(true);
      // A stretch two bins longer than needed always contains enough whole half hours, wherever it begins.
      if (could && longest > 0 && hasSharedStretch(c, a, b, longest + 2)) expect(isSet, `${a} and ${b}`).toBe(true);
      if (!isSet) continue;
      togetherCount++;
      expect(b >> 5).toBeGreaterThanOrEqual(firstWord[a]!);
      expect(b >> 5).toBeLessThanOrEqual(lastWord[a]!);
    }
    // The degree ignores blocks.
    expect(degree[a]).toBeGreaterThanOrEqual(togetherCount);
  }
}

function fillColumns(c: Columns, isUnbroken: boolean) {
  const row = (c.size + 31) >> 5;
  const createNumbers = () => new Int32Array(c.size);
  // Data left over from an earlier board must not affect the result.
  const into = {
    row,
    compatible: new Int32Array(c.size * row).fill(-1),
    degree: createNumbers(),
    firstWord: createNumbers(),
    lastWord: createNumbers(),
  };
  fillCompatible(c, into, isUnbroken);
  return into;
}
