import { readerTime } from '../../../time/reader-times.ts';
import { readerHere } from '../../../web/ui/viewer-zone.ts';

/** An instant in the admin's own zone. */
export const timeOf = (instant: string | null): string => (instant ? readerTime(instant, 'exact', readerHere()) : '–');
