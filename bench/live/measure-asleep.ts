import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { SAMPLE_SIGN_INS } from '../../features/profiles/player-seeding/player-seeding.factory.ts';
import { openBrowser } from '../sample-site/browser.ts';
import type { Community } from './live-parties.ts';

const ASLEEP_SECONDS = Number(process.env.ASLEEP_SECONDS ?? 600);
const TIMEOUT_MS = 60_000;

/**
 * Freezes a page for ten minutes, as a phone does when it's locked, and changes something in the meantime. Measures the
 * time from wake-up until the page shows the current state.
 */
export async function measureWakeUp(origin: string, { pool }: Community) {
  const browser = await openBrowser();
  try {
    const { email, password } = SAMPLE_SIGN_INS.find(({ who }) => who === 'Published player')!;
    await browser.signIn(origin, email, password);
    const page = await browser.newPage();
    await page.goto(`${origin}/protocol/inbox`);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    // Wait until the stream is open before freezing the page.
    await pause(3_000);
    const setLifecycle = await getLifecycle(page);
    await setLifecycle('frozen');
    await pause((ASLEEP_SECONDS * 1000) / 2);
    const title = `While you slept, ${new Date().toISOString()}`;
    await pool.query(
      `insert into notification_outbox (user_id, kind, dedupe_key, title, lines, links, created_at)
       select id, 'test', $2, $2, '{}', '[]', now() from auth.users where email = $1`,
      [email, title],
    );
    await pause((ASLEEP_SECONDS * 1000) / 2);
    const wokeAt = performance.now();
    await setLifecycle('active');
    await page.getByRole('heading', { name: title }).waitFor({ timeout: TIMEOUT_MS });
    return { asleepSeconds: ASLEEP_SECONDS, shownMs: Math.round(performance.now() - wokeAt) };
  } finally {
    await browser.close();
  }
}

async function getLifecycle(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (state: 'frozen' | 'active') => session.send('Page.setWebLifecycleState', { state });
}
