import { joined } from './reader-hours.ts';
import { comesTwice, formatOf, offsetName, plain, type ReaderTimes, readerTime } from './reader-times.ts';

type RangeShape = 'moment' | 'zoned-moment';

/** From one time to another, what both share said once: 'Wed, Nov 25, 9:00–11:00 PM'. */
export function readerRange(from: Date | string, until: Date | string, shape: RangeShape, reader: ReaderTimes): string {
  const [start, end] = [new Date(from), new Date(until)];
  // Engines name one offset for both ends, or none.
  if ([start, end].some((at) => comesTwice(at, 'clock', reader.zone)))
    return rangeWithOffsets(start, end, shape, reader);
  // Between times alone as everywhere; between days the dash has room.
  return plain(formatOf(shape, reader).formatRange(start, end)).replace(/ – (?=\d)/, '–');
}

function rangeWithOffsets(start: Date, end: Date, shape: RangeShape, reader: ReaderTimes): string {
  const isSameDay = readerTime(start, 'day', reader) === readerTime(end, 'day', reader);
  if (!isSameDay) return `${readerTime(start, shape, reader)} – ${readerTime(end, shape, reader)}`;
  if (shape !== 'zoned-moment') return `${readerTime(start, shape, reader)}–${readerTime(end, 'clock', reader)}`;
  const offset = offsetName(end, reader.zone);
  const clock = readerTime(end, 'clock', reader);
  return `${readerTime(start, shape, reader)}–${clock.endsWith(offset) ? clock : `${clock} ${offset}`}`;
}

/** Hours of a week as one line: 'Mon 8:00–11:00 PM'. */
export function weekHours(from: number | Date, until: number | Date, reader: ReaderTimes): string {
  const [start, end] = [new Date(from), new Date(until)];
  return joined(
    readerTime(start, 'weekday-clock', reader),
    readerTime(end, 'clock', reader),
    end.getTime() - start.getTime(),
  );
}
