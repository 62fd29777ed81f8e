import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { continueWithTwitch, createLogin } from './sign-in-fixtures.ts';

test('signs in with Twitch, publishes a profile and appears in the directory', async ({ page }) => {
  // This test checks ten pages and states with axe.
  test.slow();
  await page.goto('/');
  await expectAccessible(page);
  await page.goto('/protocol');
  await expect(page.getByRole('heading', { name: 'Find your 5. Build smarter. Rep faster.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Join Free' }).first().click();
  await expect(page).toHaveURL('/protocol/auth');
  await expectAccessible(page);

  const login = createLogin();
  await continueWithTwitch(page, login);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);

  // Step 1: a reload keeps the input.
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Display name').fill('Orbit Tester');
  await page.getByRole('combobox', { name: 'Region' }).selectOption('NA-East');
  await page.reload();
  await expect(page.getByLabel('Display name')).toHaveValue('Orbit Tester');
  await expectAccessible(page);
  await next.click();

  // From step 2 on, each step saves when the user leaves it.
  await expect(page.getByRole('radio', { name: /^C\b|center/i }).first()).toBeVisible();
  // Nothing is preselected, so the step asks for both role and platform.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await next.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose your role.' })).toBeVisible();
  await page
    .getByRole('radio', { name: /^C\b|center/i })
    .first()
    .check();
  // The form asks only for the gamertag of the chosen platform.
  await expect(page.getByLabel(/PSN ID|Xbox gamertag|Discord username/)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('Xbox Series');
  await expect(page.getByLabel('PSN ID')).toHaveCount(0);
  await page.getByLabel('Xbox gamertag').fill('Orbit Tester');
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('PS5');
  await expectAccessible(page);
  await next.click();
  await expect(page.getByRole('heading', { name: 'Game', exact: true })).toBeVisible();
  await expectAccessible(page);
  await next.click();

  await expect(page.getByText('When can you play?')).toBeVisible();
  // Fewer than two hours need an explicit "Later".
  await next.click();
  await expect(page.getByRole('alert')).toContainText('Pick at least two hours, or choose Later.');
  await expectAccessible(page);
  const late = page.getByRole('button', { name: 'Late nights' });
  await late.click();
  await expect(late).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(late).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Later' })).toHaveCount(0);
  // The week opens at 4 PM, and earlier hours are one press away.
  if (test.info().project.name === 'phone') {
    await expect(page.getByRole('gridcell', { name: /^Mon 4:00/ }).last()).toBeInViewport();
    await page.getByRole('button', { name: /^Earlier hours/ }).click();
    await page
      .getByRole('gridcell', { name: /^Mon 9:00/ })
      .first()
      .scrollIntoViewIfNeeded();
    await expect(page.getByRole('gridcell', { name: /^Mon 9:00/ }).first()).toBeInViewport();
  }
  await expect(page.getByText('8 h a week')).toBeVisible();
  await expectAccessible(page);
  await next.click();
  await expect(page.getByLabel('Discord username')).toBeVisible();
  await expectAccessible(page);
  await next.click();

  await page.getByLabel('About you').fill('Made by the browser test.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Publish your profile?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish Profile' }).click();
  await expect(page.getByText('Profile published!')).toBeVisible();
  await expect(page).toHaveURL(/\/protocol\/find/);

  const card = page.getByRole('link', { name: /Orbit Tester/ }).first();
  await expect(card).toBeVisible();
  await expectAccessible(page);
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: /Orbit Tester/ })).toBeVisible();
  await expect(page.getByText('Made by the browser test.')).toBeVisible();
  await expectAccessible(page);
});

test('redirects signed-out users to sign-in and then to the page they requested', async ({ page }) => {
  await page.goto('/protocol/matches');
  await expect(page).toHaveURL(/\/protocol\/auth\?next=/);
  await continueWithTwitch(page, 'sample_player');
  await expect(page).toHaveURL('/protocol/matches');
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
  await expectAccessible(page);
});

test('redirects users to unfinished onboarding and then to the page they requested', async ({ page }) => {
  await page.goto('/protocol/matches');
  await continueWithTwitch(page, createLogin());
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await page.getByRole('combobox', { name: 'Region' }).selectOption('EU');
  for (const step of ['Position', 'Game', 'Hours', 'Contact', 'Publish']) {
    await page.getByRole('button', { name: step === 'Contact' ? 'Later' : 'Next' }).click();
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeVisible();
    if (step !== 'Position') continue;
    await page.getByRole('radio', { name: 'PG' }).check();
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('PS5');
  }
  // Players without availability can't be matched, so the confirmation dialog says so and links to that step.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Publish your profile?' });
  await expect(dialog).toContainText("You haven't set your availability, and players in a match need shared hours.");
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set your availability' }).click();
  await expect(page.getByRole('heading', { name: 'Hours', exact: true })).toBeFocused();
  for (const step of ['Contact', 'Publish']) {
    await page.getByRole('button', { name: step === 'Contact' ? 'Later' : 'Next' }).click();
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish Profile' }).click();
  await expect(page).toHaveURL('/protocol/matches');
  await expect(page.getByText('No matches yet. Check back soon or ask an admin to run the matcher.')).toBeVisible();
});

test('explains a failed Twitch sign-in and offers Retry Login', async ({ page }) => {
  await page.goto('/protocol/auth');
  await continueWithTwitch(page, 'bad_code');
  await expect(page.getByRole('button', { name: 'Retry Login' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry Login' }).click();
  await expect(page).toHaveURL(/\/protocol\/auth/);
});

test('explains a sign-in timeout after ten seconds and offers Retry Login', async ({ page }) => {
  await page.route('**/auth/v1/token?grant_type=pkce*', () => {
    // Never respond.
  });
  await page.goto('/protocol/auth');
  await continueWithTwitch(page, createLogin());
  await expect(page.getByText('Verifying credentials…')).toBeVisible();
  await expect(page.getByText('Connection timeout. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry Login' })).toBeVisible();
  await expectAccessible(page);
});

test('shows a 404 page with a link home for an unknown URL', async ({ page }) => {
  const attempted: string[] = [];
  page.on('console', (message) => attempted.push(message.text()));
  const response = await page.goto('/no/such/orbit');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Cosmic Route Not Found' })).toBeVisible();
  await expect.poll(() => attempted.some((text) => text.includes('/no/such/orbit'))).toBe(true);
  await expectAccessible(page);
  await page.getByRole('link', { name: /home/i }).last().click();
  await expect(page).toHaveURL('/');
});
