import type { ChangeFacts, WhyNotFacts } from '../../matcher/run.ts';

/** The computed reasons why a player was left out, without text. The sentences are written for each reader. */
export type Advice = { facts: WhyNotFacts; change: ChangeFacts[] | null };

/**
 * Number of other players whom a run or search couldn't use because they already had a match (`others`), and how many
 * of them fit (`fitting`).
 */
export type BusyCounts = { others: number; fitting: number };

/**
 * Adds the unavailable players to a reason that was computed among the available ones. Players who already have a match
 * still fit, so the reason must not claim that nobody fits.
 */
export function withBusyCounts(facts: WhyNotFacts, busy: BusyCounts): WhyNotFacts {
  // We don't know which spots the busy players could take.
  if (!('fitting' in facts) || facts.constraint === 'seat-missing' || busy.fitting === 0) return facts;
  const { free, needed } = facts;
  const company = { others: facts.others + busy.others, fitting: facts.fitting + busy.fitting, free, needed };
  const isAlone = 'alone' in facts && facts.alone;
  if (isAlone || facts.constraint === 'no-group') return { ...facts, ...company };
  return { constraint: company.fitting < needed ? 'too-few' : 'nobody-free', ...company };
}
