import { type Browser, expect, type Page, test } from '@playwright/test';
import { makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

/** A page that is the first one opened in its tab. */
async function openFirst(browser: Browser, path: string): Promise<Page> {
  const person = await makePublishedPlayer({ display_name: 'Back Button', role: 'PG', region: 'EU', modes: ['Rec'] });
  const context = await browser.newContext();
  await signInWithPassword(await context.newPage(), person.email, undefined, path);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const dialogOf = (page: Page) => page.getByRole('dialog').first();

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Tonight' }).first().click();
  await expect(dialogOf(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBe(true);
}

async function goBackToClose(page: Page) {
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL(/matches/);
}

async function leaveByOneBack(page: Page) {
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
}

const MATCHES = '/protocol/matches';

test('Back closes a dialog on the first page of a tab, and the next one leaves it', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  const loads: string[] = [];
  await openDialog(page);
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  await goBackToClose(page);
  // Twice, as somebody might.
  await openDialog(page);
  await goBackToClose(page);
  expect(loads).toEqual([]);
  await leaveByOneBack(page);
});

test('a dialog that was closed by Escape costs no press of Back', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  for (const _ of [1, 2]) {
    await openDialog(page);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  }
  await leaveByOneBack(page);
  await page.goForward();
  await expect(page).toHaveURL(/matches/);
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
});

test('after a dialog the app goes on, back and forward by one press each', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  await openDialog(page);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/protocol/squads"]')!.click());
  await expect(page).toHaveURL('/protocol/squads');
  await page.goBack();
  await expect(page).toHaveURL(MATCHES);
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL('/protocol/squads');
  await page.goBack();
  await expect(page).toHaveURL(MATCHES);
  await leaveByOneBack(page);
});

test('Back closes the open bell, and another page does not keep it', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const sheet = page.getByRole('dialog', { name: 'Notifications' });
  const openBell = async () => {
    await bell.click();
    await expect(sheet).toBeVisible();
  };
  await openBell();
  await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBe(true);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(MATCHES);
  const follow = () =>
    page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/protocol/squads"]')!.click());
  await openBell();
  await follow();
  await expect(page).toHaveURL('/protocol/squads');
  await expect(sheet).toBeHidden();
  // A later entry of the tab, where the router blocks the way back.
  await openBell();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/protocol/squads');
  await page.goBack();
  await expect(page).toHaveURL(MATCHES);
});

test('a link that is followed while a dialog is open comes back to the page with one press', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  await openDialog(page);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/protocol/squads"]')!.click());
  await expect(page).toHaveURL('/protocol/squads');
  await expect(dialogOf(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(MATCHES);
  await leaveByOneBack(page);
});

test('a page that is reloaded with a dialog open is left with one press, and its dialogs close by Back', async ({
  browser,
}) => {
  const page = await openFirst(browser, MATCHES);
  await openDialog(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
  await openDialog(page);
  await goBackToClose(page);
  await openDialog(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await leaveByOneBack(page);
});
