import { minutesOfClock } from '../../time/instants.ts';
import { wallHours } from '../../time/reader-hours.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import { DAY_MINUTES } from '../../time/units.ts';
import { MONDAY, type WeekStart } from '../../time/week-start.ts';

/** As cells are counted; `daysFrom` has them in the order in which somebody reads them. */
export const WEEK_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
type WeekDay = (typeof WEEK_DAYS)[number];

/** One flag an hour, in somebody's own local time: index = day × 24 + hour, day 0 is Monday; 168 in all. */
export type WeekCells = readonly boolean[];

/** Local wall-clock times "HH:MM". An end at or before the start is on the next day; "24:00" and "00:00" are midnight. */
export type WeekWindow = { days: WeekDay[]; start: string; end: string };

const CELLS = 168;

/** The days of a week as somebody reads them: 0 is Monday. */
export const daysFrom = (start: WeekStart): number[] => WEEK_DAYS.map((_, place) => (start - MONDAY + place) % 7);

/** The cells of a week in the order in which somebody reads its days. */
export const turnWeek = <T>(cells: readonly T[], start: WeekStart): T[] => turned(cells, (start - MONDAY) * 24);

/** Such cells with Monday first again. */
export const turnWeekBack = <T>(cells: readonly T[], start: WeekStart): T[] => turned(cells, (MONDAY - start) * 24);

const turned = <T>(cells: readonly T[], first: number): T[] => [...cells.slice(first), ...cells.slice(0, first)];

export const emptyWeek = (): boolean[] => new Array(CELLS).fill(false);

export const hoursOf = (cells: WeekCells): number => cells.filter(Boolean).length;

/** Marks every hour that lies wholly inside a window. Sunday's windows run on into Monday. */
export function weekFromWindows(windows: readonly WeekWindow[]): boolean[] {
  const cells = emptyWeek();
  for (const { days, start, end } of windows) {
    const from = minutesOfClock(start);
    const until = minutesOfClock(end) > from ? minutesOfClock(end) : minutesOfClock(end) + DAY_MINUTES;
    for (const day of days) {
      const midnight = WEEK_DAYS.indexOf(day) * 24;
      if (midnight < 0) continue;
      for (let hour = Math.ceil(from / 60); (hour + 1) * 60 <= until; hour += 1)
        cells[(midnight + hour) % CELLS] = true;
    }
  }
  return cells;
}

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

type Run = { day: number; start: number; end: number };

/** Unbroken hours as one run each, also over midnight, as long as a run is shorter than a day. */
function runsOf(cells: WeekCells): Run[] {
  if (cells.every(Boolean)) return WEEK_DAYS.map((_, day) => ({ day, start: 0, end: 24 }));
  const runs: Run[] = [];
  for (let index = 0; index < CELLS; index += 1) {
    if (!cells[index] || cells[(index + CELLS - 1) % CELLS]) continue;
    let length = 1;
    while (cells[(index + length) % CELLS]) length += 1;
    runs.push(...splitRun(index, length));
  }
  return runs.sort((a, b) => a.day - b.day || a.start - b.start);
}

/** A run longer than a day falls into pieces at midnight; a shorter one may cross it. */
function splitRun(index: number, length: number): Run[] {
  const start = index % 24;
  const day = Math.floor(index / 24) % 7;
  if (length < 24 || (length === 24 && start === 0)) return [{ day, start, end: start + length }];
  const head = 24 - start;
  return [{ day, start, end: 24 }, ...splitRun((index + head) % CELLS, length - head)];
}

/** The same hours as windows, in the order of somebody's week; days with the same hours share one. */
export function weekToWindows(cells: WeekCells, weekStart: WeekStart = MONDAY): WeekWindow[] {
  const days = daysFrom(weekStart);
  const byHours = new Map<string, WeekWindow>();
  for (const { day, start, end } of runsOf(turnWeek(cells, weekStart))) {
    const window = { start: clockOf(start), end: clockOf(end > 24 ? end - 24 : end) };
    const key = `${window.start}-${window.end}`;
    const known = byHours.get(key) ?? { days: [], ...window };
    known.days.push(WEEK_DAYS[days[day]!]!);
    byHours.set(key, known);
  }
  return [...byHours.values()];
}

/** For reading and listening: ["Mon, Tue 7:00–11:00 PM", "Sat 10:00 PM–2:00 AM"], or by a clock of 24 hours. */
export function weekToLines(cells: WeekCells, clock: ClockHours, weekStart: WeekStart = MONDAY): string[] {
  return weekToWindows(cells, weekStart).map(
    ({ days, start, end }) => `${days.join(', ')} ${wallHours(minutesOfClock(start), minutesOfClock(end), clock)}`,
  );
}
