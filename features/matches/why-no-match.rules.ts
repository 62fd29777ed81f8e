import type { ChangeFacts, WhyNotFacts } from '../../matcher/run.ts';

/** What was worked out for somebody who was left over, without words: sentences are written for whoever reads. */
export type Advice = { facts: WhyNotFacts; change: ChangeFacts[] | null };

/** Of players whom a run or look could not have, because they had a proposal already: how many, and who of them fits. */
export type OccupiedCounts = { others: number; fitting: number };

/**
 * The reason among those who could be had, with those who could not: who has a proposal already fits all the same, and
 * nobody who fits many reads that nobody fits them.
 */
export function withOccupiedCounts(facts: WhyNotFacts, busy: OccupiedCounts): WhyNotFacts {
  // Which seats the busy ones could take is not known.
  if (!('fitting' in facts) || facts.constraint === 'seat-missing' || busy.fitting === 0) return facts;
  const { free, needed } = facts;
  const company = { others: facts.others + busy.others, fitting: facts.fitting + busy.fitting, free, needed };
  const one = 'alone' in facts && facts.alone;
  if (one || facts.constraint === 'no-group') return { ...facts, ...company };
  return { constraint: company.fitting < needed ? 'too-few' : 'nobody-free', ...company };
}
