import { groupValue } from '../../matcher/group-score.ts';
import { type Compiled, compilePool, defaultRules, runMatcher } from '../../matcher/run.ts';
import type { Row } from './bars.ts';
import { baselines } from './baselines.ts';
import { makePool, POOL_KINDS } from './pools.ts';

/** Other ways of matching beside ours, on the same pools, under the same rule of validity, one thread each. */
export async function compareBaselines(size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of POOL_KINDS) {
    const pool = makePool(kind, size, 1);
    const compiled = compilePool(pool, defaultRules);
    for (const [name, baseline] of Object.entries(baselines)) {
      const started = performance.now();
      const squads = baseline(compiled);
      rows.push(row(kind, name, size, performance.now() - started, squads.length, totalOf(compiled, squads)));
    }
    for (const effort of ['quick', 'full'] as const) {
      runMatcher(pool, defaultRules, { seed: 1, effort });
      const started = performance.now();
      const { certificate } = runMatcher(pool, defaultRules, { seed: 1, effort });
      const seconds = performance.now() - started;
      rows.push(row(kind, `ours, ${effort} (with pairs, bound)`, size, seconds, certificate.squads, certificate.total));
    }
  }
  return rows;
}

function row(kind: string, name: string, size: number, milliseconds: number, squads: number, total: number) {
  return {
    pool: kind,
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
