import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { closeAllContexts, expectPaymentConfirmed, openSignedIn, payCheckout } from './money-fixtures.ts';
import { makePublishedPlayer } from './server-api.ts';

test.afterEach(closeAllContexts);

const makeUnconfirmed = (name: string) =>
  makePublishedPlayer(
    { display_name: name, role: 'PG', platform: 'PS5', region: 'NA-East', modes: ['Rec'] },
    { adult: false },
  );

test('shows what a user accepts by joining, with links to the legal texts', async ({ page }) => {
  await page.goto('/protocol/auth');
  const line = page.getByText("By joining, you confirm you're 13 or older");
  await expect(line).toBeVisible();
  await line.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('tab', { name: 'Privacy Policy' })).toHaveAttribute('aria-selected', 'true');
});

test('lists the versions of each legal text', async ({ page }) => {
  await page.goto('/legal#terms-versions');
  const changes = page.locator('#terms-versions');
  await expect(changes.getByRole('heading', { name: 'List of changes' })).toBeVisible();
  await expect(changes.locator('dt')).toContainText([/^Version 2/, /^Version 1/]);
  await expectAccessible(page);
});

test('asks buyers once to confirm their age, and shows which terms applied to an order', async ({ browser }) => {
  const { email } = await makeUnconfirmed('Grown Gus');
  const page = await openSignedIn(browser, email);
  await page.goto('/protocol/deals');
  await page.getByRole('button', { name: 'Hire a role player' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Before you pay' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(dialog.getByText('Tick the box to continue.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Hire a role player' })).toBeEnabled();

  await page.getByRole('button', { name: 'Hire a role player' }).click();
  await dialog.getByLabel(/^I'm 18 or older/).check();
  await dialog.getByRole('button', { name: 'Continue to payment' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);

  await page.goto('/protocol/deals');
  await page.getByRole('button', { name: 'Hire an Elite' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page.goto('/protocol/money');
  await page
    .getByRole('link', { name: /Role Player/ })
    .first()
    .click();
  await expect(page.getByText('Placed under version 2 of the terms and version 1 of the Refund Policy.')).toBeVisible();
});

test('asks sellers to confirm their age before payouts', async ({ browser }) => {
  const { email } = await makeUnconfirmed('Selling Sal');
  const page = await openSignedIn(browser, email);
  await page.goto('/protocol/money');
  await page.getByRole('button', { name: 'Verify for payouts' }).click();
  await expect(page.getByText('Tick the box to continue.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/^I'm 18 or older/).check();
  await page.getByRole('button', { name: 'Verify for payouts' }).click();
  await page.waitForURL(/\/sandbox\/stripe\//);
});
