import { english } from '../../../messages/lazy-text.ts';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { getReader } from '../../../web/ui/viewer-zone.ts';

/** Formats a time in the admin's time zone. */
export const formatTime = (instant: string | null): string =>
  instant ? formatReaderTime(english, instant, 'exact', getReader()) : '–';
