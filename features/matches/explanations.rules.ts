import type { Explanation } from '../../matcher/run.ts';

/** How the players of a match found each other without the matcher. */
export type Origin = { by: 'listing'; title: string } | { by: 'now' | 'tonight' };

/** Stored facts that explain why a match was made. Sentences are written for each reader. */
export type MatchFacts = Explanation & { origin?: Origin };

/** Returns whether a match came from the live queue. @param facts as stored */
export function isLive(facts: unknown): boolean {
  const by = (facts as MatchFacts | null)?.origin?.by;
  return by === 'now' || by === 'tonight';
}
