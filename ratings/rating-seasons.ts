import { GRACE_DAYS, START_SIGMA, VARIANCE_PER_DAY_AWAY, VARIANCE_PER_SEASON } from './rating-settings.ts';

/** The starts of the seasons in milliseconds, ascending. Each season ends when the next one starts. */
export type SeasonStarts = readonly number[];

const DAY_MS = 86_400_000;
const SEASON_MS = 12 * 7 * DAY_MS;

/** Lists the starts of seasons of 12 weeks. */
export const listSeasonStarts = (firstStart: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => firstStart + n * SEASON_MS);

/** Returns the number of the season: 1 for the first, 0 before it. */
export function findSeason(starts: SeasonStarts, at: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the uncertainty after time away, including seasons that started in the meantime. It's computed from the last
 * game, so nothing has to be written while a player is away.
 */
export function growSigma(sigma: number, msAway: number, seasonsStarted: number): number {
  const daysAway = Math.max(0, msAway / DAY_MS - GRACE_DAYS);
  const growth = daysAway * VARIANCE_PER_DAY_AWAY + seasonsStarted * VARIANCE_PER_SEASON;
  return growth === 0 ? sigma : Math.min(START_SIGMA, Math.sqrt(sigma * sigma + growth));
}
