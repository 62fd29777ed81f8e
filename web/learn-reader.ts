import type { ClockHours } from '../time/reader-times.ts';
import { learnClock } from './ui/reader-clock.ts';
import { learnZone } from './ui/reader-zone.ts';

/** How the account says that times are read; null follows the browser. */
export type ReaderHabits = { clock_hours: ClockHours | null; timezone: string | null };

export function learnReader({ clock_hours, timezone }: ReaderHabits): void {
  learnClock(clock_hours);
  learnZone(timezone);
}
