const POINTS_PER_MU = 60;
const MAX_NUMBER = 3000;
/**
 * Returns the points for a mean and an uncertainty. They aren't limited or rounded, so that tables can be ordered by
 * them.
 */
export const toPoints = (mu: number, sigma: number): number => POINTS_PER_MU * (mu - 3 * sigma);

/** Returns the number that players see, 0 to 3000. */
export const toShownNumber = (points: number): number => Math.max(0, Math.min(MAX_NUMBER, Math.round(points)));
