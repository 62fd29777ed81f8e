import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { callApi, fetchMails, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const HOURS = [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }];

/** Creates two players with an open match and returns the first. */
async function makeProposal(): Promise<TestAccount> {
  const commonProfile = {
    ...{ region: 'EU', platform: 'PC', languages: [`Cant ${crypto.randomUUID().slice(0, 6)}`], modes: ['Rec'] },
    ...{ availability: HOURS, overall_rating: 85, mic: true, timezone: 'Europe/Paris' },
  };
  const first = await makePublishedPlayer({ ...commonProfile, display_name: 'Opens Addresses', role: 'PG' });
  await makePublishedPlayer({ ...commonProfile, display_name: 'Waits For Them', role: 'C' });
  await runMatcher();
  return first;
}

const readAnswer = async ({ token }: TestAccount) => {
  const { matches } = await callApi<{ matches: { my_response: string | null }[] }>(token, 'GET', '/api/matches');
  return matches[0]!.my_response;
};

async function listAddresses(person: TestAccount): Promise<string[]> {
  const inbox = await callApi<{ items: { address: string; actions: { path: string }[] }[] }>(
    person.token,
    'GET',
    '/api/notifications',
  );
  const home = await callApi<{ activity: { path: string }[] }>(person.token, 'GET', '/api/dashboard');
  await expect
    .poll(async () => (await fetchMails(person.email)).some(({ text }) => text.includes('action=accept')))
    .toBe(true);
  const mails = (await fetchMails(person.email)).flatMap(({ text }) => text.match(/\/(protocol|api)\/\S+/g) ?? []);
  const inInbox = inbox.items.flatMap(({ address, actions }) => [address, ...actions.map(({ path }) => path)]);
  return [...new Set([...inInbox, ...home.activity.map(({ path }) => path), ...mails])];
}

const AUTOMATED_REQUESTS: [string, (request: APIRequestContext, path: string) => Promise<unknown>][] = [
  ['GET', (request, path) => request.get(path)],
  ['HEAD', (request, path) => request.head(path)],
  ['prefetch', (request, path) => request.get(path, { headers: { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch' } })],
  ['prerender', (request, path) => request.get(path, { headers: { 'Sec-Purpose': 'prefetch;prerender' } })],
];

/** Makes the page believe that it's hidden or prerendering. */
async function prepare(page: Page, how: 'hidden' | 'prerendering'): Promise<void> {
  await page.addInitScript((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    if (state === 'prerendering') {
      Object.defineProperty(document, 'prerendering', { configurable: true, get: () => true });
    }
  }, how);
}

async function show(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('prerenderingchange'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('changes nothing when bots follow every link in a match notification', async ({ page }) => {
  const person = await makeProposal();
  const addresses = await listAddresses(person);
  expect(addresses.filter((path) => path.startsWith('/protocol/respond'))).toHaveLength(2);
  // Uses the user's cookies and session, as a browser extension would.
  await signInWithPassword(page, person.email, undefined, '/dashboard');
  for (const path of addresses) for (const [, follow] of AUTOMATED_REQUESTS) await follow(page.request, path);
  expect(await readAnswer(person)).toBeNull();
  const { kinds } = await callApi<{ kinds: { kind: string; channels: { email: boolean } }[] }>(
    ...([person.token, 'GET', '/api/notifications/preferences'] as const),
  );
  expect(kinds.find(({ kind }) => kind === 'match_proposed')?.channels.email).toBe(true);
});

test('opens a match from Recent Activity without answering it', async ({ page }) => {
  const person = await makeProposal();
  await signInWithPassword(page, person.email, undefined, '/dashboard');
  await page
    .getByRole('link', { name: /^New pair: score/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/protocol\/matches#match-/);
  const card = page.getByRole('article').first();
  await expect(card.getByRole('button', { name: 'Accept' })).toHaveAttribute('aria-pressed', 'false');
  await expect(card.getByRole('heading', { level: 3 })).toBeInViewport();
  expect(await readAnswer(person)).toBeNull();
});

for (const how of ['hidden', 'prerendering'] as const) {
  test(`records the answer only once a ${how} response page becomes visible`, async ({ browser }) => {
    const person = await makeProposal();
    const context = await browser.newContext();
    await signInWithPassword(await context.newPage(), person.email, undefined, '/protocol/matches');
    const path = (await listAddresses(person)).find((one) => one.includes('action=accept'))!;
    const page = await context.newPage();
    await prepare(page, how);
    const writes: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && writes.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expect(page.getByText('Processing your response...')).toBeVisible();
    await page.waitForTimeout(3_000);
    expect(writes.filter((one) => one.startsWith('/api/matches'))).toEqual([]);
    expect(await readAnswer(person)).toBeNull();
    await show(page);
    await expect(page.getByRole('heading', { name: 'Response Recorded' })).toBeVisible();
    expect(await readAnswer(person)).toBe('accept');
    await context.close();
  });
}
