import type { Explanation } from '../../matcher/run.ts';

/** How people who made a match by themselves found each other. */
export type Origin = { by: 'listing'; title: string } | { by: 'now' | 'tonight' };

/** Why a match was made, as it is kept: without sentences, which are written for whoever reads. */
export type MatchFacts = Explanation & { origin?: Origin };

/** Whether a match came from the live queue. @param facts as stored */
export function isLive(facts: unknown): boolean {
  const by = (facts as MatchFacts | null)?.origin?.by;
  return by === 'now' || by === 'tonight';
}
