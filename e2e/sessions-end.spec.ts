import { type Browser, expect, type Page, test } from '@playwright/test';
import { callApi, fetchSession, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { SAMPLE_PASSWORD, signInWithPassword } from './sign-in-fixtures.ts';

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
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expect(dialog).toContainText(person.email);
  await dialog.getByLabel('Password').fill('not it');
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(dialog.getByText(/don't match/)).toBeVisible();
  await dialog.getByLabel('Password').fill(SAMPLE_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Listing created successfully!')).toBeVisible();
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
