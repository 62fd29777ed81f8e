import { expect, test } from 'vitest';
import { paths } from '../../content/paths.ts';
import { getTranslator } from '../../messages/translators.ts';
import { createUnreadMessage, formatReportedText } from './thread-messages.wording.ts';
import { EDIT_HISTORY_MAX } from './threads.rules.ts';
import { MESSAGE_MAX } from './threads.schema.ts';

test('formats a reported message with its current text and each numbered earlier version', () => {
  expect(formatReportedText({ body: 'C', earlier: ['A', 'B'] })).toBe('C\nBefore edit 1: A\nBefore edit 2: B');
  expect(formatReportedText({ body: '', earlier: ['A'] })).toBe('Since deleted.\nBefore edit 1: A');
});

test('leaves later versions unnumbered when versions in between are missing', () => {
  const earlier = Array.from({ length: EDIT_HISTORY_MAX }, (_, index) => `V${index}`);
  const lines = formatReportedText({ body: 'Now', earlier }).split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'Now',
    'Before edit 1: V0',
    'Before edit 2: V1',
    'Before edit 3: V2',
    'Before a later edit: V3',
  ]);
  expect(lines.at(-1)).toBe(`Before a later edit: V${EDIT_HISTORY_MAX - 1}`);
});

test('keeps the first and latest versions of a long reported message and says how many it omits', () => {
  const createLongText = (sign: string) => sign.repeat(MESSAGE_MAX);
  const earlier = ['a', 'b', 'c', 'd', 'e'].map(createLongText);
  const text = formatReportedText({ body: createLongText('f'), earlier });
  expect(text.split('\n').map((line) => line.at(-1))).toEqual(['f', 'a', 'd', 'e', '.']);
  expect(text).toContain('Versions left out: 2.');
});

test("notifies of unread messages in the reader's language", () => {
  const chat = { id: 'chat', title: 'Violet Rockets', path: paths.squads };
  const write = (author: string | undefined) => createUnreadMessage(getTranslator('fr'), chat, { readSeq: 1, author });
  expect(write('Nova')).toMatchObject({
    title: expect.stringContaining('Nova a écrit'),
    link: { label: 'Lire et répondre' },
  });
  expect(write(undefined).title).toContain('Un ancien joueur');
});
