import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { closeAllContexts, expectPaymentConfirmed, makePlayer, openSignedIn, payCheckout } from './money-fixtures.ts';

test.afterEach(closeAllContexts);

/** Reopens the page until the webhook has arrived and the badge shows the plan. */
async function expectPlan(page: Page, plan: string): Promise<void> {
  await expect(async () => {
    await page.goto('/protocol/account');
    await expect(page.locator('[aria-labelledby=plan]').getByText(plan, { exact: true })).toBeVisible({
      timeout: 3_000,
    });
  }).toPass();
}

async function openPortal(page: Page): Promise<void> {
  await page.goto('/protocol/account');
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/portal\//);
}

test('upgrades a plan immediately, downgrades it at period end and ends it when canceled', async ({ browser }) => {
  test.slow();
  const person = await makePlayer('Plan Pat');
  const page = await openSignedIn(browser, person.email);
  await expectPlan(page, 'Free');
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Go Pro' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
  await expectPlan(page, 'Pro');

  await openPortal(page);
  await page.getByRole('button', { name: /Switch to Premium/ }).click();
  await expect(page.getByRole('heading', { name: /Premium/ })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Planet Crew' }).click();
  await expectPlan(page, 'Premium');

  await openPortal(page);
  await page.getByRole('button', { name: /Switch to Pro/ }).click();
  await expect(page.getByText('Pro from then on.')).toBeVisible();
  await expect(async () => {
    await page.goto('/protocol/money');
    await expect(page.getByText(/^Pro starts /)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expectAccessible(page);
  await expectPlan(page, 'Premium');

  await openPortal(page);
  await page.getByRole('button', { name: /jump to the end of the period/ }).click();
  await expect(page.getByRole('heading', { name: /Pro/ })).toBeVisible();
  await expectPlan(page, 'Pro');

  await openPortal(page);
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await expect(page.getByText(/, ends /)).toBeVisible();
  await page.getByRole('button', { name: /jump to the end of the period/ }).click();
  await expect(page.getByText('No subscription is running.')).toBeVisible();
  await expectPlan(page, 'Free');
});

test("refunds a plan when it's canceled within seven days", async ({ browser }) => {
  const person = await makePlayer('Guarantee Gia');
  const page = await openSignedIn(browser, person.email);
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Go Premium' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
  await expect(async () => {
    await page.goto('/protocol/money');
    await page.getByRole('button', { name: 'Use the 7-day guarantee' }).click({ timeout: 3_000 });
  }).toPass();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End and refund' }).click();
  await expect(page.getByText("Plan ended. We're refunding it.")).toBeVisible();
  await expectPlan(page, 'Free');
});
