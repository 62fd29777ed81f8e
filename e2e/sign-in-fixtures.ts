import { expect, type Page } from '@playwright/test';

export const SAMPLE_PASSWORD = 'planet-crew-1';

/** Returns an unused login within Twitch's limits. */
export const createLogin = () => `e2e_${crypto.randomUUID().slice(0, 12).replaceAll('-', '')}`;

/** Submits the sign-in page of the Twitch sandbox. */
export async function signInAtTwitch(page: Page, login: string): Promise<void> {
  await page.waitForURL(/\/sandbox\/twitch\/oauth2\/authorize/);
  await page.getByRole('textbox', { name: /login/i }).fill(login);
  await page
    .getByRole('button', { name: /sign in|authorize|continue/i })
    .last()
    .click();
}

/** Signs in through the Twitch sandbox, starting from the open sign-in page. */
export async function continueWithTwitch(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Twitch' }).click();
  await signInAtTwitch(page, login);
}

/** Shows the password field of the open sign-in page. */
export async function showPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use a password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
}

/** Signs in with email and password and waits until the app has left the sign-in page. */
export async function signInWithPassword(
  page: Page,
  email: string,
  password = SAMPLE_PASSWORD,
  next = '/protocol/find',
): Promise<void> {
  await page.goto(`/protocol/auth?next=${encodeURIComponent(next)}`);
  await showPassword(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/protocol\/(auth|callback)/);
}
