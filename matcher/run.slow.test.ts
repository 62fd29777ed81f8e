import { expect, test } from 'vitest';
import { countRules } from '../bench/matcher/bench-rules.ts';
import { findInvalidSquads } from '../bench/matcher/check-squads.ts';
import { makePool, POOL_KINDS } from '../bench/matcher/pools.ts';
import { runMatcherInWorkers } from './pool-workers.ts';
import { defaultRules } from './run.ts';

/** These tests run separately, because full-size pools take minutes. */
test.each(POOL_KINDS)(
  'finds only valid squads within the bound for 10,000 players (%s)',
  async (kind) => {
    const pool = makePool(kind, 10_000, 2);
    for (const rules of [defaultRules, countRules(defaultRules)]) {
      for (const effort of ['quick', 'full'] as const) {
        const result = await runMatcherInWorkers(pool, rules, { seed: 1, effort });
        expect(findInvalidSquads(pool, rules, result)).toBe(0);
        expect(result.certificate.total).toBeLessThanOrEqual(result.certificate.bound);
      }
    }
  },
  300_000,
);

test('fills at least 98.5% of the squad bound with 100,000 players', async () => {
  const pool = makePool('community', 100_000, 2);
  const { certificate } = await runMatcherInWorkers(pool, countRules(defaultRules), { seed: 1, effort: 'full' });
  expect(certificate.squadGap).toBeLessThanOrEqual(0.015);
}, 600_000);
