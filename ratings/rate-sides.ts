import { logistic } from './portable-math.ts';
import { START_MU, START_SIGMA, UPDATE } from './rating-settings.ts';
import { computeAdvantage } from './win-probability.ts';

/** A side's players as columns, which are reused from game to game. `mu` and `sigma` are replaced by the new ones. */
export type SideColumns = {
  size: number;
  mu: Float64Array;
  sigma: Float64Array;
  presence: Float64Array;
  guests: number;
};

const START_VARIANCE = START_SIGMA * START_SIGMA;
const TAU_VARIANCE = UPDATE.tau * UPDATE.tau;

/**
 * Updates both sides after a game, in which the first side scored `result`: 1 for a win, 0.5 for a tie, 0 for a loss.
 * With full presence and no guests, it's the update of openskill's `rate` (Weng–Lin, Plackett–Luce). For two sides, its
 * sums over ranks collapse into result minus expectation.
 *
 * A player who played half of the game adds half of their skill, and their rating changes half as much. An empty spot
 * adds nothing.
 * @returns the first side's advantage before the game, in log odds
 */
export function rateSides(first: SideColumns, second: SideColumns, result: number): number {
  const varianceOfBoth = prepareSide(first) + prepareSide(second);
  const c = Math.sqrt(varianceOfBoth + 2 * UPDATE.beta * UPDATE.beta);
  const muDifference = sumMu(first) - sumMu(second);
  const difference = muDifference / c;
  const surprise = result - logistic(difference);
  const opposite = 1 - result - logistic(-difference);
  // This product doesn't depend on which side comes first.
  const underdog = logistic(-Math.abs(difference));
  const delta = underdog * (1 - underdog);
  applyUpdate(first, surprise / c, delta / (c * c));
  applyUpdate(second, opposite / c, delta / (c * c));
  return computeAdvantage(muDifference, varianceOfBoth);
}

/** Adds the variance of one game to each player and returns the side's variance. */
function prepareSide({ size, sigma, presence, guests }: SideColumns): number {
  let sum = guests * START_VARIANCE;
  for (let k = 0; k < size; k++) {
    const variance = sigma[k]! * sigma[k]! + TAU_VARIANCE;
    sigma[k] = Math.sqrt(variance);
    sum += presence[k]! * presence[k]! * variance;
  }
  return sum;
}

function sumMu({ size, mu, presence, guests }: SideColumns): number {
  let sum = guests * START_MU;
  for (let k = 0; k < size; k++) sum += presence[k]! * mu[k]!;
  return sum;
}

function applyUpdate({ size, mu, sigma, presence }: SideColumns, step: number, shrink: number): void {
  for (let k = 0; k < size; k++) {
    const share = presence[k]!;
    const variance = sigma[k]! * sigma[k]!;
    mu[k] = mu[k]! + share * variance * step;
    sigma[k] = sigma[k]! * Math.sqrt(Math.max(1 - share * share * variance * shrink * UPDATE.gamma, UPDATE.kappa));
  }
}
