import { createCursorCodec } from '../../../paging/cursor.ts';

/** Where a page ends: the last row's creation instant (text, microseconds kept) and id. */
export const { encode: encodeCursor, decode: decodeCursor } = createCursorCodec({ createdAt: 'instant', id: 'id' });

/** The same where players are ordered by rating; somebody without one counts as 0. */
export const { encode: encodeRatedCursor, decode: decodeRatedCursor } = createCursorCodec({
  rating: 'number',
  createdAt: 'instant',
  id: 'id',
});
