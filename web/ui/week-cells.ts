import type { Translator } from '../../messages/translator.ts';
import { parseClockMinutes } from '../../time/instants.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import { DAY_MINUTES } from '../../time/units.ts';
import { WEEK_MINUTES, type WeekSpan } from '../../time/week-spans.ts';
import { MONDAY, type WeekStart } from '../../time/week-start.ts';
import { groupByHours, spansToLines, WEEK_DAYS } from './drawn-spans.ts';

type WeekDay = (typeof WEEK_DAYS)[number];

/** One flag per hour, in the user's local time: index = day × 24 + hour, day 0 is Monday; 168 in all. */
export type WeekCells = readonly boolean[];

/** Local wall-clock times "HH:MM". An end at or before the start is on the next day; "24:00" and "00:00" are midnight. */
export type WeekWindow = { days: WeekDay[]; start: string; end: string };

const CELL_COUNT = 168;

/** Returns a week's cells in the order in which the reader sees the days. */
export const rotateWeek = <T>(cells: readonly T[], start: WeekStart): T[] => rotate(cells, (start - MONDAY) * 24);

/** Undoes `rotateWeek`, so that Monday is first. */
export const unrotateWeek = <T>(cells: readonly T[], start: WeekStart): T[] => rotate(cells, (MONDAY - start) * 24);

const rotate = <T>(cells: readonly T[], first: number): T[] => [...cells.slice(first), ...cells.slice(0, first)];

export const createEmptyWeek = (): boolean[] => new Array(CELL_COUNT).fill(false);

export const countHours = (cells: WeekCells): number => cells.filter(Boolean).length;

/** Marks every hour entirely within a window. Sunday's windows continue into Monday. */
export function parseWeekWindows(windows: readonly WeekWindow[]): boolean[] {
  const cells = createEmptyWeek();
  for (const { days, start, end } of windows) {
    const from = parseClockMinutes(start);
    const until = parseClockMinutes(end) > from ? parseClockMinutes(end) : parseClockMinutes(end) + DAY_MINUTES;
    for (const day of days) {
      const midnight = WEEK_DAYS.indexOf(day) * 24;
      if (midnight < 0) continue;
      for (let hour = Math.ceil(from / 60); (hour + 1) * 60 <= until; hour += 1)
        cells[(midnight + hour) % CELL_COUNT] = true;
    }
  }
  return cells;
}

const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function toCellSpans(cells: WeekCells): WeekSpan[] {
  return cells.flatMap((isOn, hour) => (isOn ? [[hour * 60, (hour + 1) * 60] as const] : []));
}

/** Converts windows to spans, to the minute. Overlapping ones count once; Sunday's continue into Monday. */
export function toSpans(windows: readonly WeekWindow[]): WeekSpan[] {
  const spans: [number, number][] = [];
  for (const [from, until] of windows.flatMap(toWindowSpans).sort((a, b) => a[0] - b[0])) {
    const last = spans.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else spans.push([from, until]);
  }
  return spans;
}

const toWindowSpans = ({ days, start, end }: WeekWindow) =>
  days.flatMap((day): WeekSpan[] => {
    const from = WEEK_DAYS.indexOf(day) * DAY_MINUTES + parseClockMinutes(start);
    const length = parseClockMinutes(end) - parseClockMinutes(start);
    const until = from + (length > 0 ? length : length + DAY_MINUTES);
    return until > WEEK_MINUTES
      ? [
          [from, WEEK_MINUTES],
          [0, until - WEEK_MINUTES],
        ]
      : [[from, until]];
  });

/** Converts cells to windows, in the order of the reader's week; days with the same hours share one. */
export function toWeekWindows(cells: WeekCells, weekStart: WeekStart = MONDAY): WeekWindow[] {
  return groupByHours(toCellSpans(cells), weekStart).map(({ days, start, end }) => ({
    days: days.map((day) => WEEK_DAYS[day]!),
    start: formatClock(start),
    end: formatClock(end > DAY_MINUTES ? end - DAY_MINUTES : end),
  }));
}

/**
 * Formats cells for display and screen readers: ["Mon, Tue 7:00–11:00 PM", "Sat 10:00 PM–2:00 AM"], or with a 24-hour
 * clock.
 */
export const formatWeekLines = (t: Translator, cells: WeekCells, clock: ClockHours, weekStart?: WeekStart): string[] =>
  spansToLines(t, toCellSpans(cells), clock, weekStart);
