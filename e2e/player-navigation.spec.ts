import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openHydrated } from './page-ready.ts';
import { callApi, makePublishedPlayer, type TestAccount } from './server-api.ts';
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
  await expect(page.getByRole('navigation', { name: 'Protocol' })).toHaveCount(0);
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
  for (const name of [
    'Dashboard',
    'Profile',
    'Account',
    'Money',
    'Home',
    'Deals',
    'Plans',
    'Coaches',
    'Whitepaper',
    'FAQ',
  ]) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Plans', exact: true }).click();
  await expect(page).toHaveURL('/plans');
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

test('shows the same unread count on the bell and the Inbox link', async ({ page }) => {
  test.slow();
  const [person, leader] = [await makeReadyPlayer(), await makeReadyPlayer()];
  await signInWithPassword(page, person.email, undefined, '/plans');
  await openHydrated(page, '/plans');
  await callApi(person.token, 'POST', '/api/notifications/read', {});
  const inbox = main(page).getByRole('link', { name: /^Inbox/ });
  await expect(inbox).toHaveAccessibleName('Inbox');
  await callApi(leader.token, 'POST', '/api/party/invitations', { user_id: person.id });
  await expect(inbox).toHaveAccessibleName('Inbox 1 unread');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread', exact: true })).toBeVisible();
});

test('shows visitors the specified navigation without loading player header code', async ({ page }, { project }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await openHydrated(page, '/plans');
  const labels = ['Home', 'Protocol', 'Deals', 'Plans', 'Coaches', 'Tournament', 'Whitepaper', 'Help'];
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

test('never paints the visitor navigation for a signed-in user, even before scripts run', async ({ page }) => {
  const person = await makeReadyPlayer();
  await signInWithPassword(page, person.email, undefined, '/plans');
  await page.route('**/assets/*.js', () => {});
  await page.goto('/protocol', { waitUntil: 'commit' });
  await expect(page.locator('.header-slot')).toBeAttached();
  for (const part of ['.header-nav', '.header-slot', '.header-menu', '.protocol-nav']) {
    await expect(page.locator(part)).toBeHidden();
  }
});
