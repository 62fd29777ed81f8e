import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openConsoleTab } from './console-tabs.ts';
import { followRequests, SETTLED_MS } from './page-ready.ts';
import { callApi, fetchSession, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const ADMIN = 'admin@planetcrew.example';
const OWNER_COUNT = 3;
const LISTINGS_EACH = 10;

const makeNamedPlayer = (display_name: string) =>
  makePublishedPlayer({
    display_name,
    role: 'PG',
    region: 'NA-East',
    platform: 'PS5',
    modes: ['Rec'],
    timezone: 'UTC',
  });

/** Creates listings by several owners, each with an open flag. */
async function flagMany(mark: string, owners: number, each: number): Promise<{ owners: TestAccount[]; ids: string[] }> {
  const [reporter, ...people] = await Promise.all(
    Array.from({ length: owners + 1 }, (_, n) => makeNamedPlayer(`${mark} person ${n}`)),
  );
  const ids: string[] = [];
  for (const [index, owner] of people.entries()) {
    for (let n = 0; n < each; n += 1) {
      const title = `${mark} ${index}-${n}`;
      const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', {
        title,
        needed_positions: ['C'],
        modes: ['Rec'],
      });
      await callApi(reporter!.token, 'POST', '/api/lfg/reports', { listing_id: id, reason: 'spam' });
      ids.push(id);
    }
  }
  return { owners: people, ids };
}

/** Creates another listing, reported by a new user. */
async function flagAgain(owner: TestAccount, title: string): Promise<string> {
  const reporter = await makeNamedPlayer(`${title} reporter`);
  const listing = { title, needed_positions: ['C'], modes: ['Rec'] };
  const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', listing);
  await callApi(reporter.token, 'POST', '/api/lfg/reports', { listing_id: id, reason: 'spam' });
  return title;
}

async function openConsole(page: Page, tab = 'queue'): Promise<void> {
  await signInWithPassword(page, ADMIN);
  await page.goto(`/protocol/admin?tab=${tab}`);
  await expect(page.getByRole('heading', { name: 'Admin console' })).toBeVisible();
}
/** Returns the key that moves the cursor toward this test's flags. */
async function chooseKey(page: Page, mark: string): Promise<'j' | 'k'> {
  const labels = await page
    .locator('article[aria-current]')
    .evaluateAll((cards) => cards.map((card) => [card.ariaCurrent, card.ariaLabel ?? ''] as const));
  const currentIndex = labels.findIndex(([current]) => current === 'true');
  return labels.slice(currentIndex + 1).some(([, label]) => label.includes(mark)) ? 'j' : 'k';
}
const getQueue = async (mark: string) => {
  const { access_token } = await fetchSession(ADMIN);
  const { items } = await callApi<{ items: { title: string }[] }>(access_token, 'GET', '/api/admin/queue');
  return items.filter((item) => item.title.startsWith(mark));
};

test('clears a queue of 30 flags by keyboard and undoes one', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no keyboard');
  test.slow();
  const mark = `Keys${crypto.randomUUID().slice(0, 6)}`;
  await flagMany(mark, OWNER_COUNT, LISTINGS_EACH);
  await openConsole(page);
  const current = page.locator('article[aria-current=true]');
  await expect(current).toBeVisible();
  await expectAccessible(page);

  // Dismiss a flag, then undo it.
  await page.keyboard.press('d');
  await expect(page.getByText('Flag dismissed').first()).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Undone').first()).toBeVisible();
  await expect.poll(async () => (await getQueue(mark)).length).toBe(OWNER_COUNT * LISTINGS_EACH);

  const keys = ['d', 'c', 'x', 'b'];
  for (let press = 0; (await page.locator('article[aria-current]').filter({ hasText: mark }).count()) > 0; press += 1) {
    expect(press, 'more presses than flags').toBeLessThan(120);
    const label = (await current.getAttribute('aria-label')) ?? '';
    // Skip flags created by other tests.
    const key = label.includes(mark) ? keys[press % keys.length]! : await chooseKey(page, mark);
    await page.keyboard.press(key);
    if (key === 'b') await page.getByRole('alertdialog').getByRole('button', { name: 'Ban', exact: true }).click();
    if (label.includes(mark)) await expect(page.getByRole('article', { name: label, exact: true })).toHaveCount(0);
  }
  await expect.poll(async () => (await getQueue(mark)).length).toBe(0);
  await openConsoleTab(page, 'Audit');
  for (const action of ['Dismiss flag', 'Close listing', 'Delete listing', 'Ban user', 'Undo']) {
    await expect(page.getByRole('rowheader', { name: action }).first()).toBeVisible();
  }
});

test('selects several flags and resolves them at once', async ({ page }) => {
  const mark = `Bulk${crypto.randomUUID().slice(0, 6)}`;
  const { ids } = await flagMany(mark, 1, 3);
  await openConsole(page);
  const cards = page.locator('article[aria-current]').filter({ hasText: mark });
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) {
    await card.getByRole('checkbox').check();
  }
  await expect(page.getByText('3 selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByText('3 selected').locator('..').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('3 listings closed')).toBeVisible();
  for (const id of ids) {
    expect((await callApi<{ status: string }>(undefined, 'GET', `/api/lfg/listings/${id}`)).status).toBe('closed');
  }
});

test('turns off single-key shortcuts and resolves only one flag on a double-click', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no keyboard');
  const mark = `Slide${crypto.randomUUID().slice(0, 6)}`;
  await flagMany(mark, 1, 3);
  await openConsole(page);
  const cards = page.locator('article[aria-current]').filter({ hasText: mark });
  await expect(cards).toHaveCount(3);
  // A zoomed-in desktop page is as narrow as a phone's but has a keyboard, so it needs the switch for the shortcuts.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await cards.first().focus();
  for (const key of ['d', 'c', 'x', 'b', 'j']) await page.keyboard.press(key);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  await expect(cards).toHaveCount(3);
  await page.keyboard.press('d');
  // A resolved flag disappears immediately, and the next card moves under the pointer.
  await cards.first().getByRole('button', { name: 'Dismiss' }).dblclick();
  await expect(page.getByText('Flag dismissed')).toHaveCount(1);
  await expect.poll(async () => (await getQueue(mark)).length).toBe(2);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await cards.first().focus();
  await page.keyboard.press('c');
  await expect.poll(async () => (await getQueue(mark)).length).toBe(1);
});

test('keeps the cursor on the same flag when new flags arrive or an action fails', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no keyboard');
  const mark = `Stays${crypto.randomUUID().slice(0, 6)}`;
  const { owners } = await flagMany(mark, 1, 4);
  await openConsole(page);
  const cards = page.locator('article[aria-current]').filter({ hasText: mark });
  await expect(cards).toHaveCount(4);
  await cards.nth(1).focus();
  await page.keyboard.press('d');
  await expect(cards).toHaveCount(3);
  const current = page.locator('article[aria-current=true]');
  const label = (await current.getAttribute('aria-label'))!;
  const lateFlag = await flagAgain(owners[0]!, `${mark} late`);
  // Undo reloads the queue, with the newest flag on top.
  await page.keyboard.press('u');
  await expect(page.getByRole('article', { name: lateFlag })).toBeVisible();
  await expect(cards).toHaveCount(5);
  await expect(current).toHaveAttribute('aria-label', label);
  // After a failed action, the cursor stays, so that the same key retries it.
  await page.route('**/functions/v1/admin-actions', (route) => route.abort());
  await page.keyboard.press('d');
  await expect(page.getByText(/^Action failed/)).toBeVisible();
  await expect(cards).toHaveCount(5);
  await expect(current).toHaveAttribute('aria-label', label);
  await expect(current).toBeFocused();
});

test('finds a player, bans them with a reason and grants their appeal', async ({ page, browser }) => {
  const name = `Rowdy ${crypto.randomUUID().slice(0, 8)}`;
  const rowdy = await makeNamedPlayer(name);
  await openConsole(page, 'players');
  await page.getByLabel('Search players').fill(name.toLowerCase());
  await page.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('row').filter({ hasText: name });
  await expect(found).toContainText('published');
  // Another admin bans the player and lifts the ban. The list and the player's details update automatically.
  const { access_token } = await fetchSession(ADMIN);
  const actAsOtherAdmin = (action: object) => callApi(access_token, 'POST', '/functions/v1/admin-actions', action);
  await actAsOtherAdmin({ action: 'ban_user', userId: rowdy.id, reason: 'By another', days: 1, scope: 'all' });
  await expect(found).toContainText('banned');
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('button', { name: 'Lift' })).toBeVisible();
  const file = await callApi<{ bans: { id: string }[] }>(access_token, 'GET', `/api/admin/players/${rowdy.id}`);
  await actAsOtherAdmin({ action: 'lift_ban', banId: file.bans[0]!.id });
  await expect(page.getByText('Lifted')).toBeVisible();
  await page.getByLabel('Reason').fill('Insults in voice chat');
  await page.getByRole('combobox', { name: 'For' }).selectOption('7');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ban User' }).click();
  const question = page.getByRole('alertdialog', { name: `Ban ${name}?` });
  await expect(question.getByText(`${name} will be banned from everything for 7 days.`)).toBeVisible();
  await expectAccessible(page);
  // In a slow browser, the close event of an earlier dialog may arrive after this one has opened.
  await question.dispatchEvent('close');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByText('User banned', { exact: true })).toBeVisible();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText(`${name} is banned from everything for 7 days.`)).toBeVisible();

  const playerPage = await (await browser.newContext()).newPage();
  await signInWithPassword(playerPage, rowdy.email, undefined, '/protocol/lfg');
  await expect(playerPage.getByText('Reason: Insults in voice chat.')).toBeVisible();
  await expectAccessible(playerPage);
  await playerPage.getByRole('link', { name: 'See details and appeal' }).click();
  await playerPage.getByLabel('Your appeal').fill('I have apologised.');
  await expectAccessible(playerPage);
  await playerPage.getByRole('button', { name: 'Send appeal' }).click();
  await expect(playerPage.getByText('Waiting for a moderator')).toBeVisible();

  await openConsoleTab(page, 'Appeals');
  const appeal = page.getByRole('article').filter({ hasText: name });
  await expectAccessible(page);
  const waitUntilSettled = followRequests(playerPage);
  await appeal.getByRole('button', { name: 'Grant' }).click();
  await page.getByRole('button', { name: 'Grant and lift the ban' }).click();
  await expect(page.getByText('Appeal granted, ban lifted')).toBeVisible();
  // Banned users get no live updates, but the open page picks up the change within 30 seconds.
  await expect(playerPage.getByText('All good')).toBeVisible({ timeout: 40_000 });
  // Refetching must not trigger another refetch.
  await waitUntilSettled();
  await playerPage.reload();
  await expect(playerPage.getByText('All good')).toBeVisible();
});

test('opens every tab of the console and runs system actions', async ({ page }, { project }) => {
  test.slow();
  await openConsole(page, 'actions');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Seed Test Data' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Seed Test Data' }).click();
  await expect(page.getByText('6 test profiles created')).toBeVisible();
  await page.getByRole('button', { name: 'Run Matcher Now' }).click();
  await expect(page.getByText("Matching round started. You'll find it under Matches.")).toBeVisible();
  for (const [tab, shows] of [
    ['Listings', 'Latest 50 listings'],
    ['Matches', 'Latest 50 matches'],
    ['Payments', 'Latest 50 payment events'],
    ['Audit', 'Latest 100 entries'],
    ['Health', 'Latest 10 notification failures'],
  ] as const) {
    await openConsoleTab(page, tab);
    await expect(page.getByText(shows)).toBeVisible();
    await expectAccessible(page);
  }
  if (project.name !== 'phone') return;
  // On a phone, the counters are collapsed, and there are no keyboard shortcuts.
  await expect(page.getByText('Active Bans')).toBeHidden();
  await page.getByRole('button', { name: /^Open flags: \d+$/ }).click();
  await expect(page.getByText('Active Bans')).toBeVisible();
  await openConsoleTab(page, 'Queue');
  await expect(page.getByText('Single-key shortcuts')).toHaveCount(0);
  await page.getByRole('button', { name: 'Other desks' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Calls' }).click();
  await expect(page).toHaveURL(/\/protocol\/admin\/calls$/);
});

test('asks twice before it rebuilds matches, and ignores a double tap', async ({ page }) => {
  await openConsole(page, 'actions');
  let sent = 0;
  await page.route('**/functions/v1/admin-actions', (route) => {
    sent += 1;
    return route.fulfill({ json: { message: 'Rebuilt' } });
  });
  await page.getByRole('button', { name: 'Rebuild Matches' }).click();
  const first = page.getByRole('alertdialog', { name: 'Rebuild Matches?' });
  await expectAccessible(page);
  const { x, y, width, height } = (await first.getByRole('button', { name: 'Continue' }).boundingBox())!;
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  const second = page.getByRole('alertdialog', { name: 'Withdraw every unanswered match now?' });
  await expect(second).toBeVisible();
  await expectAccessible(page);
  expect(sent).toBe(0);
  await page.waitForTimeout(SETTLED_MS);
  await second.getByRole('button', { name: 'Rebuild Matches' }).click();
  await expect(page.getByText('Rebuilt')).toBeVisible();
  await expect(second).toBeHidden();
  expect(sent).toBe(1);
});

test('redirects non-admins with an error message', async ({ page }) => {
  const newUser = await makeNamedPlayer('Curious Player');
  await signInWithPassword(page, newUser.email, undefined, '/protocol/admin');
  await expect(page).toHaveURL('/protocol/matches');
  await expect(page.getByText('Access denied: Admin privileges required')).toBeVisible();
});

test('shows the mode and the switches, and asks before it changes the mode', async ({ page }) => {
  await openConsole(page, 'actions');
  const panel = page.getByRole('region', { name: 'Operation' });
  await expect(panel.getByRole('button', { name: 'Open', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.getByRole('switch')).toHaveCount(5);
  await expectAccessible(page);
  // Changing the mode would break other tests on this server, so only `server/operating.test.ts` changes it.
  await panel.getByRole('button', { name: 'Maintenance' }).click();
  const question = page.getByRole('alertdialog', { name: 'Start maintenance?' });
  await expect(question).toContainText('Everyone but admins sees the maintenance page');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText('Open to everyone.')).toBeVisible();
});
