import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Asserts that axe finds nothing on the page as it stands, and that nothing scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // What stands while a page loads has no heading yet; the page is what is judged.
  await expect(page.locator('h1').first()).toBeAttached();
  // The header stays in view and covers what is scrolled under it: that is not a small target.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // No page has frames of other origins, for which every look would open a page of its own; and what passes is not told.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
  expect(found, `what axe finds at ${page.url()}`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}
