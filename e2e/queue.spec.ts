import { type Browser, expect, type Page, test } from '@playwright/test';
import type { QueueState } from '../features/queue/queue.schema.ts';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated as openPage } from './page-ready.ts';
import { checkOf, getState, getTicket, inSeconds, mockQueue, toId } from './queue-fixtures.ts';
import { callApi, makePublishedPlayer, openLiveStream, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];

const getProfile = (language: string) => ({
  ...{ region: 'EU', platform: 'PC', languages: [language], modes: ['Rec'], overall_rating: 85, mic: true },
  ...{ availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }], timezone: 'Europe/Paris' },
});

/** Creates six players who match only each other. The sixth plays the same position as the fifth. */
async function createSix(): Promise<TestAccount[]> {
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = getProfile(`Parley ${mark}`);
  const create = (role: string, index: number) =>
    makePublishedPlayer({ ...fit, role, display_name: `Queue ${index} ${role} ${mark}` });
  return Promise.all([...ROLES, 'C'].map(create));
}

async function openPlayPage(browser: Browser, person: TestAccount): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await expect(play(page)).toBeEnabled();
  return page;
}

const play = (page: Page) => page.getByRole('button', { name: 'Play now', exact: true });
const check = (page: Page) => page.getByRole('dialog', { name: 'Ready check' });
const ready = (page: Page) => check(page).getByRole('button', { name: 'Ready', exact: true });
const getWaitingHeading = (page: Page) => page.getByRole('heading', { name: 'Looking for your squad' });

/** Screen sizes of phones held sideways, a short one and a usual one. */
const SCREENS = [
  [844, 390],
  [667, 375],
  [360, 640],
  [390, 844],
] as const;

/** Expects both answers in view without scrolling, beside or below the reasons. */
async function expectAnswersUncovered(page: Page): Promise<void> {
  for (const button of [ready(page), check(page).getByRole('button', { name: 'Not now' })])
    await expect(button).toBeInViewport({ ratio: 1 });
  const [ball, reasons] = [
    await ready(page).boundingBox(),
    await check(page).getByRole('list', { name: 'Why this match' }).boundingBox(),
  ];
  const isBeside = reasons!.x + reasons!.width <= ball!.x || reasons!.y + reasons!.height <= ball!.y;
  expect(isBeside, JSON.stringify({ ball, reasons })).toBe(true);
}

/** Joins the queue without a browser. The open live stream counts as an open page. */
async function joinWithoutBrowser({ token }: TestAccount): Promise<AbortController> {
  const stream = await openLiveStream(token);
  await callApi(token, 'POST', '/api/queue', { kind: 'now', with_party: false, any_language: false });
  return stream;
}

async function answerReady({ token }: TestAccount): Promise<void> {
  const { check } = await callApi<QueueState>(token, 'GET', '/api/queue');
  await callApi(token, 'POST', `/api/queue/checks/${check!.id}/shown`, { version: check!.version });
  await callApi(token, 'POST', `/api/queue/checks/${check!.id}/answer`, { version: check!.version, answer: 'ready' });
}

test('replaces a player who misses the ready check and creates the squad', async ({ browser }) => {
  test.setTimeout(240_000);
  const people = await createSix();
  // Three of them take part without a browser, because six browsers at once are too much for two cores.
  const apiPlayers = people.slice(1, 4);
  const player = await openPlayPage(browser, people[0]!);
  const silentPage = await openPlayPage(browser, people[4]!);
  const newPlayer = await openPlayPage(browser, people[5]!);

  const streams = await Promise.all(apiPlayers.map(joinWithoutBrowser));
  for (const page of [player, silentPage]) await play(page).click();
  for (const page of [player, silentPage]) await expect(check(page)).toContainText('Match found');
  await play(newPlayer).click();
  await expect(getWaitingHeading(newPlayer)).toBeFocused();
  // These browsers prefer reduced motion.
  await expect.poll(() => newPlayer.evaluate(() => document.getAnimations().length)).toBe(0);

  await ready(player).click();
  for (const person of apiPlayers) await answerReady(person);
  await expect(check(player)).toContainText('4 of 5 ready. Waiting for Queue 4 C');
  await expect(ready(player)).toHaveAttribute('aria-pressed', 'true');

  // The silent player runs out of time, and the waiting player gets their spot.
  await expect(check(newPlayer)).toBeVisible({ timeout: 45_000 });
  await expect(check(silentPage)).toBeHidden();
  await expectToast(silentPage, 'You didn’t answer in time, so you’re out of the queue.');
  await expect(silentPage.getByText('You missed a ready check.')).toBeVisible();
  await expect(check(player)).toContainText('Queue 5 C');
  await ready(newPlayer).click();

  for (const page of [player, newPlayer]) {
    await expect(page).toHaveURL(/\/protocol\/squads\/[0-9a-f-]{36}$/, { timeout: 30_000 });
    await expect(page.getByRole('list', { name: 'Members of the squad' }).locator('> li')).toHaveCount(5);
  }
  await expect(play(silentPage)).toBeVisible();
  const { ticket } = await callApi<QueueState>(people[4]!.token, 'GET', '/api/queue');
  expect(ticket).toBeNull();
  for (const stream of streams) stream.abort();
});

test('asks for a missing gamertag in the queue panel before joining', async ({ page }) => {
  const me = await makePublishedPlayer({
    ...getProfile(`Parley ${crypto.randomUUID().slice(0, 6)}`),
    ...{ role: 'C', display_name: 'No Tag Yet', platform: 'PS5', psn: null },
  });
  await signInWithPassword(page, me.email, undefined, '/protocol/matches');
  await play(page).click();
  const field = page.getByRole('textbox', { name: 'Add your PSN ID so squadmates can invite you.' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  const add = page.getByRole('button', { name: 'Add and play' });
  await field.fill('a b');
  await add.click();
  await expect(field).toHaveAccessibleDescription(/Enter a PSN ID of 3 to 16 letters/);
  await expect(field).toHaveValue('a b');
  await field.fill('rim_center');
  await add.click();
  await expect(getWaitingHeading(page)).toBeVisible();
  await expect(field).toHaveCount(0);
  expect(await callApi(me.token, 'GET', '/api/profiles/me')).toMatchObject({ psn: 'rim_center', published: true });
});

test('supports keyboard and screen readers at phone width in the queue and in a ready check', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await makePublishedPlayer({ ...getProfile('Keys'), role: 'C', display_name: 'Waits By Keyboard' });
  const queue = await mockQueue(page);
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await openPage(page, '/protocol/matches');
  await expect(play(page)).toBeEnabled();
  const panel = page.getByRole('region', { name: 'Play now' });
  expect((await panel.boundingBox())!.height).toBeLessThanOrEqual(150);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Tonight' }).click();
  await expect(page.getByLabel('Until')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Options and sound' }).click();
  await expect(page.getByRole('switch', { name: 'Press Enter to ready up' })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // In the queue, the panel shows the progress and the waiting time.
  await queue.become(() => getState({ ticket: getTicket() }));
  await expect(panel.getByText('3 of 5')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Also players from NA-East' })).toContainText(/in 1:\d\d/);
  await expectAccessible(page);
  const since = await panel.getByRole('timer').textContent();
  expect(since).toMatch(/^1:[34]\d$/);

  // A match is found. It's announced once, the dialog gets the focus, and each version is acknowledged.
  await queue.become(() => getState({ check: checkOf(50) }));
  await expect(check(page)).toBeFocused();
  // Both answer buttons are visible without scrolling, next to the full text.
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await expectAnswersUncovered(page);
  }
  await expect(check(page).locator('p[aria-live]')).toHaveText(/^Match found\. \d\d seconds to ready up$/);
  expect(await page.title()).toBe('● Match found');
  await queue.become(() => getState({ check: checkOf(50, { version: 2 }) }));
  const listShownEvents = () => queue.requests.filter(({ path }) => path.endsWith('/shown')).map(({ body }) => body);
  await expect.poll(listShownEvents).toEqual([{ version: 1 }, { version: 2 }]);
  await expectAccessible(page);

  // The dialog can be minimized and reopened.
  await page.keyboard.press('Escape');
  const bar = page.getByRole('region', { name: 'Ready check' });
  await expect(bar.getByRole('button', { name: 'Answer' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(check(page)).toBeFocused();

  // The network fails once. The client retries and says so.
  let failures = 1;
  queue.answerWith((path) => {
    if (!path.endsWith('/answer')) return undefined;
    failures -= 1;
    return failures >= 0 ? { status: 503, json: {} } : undefined;
  });
  await expect(ready(page)).toBeEnabled();
  const answeredCheck = checkOf(50, { version: 2, my_answer: 'ready' });
  const seats = answeredCheck.seats.map((seat) => (seat.is_you ? { ...seat, state: 'ready' as const } : seat));
  await page.keyboard.press('Enter');
  await expect(check(page).getByRole('alert')).toContainText('We’ll keep trying until time’s up.');
  await queue.become(() => getState({ check: { ...answeredCheck, seats } }));
  await expect(ready(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(check(page)).toContainText('3 of 5 ready. Waiting for Player 2 and Player 3.');
  expect(queue.requests.filter(({ path }) => path.endsWith('/answer'))).toHaveLength(2);
  await expectAccessible(page);

  // One player drops out; this player stays ready.
  await queue.become(() => {
    const openSeats = seats.map((seat, n) => (n === 3 ? { ...seat, player: null, state: 'empty' as const } : seat));
    return getState({ check: { ...answeredCheck, seats: openSeats, held_until: inSeconds(18) } });
  });
  await expect(check(page).getByRole('heading')).toHaveText(/Finding a replacement/);
  await expectAccessible(page);

  // The ready check fails. The player is notified once and stays in the queue.
  const outcome = { id: toId(60), kind: 'requeued' as const, squad_id: null, at: new Date().toISOString() };
  const sentence = 'A player didn’t answer in time, so this match was canceled.';
  await queue.become(() => getState({ ticket: getTicket(), outcome: { ...outcome, sentence } }));
  await expect(check(page)).toBeHidden();
  await expectToast(page, 'Back in the queue', sentence);
  await expect(getWaitingHeading(page)).toBeVisible();
  await page.reload();
  await expect(getWaitingHeading(page)).toBeVisible();
  await expect(page.getByText('Back in the queue')).toHaveCount(0);

  // The "Still there?" question also appears on other pages.
  await queue.become(() => getState({ ticket: getTicket({ still_until: inSeconds(90) }) }));
  await expect(panel.getByRole('alert')).toContainText('Still there?');
  await expectAccessible(page);
  await openPage(page, '/plans');
  await page.getByRole('button', { name: 'Yes, keep looking' }).click();
  await expectToast(page, 'You’re still in the queue');
  expect(queue.requests.at(-1)).toEqual({ path: '/api/queue/still', body: { ticket_id: toId(1), version: 1 } });

  // First the queue is paused. Then its state can't be loaded at all.
  await queue.become(() => getState({ obstacle: { sentence: 'The queue is stopped.', action: null, until: null } }));
  await openPage(page, '/protocol/matches');
  await expect(play(page)).toBeDisabled();
  await expect(panel).toContainText('The queue is stopped.');
  await expectAccessible(page);
  await page.route(/\/api\/queue$/, (route) => route.fulfill({ status: 500, json: {} }));
  await openPage(page, '/protocol/matches');
  await expect(page.getByText('Couldn’t load the queue')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(/\/api\/queue$/);
  await mockQueue(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(play(page)).toBeEnabled();
});

test('loads no queue code for visitors and puts the queue one click away after sign-in', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await openPage(page, '/plans');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /queue|ready-check|play/.test(path))).toEqual([]);
  const person = await makePublishedPlayer({ ...getProfile('Menus'), role: 'C', display_name: 'Comes By The Menu' });
  await signInWithPassword(page, person.email, undefined, '/plans');
  await openPage(page, '/plans');
  await expect.poll(() => scripts.some((path) => /\/ready-check-/.test(path))).toBe(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Play', exact: true }).click();
  await expect(play(page)).toBeEnabled();
});

test('lets an admin see waiting players, pause the queue with a reason and resume it', async ({ page }) => {
  await signInWithPassword(page, 'admin@planetcrew.example');
  await page.goto('/protocol/admin?tab=play-now');
  await expect(page.getByRole('heading', { name: 'The live queue is running' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Waiting now' })).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/admin/live-queue/switch', (route) => {
    const { stopped, reason } = route.request().postDataJSON();
    return route.fulfill({ json: getConsole(stopped ? { since: new Date().toISOString(), reason } : null) });
  });
  // Don't really stop the queue, because that would remove other tests' players from it.
  await page.route('**/api/admin/live-queue', (route) => route.abort());
  await page.getByRole('button', { name: 'Stop the queue' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Stop the live queue?' });
  await expectAccessible(page);
  await dialog.getByLabel('Why').fill('We look after the database.');
  await dialog.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByRole('heading', { name: 'The live queue is stopped' })).toBeVisible();
  await expect(page.getByText('We look after the database.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restart the queue' }).click();
  await expect(page.getByRole('heading', { name: 'The live queue is running' })).toBeVisible();
});

const getConsole = (stoppedSince: { since: string; reason: string } | null) => ({
  now: new Date().toISOString(),
  stopped: stoppedSince,
  ...{ waiting: [], checks: [], leaders: [] },
  hour: { joined: 0, squads: 0, failed: 0, gave_up: 0 },
});
