import { DAY_MS } from './units.ts';
import { getOffsetAt, getOffsetsAround, wallClock } from './wall-clock.ts';

/**
 * The instants at which the wall clock of a zone shows this, the earliest first: none for a time that a change of clocks
 * skips, two for one that it repeats.
 */
export function findInstants(wall: number, zone: string): number[] {
  const [before, after] = getOffsetsAround(wall, zone);
  if (before === after) return [wall - before];
  return [before, after].filter((offset) => getOffsetAt(wall - offset, zone) === offset).map((offset) => wall - offset);
}

/**
 * The instant at which the wall clock of a zone shows this, as Temporal's "compatible": the first one of a time that is
 * repeated; a time that is skipped comes out as much later as clocks are put forward.
 */
export function toInstant(wall: number, zone: string): number {
  const [before, after] = getOffsetsAround(wall, zone);
  const first = wall - before;
  if (before === after || getOffsetAt(first, zone) === before) return first;
  return getOffsetAt(wall - after, zone) === after ? wall - after : first;
}

/** A day of a zone's calendar (`2026-03-01`), and the instants from and until which it is that day there. */
export type ZoneDay = { day: string; from: Date; until: Date };

/** So many days of a zone's calendar, the oldest first; the last is the one that an instant lies in. */
export function listLastDays(instant: number, zone: string, count: number): ZoneDay[] {
  const today = Math.floor(wallClock(instant, zone) / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * DAY_MS;
    // A day on which clocks change has not 24 hours: both ends are looked up.
    return {
      day: new Date(midnight).toISOString().slice(0, 10),
      from: new Date(toInstant(midnight, zone)),
      until: new Date(toInstant(midnight + DAY_MS, zone)),
    };
  });
}
