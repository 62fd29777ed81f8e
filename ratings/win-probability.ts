import { logistic } from './portable-math.ts';
import { PERFORMANCE_SIGMA } from './rating-settings.ts';

/** A player as a distribution of skill, with the share of the game they play. */
export type SkillEstimate = { mu: number; sigma: number; presence?: number | undefined };

/** Scales the logistic curve so that it's within one percentage point of the normal distribution. */
const PROBIT_SCALE = 1.702;

/**
 * Returns the probability that side `a` beats side `b`. The less is known about the players, the closer it is to one
 * half. With one player on each side, it's the probability that `a` is the stronger player.
 * @param slope the mode's calibration so far, from `Ratings.getSlope`
 */
export function winProbability(a: readonly SkillEstimate[], b: readonly SkillEstimate[], slope = 1): number {
  return logistic(slope * computeAdvantage(sumMeans(a) - sumMeans(b), sumVariances(a) + sumVariances(b)));
}

/** Returns the log odds of the first side for the difference of means and the variance of all players. */
export const computeAdvantage = (difference: number, variance: number): number =>
  (PROBIT_SCALE * difference) / Math.sqrt(variance + 2 * PERFORMANCE_SIGMA * PERFORMANCE_SIGMA);

function sumMeans(side: readonly SkillEstimate[]): number {
  let sum = 0;
  for (const { mu, presence = 1 } of side) sum += presence * mu;
  return sum;
}

function sumVariances(side: readonly SkillEstimate[]): number {
  let sum = 0;
  for (const { sigma, presence = 1 } of side) sum += presence * presence * sigma * sigma;
  return sum;
}
