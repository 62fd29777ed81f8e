import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePool, POOL_KINDS } from '../bench/matcher/pools.ts';
import { compilePool } from './compile.ts';
import { defaultRules } from './default-rules.ts';
import { computeGroupValue } from './group-score.ts';
import type { MatchingRules, Pool, PoolPlayer, Result } from './matcher-schema.ts';
import { findEligiblePlayers } from './plan.ts';
import { runMatcher, scorePair, scoreSquad } from './run.ts';
import { mapParts } from './score-parts.ts';
import { createPoolArbitrary } from './test-arbitraries.ts';

const countRules: MatchingRules = {
  ...defaultRules,
  weights: mapParts(() => 0),
};

/** Checks everything that must be true of any result for any pool. */
function checkResult(pool: Pool, rules: MatchingRules, result: Result): void {
  const byId = new Map(pool.players.map((player) => [player.id, player]));
  const seenIds = new Set<string>();
  const markSeen = (id: string) => {
    expect(seenIds.has(id)).toBe(false);
    seenIds.add(id);
  };
  for (const squad of result.squads) {
    squad.members.forEach(markSeen);
    const members = squad.members.map((id) => byId.get(id)!);
    const squadScore = scoreSquad(members, rules, pool.weekOf);
    expect(squadScore.problems).toEqual([]);
    expect(squadScore.score).toBeCloseTo(squad.score, 9);
    expect(members.every((member) => member.wants.includes('squad'))).toBe(true);
    for (const { id, positions } of members) expect(positions).toContain(squad.positions[id]);
    for (const { party } of members) if (party !== null) expect(isWhole(pool, party, squad.members)).toBe(true);
    expect(pool.forbiddenGroups.some((group) => sameGroup(group, squad.members))).toBe(false);
  }
  for (const pair of result.pairs) {
    pair.members.forEach(markSeen);
    const members = pair.members.map((id) => byId.get(id)!);
    expect(scorePair(members, rules, pool.weekOf).valid).toBe(true);
    expect(members.every((member) => member.wants.includes('pair'))).toBe(true);
    for (const { party } of members) if (party !== null) expect(isWhole(pool, party, pair.members)).toBe(true);
  }
  for (const { id, waiting } of result.leftOver) {
    markSeen(id);
    expect(waiting).toBe(byId.get(id)!.waiting + 1);
  }
  expect(seenIds.size).toBe(pool.players.length);
  const { total, bound, squads, squadBound, pairTotal, pairBound } = result.certificate;
  expect(total).toBeLessThanOrEqual(bound + 1e-6);
  expect(squads).toBeLessThanOrEqual(squadBound);
  expect(pairTotal).toBeLessThanOrEqual(pairBound + 1e-6);
}

function isWhole(pool: Pool, party: string, members: string[]): boolean {
  const mates = pool.players.filter((player) => player.party === party);
  return mates.every(({ id }) => members.includes(id));
}

function sameGroup(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** Returns the greatest total over all sets of disjoint squads by brute force. */
function findOptimum(pool: Pool, rules: MatchingRules): number {
  const compiledPool = compilePool(pool, rules);
  const eligible = findEligiblePlayers(compiledPool);
  const players = pool.players.map((_, i) => i).filter((i) => eligible[i]);
  const squads: { mask: number; value: number }[] = [];
  const group = new Int32Array(5);
  const choose = (from: number, depth: number) => {
    if (depth === 5) {
      const value = computeGroupValue(compiledPool.columns, group, 5, false);
      const names = Array.from(group, (i) => pool.players[i]!.id);
      const isPartyWhole = Array.from(group, (i) => pool.players[i]!.party).every(
        (p) => p === null || isWhole(pool, p, names),
      );
      if (value >= 0 && isPartyWhole) squads.push({ mask: group.reduce((mask, i) => mask | (1 << i), 0), value });
      return;
    }
    for (let index = from; index < players.length; index++) {
      group[depth] = players[index]!;
      choose(index + 1, depth + 1);
    }
  };
  choose(0, 0);
  const findBest = (from: number, usedMask: number): number => {
    let most = 0;
    for (let s = from; s < squads.length; s++) {
      if ((squads[s]!.mask & usedMask) === 0) {
        most = Math.max(most, squads[s]!.value + findBest(s + 1, usedMask | squads[s]!.mask));
      }
    }
    return most;
  };
  return findBest(0, 0);
}

/** Returns the greatest sum of pair values over all sets of disjoint pairs. */
function findBestPairs(pool: Pool): number {
  const { columns } = compilePool(pool, defaultRules);
  const computeValue = (a: number, b: number) => computeGroupValue(columns, Int32Array.of(a, b, 0, 0, 0), 2, false);
  const findBest = (from: number, usedMask: number): number => {
    if (from >= pool.players.length) return 0;
    let most = findBest(from + 1, usedMask);
    if ((usedMask >> from) & 1) return most;
    for (let b = from + 1; b < pool.players.length; b++) {
      if ((usedMask >> b) & 1 || computeValue(from, b) < 0) continue;
      most = Math.max(most, computeValue(from, b) + findBest(from + 1, usedMask | (1 << b)));
    }
    return most;
  };
  return findBest(0, 0);
}

describe('runMatcher', () => {
  test('returns only valid, disjoint matches within its own bounds, and keeps parties together', () => {
    fc.assert(
      fc.property(createPoolArbitrary(5, 60), fc.constantFrom('quick', 0.02), fc.boolean(), (pool, effort, count) => {
        const rules = count ? countRules : defaultRules;
        checkResult(pool, rules, runMatcher(pool, rules, { seed: 1, effort: effort as 'quick' | number }));
      }),
      { numRuns: 400 },
    );
  });

  test.each(POOL_KINDS)(
    'returns valid results with chains through many squads for a few thousand players (%s)',
    (kind) => {
      const pool = makePool(kind, 4_000, 2);
      checkResult(pool, countRules, runMatcher(pool, countRules, { seed: 2, effort: 'full' }));
    },
  );

  test('is deterministic for the same pool, rules, seed and effort', () => {
    fc.assert(
      fc.property(createPoolArbitrary(20, 50), fc.integer(), (pool, seed) => {
        const run = () => runMatcher(pool, defaultRules, { seed, effort: 0.02 });
        expect(run()).toEqual(run());
      }),
      { numRuns: 60 },
    );
  });

  test('never exceeds its bound, which is at least the optimum', () => {
    fc.assert(
      fc.property(createPoolArbitrary(8, 13), fc.boolean(), (pool, count) => {
        const rules = count ? countRules : defaultRules;
        const best = findOptimum(pool, rules);
        const { certificate } = runMatcher(pool, rules, { seed: 1, effort: 0.1 });
        expect(certificate.bound).toBeGreaterThanOrEqual(best - 1e-6);
        expect(certificate.total).toBeLessThanOrEqual(best + 1e-6);
      }),
      { numRuns: 300 },
    );
  });

  test('finds the optimum of nearly all small pools', () => {
    let matcherScore = 0;
    let best = 0;
    fc.assert(
      fc.property(createPoolArbitrary(12, 15, false), (pool) => {
        matcherScore += runMatcher(pool, defaultRules, { seed: 1, effort: 'full' }).certificate.total;
        best += findOptimum(pool, defaultRules);
      }),
      { numRuns: 60, seed: 4 },
    );
    expect(best).toBeGreaterThan(0);
    expect(matcherScore / best).toBeGreaterThanOrEqual(0.99);
  });

  test('finds the most valuable pairs among players who only want a pair', () => {
    fc.assert(
      fc.property(createPoolArbitrary(4, 12, false), (pool) => {
        const players = pool.players.map((player) => ({
          ...player,
          wants: ['pair'] as const satisfies PoolPlayer['wants'],
        }));
        const pairPool = { ...pool, players: players as PoolPlayer[] };
        const { certificate } = runMatcher(pairPool, defaultRules, { seed: 1, effort: 'full' });
        // Allow a tolerance, because the matching rounds weights to three decimal places.
        expect(certificate.pairTotal).toBeGreaterThanOrEqual(findBestPairs(pairPool) - 0.01);
      }),
      { numRuns: 200 },
    );
  });

  test('gives the scarcest seat the highest price under either objective', () => {
    for (const rules of [defaultRules, countRules]) {
      const { certificate } = runMatcher(makePool('famine', 2_000, 3), rules, { seed: 1, effort: 'quick' });
      const findPrice = (position: string) => certificate.coverage.find((one) => one.position === position)!.price;
      expect(findPrice('C')).toBeGreaterThan(findPrice('PG'));
    }
  });

  test('never proposes a forbidden group', () => {
    fc.assert(
      fc.property(createPoolArbitrary(15, 40), (pool) => {
        const first = runMatcher(pool, defaultRules, { seed: 1, effort: 0.02 });
        const forbiddenGroups = [...first.squads, ...first.pairs].map(({ members }) => members.toReversed());
        const secondResult = runMatcher({ ...pool, forbiddenGroups }, defaultRules, { seed: 1, effort: 0.02 });
        checkResult({ ...pool, forbiddenGroups }, defaultRules, secondResult);
        for (const pair of secondResult.pairs)
          expect(forbiddenGroups.some((g) => sameGroup(g, pair.members))).toBe(false);
      }),
      { numRuns: 80 },
    );
  });

  test('keeps squads that are still valid after changes', () => {
    fc.assert(
      fc.property(createPoolArbitrary(25, 50), fc.nat(), (pool, index) => {
        const previous = runMatcher(pool, defaultRules, { seed: 1, effort: 0.02 });
        const player = pool.players[index % pool.players.length]!;
        const players = pool.players.with(index % pool.players.length, { ...player, modes: ['Rec'] }).slice(1);
        const next = { ...pool, players };
        const result = runMatcher(next, defaultRules, { seed: 1, effort: 'quick', previous, changed: [player.id] });
        checkResult(next, defaultRules, result);
        expect(result.certificate.kept).toBeLessThanOrEqual(previous.squads.length);
        expect(result.squads.length).toBeGreaterThanOrEqual(result.certificate.kept);
      }),
      { numRuns: 120 },
    );
  });

  test('returns an empty result for an empty pool', () => {
    const result = runMatcher({ weekOf: '2026-03-02', players: [], forbiddenGroups: [] }, defaultRules, {
      seed: 1,
      effort: 'full',
    });
    expect(result).toMatchObject({ squads: [], pairs: [], leftOver: [], certificate: { total: 0, bound: 0, gap: 0 } });
  });
});
