import { expect, test } from 'vitest';
import { formatUnlisted, QUEUE_SHOWN } from './queue-length.rules.ts';

test('a queue that holds more than it lists says so, and says nothing else', () => {
  expect(formatUnlisted(QUEUE_SHOWN, QUEUE_SHOWN + 35)).toBe(
    'The newest 200 of 235 are listed; older ones follow as these are decided.',
  );
  expect(formatUnlisted(QUEUE_SHOWN, QUEUE_SHOWN)).toBeUndefined();
  // One came in between the list and its number.
  expect(formatUnlisted(12, 13)).toBeUndefined();
});
