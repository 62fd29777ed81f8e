import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openHydrated, storeSession } from './page-ready.ts';
import { signUp } from './server-api.ts';

test('shows a new account with the name Player, no activity and an active free plan', async ({ page }) => {
  test.slow();
  const email = `${crypto.randomUUID()}@e2e.example`;
  await storeSession(page, await signUp(email));
  const main = page.getByRole('main');
  const link = (name: string) => main.getByRole('link', { name, exact: true });

  await openHydrated(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Player' })).toBeVisible();
  await expect(main.getByText('free', { exact: true })).toBeVisible();
  const stats = page.getByRole('region', { name: 'Quick Stats' });
  await expect(stats).toContainText(/Squads Joined\s*0/);
  await expect(stats).toContainText(/Matches Played\s*0/);
  await expect(stats).toContainText(/Profile Complete\s*0%/);
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Nothing here yet.');

  await openHydrated(page, '/account');
  await expect(main.getByText('Accounts are in beta.', { exact: false })).toBeVisible();
  const profile = page.getByRole('region', { name: 'Profile info' });
  await expect(profile).toContainText(/Display name\s*Not set/);
  await expect(profile).toContainText(`Email${email}`);
  await expect(link('Edit Profile')).toHaveAttribute('href', '/account/profile');
  const subscription = page.getByRole('region', { name: 'Subscription' });
  await expect(subscription).toContainText(/Plan\s*free/);
  await expect(subscription).toContainText(/Status\s*active/);
  await expect(link('Change Plan')).toHaveAttribute('href', '/plans');
  // A user who hasn't bought anything gets a message instead of being sent to support.
  await subscription.getByRole('button', { name: 'Manage Subscription' }).click();
  const notes = page.getByRole('region', { name: 'Notifications' });
  await expect(notes).toContainText("Nothing to manage yet. You haven't bought a plan or a deal.");
  await expect(link('Update Player Profile')).toHaveAttribute('href', '/onboarding');
  await expectAccessible(page);

  await openHydrated(page, '/protocol/account');
  await expect(
    page.getByRole('region', { name: 'Plan', exact: true }).getByText('Free', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Hire credits' })).toContainText('0');
  await expectAccessible(page);
  await page.route('**/api/entitlements/me', async (route) => {
    const response = await route.fetch();
    const founder = {
      plan: 'Founders Premium',
      founders_expires_at: '2099-01-01T12:00:00.000Z',
      hire_credit_count: 1,
      hire_credit_cap_usd: 100,
    };
    return route.fulfill({ response, json: { ...(await response.json()), ...founder } });
  });
  await openHydrated(page, '/protocol/account');
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(plan.getByText('Founders Premium', { exact: true })).toBeVisible();
  await expect(plan).toContainText('Active until January 1, 2099.');
  await expect(page.getByRole('region', { name: 'Hire credits' })).toContainText('1Each covers up to $100');

  await openHydrated(page, '/protocol/money');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('shows visitors the plans, coaches and deals and the form to request a team', async ({ page }) => {
  const main = page.getByRole('main');
  const card = (name: string) =>
    main.locator('.card').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await openHydrated(page, '/plans');
  await expect(main.locator('.card')).toHaveCount(3);
  for (const [name, price, period] of [
    ['Free', '$0', 'forever'],
    ['Pro', '$9.99', 'per month'],
    ['Premium', '$24.99', 'per month'],
  ] as const) {
    await expect(card(name)).toContainText(price);
    await expect(card(name)).toContainText(period);
  }
  await expectAccessible(page);

  await openHydrated(page, '/coaches');
  await expect(main.locator('.card')).toHaveCount(3);
  const watch = main.getByRole('link', { name: 'Watch Live' });
  await expect(watch).toHaveCount(3);
  for (const link of await watch.all()) {
    await expect(link).toHaveAttribute('href', /^https:\/\/www\.twitch\.tv\//);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  await expectAccessible(page);

  await openHydrated(page, '/protocol/deals');
  await expect(main.getByText('Deals are in beta.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await openHydrated(page, '/protocol/assembly-request');
  await expectAccessible(page);
});
