import { z } from 'zod';

/** The end of a page in a list ordered by time: the instant and the id of its last row. */
export type PageCursor = { at: string; id: string };

/** Lists use different separators. Both are kept so open pages still work. */
type CursorSeparator = '_' | '|';

/** Formats a cursor as a readable string. */
export const formatPageCursor = ({ at, id }: PageCursor, separator: CursorSeparator = '_'): string =>
  `${at}${separator}${id}`;

/** Parses a cursor; returns undefined if the string is invalid. */
export function parsePageCursor(word: string, joint: CursorSeparator = '_'): PageCursor | undefined {
  const [at = '', id = ''] = word.split(joint);
  return !Number.isNaN(Date.parse(at)) && z.uuid().safeParse(id).success ? { at, id } : undefined;
}
