import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { seedProperties } from './tools/seed-properties.ts';
import { sharedConfig } from './vitest.config.ts';

const timedTests = '**/*.timed.slow.test.ts';
const exclude = ['node_modules/**', 'build/**', 'e2e/**'];
const globalSetup = ['./db/test-setup.ts'];
const testTimeout = 900_000;

// Use different examples from the quick suite on each run. The workers inherit the variable.
if (!process.env.PROPERTY_SEED) {
  process.env.PROPERTY_SEED = String(randomInt(2 ** 31));
  console.log(`Seed of the properties: repeat this run with PROPERTY_SEED=${process.env.PROPERTY_SEED}`);
}

/**
 * The slow suites: fault injection, fuzzing, full-size property tests. Those that measure time run alone at the end.
 */
export default defineConfig({
  plugins: [seedProperties],
  test: {
    ...sharedConfig,
    projects: [
      {
        extends: true,
        test: {
          name: 'long',
          include: ['**/*.slow.test.ts'],
          exclude: [...exclude, timedTests],
          globalSetup,
          testTimeout,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: [timedTests],
          exclude,
          globalSetup,
          testTimeout,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
