import { joinRange } from './reader-hours.ts';
import {
  formatOffset,
  formatReaderTime,
  getFormat,
  isAmbiguousTime,
  normalizeSpaces,
  type ReaderLanguage,
  type TimePreferences,
  type TimeShape,
} from './reader-times.ts';

type RangeShape = 'moment' | 'zoned-moment';

/** Formats a range between two times and writes the parts they share only once: 'Wed, Nov 25, 9:00–11:00 PM'. */
export function formatReaderRange(
  language: ReaderLanguage,
  [from, until]: readonly [Date | string, Date | string],
  shape: RangeShape,
  reader: TimePreferences,
): string {
  const [start, end] = [new Date(from), new Date(until)];
  // Engines show one offset for both ends of a range, or none, so add the offsets ourselves.
  if ([start, end].some((at) => isAmbiguousTime(at, 'clock', reader.zone)))
    return formatRangeWithOffsets(language, [start, end], shape, reader);
  // Remove the spaces around the dash between times, but not between days.
  return normalizeSpaces(getFormat(language, shape, reader).formatRange(start, end)).replace(/ – (?=\d)/, '–');
}

function formatRangeWithOffsets(
  language: ReaderLanguage,
  [start, end]: readonly [Date, Date],
  shape: RangeShape,
  reader: TimePreferences,
): string {
  const format = (at: Date, as: TimeShape) => formatReaderTime(language, at, as, reader);
  if (format(start, 'day') !== format(end, 'day')) return `${format(start, shape)} – ${format(end, shape)}`;
  if (shape !== 'zoned-moment') return `${format(start, shape)}–${format(end, 'clock')}`;
  const offset = formatOffset(language, end, reader.zone);
  const clock = format(end, 'clock');
  return `${format(start, shape)}–${clock.endsWith(offset) ? clock : `${clock} ${offset}`}`;
}

/** Formats a weekly time range on one line: 'Mon 8:00–11:00 PM'. */
export function formatWeekHours(
  language: ReaderLanguage,
  from: number | Date,
  until: number | Date,
  reader: TimePreferences,
): string {
  const [start, end] = [new Date(from), new Date(until)];
  return joinRange(
    formatReaderTime(language, start, 'weekday-clock', reader),
    formatReaderTime(language, end, 'clock', reader),
    end.getTime() - start.getTime(),
  );
}
