/** One wait: its length, and whether it ended with a group or the player gave up. */
export type Observation = { seconds: number; found: boolean };

/** Minimum number of observations for an estimate. */
export const MIN_OBSERVATIONS = 20;
/** Quantiles around the middle 60% of waits. */
const LOW_QUANTILE = 0.2;
const HIGH_QUANTILE = 0.8;

/**
 * Estimates the usual wait with the Kaplan–Meier estimator of the time to find a group. Players who gave up are treated
 * as having waited at least that long (E. L. Kaplan, P. Meier, J. Am. Stat. Assoc. 53, 1958).
 * @returns the range in seconds of the middle 60%; null with fewer than twenty waits, or when too few found a group for
 * an estimate
 */
export function computeUsualWait(observations: readonly Observation[]): { low: number; high: number } | null {
  if (observations.length < MIN_OBSERVATIONS) return null;
  const sortedObservations = observations.toSorted(
    (a, b) => a.seconds - b.seconds || Number(b.found) - Number(a.found),
  );
  let survival = 1;
  let lowSeconds: number | undefined;
  for (const [index, { seconds, found }] of sortedObservations.entries()) {
    if (!found) continue;
    survival *= 1 - 1 / (sortedObservations.length - index);
    if (1 - survival >= LOW_QUANTILE - 1e-9) lowSeconds ??= seconds;
    if (1 - survival >= HIGH_QUANTILE - 1e-9) return { low: lowSeconds!, high: seconds };
  }
  // More than a fifth gave up after the last group was found, so the longest observed wait is the best we know.
  return lowSeconds === undefined ? null : { low: lowSeconds, high: sortedObservations.at(-1)!.seconds };
}
