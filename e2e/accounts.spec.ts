import { expect, test } from '@playwright/test';
import {
  createEmail,
  extractCode,
  extractLink,
  makeAccount,
  openAuthPage,
  PASSWORD,
  typeSignIn,
  waitForMail,
} from './account-fixtures.ts';
import { expectAccessible } from './axe.ts';
import { expectToast } from './page-ready.ts';

test('signs up by email, explains mistakes and signs in with the emailed code', async ({ page }) => {
  const email = createEmail();
  await openAuthPage(page);
  await page.getByRole('button', { name: 'New here? Create an account' }).click();
  const submit = page.getByRole('button', { name: 'Create account' });
  await submit.click();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await page.getByLabel('Email').fill('not an address');
  await submit.click();
  await expect(page.getByText("This doesn't look like an email address.")).toBeVisible();
  await page.getByLabel('Email').fill(email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await submit.click();
  await expect(page.getByText(/Password should be at least 8 characters/)).toBeVisible();
  await password.fill('password123');
  await submit.click();
  await expect(page.getByText(/known to be weak and easy to guess/)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await password.fill(PASSWORD);
  await submit.click();

  await expect(page.getByText(`Check ${email}`)).toBeVisible();
  await expectAccessible(page);
  const code = page.getByLabel('Six-digit code');
  await code.fill('12');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter all six digits.')).toBeVisible();
  const right = extractCode(await waitForMail(email, 'Confirm your email address'));
  await code.fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('That code is wrong or has expired.')).toBeVisible();
  // A reload keeps the email confirmation step.
  await page.reload();
  await expect(page.getByText(`Check ${email}`)).toBeVisible();
  await page.getByLabel('Six-digit code').fill(right);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  // The header never shows the email address, which someone looking over the user's shoulder could read.
  await expect(page.getByRole('button', { name: /^Rookie .*’s menu$/ }).filter({ visible: true })).toBeVisible();
});

test('allows resending an email after a minute, or immediately when sending failed', async ({ page }) => {
  const email = createEmail();
  await page.clock.install();
  await openAuthPage(page);
  await page.getByRole('button', { name: 'New here? Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`Check ${email}`)).toBeVisible();
  const resendButton = page.getByRole('button', { name: /^Send again/ });
  await expect(resendButton).toHaveAttribute('aria-disabled', 'true');
  for (let second = 0; second < 60; second += 1) await page.clock.fastForward(1_000);
  await expect(resendButton).toHaveText('Send again');
  await page.route('**/auth/v1/resend*', (route) => route.abort());
  await resendButton.click();
  await expectToast(page, "Couldn't send the email", "We can't reach the server.");
  await expect(resendButton).toHaveText('Send again');
  await page.unroute('**/auth/v1/resend*');
  await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }));
  await resendButton.click();
  await expectToast(page, 'New email requested');
  await expect(resendButton).toHaveText(/^Send again in \d+s$/);
  await expect(resendButton).toBeFocused();
});

test('signs up with the emailed link', async ({ page }) => {
  const email = createEmail();
  await openAuthPage(page);
  await page.getByRole('button', { name: 'New here? Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`Check ${email}`)).toBeVisible();
  await page.goto(extractLink(await waitForMail(email, 'Confirm your email address')));
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
});

test('signs in with an emailed link only in the browser that requested it', async ({ page, browser }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText(`Check ${email}`)).toBeVisible();
  const link = extractLink(await waitForMail(email, 'Your sign-in link'));

  const otherBrowser = await browser.newContext();
  const other = await otherBrowser.newPage();
  await other.goto(link);
  await expect(other.getByRole('button', { name: 'Retry Login' })).toBeVisible();
  await expectAccessible(other);
  await otherBrowser.close();

  await page.goto(link);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
});

test('rejects a wrong password without revealing whether the account exists', async ({ page }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  const sentence = "That email address and password don't match. Check both, or ask for a sign-in link.";
  for (const address of [email, createEmail()]) {
    await typeSignIn(page, address, 'not the password at all');
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  }
  await expectAccessible(page);
});

test('resets a forgotten password with the emailed code', async ({ page }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText(`Check ${email}`)).toBeVisible();
  await page.getByLabel('Six-digit code').fill(extractCode(await waitForMail(email, 'Choose a new password')));
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectAccessible(page);
  const password = page.getByLabel('New password');
  await password.fill('12345678');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText(/weak and easy to guess/)).toBeVisible();
  await expectAccessible(page);
  await password.fill('a lamp on the other court 7');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await waitForMail(email, /password/i);

  await page.evaluate(() => window.localStorage.clear());
  await openAuthPage(page);
  await typeSignIn(page, email);
  await expect(page.getByRole('alert')).toBeVisible();
  await typeSignIn(page, email, 'a lamp on the other court 7');
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
});

test('signs out and removes all traces of the user', async ({ page }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  await typeSignIn(page, email);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await page.goto('/protocol/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /’s menu$/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed Out', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(email)).toHaveCount(0);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/protocol\/auth\?next=%2Faccount/);
});

test('explains an expired app authorization and lets a user approve a valid one', async ({ page }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  await typeSignIn(page, email);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await page.goto('/protocol/consent?authorization_id=6f0d3f0e-0000-4000-8000-000000000000');
  await expect(page.getByText('This request has expired or was already answered.')).toBeVisible();
  await expectAccessible(page);

  // The consent page needs an app registered by the operator, so mock the server's responses.
  const id = '6f0d3f0e-0000-4000-8000-000000000001';
  const client = { id, name: 'League of the night courts', uri: '', logo_uri: '' };
  const question = {
    authorization_id: id,
    redirect_uri: 'https://league.example/back',
    client,
    user: { id, email },
    scope: 'openid profile email',
  };
  await page.route(`**/auth/v1/oauth/authorizations/${id}`, (route) => route.fulfill({ json: question }));
  let action: string | undefined;
  await page.route(`**/auth/v1/oauth/authorizations/${id}/consent`, async (route) => {
    action = (route.request().postDataJSON() as { action: string }).action;
    await route.fulfill({ json: { redirect_url: '/protocol/faq?code=x' } });
  });
  await page.goto(`/protocol/consent?authorization_id=${id}`);
  await expect(page.getByRole('heading', { name: 'Sign in to League of the night courts?' })).toBeVisible();
  await expect(page.getByText('your email address')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow and sign in' }).click();
  await expect(page).toHaveURL('/protocol/faq?code=x');
  expect(action).toBe('approve');
});
