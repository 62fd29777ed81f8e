import { expect, test } from '@playwright/test';
import { openHydrated } from './page-ready.ts';

test('opens the mobile menu with the focus inside, locks scrolling and closes it in four ways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/about');
  const button = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const readScroll = () => page.evaluate(() => window.scrollY);
  const show = async () => {
    await button.click();
    await expect(menu).toBeVisible();
  };

  await show();
  expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.mouse.move(10, 500);
  await page.mouse.wheel(0, 900);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  expect(await readScroll()).toBe(0);
  // Once the menu is closed, the same wheel event scrolls the page.
  await page.mouse.wheel(0, 900);
  await expect.poll(readScroll).toBeGreaterThan(0);

  await show();
  await page.mouse.click(10, 500);
  await expect(menu).toBeHidden();
  await show();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await show();
  await menu.getByRole('link', { name: 'Press Kit' }).click();
  await expect(page).toHaveURL('/press-kit');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('shows the main navigation in the header from 64rem and in the menu below that', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto('/about');
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  const button = page.getByRole('button', { name: 'Open menu' });
  await expect(navigation.getByRole('link')).toHaveCount(8);
  await expect(button).toBeHidden();
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(navigation).toBeHidden();
  await expect(button).toBeVisible();
});

test('links from the beta banner to the chat and keeps the banner dismissed', async ({ page }) => {
  await openHydrated(page, '/about');
  // One banner at a time: the demo's comes first.
  await page.getByRole('button', { name: 'Dismiss the demo notice' }).click();
  const banner = page.getByRole('complementary', { name: 'Beta notice' });
  await expect(banner.getByRole('link')).toHaveAttribute('target', '_blank');
  await banner.getByRole('button', { name: 'Dismiss the beta notice' }).click();
  await expect(banner).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('beta-banner-dismissed'))).toBe('true');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
});

test('shows one banner at a time, collapses it after the first page and keeps dismissed banners hidden', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/about');
  const stripes = page.getByRole('complementary', { name: /Demo|Beta notice/ });
  const icon = page.getByRole('banner').getByRole('button', { name: 'Show the notice' });
  await expect(stripes).toHaveCount(1);
  expect((await stripes.boundingBox())!.height).toBeLessThanOrEqual(32);
  await expect(icon).toBeHidden();
  // The next page has an icon instead, also after a reload.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL('/team');
  await expect(stripes).toHaveCount(0);
  await expect(icon).toBeVisible();
  await page.reload();
  await expect(stripes).toHaveCount(0);
  expect((await page.locator('.header').boundingBox())!.y).toBe(0);
  await openHydrated(page, '/team');
  await icon.click();
  await expect(stripes).toBeFocused();
  await expect(icon).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss the demo notice' }).click();
  await page.getByRole('button', { name: 'Dismiss the beta notice' }).click();
  await expect(stripes).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(stripes).toHaveCount(0);
  await expect(icon).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText('Demo with made-up players');
});

test('starts with a collapsed banner on a short screen', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openHydrated(page, '/about');
  await expect(page.getByRole('complementary', { name: /Demo|Beta notice/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the notice' }).click();
  await expect(page.getByRole('complementary', { name: 'Demo' })).toBeVisible();
});

test('links the logo to home, scrolls to the top there, and shows an emoji if the image fails', async ({ page }) => {
  const header = page.locator('.header');
  await openHydrated(page, '/about');
  await expect(header.locator('.home-link img')).toHaveJSProperty('complete', true);
  await expect(page.getByText('🪐')).toHaveCount(0);
  await header.getByRole('link', { name: /Planet Crew.*home/ }).click();
  await expect(page).toHaveURL('/');
  // The URL changes slightly before the page does, and the new page starts at its top.
  await expect(page.locator('#partners')).toBeAttached();
  const scrollDown = () =>
    page.evaluate(() => {
      window.scrollTo({ top: 2_000, behavior: 'instant' });
      return window.scrollY;
    });
  await expect.poll(scrollDown).toBeGreaterThan(1_000);
  await header.getByRole('link', { name: /Planet Crew.*home/ }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page).toHaveURL('/');

  await page.route('**/brand/logo.svg', (route) => route.abort());
  await page.goto('/about');
  await expect(header.getByText('🪐')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('🪐')).toBeVisible();
  await expect(page.locator('.home-link img')).toHaveCount(0);
});

test('redirects old sign-in URLs and other hostnames to the sign-in page', async ({ page, baseURL }) => {
  for (const path of ['/join', '/auth']) {
    const response = await page.request.get(`${path}?next=%2Fplans&from=mail`, { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(response.headers().location).toBe('/protocol/auth?next=%2Fplans&from=mail');
  }
  const { port } = new URL(baseURL!);
  await page.goto(`http://127.0.0.1:${port}/protocol/auth?next=%2Fplans`);
  await expect(page).toHaveURL(`${baseURL}/protocol/auth?next=%2Fplans`);
});

test('redirects visitors of private pages to sign-in with a return path', async ({ page }) => {
  for (const path of ['/protocol/onboarding', '/account', '/protocol/account']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/protocol/auth?next=${encodeURIComponent(path)}`);
  }
});
