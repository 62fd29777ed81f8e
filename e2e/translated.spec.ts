import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectPaymentConfirmed, payCheckout } from './money-fixtures.ts';
import { translateIn } from './page-translator.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

/** React's error for text that was translated before hydration. React then renders the page again, so it's harmless. */
const HYDRATION_ERROR = /Minified React error #418/;
const faults: string[] = [];
test.beforeEach(() => {
  faults.length = 0;
});
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  expect(faults).toEqual([]);
});

/** Opens a signed-in page that's continuously rewritten by a translator. */
async function openTranslated(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInWithPassword(page, person.email, undefined, path);
  await translateIn(context);
  page.on('pageerror', ({ message }) => HYDRATION_ERROR.test(message) || faults.push(message));
  await page.goto(path);
  await expect(page.locator('main font').first()).toBeVisible();
  return page;
}

const createFit = (language: string) => ({
  ...{ region: 'EU', platform: 'PC', languages: [language], modes: ['Rec'], overall_rating: 85, mic: true },
  ...{ availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }], timezone: 'Europe/Paris' },
});
const createLanguage = () => `Argot ${crypto.randomUUID().slice(0, 6)}`;

test('accepts a match, reviews the answer and opens the squad on a translated page', async ({ browser }) => {
  const fit = createFit(createLanguage());
  const one = await makePublishedPlayer({ ...fit, role: 'PG', display_name: 'Translated One' });
  const two = await makePublishedPlayer({ ...fit, role: 'C', display_name: 'Translated Two' });
  await runMatcher();
  const page = await openTranslated(browser, one, '/protocol/matches');
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Match accepted!', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Accepted' })).toBeVisible();
  await card.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Stay in' }).click();
  const { matches } = await callApi<{ matches: { id: string }[] }>(two.token, 'GET', '/api/matches');
  await callApi(two.token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  // The open page updates live.
  await expect(page.getByRole('link', { name: 'Your squad room' })).toBeVisible();
  await page.getByRole('link', { name: 'Your squad room' }).click();
  await expect(page).toHaveURL(/\/protocol\/squads\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('joins and leaves the live queue on a translated page', async ({ browser }) => {
  const person = await makePublishedPlayer({
    ...createFit(createLanguage()),
    role: 'PG',
    display_name: 'Translated Queue',
  });
  const page = await openTranslated(browser, person, '/protocol/matches');
  const play = page.getByRole('button', { name: 'Play now', exact: true });
  for (const _ of [1, 2]) {
    await play.click();
    await expect(page.getByRole('heading', { name: 'Looking for your squad' })).toBeVisible();
    await page.getByRole('button', { name: /Leave/ }).first().click();
    await expect(play).toBeVisible();
  }
});

test('posts a listing on a translated page and points out a missing field', async ({ browser }) => {
  const person = await makePublishedPlayer({
    ...createFit(createLanguage()),
    role: 'PG',
    display_name: 'Translated Owner',
  });
  const page = await openTranslated(browser, person, '/protocol/lfg?tab=create');
  const create = page.getByRole('button', { name: 'Create Listing', exact: true });
  await create.click();
  await expect(page.getByText('Title required').first()).toBeVisible();
  await page.getByLabel('Title').fill('Translated listing');
  await page.getByRole('checkbox', { name: 'C', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Rec' }).check();
  await create.click();
  await expect(page.getByText('Listing created successfully!')).toBeVisible();
});

test('buys a plan on a translated page', async ({ browser }) => {
  const person = await makePublishedPlayer({
    ...createFit(createLanguage()),
    role: 'PG',
    display_name: 'Translated Buyer',
  });
  const page = await openTranslated(browser, person, '/protocol/deals');
  await page.getByRole('button', { name: 'Become a Founder' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
});

test("closes a dialog with the browser's Back button and stays on a translated page", async ({ browser }) => {
  const person = await makePublishedPlayer({ ...createFit(createLanguage()), role: 'PG', display_name: 'Back Button' });
  const page = await openTranslated(browser, person, '/protocol/squads');
  await page.getByRole('link', { name: 'Play', exact: true }).first().click();
  await expect(page).toHaveURL(/matches/);
  await page.getByRole('button', { name: 'Tonight' }).first().click();
  const dialog = page.getByRole('dialog').first();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/matches/);
});
