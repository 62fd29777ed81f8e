import { DAY_MS } from './units.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function getClock(zone: string): Intl.DateTimeFormat {
  const cachedFormat = clocks.get(zone);
  if (cachedFormat) return cachedFormat;
  // The Swedish format, 2026-11-01 01:30:00, is easy to parse.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, format);
  return format;
}

/**
 * Cache size at which all entries are dropped. That's rare, because there are few zones and most lookups are for the
 * weeks around now.
 */
const MAX_CACHED_OFFSETS = 20_000;
/** Cached offsets by zone, then by the time at which a UTC day begins. */
const offsets = new Map<string, Map<number, number>>();
let cachedUntil = 0;

/**
 * Returns a zone's cached offset at the start of a UTC day. It's cached because a page of listings needs a thousand
 * lookups.
 */
function findDayOffset(day: number, zone: string): number {
  const cachedOffset = offsets.get(zone)?.get(day);
  if (cachedOffset !== undefined) return cachedOffset;
  const offset = computeWallClock(day, zone) - day;
  if (cachedUntil >= MAX_CACHED_OFFSETS) {
    offsets.clear();
    cachedUntil = 0;
  }
  cachedUntil += 1;
  const zoneOffsets = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, zoneOffsets.set(day, offset));
  return offset;
}

export function getOffsetAt(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MS) * DAY_MS;
  const offset = findDayOffset(day, zone);
  if (offset === findDayOffset(day + DAY_MS, zone)) return offset;
  // Clocks change on this day, so the offset depends on the time.
  const wholeSecond = Math.floor(instant / 1000) * 1000;
  return computeWallClock(wholeSecond, zone) - wholeSecond;
}

const computeWallClock = (instant: number, zone: string): number =>
  Date.parse(`${getClock(zone).format(instant).replace(' ', 'T')}Z`);

/** Returns a zone's wall clock at a time, in whole seconds, expressed as if it were UTC. */
export function toWallClock(instant: number, zone: string): number {
  return Math.floor(instant / 1000) * 1000 + getOffsetAt(instant, zone);
}

/** Returns a zone's UTC offsets one day before and one day after; no zone changes its clocks twice in that time. */
export const getOffsetsAround = (instant: number, zone: string): [number, number] => [
  getOffsetAt(instant - DAY_MS, zone),
  getOffsetAt(instant + DAY_MS, zone),
];

/** Returns whether a zone's wall clock shows the same time twice, as on the night when clocks go back. */
export function isRepeatedTime(instant: number, zone: string): boolean {
  // Compare whole days, which takes one lookup each, because this runs for every formatted time.
  const day = Math.floor(instant / DAY_MS) * DAY_MS;
  const before = findDayOffset(day - DAY_MS, zone);
  const offsetAfter = findDayOffset(day + 2 * DAY_MS, zone);
  if (before <= offsetAfter) return false;
  const offset = getOffsetAt(instant, zone);
  const otherOffset = offset === before ? offsetAfter : before;
  return getOffsetAt(instant + offset - otherOffset, zone) === otherOffset;
}
