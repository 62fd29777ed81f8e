import { expect, type Page, test } from '@playwright/test';
import { createAppCode, createEmail, extractCode, makeAccount, PASSWORD, waitForMail } from './account-fixtures.ts';
import { expectAccessible } from './axe.ts';

/** Returns the accessible name of the focused element, and whether its focus is visible. */
async function readFocus(page: Page): Promise<{ name: string; visible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return { name: '', visible: true };
    // A new page focuses its heading for screen readers; the heading isn't a control.
    if (element.tabIndex < 0) return { name: '', visible: true };
    const normalizeText = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim();
    const labels = (element as HTMLInputElement).labels;
    const name =
      normalizeText(element.getAttribute('aria-label')) ||
      normalizeText(labels?.[0]?.querySelector('.field-label')?.textContent ?? labels?.[0]?.textContent) ||
      normalizeText(element.textContent);
    // The focus ring may be on the control or on its parent.
    const isShown = [element, element.parentElement!].some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    const box = element.getBoundingClientRect();
    const isOnScreen = box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth;
    return { name, visible: isShown && isOnScreen };
  });
}

/** Waits until the focused element is visible, because a drawer slides in with the focus already inside. */
async function waitForVisibleFocus(page: Page): Promise<{ name: string }> {
  let now = await readFocus(page);
  const readVisibility = async () => {
    now = await readFocus(page);
    return now.visible ? 'seen' : `not seen on "${now.name}"`;
  };
  await expect.poll(readVisibility, 'the focus').toBe('seen');
  return now;
}

const MAX_STEPS = 60;

/** Presses Tab until the target has the focus. Every control on the way must be visible. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const visitedLabels: string[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    const now = await waitForVisibleFocus(page);
    if (typeof name === 'string' ? now.name.startsWith(name) : name.test(now.name)) return;
    visitedLabels.push(now.name);
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}; it passed ${visitedLabels.join(' > ')}`);
}

async function press(page: Page, name: string | RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Opens a page with nothing focused, so Tab starts at the top. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main h1')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

async function openSignIn(page: Page): Promise<void> {
  await open(page, '/protocol/auth');
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await openSignIn(page);
  await typeInto(page, 'Email', email);
  await press(page, 'Use a password', 'Space');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

test('signs up, signs out and recovers a forgotten password by keyboard alone', async ({ page }) => {
  test.slow();
  const email = createEmail();
  await openSignIn(page);
  await typeInto(page, 'Email', 'not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText("This doesn't look like an email address.")).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');

  // The code is the next step, so its field is already focused. The last digit submits it.
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await page.keyboard.type(extractCode(await waitForMail(email, 'Your Planet Crew code')));
  await expect(page).toHaveURL(/\/protocol\/onboarding/);

  await open(page, '/protocol/account');
  await press(page, /’s menu$/);
  await press(page, 'Sign out');
  await expect(page.getByText('Signed Out', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/');

  await openSignIn(page);
  await typeInto(page, 'Email', email);
  await press(page, 'Use a password', 'Space');
  await press(page, 'Forgot password?', 'Space');
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await page.keyboard.type(extractCode(await waitForMail(email, 'Choose a new password')));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await typeInto(page, 'New password', 'a lamp on the other court 7');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
});

test('adds an authenticator app and signs in with its code or a recovery code by keyboard alone', async ({ page }) => {
  test.slow();
  const { email } = await makeAccount();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await open(page, '/account/security');
  await press(page, 'Add an authenticator app');
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(dialog.getByRole('img')).toBeVisible();
  // Escape closes the dialog and returns the focus.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img')).toBeVisible();
  const secret = (await dialog.locator('code').textContent())!;
  await typeInto(page, 'Six-digit code', createAppCode(secret));
  await page.keyboard.press('Enter');
  const codesDialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codesDialog.getByRole('listitem')).toHaveCount(10);
  const codes = await codesDialog.getByRole('listitem').allTextContents();
  await press(page, "I've saved them");
  await expect(page.getByText('You have 10 of 10 recovery codes left.')).toBeVisible();

  await page.evaluate(() => window.localStorage.clear());
  await signIn(page, email);
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await page.keyboard.type(createAppCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/protocol\/onboarding/);

  await page.evaluate(() => window.localStorage.clear());
  await signIn(page, email);
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await press(page, 'Lost it? Use a recovery code', 'Space');
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type(codes[0]!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
});

test('manages email, password, devices, data and account deletion by keyboard alone', async ({ page }) => {
  test.slow();
  const { email } = await makeAccount();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  await open(page, '/account/security');
  const newerEmail = createEmail();
  await typeInto(page, 'New address', newerEmail);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Changing to ${newerEmail}`)).toBeVisible();

  await open(page, '/account/security');
  await typeInto(page, 'Current password', PASSWORD);
  await typeInto(page, 'New password', 'a lamp on the other court 7');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();

  await open(page, '/account/security');
  await press(page, 'Export my data', 'Space');
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeFocused();
  const download = page.waitForEvent('download');
  await press(page, 'Download my data');
  await download;
  await press(page, 'Delete my account');
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, 'Delete in 14 days');
  await expect(page).toHaveURL(/\/protocol\/leaving$/);
  await expect(page.getByText(/^We'll delete it on/)).toBeVisible();

  await press(page, 'Keep my account');
  await expect(page).toHaveURL(/\/account\/security$/);
  await open(page, '/account/security');
  await expect(page.getByText('Password changed').first()).toBeVisible();
  await expectAccessible(page);
  await open(page, '/account');
  await press(page, 'Security');
  await expect(page).toHaveURL('/account/security');
});
