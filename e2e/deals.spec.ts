import { type Browser, expect, type Page, test } from '@playwright/test';
import { ask, type Made, makePublished } from './house-api.ts';
import { signInWithPassword } from './people.ts';

const GOOD = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';

async function pay(page: Page, card: string): Promise<void> {
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

async function signedIn(browser: Browser, person: Made): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email);
  return page;
}

const player = (name: string, role = 'PG') =>
  makePublished({
    display_name: name,
    role,
    platform: 'PS5',
    region: 'NA-East',
    modes: ['Rec'],
    timezone: 'America/New_York',
  });

/** A verified seller of the Lock/PG tier, through the provider's onboarding page. */
async function offerOnPage(page: Page): Promise<void> {
  await page.goto('/protocol/hire/offer');
  await page.getByRole('button', { name: 'Verify for payouts' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/connect\//);
  await page.getByRole('button', { name: 'Verify and submit' }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await page.goto('/protocol/hire/offer');
  await page.getByRole('checkbox', { name: 'PG', exact: true }).check();
  await page.getByRole('radio', { name: /Lock\/PG/ }).check();
  await page.getByRole('button', { name: 'Save the offer' }).click();
  await expect(page.getByText('Offer saved')).toBeVisible();
}

test('visitors see the five deals with their prices, and are asked to log in when they buy', async ({ page }) => {
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

test('a declined card, then a founder with credit who hires a player and leaves at game 3', async ({ browser }) => {
  const [buyerPerson, sellerPerson] = [await player('Founder Fay'), await player('Lock Lee')];
  const [buyer, seller] = [await signedIn(browser, buyerPerson), await signedIn(browser, sellerPerson)];
  await offerOnPage(seller);

  await buyer.goto('/protocol/deals');
  await buyer.getByRole('button', { name: 'Become a Founder' }).click();
  await pay(buyer, DECLINED);
  await expect(buyer.getByText('Your card was declined.')).toBeVisible();
  await pay(buyer, GOOD);
  await expect(buyer.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible({ timeout: 30_000 });

  await buyer.goto(`/protocol/hire?player=${sellerPerson.id}`);
  await buyer.getByRole('button', { name: 'Hire', exact: true }).click();
  await expect(buyer.getByLabel(/Use your 7-Game Hire Credit/)).toBeChecked();
  await buyer.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(buyer.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible({ timeout: 30_000 });
  await buyer.getByRole('link', { name: 'Open the booking' }).click();
  await expect(buyer).toHaveURL(/\/protocol\/bookings\//);

  await seller.goto(buyer.url());
  await seller.getByRole('button', { name: 'Accept the hire' }).click();
  await expect(seller.getByRole('button', { name: 'Accept the hire' })).toHaveCount(0);
  for (const no of [1, 2, 3]) {
    for (const page of [seller, buyer]) {
      await page.reload();
      await page.getByRole('button', { name: `Confirm game ${no}` }).click();
      await expect(page.getByText(`Game ${no} confirmed`).first()).toBeVisible();
    }
  }
  await buyer.reload();
  await buyer.getByRole('button', { name: 'End early' }).click();
  // A credit paid for it all: nothing is the buyer's to get back, and the player keeps 3/7 of $100.
  await expect(buyer.getByText('3 of 7 games count as played.')).toContainText('$42.86 to the player');
  await buyer.getByRole('button', { name: 'End the hire' }).click();
  await expect(buyer.getByText('Ended early').first()).toBeVisible();
});

test('a whole team request is checked, submitted and paid, and the clock runs', async ({ browser }) => {
  const buyer = await signedIn(browser, await player('Captain Kim'));
  await buyer.goto('/protocol/assembly-request');
  await buyer.getByRole('button', { name: 'Submit Request' }).click();
  await expect(buyer.getByText('Choose at least one desired role.').first()).toBeVisible();
  await buyer.getByRole('checkbox', { name: 'Lock', exact: true }).check();
  await buyer.getByLabel(/Skill Tier/).selectOption('advanced');
  await buyer.getByLabel(/^Region/).selectOption('na-east');
  await buyer.getByLabel(/^Platform/).selectOption('ps5');
  await buyer.getByLabel(/^Availability/).fill('Weekdays after 8 PM');
  await buyer.getByLabel(/Discord\/PSN/).fill('captain_kim');
  await buyer.getByLabel(/^Deadline/).fill('2099-01-01');
  await buyer.getByRole('button', { name: 'Submit Request' }).click();
  await expect(buyer.getByText('Request Submitted!')).toBeVisible();
  await expect(buyer.getByText(/Request #[0-9a-f]{8} submitted\. We target 48h delivery\./)).toBeVisible();
  await buyer.getByRole('button', { name: 'Pay $199' }).click();
  await pay(buyer, GOOD);
  await expect(buyer.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible({ timeout: 30_000 });
  await buyer.getByRole('link', { name: 'Follow your team' }).click();
  await expect(buyer.getByText('0 of 1 seats taken. The concierge is looking.')).toBeVisible();
});

test('the books and the processor agree after all of this', async () => {
  const { access_token } = await ask<{ access_token: string }>(
    undefined,
    'POST',
    '/auth/v1/token?grant_type=password',
    {
      email: 'admin@planetcrew.example',
      password: 'planet-crew-1',
    },
  );
  await expect
    .poll(async () => (await ask<{ differences: number }>(access_token, 'POST', '/api/admin/reconcile')).differences)
    .toBe(0);
});
