import { compilePool } from './compile.ts';
import { FAULT } from './group-score.ts';
import type { MatchingRules, Pool } from './matcher-schema.ts';
import { FAULT_LABELS } from './score.ts';
import { findCompanyAmong, narrowest } from './why-not-company.ts';

export type FittingPlayers = {
  /** Other players who could be proposed to this player, because no hard constraint rules the pair out. */
  fitting: number;
  /** Number of others examined. */
  others: number;
  /**
   * The obstacle that rules out the most of them, even when obstacles overlap, in the words of `scorePair`; null when
   * everyone fits.
   */
  obstacle: string | null;
};

/** Counts the players in a pool who fit one of its players, judged pairwise by the matcher's own constraints. */
export function findFitsFor(id: string, pool: Pool, rules: MatchingRules): FittingPlayers {
  const { columns, indexOf } = compilePool(pool, rules);
  const self = indexOf(id);
  if (self === undefined) return { fitting: 0, others: 0, obstacle: null };
  const company = findCompanyAmong(columns, self, () => true);
  const { fits, others } = company;
  const obstacle = fits.length < others ? FAULT_LABELS[FAULT[narrowest(company)]]! : null;
  return { fitting: fits.length, others, obstacle };
}
