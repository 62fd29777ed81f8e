import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeMaximumMatching, type WeightedEdges } from './matching.ts';
import { computeDenseMatching, computeMatchingBound, verifyMatching } from './matching-proof.ts';

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

function listEdges(size: number, weights: Float64Array): WeightedEdges {
  const edges = { from: [] as number[], to: [] as number[], weight: [] as number[] };
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (weights[a * size + b]! <= 0) continue;
      edges.from.push(a);
      edges.to.push(b);
      edges.weight.push(weights[a * size + b]!);
    }
  }
  return edges;
}

test('finds the maximum-weight matching of a small graph, with labels that prove it', () => {
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
        const edges = listEdges(size, weights);
        const matching = computeMaximumMatching(size, edges);
        expect(sumOf(size, weights, matching.partner)).toBeCloseTo(findOptimum(size, weights), 6);
        expect(verifyMatching(size, edges, matching)).toEqual([]);
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
      const { partner } = computeMaximumMatching(size, listEdges(size, weights));
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

const NO_EDGES: WeightedEdges = { from: [], to: [], weight: [] };

test('matches no one when there are no edges', () => {
  expect([...computeMaximumMatching(3, NO_EDGES).partner]).toEqual([-1, -1, -1]);
  expect([...computeMaximumMatching(0, NO_EDGES).partner]).toEqual([]);
});

test('proves the matching of a graph in which every two vertices share an edge', () => {
  const size = 120;
  for (const highest of [2, 40, 9_000]) {
    const weights = new Float64Array(size * size);
    for (let a = 0; a < size; a++)
      for (let b = 0; b < a; b++) {
        weights[a * size + b] = weights[b * size + a] = 1 + ((a * 7919 + b * 104_729) % highest);
      }
    const edges = listEdges(size, weights);
    const matching = computeDenseMatching(size, edges);
    expect(verifyMatching(size, edges, matching)).toEqual([]);
    expect(sumOf(size, weights, computeMaximumMatching(size, edges).partner)).toBe(computeMatchingBound(matching));
  }
});

test('refuses a matching that is not the best, and labels that do not cover an edge', () => {
  const edges = { from: [0, 1, 2], to: [1, 2, 3], weight: [5, 9, 5] };
  const best = computeMaximumMatching(4, edges);
  expect([...best.partner]).toEqual([1, 0, 3, 2]);
  expect(verifyMatching(4, edges, best)).toEqual([]);
  const worse = { ...best, partner: Int32Array.of(-1, 2, 1, -1) };
  expect(verifyMatching(4, edges, worse)).toEqual(["The matching doesn't reach the bound."]);
  const lowered = { ...best, labels: best.labels.map((label) => label / 2) };
  expect(verifyMatching(4, edges, lowered)).toContain('An edge is worth more than its labels.');
  expect(verifyMatching(4, edges, { ...best, partner: Int32Array.of(1, 0, 3, 0) })).toContain(
    'A vertex and its partner name different partners.',
  );
  expect(verifyMatching(4, edges, { ...best, partner: Int32Array.of(3, 2, 1, 0) })).toContain(
    'Two partners share no edge.',
  );
  expect(verifyMatching(4, edges, { ...best, sets: [{ members: [0, 1], label: 100 }] })).toContain(
    'A set is even, lists a vertex twice or has a negative label.',
  );
});
