import { expect, it } from 'vitest';
import { formatCountdown } from './countdown.ts';

it.each([
  [-5_000, '0:00'],
  [7_900, '0:07'],
  [100_000, '1:40'],
  [3_599_999, '59:59'],
  [3_760_000, '1:02:40'],
])('formats %i ms as %s', (milliseconds, text) => {
  expect(formatCountdown(milliseconds)).toBe(text);
});
