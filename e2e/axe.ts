import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Asserts that axe finds no issues on the current page and that nothing scrolls horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  // Wait for the loaded page, because the loading state has no heading.
  await expect(page.locator('h1').first()).toBeAttached();
  // Scroll to the top, because axe would count targets partly covered by the sticky header as too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // Legacy mode skips the extra page for cross-origin frames, which we don't have. Passing checks aren't needed either.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
  expect(found, `what axe finds at ${page.url()}`).toEqual([]);
  // A phone's `innerWidth` grows with the page, so compare with the root element.
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}
