import { type Browser, expect, type Page } from '@playwright/test';
import { callApi, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

/** Sandbox test cards, by behavior. */
export const CARD = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  challenge: '4000 0025 0000 3155',
  late: '4242 0000 0000 0001',
  lost: '4242 0000 0000 0003',
  refundFails: '4000 0000 0000 5126',
};

const origin = process.env.E2E_ORIGIN ?? 'http://localhost:3000';

/** Creates a published player in NA-East, unless the profile says otherwise. */
export function makePlayer(name: string, profile: Record<string, unknown> = {}): Promise<TestAccount> {
  return makePublishedPlayer({
    display_name: name,
    role: 'PG',
    platform: 'PS5',
    region: 'NA-East',
    modes: ['Rec'],
    timezone: 'America/New_York',
    ...profile,
  });
}

/** Closes all contexts of the browser after a test; otherwise their pages would stay open. */
export async function closeAllContexts({ browser }: { browser: Browser }): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Opens a separate browser context, signed in as the given user. */
export async function openSignedIn(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, email);
  return page;
}

/** Verifies a player with the payment provider, through the API instead of the provider's page. */
export async function verifySeller(person: TestAccount): Promise<TestAccount> {
  const { url } = await callApi<{ url: string }>(person.token, 'POST', '/api/payouts/onboarding');
  const form = new URLSearchParams({ name: 'Sandbox Seller', bank: '000123456789' });
  await fetch(url, { method: 'POST', redirect: 'manual', body: form });
  const sellerState = await callApi<{ verified: boolean }>(person.token, 'POST', '/api/payouts/refresh');
  expect(sellerState.verified).toBe(true);
  return person;
}

/** Creates a verified player who can be hired at the Lock/PG tier. */
export async function makeSellerAccount(name: string): Promise<TestAccount> {
  const person = await verifySeller(await makePlayer(name));
  const offer = { roles: ['PG'], priceId: 'PRICE_7G_LOCK', hours: [], note: '', active: true };
  await callApi(person.token, 'PUT', '/api/hire/offer', offer);
  return person;
}

/** Fills in the open payment page and pays. */
export async function payCheckout(page: Page, card = CARD.good): Promise<void> {
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** Waits on the success page until the webhook has arrived. */
export async function expectPaymentConfirmed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible({ timeout: 45_000 });
}

/** Hires a player for seven games from their profile, pays, and finishes on the booking page. */
export async function hireOnPage(buyer: Page, sellerId: string): Promise<void> {
  await buyer.goto(`/protocol/profile/${sellerId}`);
  await buyer.getByRole('link', { name: 'Hire for 7 games' }).click();
  await expect(buyer).toHaveURL(/\/protocol\/hire\?player=/);
  await buyer.getByRole('button', { name: 'Hire', exact: true }).click();
  await buyer.getByRole('button', { name: 'Continue to payment' }).click();
  await payCheckout(buyer);
  await expectPaymentConfirmed(buyer);
  await buyer.getByRole('link', { name: 'Open the booking' }).click();
  await expect(buyer).toHaveURL(/\/protocol\/bookings\//);
}

type PurchaseRequest = { priceId: string; playerId?: string; role?: string };

/**
 * Creates and pays for an order through the API.
 * @returns the order once the payment has arrived
 */
export async function makePurchase(person: TestAccount, request: PurchaseRequest, card = CARD.good): Promise<Order> {
  const purchase = { ...request, userId: person.id };
  const path = '/functions/v1/checkout-session';
  const { url } = await callApi<{ url: string }>(person.token, 'POST', path, purchase);
  const body = new URLSearchParams({ card });
  await fetch(new URL(url, origin), { method: 'POST', redirect: 'manual', body });
  await expect.poll(async () => (await fetchNewestOrder(person)).state, { timeout: 45_000 }).toBe('paid');
  return fetchNewestOrder(person);
}

export const readIdFromUrl = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;

type Order = {
  id: string;
  state: string;
  stage: string | null;
  settledAt: string | null;
  bookingId: string | null;
  teamBuildId: string | null;
  balance: { charged: number; held: number; released: number; refunded: number; fees: number };
};

export async function fetchNewestOrder(person: TestAccount): Promise<Order> {
  const { orders } = await callApi<{ orders: { id: string }[] }>(person.token, 'GET', '/api/orders');
  return callApi<Order>(person.token, 'GET', `/api/orders/${orders[0]!.id}`);
}

/** Advances an order's clock by some hours through the sandbox's clock page. */
export async function advanceOrderClock(orderId: string, hours: number): Promise<void> {
  const body = new URLSearchParams({ order: orderId, hours: String(hours) });
  const response = await fetch(`${origin}/sandbox/clock`, { method: 'POST', redirect: 'manual', body });
  expect(response.status).toBe(303);
}

type SandboxBalances = Record<string, { charged: number; refunded: number; transferred: number }>;

/** Returns the payment provider's amounts for an order, in cents. */
export async function fetchSandboxBalance(orderId: string): Promise<SandboxBalances[string] | undefined> {
  return (await callApi<SandboxBalances>(undefined, 'GET', '/sandbox/stripe/readback'))[orderId];
}

const PROVIDER_KEY = { Authorization: 'Bearer sk_test_sandbox' };

/** Refunds part of an order as if in the payment provider's dashboard. */
export async function refundInDashboard(orderId: string, cents: number): Promise<void> {
  const charges = await fetch(`${origin}/sandbox/stripe/v1/charges?limit=100&transfer_group=${orderId}`, {
    headers: PROVIDER_KEY,
  });
  const { data } = (await charges.json()) as { data: { payment_intent: string }[] };
  const body = new URLSearchParams({ payment_intent: data[0]!.payment_intent, amount: String(cents) });
  const response = await fetch(`${origin}/sandbox/stripe/v1/refunds`, { method: 'POST', headers: PROVIDER_KEY, body });
  expect(response.status).toBe(200);
}
