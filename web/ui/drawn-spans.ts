import type { Translator } from '../../messages/translator.ts';
import { formatWallHours } from '../../time/reader-hours.ts';
import { type ClockHours, formatWeekday } from '../../time/reader-times.ts';
import { DAY_MINUTES } from '../../time/units.ts';
import { sumMinutes, WEEK_MINUTES, type WeekSpan } from '../../time/week-spans.ts';
import { MONDAY, type WeekStart } from '../../time/week-start.ts';
import * as messages from './ui.messages.ts';

/** Values of the days in ISO order; `listDaysFrom` returns them in the reader's order, and `formatWeekday` their names. */
export const WEEK_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Returns the days of the week in the reader's order; 0 is Monday. */
export const listDaysFrom = (start: WeekStart): number[] => WEEK_DAYS.map((_, place) => (start - MONDAY + place) % 7);

/** The same hours on one or more days, in minutes since midnight. An end after 24:00 is on the next day. */
export type DayHours = { days: number[]; start: number; end: number };

/** Groups spans by hours, in the reader's order of days; days with the same hours share an entry. */
export function groupByHours(spans: readonly WeekSpan[], weekStart: WeekStart = MONDAY): DayHours[] {
  const order = listDaysFrom(weekStart);
  const byHours = new Map<string, DayHours>();
  const runs = splitRuns(spans).sort((a, b) => order.indexOf(a.day) - order.indexOf(b.day) || a.start - b.start);
  for (const { day, start, end } of runs) {
    const span = byHours.get(`${start}-${end}`) ?? { days: [], start, end };
    span.days.push(day);
    byHours.set(`${start}-${end}`, span);
  }
  return [...byHours.values()];
}

type Run = { day: number; start: number; end: number };

/** Merges adjacent spans into runs, across midnight only if the run is shorter than a day. */
function splitRuns(spans: readonly WeekSpan[]): Run[] {
  const merged: [number, number][] = [];
  for (const [from, until] of spans.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last?.[1] === from) last[1] = until;
    else merged.push([from, until]);
  }
  const [first, last] = [merged[0], merged.at(-1)];
  const runsOn = first && last && first !== last && first[0] === 0 && last[1] === WEEK_MINUTES;
  if (runsOn) last[1] += merged.shift()![1];
  return merged.flatMap(([from, until]) => splitRun(from, until - from));
}

/** Splits a run longer than a day at midnight; a shorter one may cross it. */
function splitRun(from: number, length: number): Run[] {
  const start = from % DAY_MINUTES;
  const day = Math.floor(from / DAY_MINUTES) % 7;
  if (length < DAY_MINUTES || (length === DAY_MINUTES && start === 0)) return [{ day, start, end: start + length }];
  const head = DAY_MINUTES - start;
  return [{ day, start, end: DAY_MINUTES }, ...splitRun((from + head) % WEEK_MINUTES, length - head)];
}

/**
 * Formats spans for display and screen readers, such as ["Mon, Tue 7:00–8:30 PM", "Sat 10:00 PM–2:00 AM"]. Uses the
 * reader's 12- or 24-hour clock.
 */
export const spansToLines = (
  t: Translator,
  spans: readonly WeekSpan[],
  clock: ClockHours,
  weekStart?: WeekStart,
): string[] =>
  groupByHours(spans, weekStart).map(({ days, start, end }) => {
    const names = days.map((day) => formatWeekday(t, day));
    const hours = formatWallHours(t, [start, end > DAY_MINUTES ? end - DAY_MINUTES : end], clock, t(messages.allDay));
    return `${names.join(', ')} ${hours}`;
  });

/** Formats the total of spans: '3 h', '3 h 30 min'. */
export function formatShortTotal(t: Translator, spans: readonly WeekSpan[]): string {
  const { hours, minutes } = splitTotal(spans);
  if (minutes === 0) return t(messages.hoursShort, { hours });
  return hours === 0 ? t(messages.minutesShort, { minutes }) : t(messages.hoursMinutesShort, { hours, minutes });
}

/** Formats the total for screen readers: '3 hours', '3 hours 30 minutes'. */
export function formatTotal(t: Translator, spans: readonly WeekSpan[]): string {
  const { hours, minutes } = splitTotal(spans);
  if (minutes === 0) return t(messages.hours, { hours });
  return hours === 0 ? t(messages.minutes, { minutes }) : t(messages.hoursMinutes, { hours, minutes });
}

function splitTotal(spans: readonly WeekSpan[]): { hours: number; minutes: number } {
  const total = Math.round(sumMinutes(spans));
  return { hours: Math.floor(total / 60), minutes: total % 60 };
}

/** Formats the hours of one day, 0 for Monday: "8:00–11:00 PM". Hours past midnight are part of the day they start on. */
export const formatDayHours = (t: Translator, spans: readonly WeekSpan[], day: number, clock: ClockHours): string =>
  groupByHours(spans)
    .filter(({ days }) => days.includes(day))
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) =>
      formatWallHours(t, [start, end > DAY_MINUTES ? end - DAY_MINUTES : end], clock, t(messages.allDay)),
    )
    .join(', ');

/** Returns a dot for each hour that spans touch, as an SVG path on a grid of 24 × 7. Its strokes need round ends. */
export function formatDotsPath(spans: readonly WeekSpan[], weekStart: WeekStart): string {
  const order = listDaysFrom(weekStart);
  let path = '';
  for (const [from, until] of spans)
    for (let hour = Math.floor(from / 60); hour * 60 < until; hour++) {
      const middle = (Math.max(from, hour * 60) + Math.min(until, hour * 60 + 60)) / 2;
      const day = Math.floor(hour / 24);
      path += `M${(middle - day * DAY_MINUTES) / 60} ${order.indexOf(day) + 0.5}h0`;
    }
  return path;
}

/** Returns spans as one SVG path on a grid of 24 × 7, with one bar for each day that a span touches. */
export function formatSpansPath(spans: readonly WeekSpan[], weekStart: WeekStart, top = 0, height = 1): string {
  const order = listDaysFrom(weekStart);
  let path = '';
  for (const [from, until] of spans) {
    for (let index = from; index < until; ) {
      const day = Math.floor(index / DAY_MINUTES);
      const end = Math.min(until, (day + 1) * DAY_MINUTES);
      const length = (end - index) / 60;
      path += `M${(index % DAY_MINUTES) / 60} ${order.indexOf(day) + top}h${length}v${height}h-${length}z`;
      index = end;
    }
  }
  return path;
}
