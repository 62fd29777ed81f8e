import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { callApi, fetchMails } from './server-api.ts';
import { showPassword } from './sign-in-fixtures.ts';

export const PASSWORD = 'violet court lamp 42';

export const createEmail = () => `${crypto.randomUUID().slice(0, 13)}@e2e.example`;

type ReceivedMail = Awaited<ReturnType<typeof fetchMails>>[number];

/** Waits for an email with this subject and returns the newest. */
export async function waitForMail(email: string, subject: string | RegExp): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined;
  await expect
    .poll(async () => {
      found = (await fetchMails(email)).find((mail) =>
        typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
      );
      return found !== undefined;
    })
    .toBe(true);
  return found!;
}

export const extractCode = ({ text }: ReceivedMail) => text.match(/\b(\d{6})\b/)![1]!;
export const extractLink = ({ text }: ReceivedMail) => text.match(/https?:\S+/)![0];

/** Creates a user with a confirmed email address and `PASSWORD` through the API. */
export async function makeAccount(): Promise<{ email: string }> {
  const email = createEmail();
  await callApi(undefined, 'POST', '/auth/v1/signup', { email, password: PASSWORD });
  const token = extractCode(await waitForMail(email, 'Confirm your email address'));
  await callApi(undefined, 'POST', '/auth/v1/verify', { type: 'signup', email, token });
  return { email };
}

/** Opens the sign-in page and waits until it's interactive. */
export async function openAuthPage(page: Page, path = '/protocol/auth'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
}

/** Requests a code for an address on the open sign-in page. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(email);
}

/** Fills in the sign-in form with a password and submits it. */
export async function typeSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  if (!(await page.getByLabel('Password', { exact: true }).isVisible())) await showPassword(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in and opens the account security page. */
export async function openSecurity(page: Page, email: string, password = PASSWORD): Promise<void> {
  await openAuthPage(page, '/protocol/auth?next=%2Fprotocol%2Fsecurity');
  await typeSignIn(page, email, password);
  // These users have no published profile, so sign-in leads to onboarding first.
  await expect(page).toHaveURL(/\/(protocol\/onboarding|account\/security)/);
  await page.goto('/account/security');
  await expect(page.getByRole('heading', { name: 'Account security' })).toBeVisible();
}

/** Returns an authenticator app's code. Each code works only once, so pass `stepsAhead` to get a later one. */
export function createAppCode(secret: string, stepsAhead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}

/** Returns the panel of the security page with this heading. */
export const getPanel = (page: Page, heading: string) => page.getByRole('region', { name: heading });
