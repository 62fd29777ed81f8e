/** One wait: how long, and whether a group was found at its end; those who gave up would have waited longer. */
export type Observation = { seconds: number; found: boolean };

/** With fewer it is not told. */
export const MIN_OBSERVATIONS = 20;
/** The middle six tenths of waits. */
const LOW = 0.2;
const HIGH = 0.8;

/**
 * How long it usually takes, by Kaplan and Meier's estimate of the time after which so many have found a group: who gave
 * up counts as having waited for at least so long (E. L. Kaplan, P. Meier, J. Am. Stat. Assoc. 53, 1958).
 * @returns seconds between which the middle six tenths lie; null with fewer than twenty waits, or when so few found one
 *   that nothing can be said
 */
export function computeUsualWait(observations: readonly Observation[]): { low: number; high: number } | null {
  if (observations.length < MIN_OBSERVATIONS) return null;
  const sorted = observations.toSorted((a, b) => a.seconds - b.seconds || Number(b.found) - Number(a.found));
  let still = 1;
  let low: number | undefined;
  for (const [at, { seconds, found }] of sorted.entries()) {
    if (!found) continue;
    still *= 1 - 1 / (sorted.length - at);
    if (1 - still >= LOW - 1e-9) low ??= seconds;
    if (1 - still >= HIGH - 1e-9) return { low: low!, high: seconds };
  }
  // More than a fifth gave up after all that found one: the longest that was seen is as much as is known.
  return low === undefined ? null : { low, high: sorted.at(-1)!.seconds };
}
