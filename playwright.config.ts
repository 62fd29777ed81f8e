import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { listOutOfRotation, ROTATIONS } from './tools/ci-rotation.ts';

const origin = process.env.E2E_ORIGIN ?? 'http://localhost:3000';
const launchOptions = { executablePath: process.env.E2E_CHROMIUM ?? '', args: ['--no-sandbox'] };

/**
 * Tests of texts and error messages don't depend on the screen width, and some specs choose their own width. So they
 * run at desktop width only.
 */
const DESKTOP_ONLY = ['site-words', 'squad-words', 'shell', 'refusals', 'directory', 'rules', 'short-screens'];
/** The specs of the quick run; two of them also run at phone width. All other journeys run in the long suites. */
const MAIN_SPECS = ['journey', 'matches', 'deals', 'site-states', 'shell', 'directory'];
/** Other specs that run on every merge because they cover so much. */
const ALWAYS_RUN = ['admin', 'accounts', 'lfg', 'parties', 'refusals', 'short-screens'];
const PHONE_MAIN_SPECS = ['journey', 'matches'];

const toPattern = (specs: string[]) => new RegExp(`/(${specs.join('|')})\\.spec\\.ts$`);

/** Selects a project's spec files: the quick run's, the long run's, or everything that was requested. */
function listSpecs(scope = '', main: string[], excludedSpecs: string[] = []) {
  if (scope === 'main' || (scope === 'postgres' && excludedSpecs.length > 0)) return { testMatch: toPattern(main) };
  const suites = scope === 'rest' ? [...main, ...excludedSpecs] : excludedSpecs;
  return suites.length > 0 ? { testIgnore: toPattern(suites) } : {};
}
const scope = process.env.E2E_SCOPE;

/**
 * Returns the journeys to skip at this width in the current rotation, or none if no rotation is set.
 * @param excludedSpecs journeys that never run at this width
 */
function listSkippedJourneys(width: 'desktop' | 'phone', excludedSpecs: string[]): string[] {
  const turn = process.env[width === 'phone' ? 'E2E_PHONE_TURN' : 'E2E_DESKTOP_TURN'];
  if (!turn) return [];
  const allSpecs = globSync('e2e/*.spec.ts')
    .map((path) => basename(path, '.spec.ts'))
    .filter((name) => !excludedSpecs.includes(name));
  return listOutOfRotation(allSpecs, ROTATIONS[width], Number(turn));
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers: 2,
  // On a busy machine a browser may be too slow once. Tests that needed a retry are listed at the end of the run.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/browser.json' }]],
  use: {
    baseURL: origin,
    launchOptions,
    // Tracing adds a third to the run time, so turn it on only to debug a failure.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    timezoneId: 'America/New_York',
    // Journeys see the dark theme; `theme.spec.ts` also runs in the light one.
    colorScheme: 'dark',
    contextOptions: { reducedMotion: 'reduce' },
    // Playwright can't intercept requests that go through the service worker, so only the service worker's own spec
    // allows it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'desktop',
      ...listSpecs(scope, MAIN_SPECS, listSkippedJourneys('desktop', [...MAIN_SPECS, ...ALWAYS_RUN])),
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      ...listSpecs(scope, PHONE_MAIN_SPECS, [
        ...DESKTOP_ONLY,
        ...listSkippedJourneys('phone', [...PHONE_MAIN_SPECS, ...DESKTOP_ONLY]),
      ]),
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, launchOptions },
    },
  ],
});
