import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated } from './page-ready.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = /You’re offline\. This is from .*\d+:\d\d\./;
const QUEUED = 'Will be sent when you’re back online.';

async function makeTwo(): Promise<[TestAccount, TestAccount]> {
  const fit = createIsolatedProfile(`Tongue ${crypto.randomUUID().slice(0, 6)}`);
  return [
    await makePublishedPlayer({ ...fit, display_name: 'Offline One', role: 'PG', discord: 'offline_one' }),
    await makePublishedPlayer({ ...fit, display_name: 'Offline Two', role: 'C', discord: 'offline_two' }),
  ];
}

/** Waits until the app has stored the pages that it shows without a network. */
const waitUntilStored = (page: Page, path: string) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async ([key, shell]) =>
            Object.keys(localStorage).some((name) => name.endsWith(`:page:${key}`)) &&
            (await caches.match(shell!)) !== undefined,
          [path.split('/').at(-1)!, path],
        ),
      { timeout: 30_000 },
    )
    .toBe(true);

const listStored = (page: Page) =>
  page.evaluate(async () => ({
    entries: Object.keys(localStorage).filter((name) => name.startsWith('planet-crew-offline')),
    caches: (await caches.keys()).filter((name) => name === 'planet-crew-pages'),
  }));

/** Signs in and visits each page that can be read offline. */
async function visitAll(page: Page, { email }: TestAccount): Promise<void> {
  await signInWithPassword(page, email, undefined, '/protocol/squads');
  await waitUntilStored(page, '/protocol/squads');
  for (const path of ['/protocol/inbox', '/protocol/matches']) {
    await openHydrated(page, path);
    await waitUntilStored(page, path);
  }
}

type Matches = { matches: { id: string; status: string; my_response: string | null }[] };
const readMatches = async ({ token }: TestAccount) => (await callApi<Matches>(token, 'GET', '/api/matches')).matches;

const onCard = (page: Page, name: string) =>
  page.getByRole('article').first().getByRole('button', { name, exact: true });

/** Counts the answers to matches that any tab sends. */
function countAnswers(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/matches\/[^/]+\/response$/.test(request.url())) count += 1;
  });
  return () => count;
}

test('shows the last-known matches, squads and inbox without a network', async ({ page, context }) => {
  test.slow();
  const [one, two] = await makeTwo();
  await formSquad(one, two);
  await visitAll(page, one);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, 'planet-crew-auth': '' }));
  expect(stored).toContain('Offline Two');
  expect(stored).not.toContain('offline_two');

  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  // The app starts without a network.
  await page.goto('/protocol/matches');
  await expect(page.getByRole('article').first()).toContainText('Offline Two');
  await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Squads', exact: true }).first().click();
  await expect(page).toHaveURL('/protocol/squads');
  await expect(page.getByRole('list', { name: 'Your squads' })).toContainText('Offline Two');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/protocol/inbox');
  await expect(page.getByRole('heading', { name: /New pair|You’re a squad|accepted/ }).first()).toBeVisible();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/protocol/matches');
  await expect(page.getByRole('article').first()).toContainText('Offline Two');
  await page.goto('/protocol/lfg');
  await expect(page.getByRole('heading', { name: 'No signal out here' })).toBeVisible();

  await page.goto('/protocol/matches');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toBeHidden();
  // The contact details are back, because only the server has them.
  await expect(page.getByRole('article').first()).toContainText('offline_two');
});

test('sends an answer given offline once, after a reload and with a second tab open', async ({ page, context }) => {
  test.slow();
  const [one] = await makeTwo();
  await runMatcher();
  await visitAll(page, one);
  const second = await context.newPage();
  await openHydrated(second, '/protocol/matches');
  await expect(second.getByRole('article').first()).toBeVisible();
  const count = countAnswers(context);

  await context.setOffline(true);
  await onCard(page, 'Decline').click();
  await expect(page.getByText(QUEUED)).toBeVisible();
  await expect(second.getByText(QUEUED)).toBeVisible();
  await onCard(page, 'Undo').click();
  await expect(page.getByText(QUEUED)).toBeHidden();
  await onCard(page, 'Accept').click();
  await expect(onCard(page, 'Accept')).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(QUEUED)).toBeVisible();
  await expect(onCard(page, 'Accept')).toHaveAttribute('aria-pressed', 'true');

  await context.setOffline(false);
  for (const tab of [page, second]) await expect(tab.getByText('You accepted. Waiting for 1 more.')).toBeVisible();
  await expect(page.getByText(QUEUED)).toBeHidden();
  expect((await readMatches(one)).map(({ my_response }) => my_response)).toEqual(['accept']);
  expect(count()).toBe(1);
});

test("says why an answer given offline wasn't sent", async ({ page, context }) => {
  test.slow();
  const [one, two] = await makeTwo();
  await runMatcher();
  await visitAll(page, one);
  await context.setOffline(true);
  await onCard(page, 'Accept').click();
  await expect(page.getByText(QUEUED)).toBeVisible();
  const [match] = await readMatches(two);
  await callApi(two.token, 'POST', `/api/matches/${match!.id}/response`, { action: 'decline' });
  await context.setOffline(false);
  await expectToast(page, 'Your answer wasn’t sent', 'This match ended because a player declined');
  await expect(page.getByText(QUEUED)).toBeHidden();
});

test('answers in the inbox wait for the network too', async ({ page, context }) => {
  test.slow();
  const [one] = await makeTwo();
  await runMatcher();
  await visitAll(page, one);
  await openHydrated(page, '/protocol/inbox');
  const accept = page.getByRole('button', { name: 'Accept', exact: true }).first();
  await expect(accept).toBeVisible();
  await context.setOffline(true);
  await accept.click();
  await expect(page.getByText(QUEUED)).toBeVisible();
  await expect(accept).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(QUEUED)).toBeHidden();
  await accept.click();
  await context.setOffline(false);
  await expectToast(page, 'Match accepted!');
  expect((await readMatches(one)).map(({ my_response }) => my_response)).toEqual(['accept']);
});

test('deletes what it stored on sign-out, also without a network', async ({ page, context }) => {
  test.slow();
  const [one, two] = await makeTwo();
  await runMatcher();
  await visitAll(page, one);
  await context.setOffline(true);
  await onCard(page, 'Accept').click();
  await expect(page.getByText(QUEUED)).toBeVisible();
  await page.getByRole('button', { name: /’s menu/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Sign Out Failed', 'Signing out deletes 1 unsent answer.');
  expect((await listStored(page)).entries.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await expect.poll(() => listStored(page)).toEqual({ entries: [], caches: [] });
  await page.goto('/protocol/matches');
  await expect(page.getByRole('heading', { name: 'No signal out here' })).toBeVisible();

  await context.setOffline(false);
  // The offline page reloads.
  await expect(page).toHaveURL(/\/protocol\/auth/);
  await visitAll(page, two);
  await expect(page.getByText(QUEUED)).toBeHidden();
  expect((await listStored(page)).entries.every((name) => name.includes(two.id))).toBe(true);
  expect((await readMatches(one)).map(({ my_response }) => my_response)).toEqual([null]);
});
