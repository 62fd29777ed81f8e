import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LONGER_TESTS } from './longer-tests.ts';

test('lists only existing test files, each of them once', () => {
  expect(LONGER_TESTS.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(LONGER_TESTS).size).toBe(LONGER_TESTS.length);
  expect(LONGER_TESTS.filter((path) => !/(?<!\.slow)\.test\.tsx?$/.test(path))).toEqual([]);
});
