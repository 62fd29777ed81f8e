import { z } from 'zod';

/** The position after a page in a list ordered by time: the time and id of its last row. */
export type PageCursor = { at: string; id: string };

/** Separator between the two parts. Both must keep working for open pages. */
type CursorSeparator = '_' | '|';

/** Formats a cursor as `instant` and `id`, joined by the separator. */
export const formatPageCursor = ({ at, id }: PageCursor, separator: CursorSeparator = '_'): string =>
  `${at}${separator}${id}`;

/** Parses a cursor; returns undefined if the string is invalid. */
export function parsePageCursor(word: string, joint: CursorSeparator = '_'): PageCursor | undefined {
  const [at = '', id = ''] = word.split(joint);
  return !Number.isNaN(Date.parse(at)) && z.uuid().safeParse(id).success ? { at, id } : undefined;
}
