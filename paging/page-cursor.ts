import { z } from 'zod';

/** Where a page of a list in time ends: the instant and the id of its last row. */
export type PageCursor = { at: string; id: string };

/** Some lists join the two with the one sign, some with the other; pages that are open keep theirs. */
type CursorSeparator = '_' | '|';

/** A place as one readable word. */
export const formatPageCursor = ({ at, id }: PageCursor, separator: CursorSeparator = '_'): string =>
  `${at}${separator}${id}`;

/** The place behind the word, or nothing when it is none. */
export function parsePageCursor(word: string, joint: CursorSeparator = '_'): PageCursor | undefined {
  const [at = '', id = ''] = word.split(joint);
  return !Number.isNaN(Date.parse(at)) && z.uuid().safeParse(id).success ? { at, id } : undefined;
}
