import { expect, test } from '@playwright/test';
import {
  createEmail,
  extractCode,
  extractLink,
  makeAccount,
  openAuthPage,
  requestCode,
  typeSignIn,
  waitForMail,
} from './account-fixtures.ts';
import { expectAccessible } from './axe.ts';
import { expectToast } from './page-ready.ts';
import { showPassword } from './sign-in-fixtures.ts';

test('joins by email, explains mistakes and asks for a name', async ({ page }) => {
  const email = createEmail();
  await openAuthPage(page);
  const submit = page.getByRole('button', { name: 'Continue', exact: true });
  await submit.click();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await page.getByLabel('Email').fill('not an address');
  await submit.click();
  await expect(page.getByText("This doesn't look like an email address.")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Email')).toHaveValue('not an address');
  // Capital letters and spaces around an address don't matter.
  await page.getByLabel('Email').fill(` ${email.toUpperCase()} `);
  await submit.click();

  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expectAccessible(page);
  const code = page.getByLabel('Six-digit code');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('12');
  await submit.click();
  await expect(page.getByText('Enter all six digits.')).toBeVisible();
  const right = extractCode(await waitForMail(email, 'Your Planet Crew code'));
  await code.fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByText("That code didn't work. Check it, or ask for a new one.")).toBeVisible();
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(right === '000002' ? '000003' : '000002');
  await expect(page.getByRole('button', { name: 'Checking…' })).toHaveCount(0);
  await expect(page.getByText("That code didn't work. Check it, or ask for a new one.")).toBeVisible();

  // A reload stays on the code step. Back returns to the address, and Forward to the code.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.goForward();
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email.toUpperCase());
  // The code from a moment ago still works, so this sends no second email.
  await submit.click();
  await expect(code).toBeFocused();
  // A demo links to the email. Pasted codes may have spaces.
  const [inbox] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the demo inbox' }).click(),
  ]);
  await expect(inbox.getByRole('link', { name: /^Your Planet Crew code/ })).toHaveCount(1);
  await inbox.close();
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  // Onboarding asks for the name. The header never shows the email address, which people nearby could read.
  await expect(page.getByLabel('Display name')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Your account’s menu' }).filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Enter your display name.').first()).toBeVisible();
  // Back skips the sign-in page.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/protocol\/(auth|callback|onboarding)/);
});

test('allows resending an email after a minute, or immediately when sending failed', async ({ page }) => {
  const email = createEmail();
  await page.clock.install();
  await openAuthPage(page);
  await requestCode(page, email);
  const resendButton = page.getByRole('button', { name: /^Send again/ });
  await expect(resendButton).toHaveAttribute('aria-disabled', 'true');
  for (let second = 0; second < 60; second += 1) await page.clock.fastForward(1_000);
  await expect(resendButton).toHaveText('Send again');
  await page.route('**/auth/v1/otp*', (route) => route.abort());
  await resendButton.click();
  await expectToast(page, "Couldn't send the email", "We can't reach the server.");
  await expect(resendButton).toHaveText('Send again');
  await page.unroute('**/auth/v1/otp*');
  await page.route('**/auth/v1/otp*', (route) => route.fulfill({ json: {} }));
  await resendButton.click();
  await expectToast(page, 'New email requested');
  await expect(resendButton).toHaveText(/^Send again in \d+s$/);
  await expect(resendButton).toBeFocused();
});

test('explains the email limit, or continues with the code that was just sent', async ({ page }) => {
  const refuse = (wait: string) =>
    page.route('**/auth/v1/otp*', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'X-Supabase-Api-Version': '2024-01-01' },
        json: {
          code: 'over_email_send_rate_limit',
          message: `For security purposes, you can only request this after ${wait}.`,
        },
      }),
    );
  await openAuthPage(page);
  await refuse('12 minutes');
  await page.getByLabel('Email').fill(createEmail());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many emails. Wait 12 minutes, then try again.');
  await page.unroute('**/auth/v1/otp*');
  await refuse('42 seconds');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in [34]\ds$/ })).toBeVisible();
});

test('joins with the emailed link, and also signs in the tab that requested it', async ({ page }) => {
  const email = createEmail();
  await openAuthPage(page);
  await requestCode(page, email);
  const link = extractLink(await waitForMail(email, 'Your Planet Crew code'));
  // An email scanner opens links, too.
  await fetch(link);
  const fromMail = await page.context().newPage();
  await fromMail.goto(link);
  await expect(fromMail).toHaveURL(/\/protocol\/onboarding/);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
});

test('signs in with an emailed link only in the browser that requested it', async ({ page, browser }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  await requestCode(page, email);
  const mail = await waitForMail(email, 'Your Planet Crew code');
  const link = extractLink(mail);

  const otherBrowser = await browser.newContext();
  const other = await otherBrowser.newPage();
  await other.goto(link);
  await expect(other.getByRole('button', { name: 'Retry Login' })).toBeVisible();
  await expect(
    other.getByText('On another device? Enter the code from the same email where you started.'),
  ).toBeVisible();
  await expectAccessible(other);
  await otherBrowser.close();

  // The link still works here, and so would the code.
  await page.goto(link);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
});

test('rejects a wrong password without revealing whether the account exists', async ({ page }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  const sentence = "That email address and password don't match. Check both, or get a code by email.";
  for (const address of [email, createEmail()]) {
    await typeSignIn(page, address, 'not the password at all');
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  }
  await expectAccessible(page);
});

test('resets a forgotten password with the emailed code', async ({ page }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  await showPassword(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText(`If ${email} has an account, we sent it a six-digit code.`)).toBeVisible();
  await page.getByLabel('Six-digit code').fill(extractCode(await waitForMail(email, 'Choose a new password')));

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
