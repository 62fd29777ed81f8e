import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TESTS_SKIPPED_BY_DEFAULT } from './longer-tests.ts';

test('lists only existing test files, each once', () => {
  expect(TESTS_SKIPPED_BY_DEFAULT.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(TESTS_SKIPPED_BY_DEFAULT).size).toBe(TESTS_SKIPPED_BY_DEFAULT.length);
  expect(TESTS_SKIPPED_BY_DEFAULT.filter((path) => !/(?<!\.slow)\.test\.tsx?$/.test(path))).toEqual([]);
});
