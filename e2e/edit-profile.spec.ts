import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated } from './page-ready.ts';
import { callApi, makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

test('saves profile sections separately, keeps unsaved input and stays published', async ({ page }) => {
  test.slow();
  const me = await makePublishedPlayer({ display_name: 'Edits A Lot', role: 'PG', region: 'EU', modes: ['Rec'] });
  const readProfile = () =>
    callApi<{ bio: string; overall_rating: number | null }>(undefined, 'GET', `/api/profiles/${me.id}`);
  await signInWithPassword(page, me.email, undefined, '/account/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Player profile' })).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveValue('Edits A Lot');
  await expectAccessible(page);

  const game = page.getByRole('region', { name: 'Game' });
  const about = page.getByRole('region', { name: 'About you' });
  await expect(game.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await game.getByLabel('Overall rating').fill('250');
  await about.getByLabel('About you').fill('Pass first, talk always.');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet: Game, About you.' })).toBeVisible();

  // The server's error appears next to the field, and the input stays.
  await game.getByRole('button', { name: 'Save' }).click();
  await expect(game.getByRole('alert')).toContainText('Enter an overall rating from 25 to 99.');
  await expect(game.getByLabel('Overall rating')).toHaveValue('250');
  await expectAccessible(page);

  // Unsaved changes survive a reload.
  await openHydrated(page, '/account/profile');
  await expect(game.getByLabel('Overall rating')).toHaveValue('250');
  await expect(game.getByText('Unsaved changes')).toBeVisible();

  // Saving one section doesn't save the others.
  await about.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Saved');
  await expect(about.getByText('Unsaved changes')).toHaveCount(0);
  await expect(game.getByText('Unsaved changes')).toBeVisible();
  expect(await readProfile()).toMatchObject({ bio: 'Pass first, talk always.', overall_rating: null });

  await game.getByRole('button', { name: 'Discard changes to Game' }).click();
  await expect(game.getByLabel('Overall rating')).toHaveValue('');
  await game.getByLabel('Overall rating').fill('88');
  await game.getByRole('button', { name: 'Save' }).click();
  await expect.poll(readProfile).toMatchObject({ overall_rating: 88 });
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet' })).toHaveCount(0);
});
