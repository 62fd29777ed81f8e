import { expect, test } from 'vitest';
import { createCursorCodec } from './cursor.ts';
import { formatPageCursor, parsePageCursor } from './page-cursor.ts';

const time = '2026-11-20 06:54:10.123456+00';
const id = '3f9a0000-0000-4000-8000-000000000000';

test('encodes cursors in the format that open pages use', () => {
  const twoParts = createCursorCodec({ createdAt: 'instant', id: 'id' });
  const word = 'MjAyNi0xMS0yMCAwNjo1NDoxMC4xMjM0NTYrMDB8M2Y5YTAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAw';
  expect(twoParts.encode({ createdAt: time, id })).toBe(word);
  expect(twoParts.decode(word)).toEqual({ createdAt: time, id });

  const threeParts = createCursorCodec({ boost: 'instant or none', listed: 'instant', id: 'id' });
  expect(atob(threeParts.encode({ boost: null, listed: time, id }))).toBe(`|${time}|${id}`);
  expect(threeParts.decode(threeParts.encode({ boost: null, listed: time, id }))).toEqual({
    boost: null,
    listed: time,
    id,
  });
  expect(threeParts.decode(word)).toBeUndefined();

  const instant = '2026-11-20T06:54:10.123Z';
  expect(formatPageCursor({ at: instant, id })).toBe(`${instant}_${id}`);
  expect(parsePageCursor(`${instant}_${id}`)).toEqual({ at: instant, id });
  expect(parsePageCursor(`${time}|${id}`, '|')).toEqual({ at: time, id });
  expect(parsePageCursor(`${instant}_nobody`)).toBeUndefined();
});
