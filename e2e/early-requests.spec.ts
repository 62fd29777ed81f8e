import { expect, type Page, test } from '@playwright/test';
import { earlyRequests } from '../content/endpoints.ts';
import { storeSession } from './page-ready.ts';
import { fetchSession, makePublishedPlayer } from './server-api.ts';

const createPlayer = () =>
  makePublishedPlayer({
    ...{ display_name: `Early ${crypto.randomUUID().slice(0, 6)}`, role: 'PG', platform: 'PS5', region: 'NA-East' },
    ...{ modes: ['Rec'], timezone: 'America/New_York', languages: [`Rush ${crypto.randomUUID().slice(0, 6)}`] },
  });

/** Records the API requests that a page sends. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push(pathname + search);
  });
  return sent;
}

/** Holds the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The header checks the account too. */
const REPEATED = '/api/profiles/me/standing';

const PAGES = [
  { path: '/protocol/matches', content: 'No matches yet' },
  { path: '/protocol/lfg', content: 'Create Listing' },
  { path: '/protocol/onboarding', content: 'Display Name' },
];

for (const { path, content } of PAGES) {
  test(`sends the first requests of ${path} before its scripts load, and each only once`, async ({ page }) => {
    const { email } = await createPlayer();
    await storeSession(page, await fetchSession(email));
    const sent = recordRequests(page);
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => sent).toEqual(earlyRequests[path]);
    release();
    await expect(page.getByRole('main').getByText(content).first()).toBeVisible();
    // Once the live stream is open, the page loads again what has just changed.
    await expect.poll(() => sent).toContain('/api/live');
    const first = sent.slice(0, sent.indexOf('/api/live')).filter((url) => url !== REPEATED);
    const once = earlyRequests[path]!.filter((url) => url !== REPEATED);
    expect(first.filter((url) => once.includes(url)).sort()).toEqual([...once].sort());
  });
}

test("loads the parts of the listings page that visitors don't see with its other scripts", async ({ page }) => {
  const { email } = await createPlayer();
  await storeSession(page, await fetchSession(email));
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await holdScripts(page);
  await page.goto('/protocol/lfg', { waitUntil: 'commit' });
  await expect.poll(() => scripts.join(' ')).toMatch(/lfg-panels-/);
});

test('sends a visitor no early requests', async ({ page }) => {
  const sent = recordRequests(page);
  await page.goto('/protocol/matches');
  await expect(page).toHaveURL(/\/protocol\/auth/);
  expect(sent.filter((url) => earlyRequests['/protocol/matches']!.includes(url))).toEqual([]);
});

test('leads to sign-in if the early requests of a revoked session are refused', async ({ page }) => {
  const { email } = await createPlayer();
  const session = await fetchSession(email);
  await storeSession(page, { ...session, access_token: `${session.access_token.slice(0, -6)}AAAAAA` });
  const sent = recordRequests(page);
  await page.goto('/protocol/matches');
  await expect(page).toHaveURL(/\/protocol\/auth\?next=/);
  expect(sent).toContain('/api/matches');
  expect(await page.evaluate(() => localStorage.getItem('planet-crew-auth'))).toBeNull();
});
