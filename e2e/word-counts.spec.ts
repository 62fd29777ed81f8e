import { expect, type Page, test } from '@playwright/test';
import { LOCALES, SOURCE_LOCALE, toLocalizedPath } from '../messages/locales.ts';
import { openHydrated } from './page-ready.ts';
import { makePublishedPlayer, runMatcher } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

/** Counts the words on a page, including those below the fold, but not texts for screen readers only. */
const countWords = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let text = '';
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
      const box = parent.getBoundingClientRect();
      if (box.width > 2 && box.height > 2) text += ` ${walker.currentNode.textContent}`;
    }
    return text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
  });

test('keeps the screens that players act on within their word limits', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const common = createIsolatedProfile(`Terse ${crypto.randomUUID().slice(0, 6)}`);
  const one = await makePublishedPlayer({ ...common, display_name: 'Few Words', role: 'PG' });
  const two = await makePublishedPlayer({ ...common, display_name: 'Fewer Words', role: 'C' });
  await runMatcher();
  await signInWithPassword(page, one.email, undefined, '/protocol/matches');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start a party' })).toBeVisible();
  expect(await countWords(page), 'Play with one proposal').toBeLessThanOrEqual(110);
  const squad = await formSquad(one, two);
  await openHydrated(page, `/protocol/squads/${squad}`);
  await expect(page.getByRole('list', { name: 'Members of the squad' })).toBeVisible();
  expect(await countWords(page), 'squad room').toBeLessThanOrEqual(180);
  await openHydrated(page, '/protocol/inbox');
  await expect(page.getByText('You’re a squad').or(page.getByText('New pair')).first()).toBeVisible();
  expect(await countWords(page), 'inbox').toBeLessThanOrEqual(220);
});

/** Maximum size of the home page, footer included: its height in phone screens, and its number of words. */
const HOME_LIMITS = { source: { screens: 6, words: 320 }, translated: { screens: 6.5, words: 345 } };

test('keeps the home page within its limits for height and words', async ({ page }) => {
  const screen = { width: 390, height: 844 };
  await page.setViewportSize(screen);
  for (const locale of LOCALES) {
    await openHydrated(page, toLocalizedPath(locale, '/'));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const limits = locale === SOURCE_LOCALE ? HOME_LIMITS.source : HOME_LIMITS.translated;
    expect(height / screen.height, `screens in ${locale}`).toBeLessThanOrEqual(limits.screens);
    expect(await countWords(page), `words in ${locale}`).toBeLessThanOrEqual(limits.words);
  }
});
