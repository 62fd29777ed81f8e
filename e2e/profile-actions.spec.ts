import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openHydrated, storeSession } from './page-ready.ts';
import { fetchSession, makePublishedPlayer } from './server-api.ts';

const hours = { timezone: 'America/New_York', availability: [{ days: ['Wed'], start: '19:00', end: '23:00' }] };
const makeNamedPlayer = (display_name: string, more: object = {}) =>
  makePublishedPlayer({ display_name, role: 'PG', region: 'Asia', modes: ['Rec'], ...hours, ...more });

test('shows shared hours on a profile and lists followed players in the directory', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const [me, them] = [await makeNamedPlayer(`Fan ${mark}`), await makeNamedPlayer(`Star ${mark}`)];
  const [otherSession, ownSession] = [await fetchSession(them.email), await fetchSession(me.email)];
  const address = `/protocol/profile/${otherSession.user.id}`;
  await openHydrated(page, address);
  await expect(page.getByRole('link', { name: 'Invite', exact: true })).toHaveAttribute(
    'href',
    /\/protocol\/auth\?next=/,
  );
  await expect(page.getByRole('heading', { name: 'Track record' })).toBeVisible();
  await expectAccessible(page);

  await storeSession(page, ownSession);
  await openHydrated(page, address);
  await expect(page.getByText('Both free 4 hours a week.')).toBeVisible();
  const follow = page.getByRole('button', { name: 'Follow', exact: true });
  await follow.click();
  await expect(page.getByRole('button', { name: 'Following' })).toBeFocused();
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await expect(page.getByRole('button', { name: 'Report player' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  await openHydrated(page, `/protocol/find?followed=yes&name=star+${mark}`);
  const players = page.getByRole('region', { name: 'Players' });
  await expect(players.getByRole('link', { name: `Star ${mark}` })).toBeVisible();
  await expect(page.getByText(/^1 of [\d,]+ players matches$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Free when I am', pressed: true })).toBeVisible();
  await expectAccessible(page);

  // Server-rendered pages can't list followed players, so if the player's own request fails, the page offers a retry.
  await page.route(/\/api\/profiles\?.*followed=yes/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Couldn't load the directory")).toBeVisible();
  await page.unroute(/\/api\/profiles\?.*followed=yes/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(players.getByRole('link', { name: `Star ${mark}` })).toBeVisible();
});

test('lets a player without a photo change their generated avatar', async ({ page }) => {
  const me = await makeNamedPlayer(`Face ${crypto.randomUUID().slice(0, 6)}`);
  const session = await fetchSession(me.email);
  await storeSession(page, session);
  await openHydrated(page, `/protocol/profile/${session.user.id}`);
  const face = page.locator('h1 .avatar img');
  const before = await face.getAttribute('src');
  expect(before).toMatch(/^\/og\/face\/[0-9a-f]{8}\.svg$/);
  await page.getByRole('button', { name: 'Change my look' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your look' });
  await dialog.getByRole('radio', { name: 'Afro' }).check({ force: true });
  await dialog.getByRole('radio', { name: 'Goatee' }).check({ force: true });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save my look' }).click();
  await expect(dialog).toBeHidden();
  await expect(face).not.toHaveAttribute('src', before!);
  await expect(face).toHaveJSProperty('complete', true);
});
