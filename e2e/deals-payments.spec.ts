import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  CARD,
  closeAllContexts,
  expectPaymentConfirmed,
  fetchNewestOrder,
  makePlayer,
  openSignedIn,
  payCheckout,
} from './money-fixtures.ts';

test.afterEach(closeAllContexts);

test('completes a 3-D Secure payment after a failed first attempt', async ({ browser }) => {
  const page = await openSignedIn(browser, (await makePlayer('Secure Sue')).email);
  await page.goto('/protocol/deals');
  await page.getByRole('button', { name: 'Hire an Elite' }).click();
  await payCheckout(page, CARD.challenge);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  await payCheckout(page, CARD.challenge);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectPaymentConfirmed(page);
  await expect(page.getByRole('link', { name: 'Pick a player' })).toBeVisible();
});

test('lets a user who left the payment page continue or cancel the payment', async ({ browser }) => {
  const person = await makePlayer('Leaving Leo');
  const page = await openSignedIn(browser, person.email);
  await page.goto('/protocol/deals');
  await page.getByRole('button', { name: 'Hire a role player' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page.getByRole('link', { name: 'Back without paying' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was charged' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  const otherPage = await page.context().newPage();
  await otherPage.goto(`/protocol/deals/cancel?order=${(await fetchNewestOrder(person)).id}`);
  await expect(otherPage.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  await page.goto(`/protocol/money/${(await fetchNewestOrder(person)).id}`);
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByRole('button', { name: 'Cancel the order' })).toHaveCount(0);
  await expect.poll(async () => (await fetchNewestOrder(person)).state).toBe('expired');
  await expect(otherPage.getByText('This order is closed. You can buy it again anytime.')).toBeVisible();
});

test('shows a waiting state until a late webhook confirms the payment', async ({ browser }) => {
  const page = await openSignedIn(browser, (await makePlayer('Late Lia')).email);
  await page.goto('/protocol/deals');
  await page.getByRole('button', { name: 'Hire a role player' }).click();
  await payCheckout(page, CARD.late);
  await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible();
  await expect(page.getByText("You don't need to do anything.")).toBeVisible();
  await expectAccessible(page);
  await expectPaymentConfirmed(page);
});

test('confirms the payment even when the webhook is lost', async ({ browser }) => {
  const person = await makePlayer('Lost Lars');
  const page = await openSignedIn(browser, person.email);
  await page.goto('/protocol/deals');
  await page.getByRole('button', { name: 'Hire a role player' }).click();
  await payCheckout(page, CARD.lost);
  await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible({ timeout: 80_000 });
  expect(await fetchNewestOrder(person)).toMatchObject({ state: 'paid', balance: { charged: 7_500, held: 7_500 } });
});
