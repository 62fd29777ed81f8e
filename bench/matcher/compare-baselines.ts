import { groupValue } from '../../matcher/group-score.ts';
import { type Compiled, compilePool, defaultRules, runMatcher } from '../../matcher/run.ts';
import type { Row } from './bars.ts';
import { baselines, FIRST_FIT } from './baselines.ts';
import { makePool, POOL_KINDS } from './pools.ts';
import { rankedPool, rankedRules } from './ranked-pool.ts';

/** Above this many players only the simplest is compared: others take minutes. */
const SOME = 20_000;

/** Other ways of matching beside ours, on the same pools, under the same rule of validity, one thread each. */
export async function compareBaselines(sizes: readonly number[]): Promise<Row[]> {
  return sizes.flatMap(compareAt);
}

function compareAt(size: number): Row[] {
  const rows: Row[] = [];
  for (const kind of [...POOL_KINDS, 'ranked'] as const) {
    const pool = kind === 'ranked' ? rankedPool(size, 1) : makePool(kind, size, 1);
    const rules = kind === 'ranked' ? rankedRules : defaultRules;
    const compiled = compilePool(pool, rules);
    for (const [name, baseline] of Object.entries(baselines)) {
      if (size > SOME && name !== FIRST_FIT) continue;
      const started = performance.now();
      const squads = baseline(compiled);
      const milliseconds = performance.now() - started;
      const total = totalOf(compiled, squads);
      rows.push(row({ kind, name, size, milliseconds, squads: squads.length, total }));
    }
    for (const effort of ['quick', 'full'] as const) {
      runMatcher(pool, rules, { seed: 1, effort });
      const started = performance.now();
      const { certificate } = runMatcher(pool, rules, { seed: 1, effort });
      const milliseconds = performance.now() - started;
      const { squads, total } = certificate;
      rows.push(row({ kind, name: `ours, ${effort} (with pairs, bound)`, size, milliseconds, squads, total }));
    }
  }
  return rows;
}

type Measured = { kind: string; name: string; size: number; milliseconds: number; squads: number; total: number };

function row({ kind, name, size, milliseconds, squads, total }: Measured) {
  return {
    pool: `${kind} ${size}`,
    method: name,
    'players/s': Math.round((1000 * size) / milliseconds),
    'valid squads': squads,
    'total score': Math.round(total),
  };
}

function totalOf(compiled: Compiled, squads: number[][]): number {
  const group = new Int32Array(5);
  let total = 0;
  for (const members of squads) {
    group.set(members);
    total += groupValue(compiled.columns, group, members.length, false);
  }
  return total;
}
