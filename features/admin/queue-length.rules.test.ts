import { expect, test } from 'vitest';
import { formatUnlisted, QUEUE_SHOWN } from './queue-length.rules.ts';

test('shows a note only when the queue lists fewer flags than are open', () => {
  expect(formatUnlisted(QUEUE_SHOWN, QUEUE_SHOWN + 35)).toBe(
    'Showing the newest 200 of 235. Older ones will appear as you decide these.',
  );
  expect(formatUnlisted(QUEUE_SHOWN, QUEUE_SHOWN)).toBeUndefined();
  // A flag arrived between reading the list and reading its count.
  expect(formatUnlisted(12, 13)).toBeUndefined();
});
