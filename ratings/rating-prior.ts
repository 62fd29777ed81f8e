import { START_MU, START_SIGMA } from './rating-settings.ts';

/** What a player typed in before their first rated game in a mode. */
export type RatingPrior = { overall?: number | null | undefined; level?: string | null | undefined };

/** The overall rating that most players type in. */
const USUAL_OVERALL = 85;
const MU_PER_OVERALL = 0.6;
const LEVEL_MU: Readonly<Record<string, number>> = { casual: -2.5, competitive: 0, elite: 2.5 };
/** Typed numbers are unverified, so they change a mean by at most this much. */
const MAX_SHIFT = START_SIGMA;

/** Returns the mean that a player starts with. The uncertainty is the same for all new players. */
export function computePriorMu(prior: RatingPrior | undefined): number {
  if (!prior) return START_MU;
  const fromOverall = typeof prior.overall === 'number' ? (prior.overall - USUAL_OVERALL) * MU_PER_OVERALL : 0;
  const fromLevel = (prior.level && LEVEL_MU[prior.level]) || 0;
  return START_MU + Math.max(-MAX_SHIFT, Math.min(MAX_SHIFT, fromOverall + fromLevel));
}
