import { formatReaderTime } from '../../../time/reader-times.ts';
import { getReader } from '../../../web/ui/viewer-zone.ts';

/** An instant in the admin's own zone. */
export const formatTime = (instant: string | null): string =>
  instant ? formatReaderTime(instant, 'exact', getReader()) : '–';
