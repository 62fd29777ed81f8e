import { parseClockMinutes } from '../../time/instants.ts';
import { DAY_MINUTES } from '../../time/units.ts';
import { WEEK_MINUTES } from '../../time/week-spans.ts';
import { WEEK_DAYS } from './game.schema.ts';

type Window = { days: readonly (typeof WEEK_DAYS)[number][]; start: string; end: string };

/** Minutes that the members of a squad must share each week. A player who's free for less can't get a squad. */
const SQUAD_MINUTES = 120;

/** Counts the minutes of a week's windows. Overlapping ones count once, and Sunday's continue into Monday. */
export function countWeeklyMinutes(windows: readonly Window[]): number {
  const minutes = new Set<number>();
  for (const { days, start, end } of windows) {
    const from = parseClockMinutes(start);
    const length = parseClockMinutes(end) - from;
    const until = from + (length > 0 ? length : length + DAY_MINUTES);
    for (const day of days) {
      const midnight = WEEK_DAYS.indexOf(day) * DAY_MINUTES;
      for (let minute = from; minute < until; minute += 1) minutes.add((midnight + minute) % WEEK_MINUTES);
    }
  }
  return minutes.size;
}

/** Returns whether a player has less time a week than a squad needs. */
export const hasTooFewHours = (windows: readonly Window[]): boolean => countWeeklyMinutes(windows) < SQUAD_MINUTES;
