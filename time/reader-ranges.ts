import { joinRange } from './reader-hours.ts';
import {
  formatOffset,
  formatReaderTime,
  getFormat,
  isAmbiguousTime,
  normalizeSpaces,
  type ReaderTimes,
} from './reader-times.ts';

type RangeShape = 'moment' | 'zoned-moment';

/** Formats a range between two times and writes the parts they share only once: 'Wed, Nov 25, 9:00–11:00 PM'. */
export function formatReaderRange(
  from: Date | string,
  until: Date | string,
  shape: RangeShape,
  reader: ReaderTimes,
): string {
  const [start, end] = [new Date(from), new Date(until)];
  // Engines show one offset for both ends of a range, or none, so add the offsets ourselves.
  if ([start, end].some((at) => isAmbiguousTime(at, 'clock', reader.zone)))
    return formatRangeWithOffsets(start, end, shape, reader);
  // Remove the spaces around the dash between times, but not between days.
  return normalizeSpaces(getFormat(shape, reader).formatRange(start, end)).replace(/ – (?=\d)/, '–');
}

function formatRangeWithOffsets(start: Date, end: Date, shape: RangeShape, reader: ReaderTimes): string {
  const isSameDay = formatReaderTime(start, 'day', reader) === formatReaderTime(end, 'day', reader);
  if (!isSameDay) return `${formatReaderTime(start, shape, reader)} – ${formatReaderTime(end, shape, reader)}`;
  if (shape !== 'zoned-moment')
    return `${formatReaderTime(start, shape, reader)}–${formatReaderTime(end, 'clock', reader)}`;
  const offset = formatOffset(end, reader.zone);
  const clock = formatReaderTime(end, 'clock', reader);
  return `${formatReaderTime(start, shape, reader)}–${clock.endsWith(offset) ? clock : `${clock} ${offset}`}`;
}

/** Formats a weekly time range on one line: 'Mon 8:00–11:00 PM'. */
export function formatWeekHours(from: number | Date, until: number | Date, reader: ReaderTimes): string {
  const [start, end] = [new Date(from), new Date(until)];
  return joinRange(
    formatReaderTime(start, 'weekday-clock', reader),
    formatReaderTime(end, 'clock', reader),
    end.getTime() - start.getTime(),
  );
}
