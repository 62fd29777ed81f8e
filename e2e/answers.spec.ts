import { type Browser, expect, type Page, test } from '@playwright/test';
import { pressTwice, SETTLED_MS } from './page-ready.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile } from './squad-fixtures.ts';

/** Creates two players who are compatible only with each other. */
async function makeTwo(): Promise<[TestAccount, TestAccount]> {
  const fit = createIsolatedProfile(`Tongue ${crypto.randomUUID().slice(0, 6)}`);
  return [
    await makePublishedPlayer({ ...fit, display_name: 'Answer One', role: 'PG' }),
    await makePublishedPlayer({ ...fit, display_name: 'Answer Two', role: 'C' }),
  ];
}

async function open(browser: Browser, person: TestAccount): Promise<Page> {
  const page = await (await browser.newContext({ viewport: test.info().project.use.viewport ?? null })).newPage();
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForTimeout(SETTLED_MS);
  return page;
}

type Answered = { matches: { status: string; my_response: string | null }[] };
const readAnswer = async ({ token }: TestAccount) =>
  (await callApi<Answered>(token, 'GET', '/api/matches')).matches.map(({ status, my_response }) => [
    status,
    my_response,
  ]);

const onCard = (page: Page, name: string) => page.getByRole('article').first().getByRole('button', { name });

for (const betweenMs of [40, 250]) {
  test(`accepts a match once when double-tapped ${betweenMs} ms apart`, async ({ browser }) => {
    test.slow();
    const [one] = await makeTwo();
    await runMatcher();
    const page = await open(browser, one);
    await pressTwice(onCard(page, 'Accept'), betweenMs);
    await expect(page.getByText('Match accepted!', { exact: true })).toBeVisible();
    await expect(page.getByText('You accepted. Waiting for 1 more.')).toBeVisible();
    await page.waitForTimeout(SETTLED_MS);
    expect(await readAnswer(one)).toEqual([['proposed', 'accept']]);
    await page.context().close();
  });
}

test('sends an answer once on a slow network and shows it immediately', async ({ browser }) => {
  test.slow();
  const [one, two] = await makeTwo();
  await runMatcher();
  const [page, other] = [await open(browser, one), await open(browser, two)];
  let requestCount = 0;
  await page.route('**/api/matches/*/response', async (route) => {
    requestCount += 1;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await pressTwice(onCard(page, 'Accept'), 1_000);
  await expect(page.getByText('Saving your answer…')).toBeVisible({ timeout: 1_000 });
  await expect(page.getByRole('button', { name: 'Accepted' })).toBeVisible();
  // The other player's answer arrives while this one is still being sent.
  await other.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Everyone accepted', { exact: true })).toBeVisible();
  expect(requestCount).toBe(1);
  expect(await readAnswer(one)).toEqual([['mutual', 'accept']]);
  await Promise.all([page.context().close(), other.context().close()]);
});

test('reverts an answer that failed to send and allows a retry', async ({ browser }) => {
  test.slow();
  const [one] = await makeTwo();
  await runMatcher();
  const page = await open(browser, one);
  await page.route('**/api/matches/*/response', (route) => route.abort());
  const accept = page.getByRole('article').first().getByRole('button', { name: 'Accept' });
  await accept.click();
  await expect(page.getByText('Failed to accept match')).toBeVisible();
  await page.unroute('**/api/matches/*/response');
  await page.waitForTimeout(SETTLED_MS);
  await accept.click();
  await expect(page.getByText('Match accepted!', { exact: true })).toBeVisible();
  // The earlier error message is gone.
  await expect(page.getByText('Failed to accept match')).toHaveCount(0);
  expect(await readAnswer(one)).toEqual([['proposed', 'accept']]);
  await page.context().close();
});

/** Opens a user's matches in two tabs. */
async function openTwoTabs(browser: Browser, account: TestAccount): Promise<[Page, Page]> {
  const first = await open(browser, account);
  const second = await first.context().newPage();
  await second.goto('/protocol/matches');
  await expect(second.getByRole('article').first()).toBeVisible();
  await second.waitForTimeout(SETTLED_MS);
  return [first, second];
}

test('saves one answer and shows it in both tabs when two tabs answer at once', async ({ browser }) => {
  test.slow();
  const [one] = await makeTwo();
  await runMatcher();
  const [first, second] = await openTwoTabs(browser, one);
  await Promise.all(
    [first, second].map((tab) => tab.getByRole('article').first().getByRole('button', { name: 'Accept' }).click()),
  );
  for (const tab of [first, second]) await expect(tab.getByText('You accepted. Waiting for 1 more.')).toBeVisible();
  expect(await readAnswer(one)).toEqual([['proposed', 'accept']]);
  await first.context().close();
});

test('replaces a pending decline when the player accepts in another tab', async ({ browser }) => {
  test.slow();
  const [one] = await makeTwo();
  await runMatcher();
  const [first, second] = await openTwoTabs(browser, one);
  await onCard(first, 'Decline').click();
  await expect(onCard(first, 'Undo')).toBeVisible();
  await onCard(second, 'Accept').click();
  for (const tab of [first, second]) {
    await expect(tab.getByText('You accepted. Waiting for 1 more.')).toBeVisible();
    await expect(tab.getByRole('article').first().getByRole('button', { name: 'Accepted' })).toBeVisible();
  }
  expect(await readAnswer(one)).toEqual([['proposed', 'accept']]);
  await first.context().close();
});

test('lets a player undo a decline for ten seconds', async ({ browser }) => {
  test.slow();
  const [one] = await makeTwo();
  await runMatcher();
  const page = await open(browser, one);
  const card = page.getByRole('article').first();
  // A double tap on Decline declines once and doesn't trigger Undo.
  await pressTwice(onCard(page, 'Decline'), 250);
  const declinedButton = card.getByRole('button', { name: 'Declined' });
  await expect(declinedButton).toHaveAttribute('aria-disabled', 'true');
  await expect(card.getByRole('status')).toHaveText('You declined. You can undo it for 10 seconds.');
  expect(await readAnswer(one)).toEqual([['proposed', null]]);
  // A double tap on Undo undoes the decline and doesn't accept.
  await pressTwice(onCard(page, 'Undo'), 250);
  await expect(card.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Decline' })).toBeEnabled();
  await page.waitForTimeout(SETTLED_MS);
  expect(await readAnswer(one)).toEqual([['proposed', null]]);
  await card.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Match declined', { exact: true })).toBeVisible();
  expect(await readAnswer(one)).toEqual([]);
  await page.context().close();
});

const LEAVE_ACTIONS = {
  'another page': (page: Page) => page.goto('/protocol/find'),
  'a link': (page: Page) => page.getByRole('link', { name: 'LFG' }).first().click(),
};
for (const [name, leave] of Object.entries(LEAVE_ACTIONS)) {
  test(`sends a pending decline when the player opens ${name}`, async ({ browser }) => {
    test.slow();
    const [one] = await makeTwo();
    await runMatcher();
    const page = await open(browser, one);
    await page.getByRole('article').first().getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await leave(page);
    await expect.poll(() => readAnswer(one), { timeout: 5_000 }).toEqual([]);
    await page.context().close();
  });
}
