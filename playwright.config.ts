import { defineConfig, devices } from '@playwright/test';

const origin = process.env.E2E_ORIGIN ?? 'http://localhost:3000';
const launchOptions = { executablePath: process.env.E2E_CHROMIUM ?? '', args: ['--no-sandbox'] };

/** Words and refusals are the same at every width. */
const DESKTOP_ONLY = ['site-words', 'squad-words', 'shell', 'refusals', 'directory', 'rules'];
/** What a phone walks in every run; the other journeys follow in the long suites, and PostgreSQL has the shortest. */
const PHONE_MAIN = ['journey', 'matches', 'lfg', 'site'];
const PHONE_ON_POSTGRES = ['journey', 'matches'];

function phoneSpecs() {
  const named = (specs: string[]) => new RegExp(`/(${specs.join('|')})\\.spec\\.ts$`);
  const scope = process.env.E2E_PHONE;
  if (scope === 'main') return { testMatch: named(PHONE_MAIN) };
  if (scope === 'rest') return { testIgnore: named([...DESKTOP_ONLY, ...PHONE_MAIN]) };
  if (scope === 'postgres') return { testMatch: named(PHONE_ON_POSTGRES) };
  return { testIgnore: named(DESKTOP_ONLY) };
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers: 2,
  // A browser on a busy machine may miss its moment once; whatever needed a second go is named at the end of the run.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/browser.json' }]],
  use: {
    baseURL: origin,
    launchOptions,
    // A trace of every test costs a third of the time; ask for it when one fails.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      ...phoneSpecs(),
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, launchOptions },
    },
  ],
});
