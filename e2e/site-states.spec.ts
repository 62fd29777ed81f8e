import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, followRequests, holdResponse, openHydrated, storeSession } from './page-ready.ts';
import { signUp } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

// Checks public pages and tools with axe after user interaction.
test('passes axe with the menu, an answer and the refund policy open, and sets the 404 page title', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Legal' })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize(test.info().project.use.viewport!);
  await openHydrated(page, '/help-support');
  await page.locator('main details summary').first().click();
  await expect(page.locator('main details[open]')).toHaveCount(1);
  await expectAccessible(page);

  await openHydrated(page, '/legal#refunds');
  await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Refund Policy' })).toBeVisible();
  await expectAccessible(page);

  await openHydrated(page, '/no/such/orbit');
  await expect(page).toHaveTitle(/Cosmic Route Not Found/);
});

test('hydrates unknown paths and paths in other spellings without errors', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(`${new URL(page.url()).pathname}: ${message}`));
  for (const path of ['/protocol/no-such-page', '/protocol/auth/no-such-page', '/Protocol/Find', '/PLANS/']) {
    await openHydrated(page, path);
  }
  expect(errors).toEqual([]);
});

test('passes axe on the home page without images and with its hidden block shown', async ({ page }) => {
  await page.route(/\/(team|partner-marks|brand|art)\/[^/]+\.svg$/, (route) => route.abort());
  await openHydrated(page, '/');
  await page.locator('#team').scrollIntoViewIfNeeded();
  await expect(page.locator('#team .avatar').first()).toHaveText('C');
  await expect(page.getByRole('banner').getByText('🪐')).toBeVisible();
  const block = page.locator('[data-planned-work]');
  await block.evaluate((element) => element.removeAttribute('hidden'));
  await expect(block.getByText('POST /api/stripe/webhook')).toBeVisible();
  await expectAccessible(page);
});

test('passes axe while logos are generated and shows why generation failed', async ({ page }) => {
  await signInWithPassword(page, 'admin@planetcrew.example');
  await openHydrated(page, '/tools');
  const generate = page.getByRole('button', { name: 'Generate all partner logos' });
  const release = await holdResponse(page, '**/functions/v1/generate-all-partner-logos');
  await generate.click();
  await expect(page.getByRole('progressbar', { name: 'Drawing logos' })).toBeVisible();
  await expectToast(page, 'Starting logo generation... This may take a few minutes.');
  await expectAccessible(page);
  release({ status: 502 });
  await expectToast(page, 'Failed to generate logos');
  await expectAccessible(page);
  await page.route('**/functions/v1/generate-all-partner-logos', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'busy', message: 'Somebody else is drawing right now.' } } }),
  );
  await generate.click();
  await expectToast(page, 'Somebody else is drawing right now.');
});

test("doesn't retry a failed request automatically or refetch when the window regains focus", async ({ page }) => {
  let requestCount = 0;
  await page.route('**/api/dashboard', (route) => {
    requestCount += 1;
    return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'The dashboard is resting.' } } });
  });
  await storeSession(page, await signUp(`${crypto.randomUUID()}@e2e.example`));
  const waitUntilAnswered = followRequests(page);
  await page.goto('/dashboard');
  await expect(page.getByText('The dashboard is resting.')).toBeVisible();
  await expectAccessible(page);
  expect(requestCount).toBe(1);

  await openHydrated(page, '/tournament-of-power');
  // Wait until the page's initial requests have been answered, which may take a while on a slow machine.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)))
    .toEqual(
      expect.arrayContaining(['/api/tournament/pairs/next', '/api/profiles/me/standing', '/api/notifications/unread']),
    );
  await waitUntilAnswered();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await waitUntilAnswered();
  await page.getByPlaceholder(/Search AI warriors/).fill('suno');
  await expect(page.locator('.warrior')).toHaveCount(1);
  const paths = requests.map((url) => new URL(url).pathname);
  expect(paths.filter((path) => /^\/api\/|\.data$/.test(path))).toEqual([]);
});
