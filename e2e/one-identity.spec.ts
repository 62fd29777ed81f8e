import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { closeAllContexts, makePlayer } from './money-fixtures.ts';
import { openHydrated } from './page-ready.ts';
import { callApi, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

// Checks that every tab shows the same signed-in user, even on a slow network.

test.afterEach(closeAllContexts);

const SLOW_MS = 4_000;
const createPlayer = (name: string): Promise<TestAccount> => makePlayer(`${name} ${crypto.randomUUID().slice(0, 6)}`);
const readName = async ({ token }: TestAccount) =>
  (await callApi<{ display_name: string }>(token, 'GET', '/api/profiles/me/standing')).display_name;
const getMenu = (page: Page, name: string) => page.getByRole('button', { name: `${name}’s menu` });

/** Records every name and sign-in link the header shows, from the first paint on. */
async function noteIdentity(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seenLabels: string[] = [];
    Object.assign(window, { seen: seenLabels });
    const check = () => {
      for (const one of document.querySelectorAll<HTMLElement>('.header button[aria-label$="’s menu"]')) {
        const label = one.getAttribute('aria-label')!;
        if (!seenLabels.includes(label)) seenLabels.push(label);
      }
      for (const one of document.querySelectorAll<HTMLElement>('.header a')) {
        const label = one.textContent.trim();
        if (
          /^(Sign in|Join the Portal)$/.test(label) &&
          one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !seenLabels.includes(label)
        )
          seenLabels.push(label);
      }
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true, attributes: true });
  });
}
const readIdentities = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

for (const path of ['/plans', '/protocol/matches']) {
  test(`shows only the signed-in user's name on ${path} while the API is slow`, async ({ browser }) => {
    const person = await createPlayer('Steady');
    const name = await readName(person);
    const context = await browser.newContext({ viewport: test.info().project.use.viewport ?? null });
    const page = await context.newPage();
    await signInWithPassword(page, person.email, undefined, '/plans');
    await expect(getMenu(page, name)).toBeVisible();
    await noteIdentity(context);
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.fallback();
    });
    await page.goto(path);
    await expect(getMenu(page, name)).toBeVisible({ timeout: 30_000 });
    await page.waitForTimeout(SLOW_MS);
    expect(await readIdentities(page)).toEqual([`${name}’s menu`]);
  });
}

test('switches the other tab to the new account when one tab signs in as someone else', async ({ browser }) => {
  test.slow();
  const [first, second] = [await createPlayer('First'), await createPlayer('Second')];
  const [before, after] = [await readName(first), await readName(second)];
  const context = await browser.newContext({ viewport: test.info().project.use.viewport ?? null });
  const one = await context.newPage();
  await signInWithPassword(one, first.email, undefined, '/plans');
  const other = await context.newPage();
  await openHydrated(other, '/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText(before);
  await getMenu(one, before).click();
  await one.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(other).toHaveURL(/\/protocol\/auth\?next=%2Fdashboard/);
  await signInWithPassword(one, second.email, undefined, '/plans');
  await expect(other).toHaveURL('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText(after);
  await expect(other.locator('body')).not.toContainText(before);
  await expect(getMenu(other, after)).toBeVisible();
});

test('updates the other tab when an invitation is answered in one tab', async ({ browser }) => {
  const [me, leader] = [await createPlayer('Asked'), await createPlayer('Leader')];
  const context = await browser.newContext({ viewport: test.info().project.use.viewport ?? null });
  const one = await context.newPage();
  await signInWithPassword(one, me.email, undefined, '/protocol/matches');
  const other = await context.newPage();
  await openHydrated(other, '/protocol/matches');
  await callApi(leader.token, 'POST', '/api/party/invitations', { user_id: me.id });
  const join = (page: Page) => page.locator('main').getByRole('button', { name: /^Join/ });
  for (const tab of [one, other]) await expect(join(tab)).toBeVisible();
  await join(one).click();
  for (const tab of [one, other]) await expect(join(tab)).toHaveCount(0);
  for (const tab of [one, other])
    await expect(tab.locator('main').getByRole('button', { name: /^Leave/ })).toBeVisible();
});
