import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Asserts that axe finds no issues on the current page and that nothing scrolls horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  // The loading state has no heading yet, and we want to check the loaded page.
  await expect(page.locator('h1').first()).toBeAttached();
  // The sticky header covers content scrolled under it. That mustn't count as a small target.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // No page has cross-origin frames, so checks don't need to open a separate page for them. Passing checks aren't
  // reported.
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
