import type { Translator } from '../../messages/translator.ts';
import { parseClockMinutes } from '../../time/instants.ts';
import { formatWeekHours } from '../../time/reader-ranges.ts';
import type { TimePreferences } from '../../time/reader-times.ts';
import { DAY_MINUTES, DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { toWallClock } from '../../time/wall-clock.ts';
import { toInstant } from '../../time/wall-instants.ts';
import { MONDAY, type WeekStart } from '../../time/week-start.ts';
import { WEEK_DAYS } from '../profiles/game.schema.ts';
import type { Slot } from './lfg.schema.ts';

/** [from, until) as milliseconds since the epoch. */
export type Interval = readonly [number, number];
type Window = { days: readonly string[]; start: string; end: string };

/**
 * Returns the current calendar week in a zone, from midnight to midnight. It's an hour shorter or longer if clocks
 * change during the week.
 */
export function getCurrentWeek(now: Date, zone: string, start: WeekStart = MONDAY): Interval {
  const today = Math.floor(toWallClock(now.getTime(), zone) / DAY_MS) * DAY_MS;
  const daysSinceStart = (new Date(today).getUTCDay() - start + 7) % 7;
  const firstDay = today - daysSinceStart * DAY_MS;
  return [toInstant(firstDay, zone), toInstant(firstDay + WEEK_DAYS.length * DAY_MS, zone)];
}

/** Converts weekly slots in one zone to sorted, merged intervals of a specific week. */
export function toWeekIntervals(slots: readonly Slot[], zone: string, week: Interval): Interval[] {
  const intervals = listOccurrences(slots, zone, week).map(
    ([from, until]) => [Math.max(from, week[0]), Math.min(until, week[1])] as const,
  );
  return mergeIntervals(intervals.filter(([from, until]) => from < until));
}

/** Returns every occurrence of the slots in a week and on the days around it, without clipping. */
function listOccurrences(slots: readonly Slot[], zone: string, [from, until]: Interval): Interval[] {
  // Midnights in wall-clock time, where each day has 24 hours.
  const firstDay = Math.floor(toWallClock(from, zone) / DAY_MS) * DAY_MS - DAY_MS;
  const lastDay = toWallClock(until, zone) + DAY_MS;
  const found: Interval[] = [];
  for (let midnight = firstDay; midnight <= lastDay; midnight += DAY_MS) {
    const name = WEEK_DAYS[(new Date(midnight).getUTCDay() + 6) % 7];
    for (const slot of slots) {
      if (slot.day !== name) continue;
      const [start, end] = [parseClockMinutes(slot.start), parseClockMinutes(slot.end)];
      const opens = toInstant(midnight + start * MINUTE_MS, zone);
      const closes = toInstant(midnight + (end > start ? end : end + DAY_MINUTES) * MINUTE_MS, zone);
      // Drop a slot that falls into the hour a clock change skips.
      if (opens < closes) found.push([opens, closes]);
    }
  }
  return found;
}

/** Splits a player's weekly availability into one slot per day. */
export function toSlots(windows: readonly Window[]): Slot[] {
  return windows.flatMap(({ days, start, end }) => days.map((day) => ({ day: day as Slot['day'], start, end })));
}

const formatClock = (wallClock: number): string => new Date(wallClock).toISOString().slice(11, 16);

/**
 * Converts a player's weekly availability to a listing's slots in another zone, in the order of the week. Uses the
 * current week, because clock changes may move the slots.
 */
export function toListingSlots(
  own: { timezone: string; availability: readonly Window[] },
  zone: string,
  now: Date,
): Slot[] {
  const week = getCurrentWeek(now, zone);
  return toSlots(own.availability)
    .map((slot) => listOccurrences([slot], own.timezone, week).find(([from]) => from >= week[0] && from < week[1]))
    .filter((found) => found !== undefined)
    .sort((a, b) => a[0] - b[0])
    .map(([from, until]) => {
      const [opens, closes] = [toWallClock(from, zone), toWallClock(until, zone)];
      const start = formatClock(opens);
      const end = formatClock(closes);
      // A listing's slot can't start and end at the same time, so a whole day ends a minute earlier.
      const day = WEEK_DAYS[(new Date(opens).getUTCDay() + 6) % 7]!;
      return { day, start, end: start === end ? formatClock(closes - MINUTE_MS) : end };
    });
}

function mergeIntervals(intervals: Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [from, until] of sorted) {
    const lastInterval = out.at(-1);
    if (lastInterval && from <= lastInterval[1]) lastInterval[1] = Math.max(lastInterval[1], until);
    else out.push([from, until]);
  }
  return out;
}

/** Returns the overlap of two sorted lists of intervals. */
export function intersectIntervals(one: readonly Interval[], other: readonly Interval[]): Interval[] {
  const out: Interval[] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a, b] = [one[i]!, other[j]!];
    const from = Math.max(a[0], b[0]);
    const until = Math.min(a[1], b[1]);
    if (from < until) out.push([from, until]);
    if (a[1] < b[1]) i += 1;
    else j += 1;
  }
  return out;
}

/** Sums the length of intervals in hours, rounded down to half an hour. */
export function sumHours(intervals: readonly Interval[]): number {
  return Math.floor((intervals.reduce((sum, [from, until]) => sum + until - from, 0) / HOUR_MS) * 2) / 2;
}

/** Formats one line per slot, in the reader's time zone and in the order of their week. */
export function formatSlots(
  t: Translator,
  slots: readonly Slot[],
  { of, reader, week }: { of: string; reader: TimePreferences; week: Interval },
): string[] {
  // For a slot that begins before the week and ends in it, show the occurrence at the end of the week.
  const occurrences = slots
    .map((slot) => listOccurrences([slot], of, week).find(([from]) => from >= week[0]))
    .filter((found) => found !== undefined);
  return formatIntervals(
    t,
    occurrences.sort((a, b) => a[0] - b[0]),
    reader,
  );
}

/** Formats intervals as lines for a reader: "Mon 8:00–11:00 PM". */
export const formatIntervals = (t: Translator, intervals: readonly Interval[], reader: TimePreferences): string[] =>
  intervals.map(([from, until]) => formatWeekHours(t, from, until, reader));
