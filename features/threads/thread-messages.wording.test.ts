import { expect, test } from 'vitest';
import { formatReportedText } from './thread-messages.wording.ts';
import { EDIT_HISTORY_MAX } from './threads.rules.ts';
import { MESSAGE_MAX } from './threads.schema.ts';

test('reports the current text and each earlier version with its number', () => {
  expect(formatReportedText({ body: 'C', earlier: ['A', 'B'] })).toBe('C\nBefore change 1: A\nBefore change 2: B');
  expect(formatReportedText({ body: '', earlier: ['A'] })).toBe('Taken back since.\nBefore change 1: A');
});

test('leaves later versions unnumbered when some in between are gone', () => {
  const earlier = Array.from({ length: EDIT_HISTORY_MAX }, (_, at) => `V${at}`);
  const lines = formatReportedText({ body: 'Now', earlier }).split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'Now',
    'Before change 1: V0',
    'Before change 2: V1',
    'Before change 3: V2',
    'Before a later change: V3',
  ]);
  expect(lines.at(-1)).toBe(`Before a later change: V${EDIT_HISTORY_MAX - 1}`);
});

test('keeps the first and latest versions of a long message and counts those left out', () => {
  const long = (sign: string) => sign.repeat(MESSAGE_MAX);
  const earlier = ['a', 'b', 'c', 'd', 'e'].map(long);
  const kept = formatReportedText({ body: long('f'), earlier });
  expect(kept.split('\n').map((line) => line.at(-1))).toEqual(['f', 'a', 'd', 'e', '.']);
  expect(kept).toContain('Versions left out here: 2.');
});
