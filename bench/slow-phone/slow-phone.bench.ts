import type { Page } from '@playwright/test';
import { paths } from '../../content/paths.ts';
import { SAMPLE_SIGN_INS } from '../../features/profiles/player-seeding/player-seeding.factory.ts';
import { computeMedian, writeResults } from '../bench-tools.ts';
import { openBrowser } from '../sample-site/browser.ts';
import { startSampleSite } from '../sample-site/sample-site.ts';

/**
 * Measures how long signed-in players wait for the content of a page on a slow phone: a sixth of the CPU, 1.6 Mbit/s
 * and a latency of 150 ms. `cold` is the first visit, with an empty browser cache; `warm` is the next one. The time runs
 * from the start of the navigation to the frame that shows the content, and the median of several visits counts.
 * `PAGES=/protocol/lfg` measures only some pages, `RUNS=9` more visits, `TRACE=on` prints each request of the last
 * visits, and `ORIGIN=http://localhost:3000` measures a site that's already running and has the sample accounts.
 */
const TARGET_MS = 2_500;
const CPU_SLOWDOWN = 6;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const PHONE = { width: 412, height: 823 };
const RUN_COUNT = Number(process.env.RUNS ?? 3);
/** A page stores its own scripts and loads deferred parts for a few seconds after its content. */
const SETTLE_MS = 4_000;

/** Pages, the sample account that opens them, and a part of their content that the skeleton doesn't have. */
const PAGES = [
  { page: paths.matches, as: 'player', content: '.play-cards > *' },
  { page: paths.lfg, as: 'player', content: '.card-grid h2' },
  { page: paths.onboarding, as: 'rookie', content: 'main input' },
];

type Visit = { contentMs: number; requests: string[] };
type TimedWindow = Window & { contentAt?: number };

/** Records in the page when a frame with the content has been drawn. */
async function watchForContent(page: Page, content: string): Promise<void> {
  await page.addInitScript((selector) => {
    const look = () => {
      if (!document.querySelector(selector)) return requestAnimationFrame(look);
      // The frame is drawn after its callbacks.
      return setTimeout(() => {
        (window as TimedWindow).contentAt = performance.now();
      });
    };
    requestAnimationFrame(look);
  }, content);
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

const listRequests = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('paint')]
      .sort((a, b) => a.startTime - b.startTime)
      .map((entry) => {
        const { startTime, duration, name, transferSize = 0 } = entry as PerformanceResourceTiming;
        const end = Math.round(startTime + duration);
        return `${Math.round(startTime)}–${end} ms  ${transferSize} B  ${name.replace(location.origin, '')}`;
      }),
  );

async function visit(page: Page, address: string, content: string): Promise<Visit> {
  await page.setViewportSize(PHONE);
  await watchForContent(page, content);
  await slowDown(page);
  await page.goto(address, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => (window as TimedWindow).contentAt, undefined, { polling: 200 });
  const contentMs = Math.round((await shown.jsonValue()) ?? 0);
  await page.waitForTimeout(SETTLE_MS);
  const requests = await listRequests(page);
  await page.close();
  return { contentMs, requests };
}

const selection = process.env.PAGES?.split(',');
const node = process.env.ORIGIN ? { origin: process.env.ORIGIN, stop: async () => {} } : await startSampleSite();
// The browser doesn't slow down a service worker's requests, so pages load without one.
const browser = await openBrowser({ serviceWorkers: 'block' });
const rows = [];
try {
  for (const { page, as, content } of PAGES.filter(({ page }) => !selection || selection.includes(page))) {
    const person = SAMPLE_SIGN_INS.find(({ email }) => email.startsWith(`${as}@`))!;
    await browser.signIn(node.origin, person.email, person.password);
    const times = { cold: [] as number[], warm: [] as number[] };
    for (let run = 0; run < RUN_COUNT; run++) {
      await browser.clearCache();
      for (const kind of ['cold', 'warm'] as const) {
        const { contentMs, requests } = await visit(await browser.newPage(), node.origin + page, content);
        times[kind].push(contentMs);
        if (process.env.TRACE && run === RUN_COUNT - 1) console.log([`${kind} ${page}`, ...requests].join('\n'));
      }
    }
    const [cold, warm] = [computeMedian(times.cold), computeMedian(times.warm)];
    console.log(`${page}  cold ${times.cold.join('/')} ms, warm ${times.warm.join('/')} ms`);
    rows.push({ page, cold, warm, target: TARGET_MS, pass: cold <= TARGET_MS && warm <= TARGET_MS });
  }
} finally {
  await browser.close();
  await node.stop();
}
console.table(rows);
if (!selection) writeResults('slow-phone', rows);
process.exit(rows.every(({ pass }) => pass) ? 0 : 1);
