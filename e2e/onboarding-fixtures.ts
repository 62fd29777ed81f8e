import { expect, type Page } from '@playwright/test';

/** Counts the presses on our pages from now on, but not those on the sandbox's sign-in pages. */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    if (location.pathname.startsWith('/sandbox/')) return;
    const { countPress } = window as unknown as { countPress: () => void };
    addEventListener('pointerdown', () => countPress(), true);
  });
  return () => presses;
}

/** Answers only what onboarding requires, from the first step on, and publishes the profile. */
export async function completeOnboarding(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next' });
  const expectStep = (step: string) => expect(page.getByRole('heading', { name: step, exact: true })).toBeInViewport();
  await next.click();
  await expectStep('Position');
  await page.getByRole('radio', { name: 'PG' }).click();
  await page.getByRole('combobox', { name: 'Platform' }).click();
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('PS5');
  await next.click();
  await expectStep('Game');
  await next.click();
  await expectStep('Hours');
  await page.getByRole('button', { name: 'Weeknights' }).click();
  await next.click();
  await expectStep('Contact');
  await next.click();
  await expectStep('Publish');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish Profile' }).click();
}
