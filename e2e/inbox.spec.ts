import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated } from './page-ready.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const inboxLink = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ });
const toAnswer = (page: Page) => page.getByRole('list', { name: 'To answer' });

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
    discord: 'inbox_tester',
  });
const createLanguage = () => `Cant ${crypto.randomUUID().slice(0, 6)}`;

const readCounts = ({ token }: TestAccount) =>
  callApi<{ unread: number; waiting: number }>(token, 'GET', '/api/notifications/unread');

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await openHydrated(page, path);
  return page;
}

test('shows the same count of pending answers on every page and in every tab', async ({ page }) => {
  test.slow();
  const language = createLanguage();
  const ownAccount = await makeNamedPlayer('Reads The Inbox', language);
  await signInWithPassword(page, ownAccount.email, undefined, '/protocol/lfg');
  await callApi(ownAccount.token, 'POST', '/api/notifications/read', {});
  const stream = page.waitForResponse('**/api/live');
  await openHydrated(page, '/protocol/lfg');
  await stream;
  await expect(inboxLink(page)).toHaveAccessibleName('Inbox');
  await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveCount(0);

  const other = await makeNamedPlayer('Fills The Inbox', language, 'C');
  await runMatcher();
  await expect(inboxLink(page)).toHaveAccessibleName('Inbox 1 to answer');
  await expect(page.getByRole('status').filter({ hasText: '1 new message in your inbox' })).toHaveCount(1);
  const second = await openTab(page.context(), '/protocol/matches');
  await expect(inboxLink(second)).toHaveAccessibleName('Inbox 1 to answer');

  // Reading a message isn't answering it.
  await inboxLink(page).click();
  await expect(toAnswer(page).getByRole('heading', { name: /New pair/ })).toBeVisible();
  await expect.poll(async () => (await readCounts(ownAccount)).unread).toBe(0);
  await expect(inboxLink(page)).toHaveAccessibleName('Inbox 1 to answer');
  await expectAccessible(page);
  await toAnswer(page)
    .getByText(/New pair/)
    .click();
  await expect(toAnswer(page).getByText(/^We found a pair for you/)).toBeVisible();
  await expectAccessible(page);

  // An answer on one page updates the count on all of them.
  await second.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  for (const tab of [page, second]) await expect(inboxLink(tab)).toHaveAccessibleName('Inbox');
  expect(await readCounts(ownAccount)).toEqual({ unread: 0, waiting: 0 });

  // Unread news that needs no answer shows a dot without a number.
  await openHydrated(second, '/protocol/lfg');
  await page.close();
  const response = await callApi<{ matches: { id: string }[] }>(other.token, 'GET', '/api/matches');
  await callApi(other.token, 'POST', `/api/matches/${response.matches[0]!.id}/response`, { action: 'accept' });
  await expect(inboxLink(second)).toHaveAccessibleName(/^Inbox new messages$/);
  await inboxLink(second).click();
  await second.getByRole('main').getByRole('link', { name: 'Open your squad room' }).click();
  await expect(second).toHaveURL(/\/protocol\/squads\//);
  await expect(inboxLink(second)).toHaveAccessibleName('Inbox');
});

test('answers an invitation in the inbox, explains a failure and answers once on a double tap', async ({ page }) => {
  test.slow();
  const [ownPlayer, leader] = [
    await makeNamedPlayer('Asked To Queue', createLanguage()),
    await makeNamedPlayer('Leads The Party', createLanguage()),
  ];
  await signInWithPassword(page, ownPlayer.email, undefined, '/protocol/inbox');
  await openHydrated(page, '/protocol/inbox');
  await expect(page.getByText('Nothing yet')).toBeVisible();
  await callApi(leader.token, 'POST', '/api/party/invitations', { user_id: ownPlayer.id });
  await expect(toAnswer(page).getByRole('heading', { name: 'Leads The Party invited you to a party' })).toBeVisible();
  await expect(toAnswer(page).getByRole('link', { name: 'See the invitation' })).toBeVisible();
  await expectAccessible(page);

  const bodies: string[] = [];
  let shouldFail = true;
  await page.route('**/api/party/*/answer', (route) => {
    bodies.push(route.request().postData() ?? '');
    return shouldFail ? route.abort() : route.fallback();
  });
  const join = toAnswer(page).getByRole('button', { name: 'Join party' });
  await join.click();
  await expectToast(page, "That didn't work");
  await expect(page.getByText("We can't reach the server.")).toBeVisible();
  await expect(join).toHaveAttribute('aria-disabled', 'false');
  // The toast doesn't cover the pressed button on any screen.
  const [toast, button] = [await page.locator('.toast').last().boundingBox(), await join.boundingBox()];
  expect(toast!.y >= button!.y + button!.height || toast!.y + toast!.height <= button!.y).toBe(true);
  shouldFail = false;
  // All clicks happen before the page can render.
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('.inbox-list button')]
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
type Sample = { title: string; line: string; actions: string[]; waits: boolean };
const SAMPLES: Sample[] = [
  {
    title: 'New squad: score 87/100',
    line: "We found a squad for you. You'd play PG. All five of you are free Tue and Thu, 6 h a week together.",
    actions: ['See the match'],
    waits: true,
  },
  {
    title: 'SolarGG invited you to a party',
    line: "You'd queue together. We'll place all of you in the same squad, or none of you.",
    actions: ['See the invitation'],
    waits: true,
  },
  {
    title: 'Keen Center applied as C',
    line: 'They share 3 hours a week with you and wrote: I set hard screens.',
    actions: ['See applicants'],
    waits: true,
  },
  {
    title: 'Neon Orbit: Wed, 9:00 PM is confirmed',
    line: 'Five of five are in. Check in 30 minutes before the start.',
    actions: ['See the session'],
    waits: false,
  },
  {
    title: 'Receipt: Founders Premium, $99',
    line: 'You paid $99.00. Your six months of Premium start today.',
    actions: ['See the order'],
    waits: false,
  },
];
const createInbox = (samples: readonly Sample[]) => ({
  items: samples.map(({ title, line, actions, waits }, i) => ({
    id: crypto.randomUUID(),
    kind: 'lfg',
    title,
    lines: [line, line],
    address: `/protocol/lfg/${crypto.randomUUID()}`,
    actions: actions.map((label) => ({ label, path: `/protocol/lfg/${crypto.randomUUID()}` })),
    read: i > 4,
    waits,
    createdAt: new Date(Date.UTC(2026, 2, 3, 12, 60 - i)).toISOString(),
  })),
  unread: 5,
  waiting: samples.filter(({ waits }) => waits).length,
  next: null,
});

test("keeps a list of ten messages short and says when messages can't be loaded", async ({ page }, { project }) => {
  const person = await makeNamedPlayer('Much To Read', createLanguage());
  await signInWithPassword(page, person.email, undefined, '/protocol/inbox');
  await page.route('**/api/notifications/read', (route) => route.fulfill({ json: { unread: 0 } }));
  // Built once, because the page reads the inbox again at any time and new ids would replace every message.
  const inbox = createInbox([...SAMPLES, ...SAMPLES]);
  await page.route(/\/api\/notifications(\?|$)/, (route) => route.fulfill({ json: inbox }));
  await openHydrated(page, '/protocol/inbox');
  await expect(toAnswer(page).getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('list', { name: 'Updates' }).getByRole('article')).toHaveCount(4);
  const words = await page
    .getByRole('main')
    .evaluate((main: HTMLElement) => main.innerText.split(/\s+/).filter(Boolean).length);
  expect(words).toBeLessThanOrEqual(220);
  if (project.name === 'phone') {
    // The first three questions and their buttons are visible above the navigation.
    await expect(toAnswer(page).getByRole('article').nth(2)).toBeVisible();
    const third = (await toAnswer(page).getByRole('article').nth(2).boundingBox())!;
    expect(third.y + third.height).toBeLessThanOrEqual(page.viewportSize()!.height - 57);
  }
  await expectAccessible(page);

  const long = { title: LONG, line: LONG, actions: ['See applicants'], waits: true };
  await page.route(/\/api\/notifications(\?|$)/, (route) =>
    route.fulfill({ json: { ...createInbox(Array.from({ length: 30 }, () => long)), waiting: 250 } }),
  );
  await openHydrated(page, '/protocol/inbox');
  await expect(inboxLink(page)).toContainText('99+');
  await page.getByRole('article').first().locator('summary').click();
  for (const width of [320, page.viewportSize()!.width]) {
    await page.setViewportSize({ ...page.viewportSize()!, width });
    const measureOverflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(measureOverflow, `sideways at ${width}`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);

  await page.route(/\/api\/notifications(\?|$)/, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'The inbox is resting.' } } }),
  );
  await openHydrated(page, '/protocol/inbox');
  await expect(page.getByText("Couldn't load your inbox")).toBeVisible();
  await expectAccessible(page);
});

test("loads no inbox code for visitors and doesn't shift the header after sign-in", async ({ page }) => {
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
  // From the second page on, the banner is folded.
  await openHydrated(page, '/plans');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /inbox|notifications|player-header/.test(path))).toEqual([]);
  const before = await readPositions();

  const person = await makeNamedPlayer('Somebody With A Name That Goes On', createLanguage());
  await signInWithPassword(page, person.email, undefined, '/plans');
  await openHydrated(page, '/plans');
  await expect(page.getByRole('button', { name: /’s menu$/ })).toBeVisible();
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
