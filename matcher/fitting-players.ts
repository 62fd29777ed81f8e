import { compilePool } from './compile.ts';
import type { MatchingRules, Pool } from './matcher-schema.ts';
import { findCompanyAmong, findStrictestTest } from './why-not-company.ts';
import type { PairwiseConstraint } from './why-not-facts.ts';

export type FittingPlayers = {
  /** Number of other players who could be proposed to this player, because no hard constraint rules the pair out. */
  fitting: number;
  /** Number of other players checked. */
  others: number;
  /**
   * The constraint that rules out the most of them. A player can count for several constraints. Null when everyone
   * fits.
   */
  obstacle: PairwiseConstraint | null;
};

/** Counts the players in a pool who fit one of its players, pair by pair, under the matcher's own constraints. */
export function countFittingPlayers(id: string, pool: Pool, rules: MatchingRules): FittingPlayers {
  const { columns, indexOf } = compilePool(pool, rules);
  const self = indexOf(id);
  if (self === undefined) return { fitting: 0, others: 0, obstacle: null };
  const company = findCompanyAmong(columns, self, () => true);
  const { fits, others } = company;
  const obstacle = fits.length < others ? findStrictestTest(company) : null;
  return { fitting: fits.length, others, obstacle };
}
