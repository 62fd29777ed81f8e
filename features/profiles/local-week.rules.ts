import { Temporal } from 'temporal-polyfill';
import type { WeeklyWindow } from '../../matcher/matcher-schema.ts';
import { BIN_MINUTES, countBits, toWeekBins, WEEK_WORDS } from '../../matcher/week.ts';
import { memoizeLru } from '../../time/memoize-lru.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { toCanonicalZone } from '../../time/zone-names.ts';

/** Weekly availability in local time. */
export type Availability = { timezone: string; windows: readonly WeeklyWindow[] };

const WEEK_DAYS = 7;
const BIN_MS = BIN_MINUTES * MINUTE_MS;
const WEEKS_KEPT = 12;
const WINDOWS_KEPT = 20_000;
const ZONES_KEPT = 1_000;

/** Returns a week's bins from a cache, so each zone and window is converted once for all requests. */
export const getWeekBins = memoizeLru(WEEKS_KEPT, (weekOf) => toWeekBins(weekOf, WINDOWS_KEPT));

/** Returns the date the given number of days after another one. */
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** Returns the zone if this system knows it, otherwise UTC. */
export const toKnownZone = memoizeLru(ZONES_KEPT, (zone) => toCanonicalZone(zone) ?? 'UTC');

/** Returns the Mondays of the previous, this and the next UTC week. Every local week lies within these three weeks. */
const listWeeksAround = (weekOf: string) => [-WEEK_DAYS, 0, WEEK_DAYS].map((days) => addDays(weekOf, days));

const getOrigin = (weekOf: string) => Date.parse(`${weekOf}T00:00:00Z`) - WEEK_DAYS * DAY_MS;

/** Returns when a user is free in the three weeks around a Monday, one bit per quarter hour. */
export function toFreeBins(hours: Availability, weekOf: string): Int32Array {
  const weekBits = new Int32Array(WEEK_WORDS * 3);
  listWeeksAround(weekOf).forEach((week, index) => {
    getWeekBins(week).fill(weekBits, index * WEEK_WORDS, hours);
  });
  return weekBits;
}

/**
 * Returns the quarter hour in which each local hour of a zone's week begins, and the week's end. An hour skipped by
 * daylight saving time begins with the next one.
 */
export function getHourBins(zone: string, weekOf: string): Int32Array {
  return getCachedHourBins(`${weekOf} ${zone}`);
}

const getCachedHourBins = memoizeLru(ZONES_KEPT, (word) => {
  const [weekOf = '', zone = ''] = word.split(' ');
  const monday = Temporal.PlainDate.from(weekOf);
  return Int32Array.from({ length: WEEK_DAYS * 24 + 1 }, (_, i) => {
    const plainTime = new Temporal.PlainTime(i % 24);
    const start = monday.add({ days: Math.floor(i / 24) }).toZonedDateTime({ timeZone: zone, plainTime });
    return Math.floor((start.epochMilliseconds - getOrigin(weekOf)) / BIN_MS);
  });
});

const isSet = (weekBits: Int32Array, bin: number) => (weekBits[bin >> 5]! >>> (bin & 31)) & 1;

/** Part of a local week: [from, until) in milliseconds since the epoch, and how many people are free then. */
export type FreeStretch = readonly [from: number, until: number, count: number];

/** Returns the parts of a zone's local week when at least one of these people is free. */
export function listFreeStretches(people: readonly Int32Array[], zone: string, weekOf: string): FreeStretch[] {
  const hours = getHourBins(zone, weekOf);
  const toInstantMs = (bin: number) => getOrigin(weekOf) + bin * BIN_MS;
  const found: FreeStretch[] = [];
  const end = hours.at(-1)!;
  let [from, count] = [hours[0]!, 0];
  for (let bin = from; bin <= end; bin++) {
    const free = bin === end ? -1 : people.reduce((sum, words) => sum + isSet(words, bin), 0);
    if (free === count) continue;
    if (count > 0) found.push([toInstantMs(from), toInstantMs(bin), count]);
    [from, count] = [bin, free];
  }
  return found;
}

/**
 * Creates a function that counts the minutes of the user's local week when they and another player are both free. All
 * pages use it.
 * @param weekOf Monday of the week
 */
export function createCommonMinutesCounter(self: Availability, weekOf: string): (other: Availability) => number {
  const hours = getHourBins(toKnownZone(self.timezone), weekOf);
  const ownBins = toFreeBins(self, weekOf);
  for (let bin = 0; bin < ownBins.length * 32; bin++) {
    if (bin < hours[0]! || bin >= hours.at(-1)!) ownBins[bin >> 5]! &= ~(1 << (bin & 31));
  }
  return (other) => {
    const otherBins = toFreeBins(other, weekOf);
    return ownBins.reduce((sum, word, index) => sum + countBits(word & otherBins[index]!), 0) * BIN_MINUTES;
  };
}
