import { defineConfig } from 'vitest/config';
import { TESTS_SKIPPED_BY_DEFAULT } from './tools/longer-tests.ts';
import { QuickestFirstSequencer } from './tools/quickest-first-sequencer.ts';
import { seedProperties } from './tools/seed-properties.ts';

const plantsFaults = process.env.PLANTS_FAULTS === 'true';
const include = ['**/*.test.ts', '**/*.test.tsx'];
const excludedTests = process.env.QUICK_TESTS ? TESTS_SKIPPED_BY_DEFAULT : [];
const exclude = ['node_modules/**', 'build/**', 'build-*/**', 'e2e/**', '**/*.slow.test.ts', ...excludedTests];
/** Browser code is tested with mocks of the browser and of modules. These mocks must not leak into other files. */
const browserTests = ['web/**/*.test.{ts,tsx}', 'features/*/{ui,pages}/**/*.test.{ts,tsx}'];

export const sharedConfig = {
  pool: 'forks' as const,
  maxWorkers: 2,
  // Node 24 sometimes crashes when it frees the code of many WebAssembly databases (nodejs/node issue 64500).
  // With a larger young generation, most of what a request creates is gone before the first collection.
  execArgv: ['--no-wasm-code-gc', '--max-semi-space-size=64'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};
const globalSetup = ['./db/test-setup.ts'];

/** Settings for mutation tests. They reload the program for each mutant and run the fastest test first. */
const oneByOne = {
  include,
  // A feature's slow suites count too, except those that run for minutes or measure time.
  exclude: [
    'node_modules/**',
    'build/**',
    'build-*/**',
    'e2e/**',
    '**/{assemblies,money,*-together,*.timed}.slow.test.ts',
    '[!f]*/**/*.slow.test.ts',
  ],
  globalSetup,
  sequence: { sequencer: QuickestFirstSequencer },
};

/** Loading the server takes most of a small test file's time, so the test files of a worker share one loaded server. */
const projects = [
  {
    extends: true as const,
    test: { name: 'server', include, exclude: [...exclude, ...browserTests], globalSetup, isolate: false },
  },
  { extends: true as const, test: { name: 'browser', include: browserTests, exclude } },
];

export default defineConfig({
  plugins: [seedProperties],
  test: { ...sharedConfig, ...(plantsFaults ? oneByOne : { projects }) },
});
