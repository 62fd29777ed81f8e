import { compilePool } from './compile.ts';
import { FAULT } from './group-score.ts';
import type { MatchingRules, Pool } from './matcher-schema.ts';
import { FAULT_LABELS } from './score.ts';
import { findCompanyAmong, narrowest } from './why-not-company.ts';

export type FittingPlayers = {
  /** Number of other players who could be proposed to this player, because no hard constraint rules the pair out. */
  fitting: number;
  /** Number of other players checked. */
  others: number;
  /** Label of the constraint that rules out the most of them, as in `scorePair`; null if everyone fits. */
  obstacle: string | null;
};

/** Counts the players in a pool who fit one of its players, pair by pair, under the matcher's own constraints. */
export function countFittingPlayers(id: string, pool: Pool, rules: MatchingRules): FittingPlayers {
  const { columns, indexOf } = compilePool(pool, rules);
  const self = indexOf(id);
  if (self === undefined) return { fitting: 0, others: 0, obstacle: null };
  const company = findCompanyAmong(columns, self, () => true);
  const { fits, others } = company;
  const obstacle = fits.length < others ? FAULT_LABELS[FAULT[narrowest(company)]]! : null;
  return { fitting: fits.length, others, obstacle };
}
