import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import {
  createAppCode,
  createEmail,
  extractCode,
  extractLink,
  getPanel,
  makeAccount,
  openAuthPage,
  openSecurity,
  PASSWORD,
  requestCode,
  typeSignIn,
  waitForMail,
} from './account-fixtures.ts';
import { expectAccessible } from './axe.ts';
import { expectToast } from './page-ready.ts';
import { makePublishedPlayer } from './server-api.ts';
import { createLogin, SAMPLE_PASSWORD, signInAtTwitch } from './sign-in-fixtures.ts';

test('signs out all other devices when the password changes', async ({ page, browser }) => {
  const { email } = await makeAccount();
  const otherBrowser = await browser.newContext();
  const other = await otherBrowser.newPage();
  await openSecurity(other, email);
  await openSecurity(page, email);
  await expectAccessible(page);
  const form = getPanel(page, 'Password');
  await form.getByLabel('Current password').fill('not the present one');
  await form.getByLabel('New password').fill('a lamp on the other court 7');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('The current password is wrong.')).toBeVisible();
  await form.getByLabel('Current password').fill(PASSWORD);
  await form.getByLabel('New password').fill('qwertyuiop');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText(/weak and easy to guess/)).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('New password').fill('a lamp on the other court 7');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  await waitForMail(email, /password/i);

  await other.reload();
  await expect(other).toHaveURL(/\/protocol\/auth/);
  await otherBrowser.close();
});

test('lists signed-in devices and signs out all others', async ({ page, browser }) => {
  const { email } = await makeAccount();
  const otherBrowser = await browser.newContext();
  const other = await otherBrowser.newPage();
  await openSecurity(other, email);
  await openSecurity(page, email);
  const devices = getPanel(page, 'Signed-in devices');
  await expect(devices.getByText('This device')).toHaveCount(1);
  // The list shows the other browser, this one and the session from sign-up.
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await devices.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/protocol\/auth/);
  await otherBrowser.close();
});

async function addAuthenticator(page: Page): Promise<{ secret: string; codes: string[] }> {
  await getPanel(page, 'Two-factor authentication').getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code with the secret for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.locator('code').textContent())!;
  await dialog.getByLabel('Six-digit code').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText("That's not the current code.")).toBeVisible();
  await dialog.getByLabel('Six-digit code').fill(createAppCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codesDialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codesDialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const codes = await codesDialog.getByRole('listitem').allTextContents();
  await codesDialog.getByRole('button', { name: "I've saved them" }).click();
  return { secret, codes };
}

test('requires a code from the authenticator app or a recovery code at sign-in', async ({ page }) => {
  test.slow();
  const { email } = await makeAccount();
  await openSecurity(page, email);
  const { secret, codes } = await addAuthenticator(page);
  const factors = getPanel(page, 'Two-factor authentication');
  await expect(factors.getByText('You have 10 of 10 recovery codes left.')).toBeVisible();
  await expectAccessible(page);
  await waitForMail(email, /two-factor method/i);

  const signInAgain = async () => {
    await page.evaluate(() => window.localStorage.clear());
    await openAuthPage(page, '/protocol/auth?next=%2Fprotocol%2Fsecurity');
    await typeSignIn(page, email);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  };
  await signInAgain();
  await expectAccessible(page);
  // With only the password, the user isn't fully signed in.
  await page.goto('/protocol/account');
  await expect(page).toHaveURL(/\/protocol\/second-factor/);
  await page.getByLabel('Six-digit code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/wrong|Invalid/i).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Six-digit code').fill(createAppCode(secret, 1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/protocol\/onboarding/);

  await signInAgain();
  await page.getByRole('button', { name: 'Lost it? Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0]!);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await page.goto('/account/security');
  await expect(factors.getByText('You have 9 of 10 recovery codes left.')).toBeVisible();
  await factors.getByRole('button', { name: 'Remove' }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Two-factor method removed', { exact: true })).toBeVisible();
  await expect(factors.getByRole('listitem')).toHaveCount(0);
});

test('adds a passkey, signs in with it and removes it', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { email } = await makeAccount();
  await openSecurity(page, email);
  const passkeys = getPanel(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByText('not used yet')).toBeVisible();
  await expectAccessible(page);
  await waitForMail(email, /passkey/i);

  await page.evaluate(() => window.localStorage.clear());
  await openAuthPage(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await page.goto('/account/security');
  await expect(passkeys.getByText(/last used/)).toBeVisible();
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Passkey removed', { exact: true })).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});

test('links and unlinks Twitch and Discord, but never removes the last sign-in method', async ({ page }) => {
  const { email } = await makeAccount();
  await openSecurity(page, email);
  const methods = getPanel(page, 'Ways to sign in');
  await expect(methods.getByRole('listitem')).toHaveCount(1);
  await expect(methods.getByRole('button', { name: /^Unlink/ })).toHaveCount(0);

  const login = createLogin();
  await methods.getByRole('button', { name: 'Link Twitch' }).click();
  await signInAtTwitch(page, login);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await page.goto('/account/security');
  await expect(methods.getByText(login)).toBeVisible();

  await methods.getByRole('button', { name: 'Link Discord' }).click();
  await page.waitForURL(/\/sandbox\/discord\/oauth2\/authorize/);
  await page.getByLabel('Your Discord name').fill(login);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await page.goto('/account/security');
  await expect(methods.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);

  for (const name of ['Unlink Discord', 'Unlink Twitch']) {
    await methods.getByRole('button', { name }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
    await expect(methods.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(methods.getByRole('listitem')).toHaveCount(1);
  await expect(methods.getByRole('button', { name: /^Unlink/ })).toHaveCount(0);
});

test('changes an email address once both the old and the new address confirm', async ({ page }) => {
  const [{ email }, newerEvent] = [await makeAccount(), createEmail()];
  await openSecurity(page, email);
  const form = getPanel(page, 'Email address');
  await form.getByLabel('New address').fill('nonsense');
  await form.getByRole('button', { name: 'Change address' }).click();
  await expect(form.getByText("This doesn't look like an email address.")).toBeVisible();
  await form.getByLabel('New address').fill(newerEvent);
  await form.getByRole('button', { name: 'Change address' }).click();
  await expect(form.getByText(`Changing to ${newerEvent}`)).toBeVisible();
  await expectAccessible(page);
  await page.goto(extractLink(await waitForMail(email, 'Confirm your email address change')));
  await expect(page).toHaveURL(/\/protocol\//);
  await page.goto('/account/security');
  await expect(form.getByText(`Changing to ${newerEvent}`)).toBeVisible();
  await page.goto(extractLink(await waitForMail(newerEvent, 'Confirm your new email address')));
  await expect(page).toHaveURL(/\/protocol\//);
  await page.goto('/account/security');
  await expect(form.getByText(newerEvent, { exact: true })).toBeVisible();
  await waitForMail(email, /address/i);
});

test("exports the user's data, schedules account deletion and cancels it", async ({ page, browser }) => {
  const player = await makePublishedPlayer({ display_name: 'Leaver', region: 'EU' });
  await openSecurity(page, player.email, SAMPLE_PASSWORD);
  const own = getPanel(page, 'Your data');
  await own.getByRole('button', { name: 'Export my data' }).click();
  await expect(own.getByText('Your data is ready').last()).toBeVisible();
  // The prepared export is still there after a reload.
  await page.reload();
  await expect(own.getByRole('button', { name: 'Prepare it again' })).toBeVisible();
  const download = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Download my data' }).click();
  const file = JSON.parse(await readFile((await (await download).path())!, 'utf8')) as Record<string, object[]>;
  expect(file['auth.users']).toEqual([expect.objectContaining({ email: player.email })]);
  expect(file.protocol_profiles).toHaveLength(1);
  expect(JSON.stringify(file)).not.toContain('argon2');

  const visitor = await (await browser.newContext()).newPage();
  expect((await visitor.goto(`/protocol/profile/${player.id}`))?.status()).toBe(200);
  await own.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep it' }).click();
  await own.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByRole('button', { name: 'Delete in 14 days' }).click();
  await expect(page).toHaveURL(/\/protocol\/leaving$/);
  await expect(page.getByText(/^We'll delete it on/)).toBeVisible();
  // The page must not request anything the server refuses while deletion is scheduled.
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.reload();
  for (const name of ['Two-factor authentication', 'Passkeys', 'Signed-in devices', 'Security activity']) {
    await expect(getPanel(page, name)).toBeVisible();
  }
  await expectAccessible(page);
  expect(errors).toEqual([]);
  await waitForMail(player.email, 'Your account will be deleted');
  await expect.poll(async () => (await visitor.goto(`/protocol/profile/${player.id}`))?.status()).toBe(404);

  await page.goto('/protocol/matches');
  await expect(page, 'every other page leads back to where it can be undone').toHaveURL(/\/protocol\/leaving$/);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expectToast(page, 'Account deletion canceled');
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect.poll(async () => (await visitor.goto(`/protocol/profile/${player.id}`))?.status()).toBe(200);
  await visitor.context().close();
});

test('signs in with the code from the sign-in email', async ({ page }) => {
  const { email } = await makeAccount();
  await openAuthPage(page);
  await requestCode(page, email);
  await page.getByLabel('Six-digit code').fill(extractCode(await waitForMail(email, 'Your Planet Crew code')));
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
});
