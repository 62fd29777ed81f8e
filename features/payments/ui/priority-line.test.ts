import { expect, test } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import { formatPriorityLine } from './priority-line.ts';

test.each([
  [3, '3 of 10 priority spots left.'],
  [0, 'All 10 priority spots are taken. New Founders get everything else.'],
  [undefined, "The first 10 Founders are matched as if they'd waited two extra rounds."],
])('promises no more priority spots than are left (%s left)', (spotsLeft, line) => {
  expect(formatPriorityLine(createTranslator(), spotsLeft)).toBe(line);
});
