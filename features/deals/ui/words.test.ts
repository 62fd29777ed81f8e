import { expect, test } from 'vitest';
import { stageOf } from './words.ts';

test('what a bank looks at says so, wherever it stood', () => {
  expect(stageOf('held', true).label).toBe('Payment under review');
  expect(stageOf('held').label).toBe('Waiting for an answer');
});
