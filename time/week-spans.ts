import { DAY_MINUTES, DAY_MS, MINUTE_MS } from './units.ts';
import { getOffsetAt } from './wall-clock.ts';

/** Part of a week on the local wall clock, in minutes since Monday 00:00: [from, until). */
export type WeekSpan = readonly [from: number, until: number];

/** Times in milliseconds since the epoch: [from, until). */
type Interval = readonly [from: number, until: number];

export const WEEK_MINUTES = 7 * DAY_MINUTES;

/** January 1, 1970 was a Thursday, three days after a Monday. */
const EPOCH_DAYS_AFTER_MONDAY = 3;

/**
 * Converts intervals to parts of a week on a zone's wall clock. A clock change splits an interval, so the lengths of
 * the spans always add up to real time: a skipped hour is in no span, a repeated hour in two.
 */
export function toWallSpans(intervals: readonly Interval[], zone: string): WeekSpan[] {
  return intervals.flatMap((interval) => splitAtClockChange(interval, zone)).flatMap((part) => toWallSpan(part, zone));
}

/** Returns the total length of spans in minutes. */
export const sumMinutes = (spans: readonly WeekSpan[]): number =>
  spans.reduce((sum, [from, until]) => sum + until - from, 0);

/** Converts minutes to the hours that pages show: whole and half hours, rounded down. */
export const toShownHours = (minutes: number): number => Math.floor(minutes / 30) / 2;

function splitAtClockChange([from, until]: Interval, zone: string): Interval[] {
  const offset = getOffsetAt(from, zone);
  if (getOffsetAt(until - MINUTE_MS, zone) === offset) return [[from, until]];
  // Find the clock change by binary search. No zone has two in a week.
  let [before, after] = [from, until - MINUTE_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (getOffsetAt(middle, zone) === offset) before = middle;
    else after = middle;
  }
  return [
    [from, after],
    [after, until],
  ];
}

/** Converts an interval to spans; there are two if it crosses Sunday midnight. */
function toWallSpan([from, until]: Interval, zone: string): WeekSpan[] {
  const wall = (from + getOffsetAt(from, zone)) / MINUTE_MS + EPOCH_DAYS_AFTER_MONDAY * (DAY_MS / MINUTE_MS);
  const start = ((wall % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
  const endMinute = start + (until - from) / MINUTE_MS;
  if (endMinute <= WEEK_MINUTES) return [[start, endMinute]];
  return [
    [start, WEEK_MINUTES],
    [0, endMinute - WEEK_MINUTES],
  ];
}
