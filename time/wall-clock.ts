import { DAY_MS, HOUR_MS } from './units.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

/** Clocks change at whole quarters of an hour: within one, a zone is always as far from UTC. */
const QUARTER_MS = HOUR_MS / 4;
/** Zones are few, and most of what is asked lies in the weeks around now, so starting over is rare. */
const MOST_OFFSETS = 20_000;
/** By zone, then by the instant at which a UTC day or a quarter of an hour begins. */
const offsets = new Map<string, Map<number, number>>();
let known = 0;

/** Asking the system takes far longer than looking it up, and a page of listings asks a thousand times. */
function offsetFrom(start: number, zone: string): number {
  let ofZone = offsets.get(zone);
  const found = ofZone?.get(start);
  if (found !== undefined) return found;
  const offset = askedWallClock(start, zone) - start;
  if (known >= MOST_OFFSETS) {
    offsets.clear();
    known = 0;
    ofZone = undefined;
  }
  if (!ofZone) {
    ofZone = new Map();
    offsets.set(zone, ofZone);
  }
  ofZone.set(start, offset);
  known += 1;
  return offset;
}

function offsetAt(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MS) * DAY_MS;
  const offset = offsetFrom(day, zone);
  // Only on a day on which clocks change does it depend on the hour.
  if (offset === offsetFrom(day + DAY_MS, zone)) return offset;
  return offsetFrom(Math.floor(instant / QUARTER_MS) * QUARTER_MS, zone);
}

function askedWallClock(instant: number, zone: string): number {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
}

/** The wall clock of a zone at an instant, in whole seconds, as if it were UTC. */
export function wallClock(instant: number, zone: string): number {
  return Math.floor(instant / 1000) * 1000 + offsetAt(instant, zone);
}

/** How far a zone is from UTC a day before and a day after: no zone changes its clocks twice in between. */
const offsetsAround = (instant: number, zone: string): [number, number] => [
  offsetAt(instant - DAY_MS, zone),
  offsetAt(instant + DAY_MS, zone),
];

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

/** Whether the wall clock of a zone shows the same at another instant, as in the night in which clocks go back. */
export function isRepeated(instant: number, zone: string): boolean {
  const [before, after] = offsetsAround(instant, zone);
  return before > after && instantsShowing(wallClock(instant, zone), zone).length > 1;
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

/** The name by which this system knows a zone; nothing when it knows none. */
export function knownName(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
