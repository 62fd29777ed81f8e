import type { Translator } from '../../messages/translator.ts';
import { formatWeekday } from '../../time/reader-times.ts';
import { WEEK_DAYS } from './game.schema.ts';

/**
 * Returns the name of a stored day of the week: 'Mon' is "lun" in Spanish. Separate from the other labels, because it
 * loads more code.
 */
export function formatDay(t: Translator, day: string): string {
  const number = WEEK_DAYS.indexOf(day as (typeof WEEK_DAYS)[number]);
  return number < 0 ? day : formatWeekday(t, number);
}
