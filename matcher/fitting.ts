import { compilePool } from './compile.ts';
import { found, groupValue } from './group-score.ts';
import type { MatchingRules, Pool } from './matcher-schema.ts';
import { FAULT_WORDS } from './score.ts';

export type Fitting = {
  /** Others who could be proposed to the player: no hard constraint stands between the two. */
  fitting: number;
  /** All others who were looked at. */
  others: number;
  /** What keeps most of those apart who do not fit, in the words of `scorePair`; null when all fit. */
  obstacle: string | null;
};

/** Who of a pool fits one of its players, judged two by two, by the constraints that the matcher itself keeps. */
export function fittingFor(id: string, pool: Pool, rules: MatchingRules): Fitting {
  const { columns, indexOf } = compilePool(pool, rules);
  const self = indexOf(id);
  if (self === undefined) return { fitting: 0, others: 0, obstacle: null };
  const faults = new Map<number, number>();
  const group = Int32Array.of(self, self);
  for (let other = 0; other < columns.size; other++) {
    if (other === self) continue;
    group[1] = other;
    if (groupValue(columns, group, 2, false) < 0) faults.set(found.fault, (faults.get(found.fault) ?? 0) + 1);
  }
  const others = columns.size - 1;
  const apart = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const [most] = [...faults].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { fitting: others - apart, others, obstacle: most ? FAULT_WORDS[most[0]]! : null };
}
