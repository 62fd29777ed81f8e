import { type Browser, expect, type Page, test } from '@playwright/test';
import { makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

/** Opens a page as a new tab's first history entry. */
async function openFirst(browser: Browser, path: string): Promise<Page> {
  const person = await makePublishedPlayer({ display_name: 'Back Button', role: 'PG', region: 'EU', modes: ['Rec'] });
  const context = await browser.newContext();
  await signInWithPassword(await context.newPage(), person.email, undefined, path);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const getDialog = (page: Page) => page.getByRole('dialog').first();

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Tonight' }).first().click();
  await expect(getDialog(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBe(true);
}

async function goBackToClose(page: Page) {
  await page.goBack();
  await expect(getDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/matches/);
}

async function leaveByOneBack(page: Page) {
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
}

const MATCHES = '/protocol/matches';

test("closes a dialog with Back on a tab's first page and leaves with the next Back", async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  const loads: string[] = [];
  await openDialog(page);
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  await goBackToClose(page);
  // Do it twice, as a user might.
  await openDialog(page);
  await goBackToClose(page);
  expect(loads).toEqual([]);
  await leaveByOneBack(page);
});

test('needs no extra Back after a dialog was closed with Escape', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  for (const _ of [1, 2]) {
    await openDialog(page);
    await page.keyboard.press('Escape');
    await expect(getDialog(page)).toBeHidden();
  }
  await leaveByOneBack(page);
  await page.goForward();
  await expect(page).toHaveURL(/matches/);
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
});

test('goes back and forward in one step each after a dialog was closed', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  await openDialog(page);
  await page.keyboard.press('Escape');
  await expect(getDialog(page)).toBeHidden();
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

test('closes the open account menu with Back or when another page opens', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  const sheet = page.locator('.menu:popover-open, .drawer[open]');
  const openMenu = async () => {
    await page.getByRole('button', { name: /’s menu$/ }).click();
    await expect(sheet).toBeVisible();
  };
  await openMenu();
  await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBe(true);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(MATCHES);
  const follow = () =>
    page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/protocol/squads"]')!.click());
  await openMenu();
  await follow();
  await expect(page).toHaveURL('/protocol/squads');
  await expect(sheet).toBeHidden();
  // This isn't the tab's first history entry, so the router blocks going back.
  await openMenu();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/protocol/squads');
  await page.goBack();
  await expect(page).toHaveURL(MATCHES);
});

test('returns with one Back after following a link from an open dialog', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  await openDialog(page);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/protocol/squads"]')!.click());
  await expect(page).toHaveURL('/protocol/squads');
  await expect(getDialog(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(MATCHES);
  await leaveByOneBack(page);
});

test('needs one Back to leave a page that was reloaded with an open dialog', async ({ browser }) => {
  const page = await openFirst(browser, MATCHES);
  await openDialog(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
  await openDialog(page);
  await goBackToClose(page);
  await openDialog(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
  // The part that handles Back has loaded with the toasts.
  await expect(page.locator('.toaster')).toBeAttached();
  await leaveByOneBack(page);
});
