import type { ClockHours } from '../time/reader-times.ts';
import type { WeekStart } from '../time/week-start.ts';
import { learnClock } from './ui/reader-clock.ts';
import { learnWeekStart } from './ui/reader-week.ts';
import { learnZone } from './ui/reader-zone.ts';

/** How the account says that times are read; null follows the browser. */
export type ReaderHabits = {
  clock_hours: ClockHours | null;
  week_start: WeekStart | null;
  timezone: string | null;
};

export function learnReader({ clock_hours, week_start, timezone }: ReaderHabits): void {
  learnClock(clock_hours);
  learnWeekStart(week_start);
  learnZone(timezone);
}
