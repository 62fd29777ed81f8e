import { type ClockHours, formatHour, formatReaderTime, type ReaderLanguage } from './reader-times.ts';
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from './units.ts';

const HALF_DAY_MS = 12 * HOUR_MS;

/** Joins two times into a range and writes AM or PM only once if both share it. */
export function joinRange(first: string, last: string, ms: number): string {
  const dayPeriod = /\s([AP]M|[ap]\.\s?m\.)$/.exec(last)?.[0];
  return `${dayPeriod && ms < HALF_DAY_MS && first.endsWith(dayPeriod) ? first.slice(0, -dayPeriod.length) : first}–${last}`;
}

/**
 * Formats a time of day: '7:00 PM' or '19:00'. On a 24-hour clock, the end of a day is 24:00.
 * @param minutes from midnight
 */
export function formatWallTime(language: ReaderLanguage, minutes: number, clock: ClockHours): string {
  if (clock === 24 && minutes === DAY_MINUTES) return '24:00';
  return formatReaderTime(language, new Date(minutes * MINUTE_MS), 'clock', { zone: 'UTC', clock });
}

/**
 * Formats a whole hour for a chart's axis: '6 PM' or '18'; '6p' when space is tight.
 * @param hour 0 to 24
 */
export function formatHourMark(language: ReaderLanguage, hour: number, clock: ClockHours, isNarrow = false): string {
  if (clock === 24) return String(hour).padStart(2, '0');
  const mark = formatHour(language, new Date(hour * HOUR_MS));
  return isNarrow ? mark.replace(/\s(.).*/, (_, half: string) => half.toLowerCase()) : mark;
}

/**
 * Formats a range of times of day: '7:00–11:00 PM' or '19:00–23:00'. A range whose end isn't after its start ends on
 * the next day.
 * @param allDay what to call a whole day
 */
export function formatWallHours(
  language: ReaderLanguage,
  [from, until]: readonly [from: number, until: number],
  clock: ClockHours,
  allDay: string,
): string {
  const minutes = until > from ? until - from : until - from + DAY_MINUTES;
  if (from === 0 && minutes === DAY_MINUTES) return allDay;
  const [start, end] = [from, until].map((at) => formatWallTime(language, at, clock)) as [string, string];
  return joinRange(start, end, minutes * MINUTE_MS);
}
