import { DAY_MS } from './units.ts';
import { getOffsetAt, getOffsetsAround, wallClock } from './wall-clock.ts';

/**
 * Returns the instants at which a zone's wall clock shows this time, the earliest first: none for a time that a clock
 * change skips, two for one that it repeats.
 */
export function findInstants(wall: number, zone: string): number[] {
  const [before, after] = getOffsetsAround(wall, zone);
  if (before === after) return [wall - before];
  return [before, after].filter((offset) => getOffsetAt(wall - offset, zone) === offset).map((offset) => wall - offset);
}

/**
 * Returns the instant at which a zone's wall clock shows this time, like Temporal's "compatible": the first one of a
 * repeated time; a skipped time is shifted later by as much as clocks go forward.
 */
export function toInstant(wall: number, zone: string): number {
  const [before, after] = getOffsetsAround(wall, zone);
  const first = wall - before;
  if (before === after || getOffsetAt(first, zone) === before) return first;
  return getOffsetAt(wall - after, zone) === after ? wall - after : first;
}

/** A day of a zone's calendar (`2026-03-01`), and the instants at which it begins and ends there. */
export type ZoneDay = { day: string; from: Date; until: Date };

/** Lists the last `count` days of a zone's calendar, the oldest first; the last one contains the instant. */
export function listLastDays(instant: number, zone: string, count: number): ZoneDay[] {
  const today = Math.floor(wallClock(instant, zone) / DAY_MS) * DAY_MS;
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
