import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { expectToast, openHydrated } from './page-ready.ts';
import { makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile } from './squad-fixtures.ts';

const SEASON = {
  season: 1,
  starts_at: '2026-11-30T00:00:00.000Z',
  ends_at: '2027-02-22T00:00:00.000Z',
  is_final: false,
};
const TIERS = ['champion', 'diamond', 'platinum', 'gold', 'silver', 'bronze'] as const;

/** Creates table rows, which a test server has no games for. */
const createRows = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => ({
    rank: from + n,
    id: crypto.randomUUID(),
    display_name: n === 1 ? 'Maximilian-Bartholomew from the Far Corner' : `Player ${from + n}`,
    avatar_path: null,
    region: 'NA-East',
    platform: 'PS5',
    role: 'PG',
    games: 20,
    record: { wins: 20 - n, losses: n, ties: n % 2 },
    number: 2400 - 60 * n,
    tier: TIERS[Math.min(5, Math.floor(n / 2))]!,
    division: n < 2 ? null : 2,
  }));

const createRating = (change: object) => ({
  mode: 'Pro-Am 5v5',
  number: 1250,
  tier: 'gold',
  division: 2,
  certainty: 0.62,
  placement: null,
  peak: 1300,
  games: 18,
  season: 1,
  season_games: 18,
  record: { wins: 11, losses: 6, ties: 1 },
  rank: 214,
  last_played_at: '2026-12-01T20:00:00.000Z',
  ...change,
});

async function signIn(page: Page, path: string): Promise<TestAccount> {
  const player = await makePublishedPlayer({
    ...createIsolatedProfile('Argot'),
    display_name: `Ada ${crypto.randomUUID().slice(0, 6)}`,
    role: 'PG',
  });
  await signInWithPassword(page, player.email, undefined, path);
  return player;
}

test('shows a visitor the table of each mode, and says how to get into an empty one', async ({ page }) => {
  await openHydrated(page, '/community/leaderboards');
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboards' })).toBeVisible();
  await expect(page.getByText('No one is ranked here yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Players I follow' })).toBeHidden();
  await page.getByLabel('Mode').selectOption('Park/City');
  await expect(page).toHaveURL(/mode=Park%2FCity/);
  await page.getByLabel('Region').selectOption('EU');
  await expect(page.getByText('No ranked player fits these filters')).toBeVisible();
  expect(await findLayoutFaults(page)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/leaderboards\?mode=Park%2FCity$/);
  await page.goto('/community/leaderboards?after=oops&mode=Rec');
  await expect(page).toHaveURL(/leaderboards\?mode=Rec$/);
});

test('shows a player the table with their own place, and hides them on request', async ({ page }) => {
  test.slow();
  const rows = createRows(12);
  let asked = '';
  await page.route('**/api/leaderboards?**', (route) => {
    asked = route.request().url();
    return route.fulfill({ json: { season: SEASON, seasons: [SEASON], rows, next: 12 } });
  });
  await page.route('**/api/leaderboards/followed?**', (route) =>
    route.fulfill({ json: { season: SEASON, seasons: [SEASON], rows: rows.slice(2, 3), next: null } }),
  );
  await page.route('**/api/leaderboards/me?**', (route) =>
    route.fulfill({ json: { rating: createRating({}), hidden: false } }),
  );
  await signIn(page, '/community/leaderboards');
  const place = page.getByRole('region', { name: 'Your place' });
  await expect(place).toContainText('Number 214');
  await expect(place).toContainText('Gold 2');
  await expect(page.getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('row').nth(1)).toContainText('Champion');
  await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('href', /after=12/);
  expect(asked).toContain('mode=Pro-Am');
  expect(await findLayoutFaults(page)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Players I follow' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await place.getByRole('switch', { name: 'Hide my ratings' }).click();
  await expectToast(page, 'Your ratings are hidden');
  await expect(place).not.toContainText('Number 214');
  await expect(place.getByRole('switch', { name: 'Hide my ratings' })).toBeFocused();
});

test('offers another try when the place and the followed players fail to load', async ({ page }) => {
  let isBroken = true;
  for (const address of ['**/api/leaderboards/me?**', '**/api/leaderboards/followed?**']) {
    await page.route(address, (route) => (isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue()));
  }
  await signIn(page, '/community/leaderboards?followed=yes');
  await expect(page.getByText('Couldn’t load the leaderboard')).toBeVisible();
  await expect(page.getByText('Couldn’t load your place')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('You have no rated games in this mode this season.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No ranked player fits these filters')).toBeVisible();
});

test('shows tiers with certainty on a profile, next to the self-reported rating', async ({ page }) => {
  const placing = { mode: 'Rec', tier: null, division: null, placement: { played: 2, of: 5 }, games: 2, rank: null };
  await page.route('**/api/players/*/ratings', (route) =>
    route.fulfill({ json: { ratings: [createRating({}), createRating({ ...placing, certainty: 0.1 })] } }),
  );
  const player = await makePublishedPlayer({ ...createIsolatedProfile('Argot'), display_name: 'Ada', role: 'C' });
  await openHydrated(page, `/protocol/profile/${player.id}`);
  const ratings = page.getByRole('region', { name: 'Earned ratings' });
  await expect(ratings).toContainText('Gold 2');
  await expect(ratings).toContainText('Number 214 in season 1');
  await expect(ratings).toContainText('Placement 2/5');
  await expect(ratings.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', '0.62');
  await expect(page.getByText('Self-reported').first()).toBeVisible();
  expect(await findLayoutFaults(page)).toEqual([]);
  await expectAccessible(page);
});
