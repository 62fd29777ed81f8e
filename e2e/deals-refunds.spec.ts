import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  closeAllContexts,
  fetchNewestOrder,
  fetchSandboxBalance,
  makePlayer,
  makePurchase,
  makeSellerAccount,
  openSignedIn,
  refundInDashboard,
} from './money-fixtures.ts';
import { callApi, type TestAccount } from './server-api.ts';

test.afterEach(closeAllContexts);

const isFrozen = async (person: TestAccount) =>
  (await callApi<{ frozen: boolean }>(person.token, 'GET', `/api/orders/${(await fetchNewestOrder(person)).id}`))
    .frozen;

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;

test("freezes an order refunded in the provider's dashboard until an admin decides", async ({ browser }) => {
  test.slow();
  const [buyer, seller] = await Promise.all([makePlayer('Refunded Rae'), makeSellerAccount('Waiting Wes')]);
  const order = await makePurchase(buyer, { priceId: 'PRICE_7G_LOCK', playerId: seller.id, role: 'PG' });
  await refundInDashboard(order.id, 2_500);
  await expect.poll(() => isFrozen(buyer), { timeout: 45_000 }).toBe(true);

  const page = await openSignedIn(browser, buyer.email);
  await page.goto(`/protocol/money/${order.id}`);
  await expect(page.getByText('Payment under review')).toBeVisible();

  const admin = await openSignedIn(browser, 'admin@planetcrew.example');
  await admin.goto(`/protocol/admin/orders/${order.id}`);
  await expect(admin.getByText('A refund of $25, made outside Planet Crew.')).toBeVisible();
  await expectAccessible(admin);
  if (process.env.E2E_SHOTS) await admin.screenshot({ path: `${process.env.E2E_SHOTS}/moved.png`, fullPage: true });
  await admin.getByRole('button', { name: 'Continue the order' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Continue the order' }).click();
  await expect(admin.getByText('Our staff decided that the order can continue.')).toBeVisible();
  expect(await isFrozen(buyer)).toBe(false);
  expect(await fetchNewestOrder(buyer)).toMatchObject({ balance: { held: 10_000, refunded: 2_500 } });
});

test('refunds an order in the admin console and shows the buyer the reason', async ({ browser }) => {
  test.slow();
  const buyer = await makePlayer('Console Cal');
  const order = await makePurchase(buyer, { priceId: 'PRICE_COACHING_30' });
  const admin = await openSignedIn(browser, 'admin@planetcrew.example');
  await admin.goto(`/protocol/admin/orders/${order.id}`);
  await admin.getByLabel('Amount, in dollars').fill('26');
  await expect(admin.getByText('Enter an amount between $0.01 and $25.')).toBeVisible();
  await admin.getByLabel('Amount, in dollars').fill('25');
  await admin.getByLabel(/Reason/).fill('The coach fell ill.');
  await expectAccessible(admin);
  if (process.env.E2E_SHOTS) {
    const width = isPhone(admin) ? 'phone' : 'desktop';
    await admin.screenshot({ path: `${process.env.E2E_SHOTS}/refund-${width}.png`, fullPage: true });
  }
  await admin.getByRole('button', { name: 'Refund' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  await expect(admin.getByRole('heading', { name: 'Refund' })).toHaveCount(0);
  await expect.poll(async () => (await fetchNewestOrder(buyer)).settledAt, { timeout: 45_000 }).not.toBeNull();
  expect(await fetchSandboxBalance(order.id)).toEqual({ charged: 2_500, refunded: 2_500, transferred: 0 });
  const page = await openSignedIn(browser, buyer.email);
  await page.goto(`/protocol/money/${order.id}`);
  await expect(page.getByText('The coach fell ill.')).toBeVisible();
});
