import { createCursorCodec } from '../../../paging/cursor.ts';

/** Cursor for players ordered by creation time (text with microseconds), then ID. */
export const { encode: encodeCursor, decode: decodeCursor } = createCursorCodec({ createdAt: 'instant', id: 'id' });

/** Cursor for players ordered by rating. Players without a rating count as 0. */
export const { encode: encodeRatedCursor, decode: decodeRatedCursor } = createCursorCodec({
  rating: 'number',
  createdAt: 'instant',
  id: 'id',
});
