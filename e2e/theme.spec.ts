import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openHydrated } from './page-ready.ts';
import { makePublishedPlayer, runMatcher } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

const ADMIN = 'admin@planetcrew.example';
const BACKGROUND = {
  dark: 'rgb(7, 6, 15)',
  light: 'rgb(245, 243, 255)',
  darkMore: 'rgb(0, 0, 0)',
  lightMore: 'rgb(255, 255, 255)',
};
const THEMES = ['dark', 'light'] as const;

const expectBackground = (page: Page, color: string) =>
  expect(page.locator('html')).toHaveCSS('background-color', color);

/** Returns the color that a phone gives the bars around the page: that of the first element whose query matches. */
const readThemeColor = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => !media || matchMedia(media).matches,
      )?.content,
  );

/** Lets the pages follow the color scheme that a test emulates. */
const followSystem = (page: Page) => page.addInitScript(() => localStorage.setItem('planet-crew-theme', 'system'));

test("applies a visitor's theme and contrast from the first paint of every page", async ({ page }) => {
  const refusals: string[] = [];
  page.on('console', (line) => /Content Security Policy/.test(line.text()) && refusals.push(line.text()));
  await openHydrated(page, '/about');
  await expectBackground(page, BACKGROUND.dark);
  const button = page.getByRole('contentinfo').getByRole('button', { name: 'Theme' });
  await button.click();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await page.getByRole('radio', { name: 'Light' }).check();
  await expectBackground(page, BACKGROUND.light);
  expect(await readThemeColor(page)).toBe('#f5f3ff');
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'More contrast' }).check();
  await expectBackground(page, BACKGROUND.lightMore);
  await expectAccessible(page);

  // Without the page's own scripts, only what runs before the first paint can set the theme.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/plans');
  await expectBackground(page, BACKGROUND.lightMore);
  expect(await readThemeColor(page)).toBe('#f5f3ff');
  expect(await page.locator('html').evaluate((html) => getComputedStyle(html).colorScheme)).toBe('light');
  await page.unroute('**/assets/*.js');

  await openHydrated(page, '/plans');
  await button.click();
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'More contrast' })).toBeChecked();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expectBackground(page, BACKGROUND.darkMore);
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'More contrast' }).uncheck();
  expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectBackground(page, BACKGROUND.dark);
  await page.getByRole('radio', { name: 'System' }).check();
  await expectBackground(page, BACKGROUND.light);
  expect(await readThemeColor(page)).toBe('#f5f3ff');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectBackground(page, BACKGROUND.dark);
  expect(await readThemeColor(page)).toBe('#07060f');
  expect(refusals).toEqual([]);
});

test("uses the dark theme by default, even without scripts, and follows the system's contrast", async ({ browser }) => {
  const open = async (context: Parameters<Browser['newContext']>[0]) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false, ...context })).newPage();
    await page.goto('/about');
    return page;
  };
  await expectBackground(await open({ colorScheme: 'dark' }), BACKGROUND.dark);
  await expectBackground(await open({ colorScheme: 'light' }), BACKGROUND.dark);
  await expectBackground(await open({ colorScheme: 'dark', contrast: 'more' }), BACKGROUND.darkMore);
  await expectBackground(await open({ colorScheme: 'light', contrast: 'more' }), BACKGROUND.darkMore);
});

test('lets a player change the theme in the account menu by keyboard', async ({ page }, { project }) => {
  const player = await makePublishedPlayer({ ...createIsolatedProfile('Sunlit'), display_name: 'Day', role: 'PG' });
  await signInWithPassword(page, player.email, undefined, '/protocol/inbox');
  await page.getByRole('button', { name: 'Day’s menu' }).filter({ visible: true }).click();
  const system = page
    .getByRole('group', { name: 'Theme' })
    .getByRole('radio', { name: 'System' })
    .filter({ visible: true });
  await system.focus();
  await page.keyboard.press('ArrowRight');
  await expectBackground(page, BACKGROUND.light);
  await expect(page.getByRole('radio', { name: 'Light' }).filter({ visible: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expectBackground(page, BACKGROUND.lightMore);
  await page.keyboard.press('Space');
  if (project.name === 'desktop') await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expectBackground(page, BACKGROUND.light);
});

const PUBLIC_PAGES = ['/', '/protocol/find', '/plans', '/whitepaper', '/tournament-of-power', '/protocol/auth'];

test('passes axe on public pages in both themes', async ({ page, baseURL }, { project }) => {
  test.skip(project.name === 'phone', 'the colors do not depend on the width');
  test.slow();
  const map = await (await fetch(`${baseURL}/sitemap.xml`)).text();
  await followSystem(page);
  const pages = [...PUBLIC_PAGES, map.match(/\/protocol\/profile\/[^<]+/)![0]];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const path of pages) {
      await openHydrated(page, path);
      await expectBackground(page, BACKGROUND[colorScheme]);
      await expectAccessible(page);
    }
  }
});

test("passes axe on a player's pages in both themes", async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'the colors do not depend on the width');
  test.slow();
  const common = createIsolatedProfile(`Dawn ${crypto.randomUUID().slice(0, 6)}`);
  const one = await makePublishedPlayer({ ...common, display_name: 'Early Bird', role: 'PG' });
  const two = await makePublishedPlayer({ ...common, display_name: 'Night Owl', role: 'C' });
  await runMatcher();
  await followSystem(page);
  await signInWithPassword(page, one.email, undefined, '/protocol/matches');
  const expectBoth = async (path: string, ready: string) => {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await openHydrated(page, path);
      await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible();
      await expectAccessible(page);
    }
  };
  await expectBoth('/protocol/matches', 'Accept');
  const squad = await formSquad(one, two);
  await expectBoth(`/protocol/squads/${squad}`, 'Roster');
  await expectBoth('/protocol/inbox', 'Inbox');
  await expectBoth('/protocol/lfg', 'Looking for Group');
  await expectBoth('/dashboard', 'Early Bird');
  await expectBoth('/account', 'Account');
  await expectBoth('/account/profile', 'Save');
});

test('passes axe in the admin console in both themes', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'the colors do not depend on the width');
  await followSystem(page);
  await signInWithPassword(page, ADMIN);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await openHydrated(page, '/protocol/admin?tab=health');
    await expect(page.getByRole('columnheader', { name: 'Job' }).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('shows a squad page in forced-colors mode and in print', async ({ page }) => {
  test.slow();
  const common = createIsolatedProfile(`Ink ${crypto.randomUUID().slice(0, 6)}`);
  const one = await makePublishedPlayer({ ...common, display_name: 'Ink One', role: 'PG' });
  const two = await makePublishedPlayer({ ...common, display_name: 'Ink Two', role: 'C' });
  const squad = await formSquad(one, two);
  await signInWithPassword(page, one.email, undefined, `/protocol/squads/${squad}`);
  await expect(page.getByRole('list', { name: 'Members of the squad' })).toBeVisible();

  // Only the system's colors are used, even in drawings, which browsers don't recolor themselves.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await expectBackground(page, 'rgb(255, 255, 255)');
  await expect(page.locator('.week-own').first()).toHaveCSS('fill', 'rgb(0, 0, 0)');
  await expect(page.locator('.week-print').first()).toBeHidden();
  await expectAccessible(page);

  // Every theme prints in black on white, without bars or buttons. Links show their addresses, and the week is a table.
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark', media: 'print' });
  await expect(page.locator('main')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.locator('main .btn').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('.week-print').first()).toBeVisible();
  await expect(page.locator('.week-map').first()).toBeHidden();
  const link = page.locator('main a[href^="/protocol/profile/"]:not(.spot-link)').filter({ visible: true }).first();
  expect(await link.evaluate((one) => getComputedStyle(one, '::after').content)).toContain('/protocol/profile/');
});

test('shows the home page without artwork in forced-colors mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await openHydrated(page, '/');
  await expect(page.locator('.hero-art')).toBeHidden();
  await expectAccessible(page);
});
