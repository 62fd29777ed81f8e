import type { Explanation } from '../../matcher/run.ts';

/** How people who formed a match on their own found each other. */
export type Origin = { by: 'listing'; title: string } | { by: 'now' | 'tonight' };

/** Why a match was made, stored as facts. Sentences are written for each reader. */
export type MatchFacts = Explanation & { origin?: Origin };

/** Returns whether a match came from the live queue. @param facts as stored */
export function isLive(facts: unknown): boolean {
  const by = (facts as MatchFacts | null)?.origin?.by;
  return by === 'now' || by === 'tonight';
}
