import { defineConfig } from 'vitest/config';
import { QuickestFirst } from './tools/quickest-first.ts';

const plantsFaults = process.env.PROPERTY_SEED !== undefined;

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules/**', 'build/**', 'e2e/**', '**/*.deep.test.ts'],
    pool: 'forks',
    globalSetup: ['./db/test-setup.ts'],
    setupFiles: plantsFaults ? ['./tools/property-seed.ts'] : [],
    ...(plantsFaults ? { sequence: { sequencer: QuickestFirst } } : {}),
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
