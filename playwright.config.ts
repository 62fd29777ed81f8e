import { defineConfig, devices } from '@playwright/test';

const origin = process.env.E2E_ORIGIN ?? 'http://localhost:3000';
const launchOptions = { executablePath: process.env.E2E_CHROMIUM ?? '', args: ['--no-sandbox'] };

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
      // Words are the same at every width; on the second database the phone walks the main journeys only.
      testIgnore: process.env.E2E_SHORT
        ? /(site|deals|lfg|admin|health)[^/]*\.spec/
        : /(site-words|squad-words|shell|refusals|account-pages|directory)\.spec/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, launchOptions },
    },
  ],
});
