import type { ClockHours } from '../time/reader-times.ts';
import type { WeekStart } from '../time/week-start.ts';
import { setReaderClock } from './ui/reader-clock.ts';
import { setReaderWeekStart } from './ui/reader-week.ts';
import { setReaderZone } from './ui/reader-zone.ts';

/** The account's time settings; null follows the profile's time zone or, without one, the browser. */
export type ReaderHabits = {
  clock_hours: ClockHours | null;
  week_start: WeekStart | null;
  timezone: string | null;
};

export function applyTimePreferences({ clock_hours, week_start, timezone }: ReaderHabits): void {
  setReaderClock(clock_hours);
  setReaderWeekStart(week_start);
  setReaderZone(timezone);
}
