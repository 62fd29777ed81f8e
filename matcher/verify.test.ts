import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePool } from '../bench/matcher/pools.ts';
import type { MatchingRules, Pool, Result } from './matcher-schema.ts';
import { defaultRules, runMatcher } from './run.ts';
import { eachPart } from './score-parts.ts';
import { poolArbitrary } from './test-arbitraries.ts';
import { verifyResult } from './verify.ts';

const countRules: MatchingRules = { ...defaultRules, weights: eachPart(() => 0) };
const pool = makePool('community', 120, 3);
const plain = runMatcher(pool, defaultRules, { seed: 1, effort: 'full' });
const proven = runMatcher(pool, defaultRules, { seed: 1, effort: 'full', proof: 'tight' });

/** Returns the problems found in a result that was modified after the run. */
function problemsOf(result: Result, change: (copy: Result) => void, of: Pool = pool): string {
  const copy = structuredClone(result);
  change(copy);
  return verifyResult(of, defaultRules, copy).join('\n');
}

describe('result verification', () => {
  test('accepts a result for any pool, rules and proof, including one read from a file', () => {
    fc.assert(
      fc.property(
        poolArbitrary(1, 24),
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
    expect(verifyResult(pool, defaultRules, plain, { repeat: true })).toEqual([]);
    expect(verifyResult(pool, defaultRules, proven, { repeat: true })).toEqual([]);
  });

  test.each<[string, RegExp, (copy: Result) => void]>([
    [
      'two players who changed squads',
      /squad of/,
      ({ squads: [one, other] }) => {
        const [a, b] = [one!.members[0]!, other!.members[1]!];
        one!.members[0] = b;
        other!.members[1] = a;
      },
    ],
    [
      'somebody named twice',
      /named twice/,
      ({ squads: [one, other] }) => one!.members.splice(0, 1, other!.members[0]!),
    ],
    ['somebody who is gone', /neither in a proposal/, ({ leftOver }) => leftOver.pop()],
    [
      'a better score',
      /other points/,
      ({ squads: [one] }) => {
        one!.score += 1;
      },
    ],
    ['other hours', /other points or hours/, ({ squads: [one] }) => void one!.intervals.pop()],
    [
      'a greater total',
      /another total/,
      ({ certificate }) => {
        certificate.total += 1;
      },
    ],
    [
      'a smaller gap',
      /another gap/,
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
      'a pair at a position that one does not play',
      /pair of .* other positions/,
      ({ pairs: [one] }) => {
        one!.positions[one!.members[0]!] = 'Coach';
      },
    ],
    [
      'a squad that covers a seat twice by its own count',
      /squad of .* other positions/,
      ({ squads: [one] }) => {
        one!.coverage.PG = 2;
      },
    ],
    [
      'another week',
      /another weekOf/,
      ({ certificate }) => {
        certificate.weekOf = '2026-03-09';
      },
    ],
    ['waits that are not so', /number of runs/, ({ leftOver }) => void leftOver[0]!.waiting++],
  ])('rejects %s', (_, message, change) => {
    expect(problemsOf(plain, change)).toMatch(message);
  });

  test("rejects a tight proof with a price that's too low for its bound", () => {
    const thin = makePool('thin', 400, 4);
    const result = runMatcher(thin, defaultRules, { seed: 1, effort: 'quick', proof: 'tight' });
    expect(verifyResult(thin, defaultRules, result)).toEqual([]);
    const findDearest = ({ prices }: Result) => prices!.toSorted((a, b) => b.value - a.value)[0]!;
    const makeCheaper = (copy: Result) => {
      findDearest(copy).value /= 2;
    };
    expect(problemsOf(result, makeCheaper, thin)).toMatch(/^The bound .* is not proven/);
    expect(problemsOf(result, ({ prices }) => void prices!.splice(0, 10), thin)).toMatch(/is not proven/);
  });

  test('rejects a result when a row of the pool has changed since the run', () => {
    const [first] = plain.squads;
    const players = pool.players.map((player) =>
      player.id === first!.members[0] ? { ...player, blocks: [first!.members[1]!] } : player,
    );
    expect(problemsOf(plain, () => {}, { ...pool, players })).toMatch(/breaks a limit/);
  });
});
