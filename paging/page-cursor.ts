import { z } from 'zod';

/** The position after a page in a list ordered by time: the time and id of its last row. */
export type PageCursor = { at: string; id: string };

/** Separator between the two parts. Pages that are still open may use either separator, so both must keep working. */
type CursorSeparator = '_' | '|';

/** Formats a cursor as `instant` and `id`, joined by the separator. */
export const formatPageCursor = ({ at, id }: PageCursor, separator: CursorSeparator = '_'): string =>
  `${at}${separator}${id}`;

/** Parses a cursor; returns undefined if the string is invalid. */
export function parsePageCursor(cursor: string, separator: CursorSeparator = '_'): PageCursor | undefined {
  const [at = '', id = ''] = cursor.split(separator);
  return !Number.isNaN(Date.parse(at)) && z.uuid().safeParse(id).success ? { at, id } : undefined;
}
