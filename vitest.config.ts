import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules/**', 'build/**', 'e2e/**', '**/*.deep.test.ts'],
    pool: 'forks',
    globalSetup: ['./db/test-setup.ts'],
    setupFiles: process.env.PROPERTY_SEED ? ['./tools/property-seed.ts'] : [],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
