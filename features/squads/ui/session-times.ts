import type { Translator } from '../../../messages/translator.ts';
import { formatReaderRange } from '../../../time/reader-ranges.ts';
import type { TimePreferences } from '../../../time/reader-times.ts';
import { toWallClock } from '../../../time/wall-clock.ts';
import { findInstants, toInstant } from '../../../time/wall-instants.ts';

/** Formats 'Wed, Nov 25, 9:00–11:00 PM' for the reader. */
export const formatSessionTime = (
  t: Translator,
  session: { starts_at: string; ends_at: string },
  reader: TimePreferences,
): string => formatReaderRange(t, [session.starts_at, session.ends_at], 'moment', reader);

/** Returns the value of a date-time field for a time in a zone: `2026-11-25T21:00`. */
export const toFieldTime = (instant: Date, zone: string): string =>
  new Date(toWallClock(instant.getTime(), zone)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

/**
 * Returns the times for a field's value; none while the value is incomplete. A time that repeats when clocks go back
 * has two. A time that's skipped when clocks go forward becomes a later one.
 */
export function parseFieldTimes(field: string, zone: string): Date[] {
  const wall = field.includes('T') ? Date.parse(`${field}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return [];
  const found = findInstants(wall, zone);
  return (found.length > 0 ? found : [toInstant(wall, zone)]).map((at) => new Date(at));
}
