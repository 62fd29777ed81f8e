import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  closeAllContexts,
  fetchNewestOrder,
  fetchSandboxBalance,
  hireOnPage,
  makePlayer,
  makeSellerAccount,
  openSignedIn,
  readIdFromUrl,
} from './money-fixtures.ts';
import { callApi } from './server-api.ts';

test.afterEach(closeAllContexts);

test('lets both sides of a dispute chat, and lets an admin split the held funds', async ({ browser }) => {
  test.slow();
  const [buyerPerson, sellerPerson] = await Promise.all([makePlayer('Upset Uma'), makeSellerAccount('Accused Al')]);
  const buyer = await openSignedIn(browser, buyerPerson.email);
  await hireOnPage(buyer, sellerPerson.id);
  const bookingId = readIdFromUrl(buyer);
  await callApi(sellerPerson.token, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
  await buyer.reload();
  await buyer.getByRole('button', { name: 'Open a dispute' }).click();
  await buyer.getByRole('button', { name: 'Open the dispute' }).click();
  await expect(buyer.getByText('Say what happened.')).toBeVisible();
  await buyer.getByLabel(/What happened/).fill('Nobody came to the first game.');
  await buyer.reload();
  await buyer.getByRole('button', { name: 'Open a dispute' }).click();
  await expect(buyer.getByLabel(/What happened/)).toHaveValue('Nobody came to the first game.');
  await buyer.getByRole('button', { name: 'Open the dispute' }).click();
  await expect(buyer).toHaveURL(/\/protocol\/disputes\//);
  await expect(buyer.getByText('$100 held until the decision')).toBeVisible();
  const address = buyer.url();

  const al = await openSignedIn(browser, sellerPerson.email);
  await al.goto(address);
  await expect(al.getByText('Nobody came to the first game.')).toBeVisible();
  await expect(al.getByRole('heading', { name: 'Decide' })).toHaveCount(0);
  await al.getByLabel('Your message').fill('I waited in the lobby for an hour.');
  await al.reload();
  await expect(al.getByLabel('Your message')).toHaveValue('I waited in the lobby for an hour.');
  await al.getByRole('button', { name: 'Send' }).click();
  // The field also contains this text until it's sent, so check that it's in the chat.
  const thread = al.getByRole('listitem');
  await expect(thread.filter({ hasText: 'I waited in the lobby for an hour.' })).toBeVisible();
  await al.reload();
  await expect(al.getByLabel('Your message')).toHaveValue('');

  const admin = await openSignedIn(browser, 'admin@planetcrew.example');
  await admin.goto('/protocol/admin/orders');
  await expect(admin.getByRole('heading', { name: 'Open disputes' })).toBeVisible();
  await admin.goto(address);
  await expect(admin.getByText('I waited in the lobby for an hour.')).toBeVisible();
  const share = admin.getByLabel('To the player, in dollars');
  await share.fill('101');
  await expect(admin.getByText('Between $0 and $100.')).toBeVisible();
  await share.fill('25');
  await expect(admin.getByText('The player gets $25 and the buyer gets $75 back.')).toBeVisible();
  await expectAccessible(admin);
  await admin.getByLabel('Reason (both sides see it)').fill('One evening was spent waiting.');
  await admin.getByRole('button', { name: 'Decide' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Decide' }).click();
  await expect(admin.getByText('$25 to the player, $75 refunded to the buyer')).toBeVisible();

  await buyer.reload();
  await expect(buyer.getByText('One evening was spent waiting.')).toBeVisible();
  await expect(buyer.getByLabel('Your message')).toHaveCount(0);
  await expect.poll(async () => (await fetchNewestOrder(buyerPerson)).settledAt).not.toBeNull();
  const order = await fetchNewestOrder(buyerPerson);
  expect(order).toMatchObject({ stage: 'decided', balance: { held: 0, released: 2_500, refunded: 7_500 } });
  expect(await fetchSandboxBalance(order.id)).toEqual({ charged: 10_000, refunded: 7_500, transferred: 2_500 });
});
