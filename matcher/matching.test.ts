import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeMaximumMatching } from './matching.ts';

/** Returns the greatest sum over all matchings by brute force. */
function findOptimum(size: number, weights: Float64Array, from = 0, usedMask = 0): number {
  if (from >= size) return 0;
  let best = findOptimum(size, weights, from + 1, usedMask);
  if ((usedMask >> from) & 1) return best;
  for (let b = from + 1; b < size; b++) {
    const weight = weights[from * size + b]!;
    if (weight > 0 && ((usedMask >> b) & 1) === 0) {
      best = Math.max(best, weight + findOptimum(size, weights, from + 1, usedMask | (1 << b)));
    }
  }
  return best;
}

function sumOf(size: number, weights: Float64Array, partner: Int32Array): number {
  let sum = 0;
  for (let a = 0; a < size; a++) {
    const b = partner[a]!;
    if (b < 0) continue;
    expect(partner[b]).toBe(a);
    expect(weights[a * size + b]).toBeGreaterThan(0);
    if (b > a) sum += weights[a * size + b]!;
  }
  return sum;
}

function createGraph(size: number, edges: number[]): Float64Array {
  const weights = new Float64Array(size * size);
  for (let index = 0; index + 2 < edges.length; index += 3) {
    const [a, b] = [edges[index]! % size, edges[index + 1]! % size];
    if (a !== b) weights[a * size + b] = weights[b * size + a] = edges[index + 2]!;
  }
  return weights;
}

test('finds the maximum-weight matching of a small graph', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 11 }),
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.nat(10_000), { minLength: 3, maxLength: 90 }),
      (size, highest, numbers) => {
        // Few distinct weights create many tight edges at once, which makes blossoms shrink and expand.
        const weights = createGraph(
          size,
          numbers.map((value, index) => (index % 3 === 2 ? 1 + (value % highest) : value)),
        );
        expect(sumOf(size, weights, computeMaximumMatching(size, weights))).toBeCloseTo(findOptimum(size, weights), 6);
      },
    ),
    { numRuns: 3000 },
  );
});

test('leaves no pairs in a large graph whose swap would raise the total', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 20, max: 60 }), (seed, size) => {
      const weights = new Float64Array(size * size);
      let state = seed | 1;
      for (let a = 0; a < size; a++) {
        for (let b = a + 1; b < size; b++) {
          state = (Math.imul(state, 1103515245) + 12345) | 0;
          if ((state >>> 16) % 3 === 0) weights[a * size + b] = weights[b * size + a] = 1 + ((state >>> 8) % 50);
        }
      }
      const partner = computeMaximumMatching(size, weights);
      sumOf(size, weights, partner);
      const getPartnerWeight = (a: number) => (partner[a]! < 0 ? 0 : weights[a * size + partner[a]!]!);
      for (let a = 0; a < size; a++) {
        for (let b = 0; b < size; b++) {
          const weight = weights[a * size + b]!;
          if (weight <= 0 || partner[a] === b) continue;
          const [c, d] = [partner[a]!, partner[b]!];
          const otherWeight = c >= 0 && d >= 0 ? Math.max(0, weights[c * size + d]!) : 0;
          expect(weight + otherWeight).toBeLessThanOrEqual(getPartnerWeight(a) + getPartnerWeight(b) + 1e-9);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('matches no one when there are no edges', () => {
  expect([...computeMaximumMatching(3, new Float64Array(9))]).toEqual([-1, -1, -1]);
  expect([...computeMaximumMatching(0, new Float64Array(0))]).toEqual([]);
});
