import { defineConfig } from 'vitest/config';
import { LONGER_TESTS } from './tools/longer-tests.ts';
import { QuickestFirstSequencer } from './tools/quickest-first-sequencer.ts';

const plantsFaults = process.env.PROPERTY_SEED !== undefined;
const include = ['**/*.test.ts', '**/*.test.tsx'];
const left = process.env.QUICK_TESTS ? LONGER_TESTS : [];
const exclude = ['node_modules/**', 'build/**', 'e2e/**', '**/*.slow.test.ts', ...left];
/** What runs in browsers is tested with stand-ins for the browser and for modules, which must not reach other files. */
const inBrowsers = ['web/**/*.test.{ts,tsx}', 'features/*/{ui,pages}/**/*.test.{ts,tsx}'];

export const shared = {
  pool: 'forks' as const,
  maxWorkers: 2,
  // Node 24 ends now and then where code of many databases in WebAssembly is freed (nodejs/node issue 64500).
  execArgv: ['--no-wasm-code-gc'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};
const globalSetup = ['./db/test-setup.ts'];

/** Planted faults need the program loaded anew for each, and the cheapest test first. */
const oneByOne = {
  include,
  // What a feature has among the long suites is its own too, but for those that play for minutes or measure time.
  exclude: [
    'node_modules/**',
    'build/**',
    'e2e/**',
    '**/{money,*-together,*.timed}.slow.test.ts',
    '[!f]*/**/*.slow.test.ts',
  ],
  globalSetup,
  setupFiles: ['./tools/property-seed.ts'],
  sequence: { sequencer: QuickestFirstSequencer },
};

/** Most of a small file's time went into loading the server again: its tests share one loaded program a worker. */
const projects = [
  {
    extends: true as const,
    test: { name: 'server', include, exclude: [...exclude, ...inBrowsers], globalSetup, isolate: false },
  },
  { extends: true as const, test: { name: 'browser', include: inBrowsers, exclude } },
];

export default defineConfig({ test: { ...shared, ...(plantsFaults ? oneByOne : { projects }) } });
