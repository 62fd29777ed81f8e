import { DAY_MS } from './units.ts';
import { offsetAt, offsetsAround, wallClock } from './wall-clock.ts';

/**
 * The instants at which the wall clock of a zone shows this, the earliest first: none for a time that a change of clocks
 * skips, two for one that it repeats.
 */
export function instantsShowing(wall: number, zone: string): number[] {
  const [before, after] = offsetsAround(wall, zone);
  if (before === after) return [wall - before];
  return [before, after].filter((offset) => offsetAt(wall - offset, zone) === offset).map((offset) => wall - offset);
}

/**
 * The instant at which the wall clock of a zone shows this, as Temporal's "compatible": the first one of a time that is
 * repeated; a time that is skipped comes out as much later as clocks are put forward.
 */
export function instantOf(wall: number, zone: string): number {
  const [before, after] = offsetsAround(wall, zone);
  const first = wall - before;
  if (before === after || offsetAt(first, zone) === before) return first;
  return offsetAt(wall - after, zone) === after ? wall - after : first;
}

/** A day of a zone's calendar (`2026-03-01`), and the instants from and until which it is that day there. */
export type ZoneDay = { day: string; from: Date; until: Date };

/** So many days of a zone's calendar, the oldest first; the last is the one that an instant lies in. */
export function lastDays(instant: number, zone: string, count: number): ZoneDay[] {
  const today = Math.floor(wallClock(instant, zone) / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * DAY_MS;
    // A day on which clocks change has not 24 hours: both ends are looked up.
    return {
      day: new Date(midnight).toISOString().slice(0, 10),
      from: new Date(instantOf(midnight, zone)),
      until: new Date(instantOf(midnight + DAY_MS, zone)),
    };
  });
}
