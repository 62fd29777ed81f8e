import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

/** Returns functions that create two players who match only each other by their language. */
function createPairMakers() {
  const commonProfile = {
    region: 'EU',
    platform: 'PC',
    languages: [`Argot ${crypto.randomUUID().slice(0, 6)}`],
    modes: ['Rec'],
    availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
    overall_rating: 85,
    timezone: 'Europe/Paris',
  };
  return {
    one: () => makePublishedPlayer({ ...commonProfile, display_name: 'Live One', role: 'PG' }),
    two: () => makePublishedPlayer({ ...commonProfile, display_name: 'Live Two', role: 'C' }),
  };
}

async function makeTwo(): Promise<[TestAccount, TestAccount]> {
  const { one, two } = createPairMakers();
  return [await one(), await two()];
}

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

/** Marks the page. The returned function fails if the page has reloaded since. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  const mark = crypto.randomUUID();
  await page.evaluate((word) => {
    document.documentElement.dataset.mark = word;
  }, mark);
  return () => expect(page.locator('html')).toHaveAttribute('data-mark', mark);
}

test("shows a player's answer live to the other player and in every tab", async ({ browser }) => {
  test.slow();
  const [one, two] = await makeTwo();
  await runMatcher();
  const first = await open(browser, one, '/protocol/matches');
  const tab = await first.context().newPage();
  await tab.goto('/protocol/matches');
  const second = await open(browser, two, '/protocol/matches');
  for (const page of [first, tab, second]) {
    await expect(page.getByText('Contacts stay hidden until everyone accepts.')).toBeVisible();
  }
  const expectNoReload = await Promise.all([first, tab].map(markPage));

  await second.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  for (const page of [first, tab]) {
    await expect(page.getByText("Everyone else accepted. It's up to you.")).toBeVisible();
  }
  // When the tab that holds the stream closes, the other one takes over.
  await first.close();
  await tab.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await expect(second.getByText('Everyone accepted')).toBeVisible();
  await expect(second.getByRole('article').first()).toContainText('Live One');
  await expectNoReload[1]!();
  await expectAccessible(second);
});

test('shows a notice and polls while the live stream is down, then reconnects', async ({ browser }) => {
  test.slow();
  const [one, two] = await makeTwo();
  await runMatcher();
  const first = await open(browser, one, '/protocol/inbox');
  let isBlocked = true;
  await first.route('**/api/live', (route) => (isBlocked ? route.abort() : route.fallback()));
  await first.goto('/protocol/matches');
  await expect(first.getByText('Contacts stay hidden until everyone accepts.')).toBeVisible();
  await expect(first.getByText('Catching up…')).toBeVisible();
  await expectAccessible(first);
  const expectNoReload = await markPage(first);

  const second = await open(browser, two, '/protocol/matches');
  await second.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await expect(first.getByText("Everyone else accepted. It's up to you.")).toBeVisible({ timeout: 40_000 });
  await expect(first.getByText('Catching up…')).toBeVisible();
  isBlocked = false;
  await expect(first.getByText('Catching up…')).toBeHidden({ timeout: 40_000 });
  await expectNoReload();
});

test('shows a new message in the open inbox without a reload', async ({ browser }) => {
  const { one, two } = createPairMakers();
  const page = await open(browser, await one(), '/protocol/inbox');
  await expect(page.getByText('Nothing yet')).toBeVisible();
  const expectNoReload = await markPage(page);
  await two();
  await runMatcher();
  await expect(page.getByRole('list', { name: 'To answer' })).toContainText('New pair');
  await expectNoReload();
});
