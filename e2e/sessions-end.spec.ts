import { type Browser, expect, type Page, test } from '@playwright/test';
import { extractCode, waitForMail } from './account-fixtures.ts';
import { expectAccessible } from './axe.ts';
import { callApi, fetchSession, makePublishedPlayer, type TestAccount } from './server-api.ts';
import {
  continueWithTwitch,
  createLogin,
  SAMPLE_PASSWORD,
  signInAtTwitch,
  signInWithPassword,
} from './sign-in-fixtures.ts';

const createPlayer = (): Promise<TestAccount> =>
  makePublishedPlayer({
    ...{ display_name: `Ends ${crypto.randomUUID().slice(0, 6)}`, role: 'PG', platform: 'PS5', region: 'NA-East' },
    ...{ modes: ['Rec'], timezone: 'America/New_York' },
  });

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

/** Ends the user's other sessions from another device. */
async function endElsewhere({ email }: TestAccount): Promise<void> {
  const { access_token } = await fetchSession(email);
  await callApi(access_token, 'POST', '/auth/v1/logout?scope=others');
}

test('asks a user whose session ended to sign in on the same page and resumes their action', async ({ browser }) => {
  const person = await createPlayer();
  const page = await open(browser, person, '/protocol/lfg?tab=create');
  await page.getByLabel('Title').fill('Typed before it ended');
  await page.getByRole('checkbox', { name: 'C', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Rec' }).check();
  await endElsewhere(person);
  await page.getByRole('button', { name: 'Create Listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  // The same sign-in methods as on the sign-in page: a code first, a password on request.
  await expect(dialog.getByRole('button', { name: 'Email me a code', exact: true })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Continue with Twitch' })).toBeVisible();
  await expect(dialog).toContainText(person.email);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Use a password' }).click();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByLabel('Password').fill('not it');
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(dialog.getByText(/don't match/)).toBeVisible();
  await dialog.getByLabel('Password').fill(SAMPLE_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Listing created successfully!')).toBeVisible();
  await page.context().close();
});

test("asks for a code from the mailbox when a session has ended, and keeps the user's input", async ({ browser }) => {
  const person = await createPlayer();
  const page = await open(browser, person, '/protocol/lfg?tab=create');
  await page.getByLabel('Title').fill('Typed before the code');
  await page.getByRole('checkbox', { name: 'C', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Rec' }).check();
  await endElsewhere(person);
  await page.getByRole('button', { name: 'Create Listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('button', { name: 'Email me a code', exact: true }).click();
  await expect(dialog.getByLabel('Six-digit code')).toBeFocused();
  await expectAccessible(page);
  // Go back to the other sign-in methods, and return to the code that's already been sent.
  await dialog.getByRole('button', { name: 'Sign in another way' }).click();
  await dialog.getByRole('button', { name: 'Email me a code', exact: true }).click();
  const code = extractCode(await waitForMail(person.email, /code/i));
  await dialog.getByLabel('Six-digit code').fill(code);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Listing created successfully!')).toBeVisible();
  await page.context().close();
});

test('continues once the user has signed in with Twitch in a new tab', async ({ browser }) => {
  test.slow();
  const page = await (await browser.newContext()).newPage();
  await page.goto('/protocol/auth');
  const login = createLogin();
  await continueWithTwitch(page, login);
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('planet-crew-auth')!).access_token as string);
  await callApi(token, 'POST', '/auth/v1/logout?scope=global');
  await page.getByLabel('Display name').fill('Still Here');
  await page.getByRole('combobox', { name: 'Region' }).selectOption('NA-East');
  await page.getByRole('button', { name: 'Next' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Continue with Twitch' }).click();
  const tab = await opened;
  await signInAtTwitch(tab, login);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('radio', { name: /^C\b|center/i }).first()).toBeVisible();
  await page.context().close();
});

test('signs out all tabs together, hides private content and resumes after sign-in', async ({ browser }) => {
  const person = await createPlayer();
  const one = await open(browser, person, '/protocol/inbox');
  const other = await one.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Ends');
  await one
    .getByRole('button', { name: /^Ends.*’s menu$/ })
    .first()
    .click();
  await one.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(other).toHaveURL(/\/protocol\/auth\?next=%2Fdashboard/);
  await signInWithPassword(one, person.email);
  await expect(other).toHaveURL('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Ends');
  await one.context().close();
});
