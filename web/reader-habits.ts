import type { Locale } from '../messages/locales.ts';
import { readerTranslator } from '../messages/reader-translator.ts';
import type { ClockHours } from '../time/reader-times.ts';
import type { WeekStart } from '../time/week-start.ts';
import { followAccountLanguage } from './page-language.ts';
import { setReaderClock } from './ui/reader-clock.ts';
import { setReaderWeekStart } from './ui/reader-week.ts';
import { setReaderZone } from './ui/reader-zone.ts';

/** The account's settings for a reader; null follows the page's language, or the browser's time zone. */
export type ReaderHabits = {
  clock_hours: ClockHours | null;
  week_start: WeekStart | null;
  timezone: string | null;
  language: Locale | null;
};

export function applyReaderHabits({ clock_hours, week_start, timezone, language }: ReaderHabits): void {
  setReaderClock(clock_hours);
  setReaderWeekStart(week_start);
  setReaderZone(timezone);
  followAccountLanguage(language, readerTranslator.locale);
}
