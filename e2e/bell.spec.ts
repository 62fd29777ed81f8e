import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated } from './page-ready.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a player the matcher matches only with players who speak the same language. */
const makeNamedPlayer = (display_name: string, language: string, role = 'PG') =>
  makePublishedPlayer({
    display_name,
    role,
    region: 'EU',
    platform: 'PC',
    languages: [language],
    modes: ['Rec'],
    availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
    timezone: 'Europe/Paris',
    overall_rating: 85,
    mic: true,
    discord: 'bell_tester',
  });
const createLanguage = () => `Cant ${crypto.randomUUID().slice(0, 6)}`;

const countUnread = async ({ token }: TestAccount) =>
  (await callApi<{ unread: number }>(token, 'GET', '/api/notifications/unread')).unread;

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await openHydrated(page, path);
  return page;
}

test('shows new notifications in the bell and syncs read and answered ones across tabs', async ({ page }) => {
  test.slow();
  const language = createLanguage();
  const ownAccount = await makeNamedPlayer('Hears The Bell', language);
  await signInWithPassword(page, ownAccount.email, undefined, '/protocol/matches');
  await callApi(ownAccount.token, 'POST', '/api/notifications/read', {});
  await openHydrated(page, '/protocol/matches');
  await expect(getButton(page, 'Notifications')).toBeVisible();

  const other = await makeNamedPlayer('Rings The Bell', language, 'C');
  await runMatcher();
  await expect(getButton(page, 'Notifications, 1 unread')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 new notification, 1 unread' })).toHaveCount(1);
  const second = await openTab(page.context(), '/protocol/find');
  await expect(getButton(second, 'Notifications, 1 unread')).toBeVisible();

  // Opening the bell by keyboard moves the focus inside, and Escape returns it.
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await expect(panel(page).getByRole('heading', { name: /New pair/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();

  // Once shown, a notification counts as read in both tabs and in the inbox.
  await expect(getButton(page, 'Notifications')).toBeVisible();
  await expect(getButton(second, 'Notifications')).toBeVisible();
  expect(await countUnread(ownAccount)).toBe(0);

  await bell(page).click();
  const accept = panel(page).getByRole('button', { name: 'Accept' });
  await accept.click();
  await expectToast(page, 'Match accepted!');
  await expect(accept).toHaveAttribute('aria-pressed', 'true');
  await expect(panel(page).getByRole('button', { name: 'Decline' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  const { matches } = await callApi<{ matches: { my_response: string | null }[] }>(
    ownAccount.token,
    'GET',
    '/api/matches',
  );
  expect(matches.map((match) => match.my_response)).toEqual(['accept']);

  // The last acceptance creates a notification that links to the new squad.
  const response = await callApi<{ matches: { id: string }[] }>(other.token, 'GET', '/api/matches');
  await callApi(other.token, 'POST', `/api/matches/${response.matches[0]!.id}/response`, { action: 'accept' });
  // The open bell shows it and marks it as read.
  await expect(panel(page).getByRole('link', { name: 'Open your squad room' })).toBeVisible();
  await expect(getButton(second, 'Notifications')).toBeVisible();
  await expect.poll(() => countUnread(ownAccount)).toBe(0);
  await page.keyboard.press('Escape');
  await bell(second).click();
  await panel(second).getByRole('link', { name: 'Open your squad room' }).click();
  await expect(second).toHaveURL(/\/protocol\/squads\//);
  await expect(panel(second)).toBeHidden();
  await expect(getButton(page, 'Notifications')).toBeVisible();
});

test('answers an invitation in the bell, explains a failure and answers once on a double tap', async ({ page }) => {
  test.slow();
  const [ownPlayer, leader] = [
    await makeNamedPlayer('Asked To Queue', createLanguage()),
    await makeNamedPlayer('Leads The Party', createLanguage()),
  ];
  await signInWithPassword(page, ownPlayer.email, undefined, '/protocol/find');
  await openHydrated(page, '/protocol/find');
  await bell(page).click();
  await expect(panel(page).getByText('Nothing yet')).toBeVisible();
  await callApi(leader.token, 'POST', '/api/party/invitations', { user_id: ownPlayer.id });
  await expect(panel(page).getByRole('heading', { name: 'Leads The Party invited you to a party' })).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'See the invitation' })).toBeVisible();
  await expectAccessible(page);

  const bodies: string[] = [];
  let shouldFail = true;
  await page.route('**/api/party/*/answer', (route) => {
    bodies.push(route.request().postData() ?? '');
    return shouldFail ? route.abort() : route.fallback();
  });
  const join = panel(page).getByRole('button', { name: 'Join party' });
  await join.click();
  await expectToast(page, "That didn't work");
  await expect(page.getByText("We can't reach the server.")).toBeVisible();
  await expect(join).toHaveAttribute('aria-disabled', 'false');
  shouldFail = false;
  // All clicks happen before the page can render.
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('.bell-panel button')]
        .find((one) => one.textContent === name)!
        .click();
    press('Join party');
    press('Join party');
    press('Decline invitation');
  });
  await expectToast(page, 'You joined the party');
  await expect(join).toHaveAttribute('aria-pressed', 'true');
  expect(bodies).toEqual(['{"action":"accept"}', '{"action":"accept"}']);
  const { party } = await callApi<{ party: { members: { id: string; status: string }[] } }>(
    ownPlayer.token,
    'GET',
    '/api/party',
  );
  expect(party.members.map(({ id }) => id).sort()).toEqual([ownPlayer.id, leader.id].sort());
});

const LONG = 'A title that goes on and on, and_then_comes_a_word_without_a_place_to_break_it_anywhere_at_all '.repeat(
  2,
);
const longInbox = {
  items: Array.from({ length: 30 }, (_, i) => ({
    id: crypto.randomUUID(),
    kind: 'lfg',
    title: `${LONG}${i}`,
    lines: ['One line of what it says, '.repeat(12)],
    address: `/protocol/lfg/${crypto.randomUUID()}`,
    actions: [{ label: 'See applicants', path: `/protocol/lfg/${crypto.randomUUID()}` }],
    read: i > 4,
    createdAt: new Date(Date.UTC(2026, 2, 3, 12, 60 - i)).toISOString(),
  })),
  unread: 250,
  next: null,
};

test('shows an empty bell, a loading error and a long list of notifications', async ({ page }) => {
  test.slow();
  const person = await makeNamedPlayer('Much To Read', createLanguage());
  await signInWithPassword(page, person.email, undefined, '/protocol/find');
  await callApi(person.token, 'POST', '/api/notifications/read', {});
  await page.route(/\/api\/notifications(\?|$)/, (route) =>
    route.fulfill({ json: { items: [], unread: 0, next: null } }),
  );
  let unread = 0;
  await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { unread } }));
  const stream = page.waitForResponse('**/api/live');
  await openHydrated(page, '/protocol/find');
  await stream;
  await bell(page).click();
  await expect(panel(page).getByText('Nothing yet')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.route(/\/api\/notifications(\?|$)/, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'The inbox is resting.' } } }),
  );
  await bell(page).click();
  await expect(panel(page).getByText("Couldn't load your notifications")).toBeVisible();
  await expectAccessible(page);

  await page.route(/\/api\/notifications(\?|$)/, (route) => route.fulfill({ json: longInbox }));
  let markRequests: { ids?: string[] }[] = [];
  await page.route('**/api/notifications/read', (route) => {
    markRequests.push(route.request().postDataJSON());
    unread = markRequests.length > 1 ? 0 : 245;
    return route.fulfill({ json: { unread } });
  });
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveCount(10);
  await expect(getButton(page, 'Notifications, 245 unread')).toContainText('99+');
  expect(markRequests).toEqual([{ ids: longInbox.items.slice(0, 5).map(({ id }) => id) }]);
  await expectAccessible(page);
  const [box, size] = [await panel(page).boundingBox(), page.viewportSize()];
  expect(box!.x).toBeGreaterThanOrEqual(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(size!.width);
  expect(box!.y + box!.height).toBeLessThanOrEqual(size!.height);

  await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expectToast(page, 'Everything marked as read');
  await expect(getButton(page, 'Notifications')).toBeVisible();
  expect(markRequests.slice(1)).toEqual([{}]);
  markRequests = [];
  await page.unrouteAll();
  await panel(page).getByRole('link', { name: 'Open the inbox' }).click();
  await expect(page).toHaveURL('/protocol/inbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test("loads no bell code for visitors and doesn't shift the header after sign-in", async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const readPositions = () =>
    page.evaluate(() =>
      ['.header', '.home-link', 'main', 'h1'].map((name) => {
        const { left, top, height } = document.querySelector(name)!.getBoundingClientRect();
        // The page body may be longer, and on phones the logo is replaced by the page name.
        return [name, left, top, name === 'main' ? 0 : height];
      }),
    );
  await openHydrated(page, '/plans');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /bell|notifications|player-header/.test(path))).toEqual([]);
  await expect(bell(page)).toHaveCount(0);
  const before = await readPositions();

  const person = await makeNamedPlayer('Somebody With A Name That Goes On', createLanguage());
  await signInWithPassword(page, person.email, undefined, '/plans');
  await openHydrated(page, '/plans');
  await expect(bell(page)).toBeVisible();
  expect(await readPositions()).toEqual(before);
  expect(scripts.some((path) => /\/player-header-/.test(path))).toBe(true);
  for (const width of [320, 360, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `sideways at ${width}`).toBeLessThanOrEqual(0);
    const [slot, row] = await page.evaluate(() =>
      ['.player-slot', '.header-row'].map(
        (name) => document.querySelector(name)!.scrollWidth - document.querySelector(name)!.clientWidth,
      ),
    );
    expect([slot, row], `wider than its place at ${width}`).toEqual([0, 0]);
  }
});
