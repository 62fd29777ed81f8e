import { DAY_MS } from './units.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  // The Swedish format, 2026-11-01 01:30:00, can be parsed as it is.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, made);
  return made;
}

/** There are few zones, and most lookups are in the weeks around now, so starting over is rare. */
const MAX_CACHED_OFFSETS = 20_000;
/** By zone, then by the instant at which a UTC day begins. */
const offsets = new Map<string, Map<number, number>>();
let known = 0;

/** Asking the system is far slower than this cache, and a page of listings needs a thousand lookups. */
function offsetOfDay(day: number, zone: string): number {
  const found = offsets.get(zone)?.get(day);
  if (found !== undefined) return found;
  const offset = computeWallClock(day, zone) - day;
  if (known >= MAX_CACHED_OFFSETS) {
    offsets.clear();
    known = 0;
  }
  known += 1;
  const ofZone = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, ofZone.set(day, offset));
  return offset;
}

export function getOffsetAt(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MS) * DAY_MS;
  const offset = offsetOfDay(day, zone);
  if (offset === offsetOfDay(day + DAY_MS, zone)) return offset;
  // The clocks change on this day.
  const second = Math.floor(instant / 1000) * 1000;
  return computeWallClock(second, zone) - second;
}

const computeWallClock = (instant: number, zone: string): number =>
  Date.parse(`${clockOf(zone).format(instant).replace(' ', 'T')}Z`);

/** Returns the wall clock of a zone at an instant, in whole seconds, as if it were UTC. */
export function wallClock(instant: number, zone: string): number {
  return Math.floor(instant / 1000) * 1000 + getOffsetAt(instant, zone);
}

/** Returns a zone's UTC offsets a day before and a day after: no zone changes its clocks twice in between. */
export const getOffsetsAround = (instant: number, zone: string): [number, number] => [
  getOffsetAt(instant - DAY_MS, zone),
  getOffsetAt(instant + DAY_MS, zone),
];

/** Returns whether a zone's wall clock shows the same time at another instant, as in the night when clocks go back. */
export function isRepeatedTime(instant: number, zone: string): boolean {
  // Whole days, which need just one lookup each, because this runs for every formatted time.
  const day = Math.floor(instant / DAY_MS) * DAY_MS;
  const before = offsetOfDay(day - DAY_MS, zone);
  const after = offsetOfDay(day + 2 * DAY_MS, zone);
  if (before <= after) return false;
  const offset = getOffsetAt(instant, zone);
  const other = offset === before ? after : before;
  return getOffsetAt(instant + offset - other, zone) === other;
}
