import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  advanceOrderClock,
  closeAllContexts,
  fetchNewestOrder,
  fetchSandboxBalance,
  hireOnPage,
  makePlayer,
  makeSellerAccount,
  openSignedIn,
  readIdFromUrl,
} from './money-fixtures.ts';
import { pressTwice, SETTLED_MS } from './page-ready.ts';
import { callApi } from './server-api.ts';

test.afterEach(closeAllContexts);

test('completes a hire with its seventh game, pays the player and lists it on their profile', async ({ browser }) => {
  test.slow();
  const [buyerPerson, sellerPerson] = await Promise.all([makePlayer('Seven Sam'), makeSellerAccount('Lock Lou')]);
  const buyer = await openSignedIn(browser, buyerPerson.email);
  await hireOnPage(buyer, sellerPerson.id);
  const bookingId = readIdFromUrl(buyer);
  const { id: orderId } = await fetchNewestOrder(buyerPerson);
  expect(await fetchSandboxBalance(orderId)).toEqual({ charged: 10_000, refunded: 0, transferred: 0 });

  const lou = await openSignedIn(browser, sellerPerson.email);
  await lou.goto('/protocol/money');
  await lou.getByRole('link', { name: /7-Game Lock\/PG/ }).click();
  await expect(lou.getByText('Accept or decline.')).toBeVisible();
  await lou.getByRole('link', { name: 'Open the booking' }).click();
  // The second tap lands on "Confirm game 1" but must not confirm it.
  await pressTwice(lou.getByRole('button', { name: 'Accept the hire' }), 250);
  const firstGame = lou.getByRole('button', { name: 'Confirm game 1' });
  await expect(firstGame).toBeVisible();
  await lou.waitForTimeout(SETTLED_MS);
  await expect(firstGame).toBeVisible();
  await firstGame.click();
  await expect(lou.getByText('Confirmed by the player').first()).toBeVisible();
  await buyer.reload();
  await buyer.getByRole('button', { name: 'Confirm game 1' }).click();
  await expect(buyer.getByText('1 of 7 games confirmed').first()).toBeVisible();
  const [asks, answers] = [buyer, lou].map((page) => page.getByRole('region', { name: /^Messages/ })) as [
    Locator,
    Locator,
  ];
  await asks.getByRole('textbox', { name: 'Message' }).fill('Same time tomorrow?');
  await asks.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(answers.getByText('Same time tomorrow?')).toBeVisible();
  await expectAccessible(buyer);

  await buyer.getByLabel(/^Picture/).setInputFiles('public/brand/icon-192.png');
  await buyer.getByRole('combobox', { name: /^Game/ }).selectOption('Game 1');
  await buyer.getByRole('button', { name: 'Attach' }).click();
  await expect(buyer.getByText(/Buyer · Game 1/)).toBeVisible();

  // The buyer doesn't respond about the second game, so it's confirmed automatically after 48 hours.
  await callApi(sellerPerson.token, 'POST', `/api/bookings/${bookingId}/games`, { no: 2 });
  await advanceOrderClock(orderId, 49);
  await buyer.reload();
  await expect(buyer.getByText("Counted: the buyer didn't answer for 48 hours")).toBeVisible();
  for (let no = 3; no <= 6; no++) {
    for (const user of [sellerPerson, buyerPerson])
      await callApi(user.token, 'POST', `/api/bookings/${bookingId}/games`, { no });
  }
  await callApi(sellerPerson.token, 'POST', `/api/bookings/${bookingId}/games`, { no: 7 });
  await buyer.reload();
  await expect(buyer.getByText('6 of 7 games confirmed').first()).toBeVisible();
  await buyer.getByRole('button', { name: 'Confirm game 7' }).click();
  await expect(buyer.getByText('7 of 7 games confirmed').first()).toBeVisible();

  await expect.poll(async () => (await fetchNewestOrder(buyerPerson)).stage).toBe('released');
  expect((await fetchNewestOrder(sellerPerson)).balance).toMatchObject({ charged: 10_000, held: 0, released: 10_000 });
  expect(await fetchSandboxBalance(orderId)).toEqual({ charged: 10_000, refunded: 0, transferred: 10_000 });
  await lou.goto(`/protocol/money/${orderId}`);
  await expect(lou.getByText('Paid out').first()).toBeVisible();
  await expect(lou.getByText('We sent $100 to the payout account.')).toBeVisible();
  await expectAccessible(lou);

  const receipt = buyer.waitForEvent('download');
  await buyer.goto(`/protocol/money/${orderId}`);
  await buyer.getByRole('button', { name: 'Receipt (PDF)' }).click();
  expect((await receipt).suggestedFilename()).toBe(`planet-crew-${orderId.slice(0, 8)}.pdf`);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/protocol/profile/${sellerPerson.id}`);
  const hiringRecord = visitor.getByRole('region', { name: 'Hiring record' });
  await expect(hiringRecord.getByText('Hires finished')).toBeVisible();
  await expect(hiringRecord.getByText('Games confirmed')).toBeVisible();
  await expect(hiringRecord).toContainText('7');
});

test('refunds a hire in full when no one accepts it within 24 hours', async ({ browser }) => {
  const [buyerPerson, sellerPerson] = await Promise.all([makePlayer('Waiting Wes'), makeSellerAccount('Silent Sid')]);
  const buyer = await openSignedIn(browser, buyerPerson.email);
  await hireOnPage(buyer, sellerPerson.id);
  await expect(buyer.getByText("If they don't accept, we'll refund the full price.")).toBeVisible();
  const { id } = await fetchNewestOrder(buyerPerson);
  await advanceOrderClock(id, 25);
  await buyer.reload();
  await expect(buyer.getByText(/Refunded|Timed out/).first()).toBeVisible();
  await expect.poll(async () => (await fetchSandboxBalance(id))?.refunded).toBe(10_000);
  expect((await fetchNewestOrder(buyerPerson)).balance).toMatchObject({ held: 0, refunded: 10_000 });
});
