import { expect, test } from 'vitest';
import { QUEUE_SHOWN, restOfQueue } from './queue-length.rules.ts';

test('a queue that holds more than it lists says so, and says nothing else', () => {
  expect(restOfQueue(QUEUE_SHOWN, QUEUE_SHOWN + 35)).toBe(
    'The newest 200 of 235 are listed; older ones follow as these are decided.',
  );
  expect(restOfQueue(QUEUE_SHOWN, QUEUE_SHOWN)).toBeUndefined();
  // One came in between the list and its number.
  expect(restOfQueue(12, 13)).toBeUndefined();
});
