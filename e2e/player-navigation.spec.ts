import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openHydrated } from './page-ready.ts';
import { makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const FIVE = ['Play', 'Squads', 'Find', 'LFG', 'Inbox'];
const main = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });

const makeReadyPlayer = (): Promise<TestAccount> =>
  makePublishedPlayer({
    ...{ display_name: `Nav ${crypto.randomUUID().slice(0, 6)}`, role: 'PG', platform: 'PS5', region: 'EU' },
    ...{ modes: ['Rec'], languages: [`Nav ${crypto.randomUUID().slice(0, 6)}`], timezone: 'Europe/Paris' },
  });

test('shows a signed-in player five destinations, with the current one marked, and an account menu', async ({ page }, {
  project,
}) => {
  test.slow();
  const isPhone = project.name === 'phone';
  const person = await makeReadyPlayer();
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await openHydrated(page, '/protocol/matches');
  await expect(main(page).getByRole('link')).toHaveText(FIVE.map((label) => new RegExp(`^${label}`)));
  await expect(main(page).locator('[aria-current="page"]')).toHaveText('Play');
  // There's no second navigation bar and none of the visitors' header links.
  await expect(page.getByRole('navigation', { name: 'Squad finder' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Join the Portal' })).toHaveCount(0);
  const header = (await page.locator('.header').boundingBox())!;
  expect(header.height).toBe(isPhone ? 48 : 64);
  if (isPhone) {
    const bar = (await main(page).boundingBox())!;
    const { height } = page.viewportSize()!;
    expect([Math.round(bar.y + bar.height), Math.round(bar.height)]).toEqual([height, 57]);
    await expect(page.locator('.bar-page')).toHaveText('Play');
  }
  for (const [label, path] of [
    ['Squads', '/protocol/squads'],
    ['LFG', '/protocol/lfg'],
    ['Inbox', '/protocol/inbox'],
  ] as const) {
    await main(page)
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .click();
    await expect(page).toHaveURL(path);
    await expect(main(page).locator('[aria-current="page"]')).toHaveText(new RegExp(`^${label}`));
  }
  await page.getByRole('button', { name: /^Nav.*’s menu$/ }).click();
  const menu = isPhone ? page.getByRole('dialog', { name: 'Menu' }) : page.locator('.menu:popover-open');
  for (const name of ['Dashboard', 'Profile', 'Shop', 'AI Tools', 'Settings', 'Help', 'Home', 'FAQ']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(menu.getByRole('link', { name: 'Whitepaper' })).toHaveCount(0);
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'AI Tools', exact: true }).click();
  await expect(page).toHaveURL('/tournament-of-power');
  // The logo leads to the dashboard. The link to the umbrella site is in the menu.
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Planet Crew.*home/ })
    .click();
  await expect(page).toHaveURL('/dashboard');
});

test('keeps the player navigation when a page fails to load', async ({ page }) => {
  const person = await makeReadyPlayer();
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await openHydrated(page, '/protocol/matches');
  await page.route('**/api/dashboard', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: /home/ }).click();
  await expect(page.getByText("We can't reach the server.")).toBeVisible();
  await expect(page.getByRole('button', { name: /^Nav.*’s menu$/ })).toBeVisible();
  await expect(main(page).getByRole('link')).toHaveText(FIVE.map((label) => new RegExp(`^${label}`)));
  await main(page)
    .getByRole('link', { name: /^Squads/ })
    .click();
  await expect(page.getByText('You’re not in a squad yet')).toBeVisible();
});

test('offers everything for sale in the shop tabs, at unchanged URLs', async ({ page }, { project }) => {
  test.slow();
  const person = await makeReadyPlayer();
  await openHydrated(page, '/plans');
  const tabs = page.getByRole('navigation', { name: 'Shop' });
  await expect(tabs.getByRole('link')).toHaveText(['Deals', 'Plans', 'Hire', 'Coaches']);
  await signInWithPassword(page, person.email, undefined, '/protocol/deals');
  await openHydrated(page, '/protocol/deals');
  if (project.name === 'desktop') {
    const shop = page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true });
    await expect(shop).toHaveAttribute('aria-current', 'page');
  } else await expect(page.locator('.bar-page')).toHaveText('Shop');
  await expectAccessible(page);
  for (const [label, path] of [
    ['Plans', '/plans'],
    ['Hire', '/protocol/hire'],
    ['Coaches', '/coaches'],
    ['Money', '/protocol/money'],
    ['Deals', '/protocol/deals'],
  ] as const) {
    const tab = tabs.getByRole('link', { name: label, exact: true });
    await tab.click();
    await expect(page).toHaveURL(path);
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('shows visitors the specified navigation without loading player header code', async ({ page }, { project }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await openHydrated(page, '/plans');
  const labels = ['Home', 'Protocol', 'Deals', 'Plans', 'Coaches', 'AI Tools', 'Whitepaper', 'Help'];
  if (project.name === 'desktop') {
    await expect(main(page).getByRole('link')).toHaveText(labels);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Join the Portal' })).toBeVisible();
  } else {
    await page.getByRole('button', { name: 'Open menu' }).click();
    for (const name of labels) {
      await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true })).toBeVisible();
    }
  }
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /player-header|bell/.test(path))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.dataset.member)).toBeUndefined();
});

for (const path of ['/', '/protocol']) {
  test(`hides visitor-only content on ${path} from a signed-in user, even before scripts run`, async ({ page }, {
    project,
  }) => {
    const person = await makeReadyPlayer();
    await signInWithPassword(page, person.email, undefined, '/plans');
    await expect(page.getByRole('button', { name: /^Nav.*’s menu$/ })).toBeVisible();
    const release: (() => void)[] = [];
    await page.route('**/assets/*.js', async (route) => {
      await new Promise<void>((done) => release.push(done));
      await route.fallback();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('.header-slot')).toBeAttached();
    for (const part of ['.header-nav', '.header-slot', '.header-menu', '.protocol-nav', '.visitors-only']) {
      for (const one of await page.locator(part).all()) await expect(one).toBeHidden();
    }
    // The header is complete. It shows the face from the last visit and, on wide screens, the name.
    await expect(main(page).getByRole('link')).toHaveText(FIVE);
    const face = page.getByRole('banner').getByRole('link', { name: 'Your account' });
    await expect(face).toBeVisible();
    const style = (selector: string, pseudo: string | undefined, name: string) =>
      page.evaluate(
        ([one, after, property]) => getComputedStyle(document.querySelector(one!)!, after).getPropertyValue(property!),
        [selector, pseudo, name],
      );
    expect(await style('.preview-face', undefined, 'background-image')).toMatch(/^url/);
    if (project.name === 'desktop') expect(await style('.preview-name', '::before', 'content')).toMatch(/^"Nav /);
    await expect(page.getByRole('main').getByRole('link', { name: 'Play now' })).toHaveAttribute(
      'href',
      '/protocol/matches',
    );
    const places = () =>
      page.evaluate(() =>
        ['.home-link', '.player-nav', '.player-search', 'main', 'h1'].map((name) => {
          const { left, top, width } = [...document.querySelectorAll(name)]
            .find((one) => one.checkVisibility())!
            .getBoundingClientRect();
          return [name, left, top, name === 'main' ? 0 : width].join(' ');
        }),
      );
    const before = await places();
    await page.unroute('**/assets/*.js');
    for (const done of release) done();
    await expect(page.getByRole('button', { name: /^Nav.*’s menu$/ })).toBeVisible();
    await expect(page.locator('.player-preview')).toHaveCount(0);
    expect(await places()).toEqual(before);
    await expect(page.getByRole('link', { name: /^Join (the Portal|Free)$/ })).toHaveCount(0);
  });
}

test('shows visitor-only content again soon after a sign-out in another tab', async ({ page }) => {
  const person = await makeReadyPlayer();
  await signInWithPassword(page, person.email, undefined, '/protocol');
  await openHydrated(page, '/protocol');
  await expect(page.getByRole('main').getByRole('link', { name: 'Play now' })).toBeVisible();
  const other = await page.context().newPage();
  await openHydrated(other, '/plans');
  await other.getByRole('button', { name: /^Nav.*’s menu$/ }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Join Free' })).toBeVisible({ timeout: 3_000 });
  await expect(page.getByRole('button', { name: /’s menu$/ })).toHaveCount(0);
  await expect(page.locator('.player-nav')).toHaveCount(0);
});
