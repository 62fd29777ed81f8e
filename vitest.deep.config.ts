import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The long suites: faults, fuzz, properties at full size. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['**/*.deep.test.ts'],
      exclude: ['node_modules/**', 'build/**', 'e2e/**'],
      testTimeout: 900_000,
      hookTimeout: 120_000,
    },
  }),
);
