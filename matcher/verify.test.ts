import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePool } from '../bench/matcher/pools.ts';
import type { MatchingRules, Pool, Result } from './matcher-schema.ts';
import { defaultRules, runMatcher } from './run.ts';
import { mapParts } from './score-parts.ts';
import { createPoolArbitrary } from './test-arbitraries.ts';
import { verifyResult } from './verify.ts';

const countRules: MatchingRules = { ...defaultRules, weights: mapParts(() => 0) };
const pool = makePool('community', 120, 3);
const plainResult = runMatcher(pool, defaultRules, { seed: 1, effort: 'full' });
const provenRun = runMatcher(pool, defaultRules, { seed: 1, effort: 'full', proof: 'tight' });

/** Returns the problems found in a result that was modified after the run. */
function listProblems(result: Result, change: (copy: Result) => void, of: Pool = pool): string {
  const copy = structuredClone(result);
  change(copy);
  return verifyResult(of, defaultRules, copy).join('\n');
}

describe('result verification', () => {
  test('accepts a result for any pool, rules and proof, including one read from a file', () => {
    fc.assert(
      fc.property(
        createPoolArbitrary(1, 24),
        fc.constantFrom(defaultRules, countRules),
        fc.constantFrom('quick' as const, 'tight' as const),
        (random, rules, proof) => {
          const result = runMatcher(random, rules, { seed: 1, effort: 'quick', proof });
          const read = JSON.parse(JSON.stringify(result)) as Result;
          expect(verifyResult(random, rules, read, { repeat: true })).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    expect(verifyResult(pool, defaultRules, plainResult, { repeat: true })).toEqual([]);
    expect(verifyResult(pool, defaultRules, provenRun, { repeat: true })).toEqual([]);
  });

  test.each<[string, RegExp, (copy: Result) => void]>([
    [
      'two players swapped between squads',
      /squad of/,
      ({ squads: [one, other] }) => {
        const [a, b] = [one!.members[0]!, other!.members[1]!];
        one!.members[0] = b;
        other!.members[1] = a;
      },
    ],
    [
      'a player listed twice',
      /listed twice/,
      ({ squads: [one, other] }) => one!.members.splice(0, 1, other!.members[0]!),
    ],
    ['a missing player', /neither in a match/, ({ leftOver }) => leftOver.pop()],
    [
      'a higher score',
      /different points/,
      ({ squads: [one] }) => {
        one!.score += 1;
      },
    ],
    ['different hours', /different points or hours/, ({ squads: [one] }) => void one!.intervals.pop()],
    [
      'a greater total',
      /different total/,
      ({ certificate }) => {
        certificate.total += 1;
      },
    ],
    [
      'a smaller gap',
      /different gap/,
      ({ certificate }) => {
        certificate.gap /= 2;
      },
    ],
    [
      'a lower bound that fits its gap',
      /^The bound .* is not proven/,
      ({ certificate }) => {
        certificate.bound = certificate.total;
        certificate.gap = 0;
      },
    ],
    ['fewer squads possible', /squads is not proven/, ({ certificate }) => void certificate.squadBound--],
    [
      "a pair with a position that a member doesn't play",
      /pair of .* positions/,
      ({ pairs: [one] }) => {
        one!.positions[one!.members[0]!] = 'Coach';
      },
    ],
    [
      'a squad that claims to cover a seat twice',
      /squad of .* positions/,
      ({ squads: [one] }) => {
        one!.coverage.PG = 2;
      },
    ],
    [
      'a different week',
      /different weekOf/,
      ({ certificate }) => {
        certificate.weekOf = '2026-03-09';
      },
    ],
    ['a wrong wait', /number of runs/, ({ leftOver }) => void leftOver[0]!.waiting++],
  ])('rejects %s', (_, message, change) => {
    expect(listProblems(plainResult, change)).toMatch(message);
  });

  test("rejects a tight proof with a price that's too low for its bound", () => {
    const thin = makePool('thin', 400, 4);
    const result = runMatcher(thin, defaultRules, { seed: 1, effort: 'quick', proof: 'tight' });
    expect(verifyResult(thin, defaultRules, result)).toEqual([]);
    const findDearest = ({ prices }: Result) => prices!.toSorted((a, b) => b.value - a.value)[0]!;
    const makeCheaper = (copy: Result) => {
      findDearest(copy).value /= 2;
    };
    expect(listProblems(result, makeCheaper, thin)).toMatch(/^The bound .* is not proven/);
    expect(listProblems(result, ({ prices }) => void prices!.splice(0, 10), thin)).toMatch(/is not proven/);
  });

  test('rejects a result when a row of the pool has changed since the run', () => {
    const [first] = plainResult.squads;
    const players = pool.players.map((player) =>
      player.id === first!.members[0] ? { ...player, blocks: [first!.members[1]!] } : player,
    );
    expect(listProblems(plainResult, () => {}, { ...pool, players })).toMatch(/breaks a limit/);
  });
});
