import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openHydrated, storeSession } from './page-ready.ts';
import { signUp } from './server-api.ts';

test('links the account overview to every section and back', async ({ page }, { project }) => {
  test.slow();
  const isPhone = project.name === 'phone';
  await storeSession(page, await signUp(`${crypto.randomUUID()}@e2e.example`));
  const sections = page.getByRole('navigation', { name: 'Your account' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const backLink = page.getByRole('link', { name: 'All account settings' });
  await openHydrated(page, '/account');
  await expect(heading('Account')).toBeVisible();
  for (const [label, title, address] of [
    ['Player profile', 'Player profile', '/account/profile'],
    ['Notifications', 'Notifications', '/account/notifications'],
    ['Security and data', 'Account security', '/account/security'],
    ['Plan and credits', 'Protocol account', '/protocol/account'],
  ] as const) {
    await sections.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(address);
    await expect(heading(title)).toBeVisible();
    await expectAccessible(page);
    if (isPhone) await backLink.click();
    else await sections.getByRole('link', { name: 'Overview' }).click();
    await expect(heading('Account')).toBeVisible();
  }
  await expectAccessible(page);
});

test('redirects old account URLs to the current sections', async ({ page }) => {
  const response = await page.request.get('/protocol/security', { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([301, '/account/security']);
  await storeSession(page, await signUp(`${crypto.randomUUID()}@e2e.example`));
  await page.goto('/protocol/security');
  await expect(page).toHaveURL('/account/security');
  await page.goto('/protocol/inbox?tab=settings');
  await expect(page).toHaveURL('/account/notifications');
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeVisible();
  await openHydrated(page, '/protocol/inbox');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/account/notifications');
});
