import { DAY_MS } from './units.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  // Swedes write 2026-11-01 01:30:00, which can be read as it stands.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, made);
  return made;
}

/** Zones are few, and most of what is asked lies in the weeks around now, so starting over is rare. */
const MAX_CACHED_OFFSETS = 20_000;
/** By zone, then by the instant at which a UTC day begins. */
const offsets = new Map<string, Map<number, number>>();
let known = 0;

/** Asking the system takes far longer than looking it up, and a page of listings asks a thousand times. */
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
  // Clocks change on this day.
  const second = Math.floor(instant / 1000) * 1000;
  return computeWallClock(second, zone) - second;
}

const computeWallClock = (instant: number, zone: string): number =>
  Date.parse(`${clockOf(zone).format(instant).replace(' ', 'T')}Z`);

/** The wall clock of a zone at an instant, in whole seconds, as if it were UTC. */
export function wallClock(instant: number, zone: string): number {
  return Math.floor(instant / 1000) * 1000 + getOffsetAt(instant, zone);
}

/** How far a zone is from UTC a day before and a day after: no zone changes its clocks twice in between. */
export const getOffsetsAround = (instant: number, zone: string): [number, number] => [
  getOffsetAt(instant - DAY_MS, zone),
  getOffsetAt(instant + DAY_MS, zone),
];

/** Whether the wall clock of a zone shows the same at another instant, as in the night in which clocks go back. */
export function isRepeatedTime(instant: number, zone: string): boolean {
  // Whole days, which need no more than one look each: every time that is written asks.
  const day = Math.floor(instant / DAY_MS) * DAY_MS;
  const before = offsetOfDay(day - DAY_MS, zone);
  const after = offsetOfDay(day + 2 * DAY_MS, zone);
  if (before <= after) return false;
  const offset = getOffsetAt(instant, zone);
  const other = offset === before ? after : before;
  return getOffsetAt(instant + offset - other, zone) === other;
}
