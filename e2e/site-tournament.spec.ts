import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const warriors = '.warrior';

test('filters the roster, keeps the filters in the URL and clears them', async ({ page }) => {
  await page.goto('/tournament-of-power');
  await page.getByPlaceholder(/Search AI warriors/).fill('SUNO');
  await expect(page.locator(warriors)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=SUNO$/);
  await page.getByPlaceholder(/Search AI warriors/).fill('');
  await page.getByLabel('Category').selectOption('Video');
  const videos = await page.locator(warriors).count();
  expect(videos).toBeGreaterThan(1);
  await page.getByLabel('Tier', { exact: true }).selectOption('S');
  const filteredCount = await page.locator(warriors).count();
  expect(filteredCount).toBeLessThan(videos);
  await expect(page.getByText(`${filteredCount} of 50 warriors`)).toBeVisible();
  await page.reload();
  await expect(page.locator(warriors)).toHaveCount(filteredCount);
  await page.getByPlaceholder(/Search AI warriors/).fill('nothing is called this');
  await expect(page.getByText('No Warriors Found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page.locator(warriors)).toHaveCount(50);
  await expect(page).toHaveURL(/\/tournament-of-power$/);
});

test('applies filters set before the script loads', async ({ page }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/tournament-of-power', { waitUntil: 'commit' });
  await page.getByPlaceholder(/Search AI warriors/).fill('a');
  await page.getByLabel('Category').selectOption('Video');
  arrive();
  await expect(page).toHaveURL(/category=Video/);
  await expect(page).toHaveURL(/q=a/);
  await expect(page.getByPlaceholder(/Search AI warriors/)).toHaveValue('a');
});

test('asks visitors to sign in to vote and returns them to the tournament', async ({ page }) => {
  await page.goto('/tournament-of-power');
  const duel = page.getByRole('region', { name: 'Community comparisons' });
  await expect(duel.getByRole('button', { name: /^Pick/ })).toHaveCount(0);
  await expect(duel.getByRole('link', { name: 'Sign in to vote' })).toHaveAttribute(
    'href',
    '/protocol/auth?next=%2Ftournament-of-power',
  );
});

test('lets a user vote, see the result, share it and continue with another pair', async ({ page }) => {
  const person = await makePublishedPlayer({ display_name: 'Voter', role: 'PG', region: 'NA-East', modes: ['Rec'] });
  await signInWithPassword(page, person.email, undefined, '/tournament-of-power');
  const duel = page.getByRole('region', { name: 'Community comparisons' });
  const pick = duel.getByRole('button', { name: /^Pick/ });
  await expect(pick).toHaveCount(2);
  const pair = await duel.getByRole('heading', { level: 3 }).allTextContents();
  await pick.first().click();
  await expect(duel.getByText(/in the community ranking.*\d+ votes left today\./)).toBeVisible();
  await expectAccessible(page);
  await duel.getByRole('link', { name: 'Open the result card' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ or .*\?$/);
  await expect(page.getByRole('button', { name: 'Share this result' })).toBeVisible();
  await page.goBack();
  // The page first shows the default pair, then switches to the user's own next pair.
  await expect.poll(() => duel.getByRole('heading', { level: 3 }).allTextContents()).not.toEqual(pair);
  await expect(pick).toHaveCount(2);
});
