import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { expectToast, openHydrated } from './page-ready.ts';
import { callApi, makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const toggle = (page: Page, name: string) =>
  page.getByRole('region', { name }).getByRole('heading', { level: 2 }).click();

test('saves all sections with one button, keeps unsaved input and stays published', async ({ page }) => {
  test.slow();
  const me = await makePublishedPlayer({ display_name: 'Edits A Lot', role: 'PG', region: 'EU', modes: ['Rec'] });
  const readProfile = () =>
    callApi<{ bio: string; overall_rating: number | null }>(undefined, 'GET', `/api/profiles/${me.id}`);
  await signInWithPassword(page, me.email, undefined, '/account/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Player profile' })).toBeVisible();

  // Closed sections sum up what's filled in.
  await expect(page.getByRole('region', { name: 'Basics' })).toContainText('Edits A Lot');
  await expect(page.getByLabel('Display name')).toHaveCount(0);
  await expectAccessible(page);
  await toggle(page, 'Basics');
  await expect(page.getByLabel('Display name')).toHaveValue('Edits A Lot');
  await toggle(page, 'Basics');
  await expect(page.getByLabel('Display name')).toBeHidden();

  const game = page.getByRole('region', { name: 'Game' });
  const about = page.getByRole('region', { name: 'About you' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await toggle(page, 'Game');
  await game.getByLabel('Overall rating').fill('250');
  await toggle(page, 'Game');
  await toggle(page, 'About you');
  await about.getByLabel('About you').fill('Pass first, talk always.');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet: Game, About you.' })).toBeVisible();

  // One section's error opens it, the input stays, and the other section is saved.
  await save.click();
  await expect(game.getByRole('alert')).toContainText('Enter an overall rating from 25 to 99.');
  await expect(game.getByRole('alert')).toBeFocused();
  await expect(game.getByLabel('Overall rating')).toHaveValue('250');
  await expect(about.getByText('Unsaved changes')).toHaveCount(0);
  expect(await readProfile()).toMatchObject({ bio: 'Pass first, talk always.', overall_rating: null });
  await expectAccessible(page);

  // Unsaved changes survive a reload.
  await openHydrated(page, '/account/profile');
  await expect(game.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Game' }).click();
  await expect(game.getByLabel('Overall rating')).toHaveValue('250');

  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(game.getByLabel('Overall rating')).toHaveValue('');
  await game.getByLabel('Overall rating').fill('88');
  await save.click();
  await expectToast(page, 'Saved');
  await expect.poll(readProfile).toMatchObject({ overall_rating: 88 });
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet' })).toHaveCount(0);
});

test('opens the section or field that a link points to', async ({ page }) => {
  const me = await makePublishedPlayer({ display_name: 'Follows Links', role: 'PG', region: 'EU', modes: ['Rec'] });
  await signInWithPassword(page, me.email, undefined, '/account/notifications');
  await page.getByRole('link', { name: 'Set up Phone (SMS)' }).click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await openHydrated(page, '/account/profile#section-hours');
  await expect(page.getByRole('heading', { name: 'Hours', exact: true })).toBeFocused();
  await expect(page.getByRole('grid')).toBeVisible();
  await openHydrated(page, '/account/profile');
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('shows notification groups for the channels that are set up', async ({ page }) => {
  const me = await makePublishedPlayer({ display_name: 'Hears Little', role: 'PG', region: 'EU', modes: ['Rec'] });
  type Preferences = { kinds: { kind: string; channels: { email: boolean } }[] };
  const readSquadKinds = async () => {
    const { kinds } = await callApi<Preferences>(me.token, 'GET', '/api/notifications/preferences');
    return kinds.flatMap(({ kind, channels }) =>
      ['squad', 'session', 'thread'].includes(kind) ? [channels.email] : [],
    );
  };
  await signInWithPassword(page, me.email, undefined, '/account/notifications');
  const squad = page.getByRole('group', { name: 'Squad', exact: true });
  await expect(squad.getByRole('switch')).toHaveCount(1);
  expect(await readSquadKinds()).toEqual([true, true, true]);
  await squad.getByRole('switch', { name: 'Email' }).click();
  await expect.poll(readSquadKinds).toEqual([false, false, false]);

  await page.getByText('More about Squad').click();
  const sessions = page.getByRole('group', { name: /^Sessions/ });
  await sessions.getByRole('switch', { name: 'Email' }).click();
  await expect.poll(readSquadKinds).toEqual([false, true, false]);
  await expect(squad.getByText('Some on')).toBeVisible();
  await expectAccessible(page);
  expect(await findLayoutFaults(page)).toEqual([]);
  await page.reload();
  await expect(squad.getByText('Some on')).toBeVisible();
});
