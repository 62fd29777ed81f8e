import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';

test('opens the closed story book at the chapter the reader clicks', async ({ page }) => {
  await page.goto('/');
  const story = page.locator('#story');
  await expect(story.getByRole('button', { name: 'Open the book' })).toBeVisible();
  await expectAccessible(page);
  await story.getByRole('button', { name: 'The Ecosystem' }).click();
  await expect(story.getByText('Page 3 of 4')).toBeVisible();
  await expect(story.getByRole('heading', { name: 'The Ecosystem' })).toBeVisible();
  await story.getByRole('button', { name: 'Close the book' }).click();
  await expect(story.getByRole('button', { name: 'The Ecosystem' })).toBeVisible();
});
