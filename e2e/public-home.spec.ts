import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { recordLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { openHydrated } from './page-ready.ts';

const listTextHeights = (page: Page) =>
  page
    .locator('main :is(h1, h2, h3, p)')
    .evaluateAll((texts) => texts.map((text) => `${text.textContent} ${Math.round(text.clientHeight)}`));

const court = (page: Page) => page.getByRole('list', { name: 'Example match: you and four teammates' });

test('fills the court with five players and then shows the score, without a layout shift', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The first visit stores the fonts. Late ones have a test of their own.
  await page.goto('/');
  const readShifts = await recordLayoutShifts(page);
  await page.goto('/');
  const turns = await page.locator('.living, .living *').evaluateAll((parts) =>
    parts
      .map((part) => getComputedStyle(part))
      .filter(({ animationName }) => animationName === 'spot-arrive')
      .map((style) => ({
        count: style.animationIterationCount,
        seconds: Number.parseFloat(style.animationDelay) + Number.parseFloat(style.animationDuration),
      })),
  );
  // The animation shows five faces and their names, four check marks and the score, and ends within five seconds.
  expect(turns).toHaveLength(15);
  expect(turns.every(({ count, seconds }) => count === '1' && seconds < 5)).toBe(true);
  await expect(court(page).locator('.avatar').last()).toHaveCSS('opacity', '1');
  await expect(page.locator('.living-score')).toHaveCSS('opacity', '1');
  await expect(court(page).getByRole('listitem')).toHaveCount(5);
  expect(await readShifts()).toEqual([]);
});

test('keeps every line in place when the fonts arrive late', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await promise;
    await route.continue();
  });
  const readShifts = await recordLayoutShifts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('.living-score')).toHaveCSS('opacity', '1');
  const heightsBefore = await listTextHeights(page);
  resolve();
  await page.waitForFunction(() => document.fonts.check('800 1rem Unbounded') && document.fonts.check('1rem Onest'));
  expect(await listTextHeights(page)).toEqual(heightsBefore);
  // Words within a line may move sideways by a few pixels.
  expect(sumLayoutShifts(await readShifts())).toBeLessThan(0.002);
});

test('shows the full court at once with reduced motion, and explains its score', async ({ page }) => {
  await openHydrated(page, '/');
  await expect(page.getByText('Example match: 94 of 100', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /94/ }).click();
  await expect(page.getByRole('dialog').getByText('Shared hours')).toBeVisible();
  await expectAccessible(page);
});

test("doesn't draw the court while it's out of view", async ({ page }) => {
  await openHydrated(page, '/');
  const face = court(page).locator('.avatar').first();
  const isDrawn = () => face.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isDrawn).toBe(true);
  await page.locator('#join').scrollIntoViewIfNeeded();
  await expect.poll(isDrawn).toBe(false);
});

test('brings each card of a row into view when the keyboard reaches it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/');
  for (const section of ['#streams', '#community', '#story']) {
    const cards = page.locator(`${section} .shelf`).locator('a, button');
    await cards.first().focus();
    for (let index = 1; index < (await cards.count()); index++) await page.keyboard.press('Tab');
    await expect(cards.last()).toBeFocused();
    await expect
      .poll(async () => {
        const box = (await cards.last().boundingBox())!;
        return box.x >= 0 && box.x + box.width <= 390;
      })
      .toBe(true);
  }
});

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [844, 390],
  [720, 450],
  [1440, 900],
] as const) {
  test(`cuts nothing off at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openHydrated(page, '/');
    expect(await findLayoutFaults(page)).toEqual([]);
  });
}
