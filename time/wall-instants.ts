import { DAY_MS } from './units.ts';
import { getOffsetAt, getOffsetsAround, toWallClock } from './wall-clock.ts';

/**
 * Returns the times at which a zone's wall clock shows this time, the earliest first: none if a clock change skips
 * it, two if it repeats.
 */
export function findInstants(wall: number, zone: string): number[] {
  const [before, after] = getOffsetsAround(wall, zone);
  if (before === after) return [wall - before];
  return [before, after].filter((offset) => getOffsetAt(wall - offset, zone) === offset).map((offset) => wall - offset);
}

/**
 * Returns the time at which a zone's wall clock shows this time. Like Temporal's "compatible", it returns the first
 * time of a repeated time and moves a skipped time later by the length of the gap.
 */
export function toInstant(wall: number, zone: string): number {
  const [before, after] = getOffsetsAround(wall, zone);
  const instantWithOldOffset = wall - before;
  if (before === after || getOffsetAt(instantWithOldOffset, zone) === before) return instantWithOldOffset;
  return getOffsetAt(wall - after, zone) === after ? wall - after : instantWithOldOffset;
}

/** A calendar day in a zone (`2026-03-01`), and the times at which it begins and ends. */
export type ZoneDay = { day: string; from: Date; until: Date };

/** Lists the last `count` calendar days in a zone, the oldest first. The last one contains the instant. */
export function listLastDays(instant: number, zone: string, count: number): ZoneDay[] {
  const today = Math.floor(toWallClock(instant, zone) / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * DAY_MS;
    // A day with a clock change doesn't have 24 hours, so look up both ends.
    return {
      day: new Date(midnight).toISOString().slice(0, 10),
      from: new Date(toInstant(midnight, zone)),
      until: new Date(toInstant(midnight + DAY_MS, zone)),
    };
  });
}
