import { expect, test } from 'vitest';
import { priorityLine } from './priority-line.ts';

test.each([
  [3, '3 of 10 priority spots left.'],
  [0, 'All 10 places with priority are taken. New Founders get everything else.'],
  [undefined, 'When two squads are equally good, the first 10 Founders are picked.'],
])('with %s places left nobody else is promised priority', (left, line) => {
  expect(priorityLine(left)).toBe(line);
});
