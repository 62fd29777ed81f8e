import { createCursorCodec } from '../../../paging/cursor.ts';

/** Where a page ends: the last row's creation instant (text with microseconds) and id. */
export const { encode: encodeCursor, decode: decodeCursor } = createCursorCodec({ createdAt: 'instant', id: 'id' });

/** The cursor for players ordered by rating. A player without a rating counts as 0. */
export const { encode: encodeRatedCursor, decode: decodeRatedCursor } = createCursorCodec({
  rating: 'number',
  createdAt: 'instant',
  id: 'id',
});
