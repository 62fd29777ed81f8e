import { type ClockHours, formatReaderTime } from './reader-times.ts';
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from './units.ts';

const HALF_DAY_MS = 12 * HOUR_MS;

/** Joins two times into a range and writes AM or PM only once if both share it. */
export function joinRange(first: string, last: string, ms: number): string {
  const half = / [AP]M$/.exec(last)?.[0];
  return `${half && ms < HALF_DAY_MS && first.endsWith(half) ? first.slice(0, -half.length) : first}–${last}`;
}

/**
 * Formats a time of day: '7:00 PM' or '19:00'. On a 24-hour clock, the end of a day is 24:00.
 * @param minutes from midnight
 */
export function formatWallTime(minutes: number, clock: ClockHours): string {
  if (clock === 24 && minutes === DAY_MINUTES) return '24:00';
  return formatReaderTime(new Date(minutes * MINUTE_MS), 'clock', { zone: 'UTC', clock });
}

/**
 * Formats a whole hour for a chart's axis: '6 PM' or '18'; '6p' when space is tight.
 * @param hour 0 to 24
 */
export function formatHourMark(hour: number, clock: ClockHours, narrow = false): string {
  if (clock === 24) return String(hour).padStart(2, '0');
  const half = hour % 24 < 12 ? 'AM' : 'PM';
  return `${hour % 12 || 12}${narrow ? half[0]!.toLowerCase() : ` ${half}`}`;
}

/**
 * Formats a range of times of day: '7:00–11:00 PM', '19:00–23:00' or 'all day'. A range whose end isn't after its start
 * ends on the next day.
 */
export function formatWallHours(from: number, until: number, clock: ClockHours): string {
  const minutes = until > from ? until - from : until - from + DAY_MINUTES;
  if (from === 0 && minutes === DAY_MINUTES) return 'all day';
  return joinRange(formatWallTime(from, clock), formatWallTime(until, clock), minutes * MINUTE_MS);
}
