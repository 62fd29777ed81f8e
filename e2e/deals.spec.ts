import { expect, type Page, test } from '@playwright/test';
import {
  CARD,
  closeAllContexts,
  expectPaymentConfirmed,
  makePlayer,
  openSignedIn,
  payCheckout,
  readIdFromUrl,
} from './money-fixtures.ts';
import { callApi } from './server-api.ts';

test.afterEach(closeAllContexts);

/** Verifies a player on the payment provider's page and saves a Lock/PG offer. */
async function offerOnPage(page: Page): Promise<void> {
  await page.goto('/protocol/hire/offer');
  await page.getByRole('button', { name: 'Verify for payouts' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/connect\//);
  await page.getByRole('button', { name: 'Verify and submit' }).click();
  await expect(page.getByText('Identity verified', { exact: true })).toBeVisible();
  await page.goto('/protocol/hire/offer');
  await page.getByRole('checkbox', { name: 'PG', exact: true }).check();
  await page.getByRole('radio', { name: /Lock\/PG/ }).check();
  await page.getByRole('button', { name: 'Save offer' }).click();
  await expect(page.getByText('Offer saved')).toBeVisible();
}

test('shows deals with prices to visitors and asks them to log in before buying', async ({ page }) => {
  await page.goto('/protocol/deals');
  await expect(page.getByRole('heading', { name: 'Exclusive Deals' })).toBeVisible();
  await expect(page.getByText('First 10 Founders get priority matching').first()).toBeVisible();
  for (const [anchor, price] of [
    ['founders', '$99'],
    ['assembly', '$199'],
    ['7game', '$150'],
  ]) {
    await expect(page.locator(`#pcz-deal-${anchor}`).getByText(price!)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Become a Founder' }).click();
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByText('Please log in to make a purchase.')).toBeVisible();
});

test('explains a declined card, hires a player with founder credit and ends the hire after game 3', async ({
  browser,
}) => {
  test.slow();
  const [buyerPerson, sellerPerson] = await Promise.all([makePlayer('Founder Fay'), makePlayer('Lock Lee')]);
  const [buyer, seller] = [
    await openSignedIn(browser, buyerPerson.email),
    await openSignedIn(browser, sellerPerson.email),
  ];
  await offerOnPage(seller);

  await buyer.goto('/protocol/deals');
  await buyer.getByRole('button', { name: 'Become a Founder' }).click();
  await payCheckout(buyer, CARD.declined);
  await expect(buyer.getByText('Your card was declined.')).toBeVisible();
  await payCheckout(buyer);
  await expectPaymentConfirmed(buyer);

  await buyer.goto(`/protocol/hire?player=${sellerPerson.id}`);
  await buyer.getByRole('button', { name: 'Hire', exact: true }).click();
  await expect(buyer.getByLabel(/Use your 7-Game Hire Credit/)).toBeChecked();
  await buyer.getByRole('button', { name: 'Continue to payment' }).click();
  await expectPaymentConfirmed(buyer);
  await buyer.getByRole('link', { name: 'Open the booking' }).click();
  await expect(buyer).toHaveURL(/\/protocol\/bookings\//);

  await seller.goto(buyer.url());
  await seller.getByRole('button', { name: 'Accept the hire' }).click();
  await expect(seller.getByRole('button', { name: 'Accept the hire' })).toHaveCount(0);
  for (const page of [seller, buyer]) {
    await page.reload();
    await page.getByRole('button', { name: 'Confirm game 1' }).click();
    await expect(page.getByText('Game 1 confirmed').first()).toBeVisible();
  }
  for (const no of [2, 3]) {
    for (const { token } of [sellerPerson, buyerPerson])
      await callApi(token, 'POST', `/api/bookings/${readIdFromUrl(buyer)}/games`, { no });
  }
  await buyer.reload();
  await buyer.getByRole('button', { name: 'End early' }).click();
  // The credit covered the full price, so the buyer gets no refund, and the player keeps 3/7 of $100.
  await expect(buyer.locator('dialog:modal')).toContainText(
    /We'll refund \$0 to the buyer\. .+ goes back to us\. We'll pay \$42\.86 to the player\./,
  );
  await buyer.getByRole('button', { name: 'End the hire' }).click();
  await expect(buyer.getByText('Ended early').first()).toBeVisible();
});

type Comparison = { progress: { state: string } | null; reports: { differences: object[] }[] };

/** Runs a reconciliation. @returns the number of differences, or -1 if it failed */
async function compareBooks(token: string): Promise<number> {
  await callApi(token, 'POST', '/api/admin/reconcile');
  let found: Comparison;
  do {
    await new Promise((resolve) => setTimeout(resolve, 500));
    found = await callApi<Comparison>(token, 'GET', '/api/admin/reconcile');
  } while (found.progress?.state === 'waiting' || found.progress?.state === 'running');
  return found.progress?.state === 'done' ? found.reports[0]!.differences.length : -1;
}

test('finds no differences between our books and the payment provider', async () => {
  const { access_token } = await callApi<{ access_token: string }>(
    undefined,
    'POST',
    '/auth/v1/token?grant_type=password',
    {
      email: 'admin@planetcrew.example',
      password: 'planet-crew-1',
    },
  );
  // Other tests move money at the same time, so retry until no transfer is in flight.
  await expect.poll(() => compareBooks(access_token), { timeout: 90_000 }).toBe(0);
});
