import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.ts';

/** The long suites: faults, fuzz, properties at full size. */
export default defineConfig({
  test: {
    ...shared,
    include: ['**/*.deep.test.ts'],
    exclude: ['node_modules/**', 'build/**', 'e2e/**'],
    globalSetup: ['./db/test-setup.ts'],
    testTimeout: 900_000,
  },
});
