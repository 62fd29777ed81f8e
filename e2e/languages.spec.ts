import { expect, type Page, test } from '@playwright/test';
import * as accounts from '../features/accounts/accounts.messages.ts';
import { LOCALE_FACTS, type Locale } from '../messages/locales.ts';
import type { Message } from '../messages/message.ts';
import { getTranslator } from '../messages/translators.ts';
import * as shell from '../web/shell/shell.messages.ts';
import { openHydrated } from './page-ready.ts';
import { continueWithTwitch, createLogin } from './sign-in-fixtures.ts';

const inLanguage = (locale: Locale) => (message: Message) => getTranslator(locale)(message);
const french = inLanguage('fr');
const german = inLanguage('de');

const html = (page: Page) => page.locator('html');
const footerSwitch = (page: Page, label: string) => page.getByRole('contentinfo').getByLabel(label);

/** Fails the test if React had to render a page again, as it does when server and browser disagree on a text. */
function watchHydration(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

test("uses the browser's language, then the one chosen in the footer", async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr-CA', serviceWorkers: 'block' });
  const page = await context.newPage();
  const problems = watchHydration(page);
  await openHydrated(page, '/help-support');
  await expect(html(page)).toHaveAttribute('lang', 'fr');
  await footerSwitch(page, french(shell.language)).selectOption({ label: LOCALE_FACTS.de.name });
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await expect(page).toHaveURL('/help-support');
  await page.goto('/plans');
  await expect(html(page)).toHaveAttribute('lang', 'de');
  expect(problems).toEqual([]);
  await context.close();
});

test("keeps the URL's language when following links", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const problems = watchHydration(page);
  await openHydrated(page, '/fr');
  const navigation = page.getByRole('navigation', { name: french(shell.mainNavigation), exact: true });
  await navigation.locator('a[href$="/plans"]').click();
  await expect(page).toHaveURL('/fr/plans');
  await expect(html(page)).toHaveAttribute('lang', 'fr');
  await page.reload();
  await expect(html(page)).toHaveAttribute('lang', 'fr');
  await footerSwitch(page, french(shell.language)).selectOption({ label: LOCALE_FACTS.en.name });
  await expect(page).toHaveURL('/plans');
  await expect(html(page)).toHaveAttribute('lang', 'en');
  expect(problems).toEqual([]);
});

test("shows sign-in errors in the page's language", async ({ page }) => {
  await openHydrated(page, '/de/protocol/auth');
  await page.getByRole('button', { name: german(accounts.usePassword) }).click();
  await page.getByLabel(german(accounts.email), { exact: true }).fill('nobody@planetcrew.example');
  await page.getByLabel(german(accounts.password), { exact: true }).fill('not-the-password-1');
  await page.getByRole('button', { name: german(accounts.signIn), exact: true }).click();
  await expect(page.getByText(german(accounts.wrongCredentials))).toBeVisible();
});

test("opens in the account's language on another device", async ({ browser, page }) => {
  const login = createLogin();
  await openHydrated(page, '/protocol/auth?next=/dashboard');
  await continueWithTwitch(page, login);
  await expect(page).not.toHaveURL(/\/protocol\/(auth|callback)|sandbox/);
  await page.goto('/account');
  await footerSwitch(page, 'Language').selectOption({ label: LOCALE_FACTS.de.name });
  await expect(html(page)).toHaveAttribute('lang', 'de');

  const other = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' });
  const device = await other.newPage();
  await openHydrated(device, '/protocol/auth?next=/account');
  await continueWithTwitch(device, login);
  await expect(html(device)).toHaveAttribute('lang', 'de');
  await other.close();
});
