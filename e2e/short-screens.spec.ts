import { expect, type Page, test } from '@playwright/test';
import { followRequests, openHydrated } from './page-ready.ts';
import { checkOf, getState, getTicket, inSeconds, mockQueue } from './queue-fixtures.ts';
import { callApi, fetchSession, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import {
  expectActionsInSight,
  expectLittleSticky,
  expectNoSidewaysScrolling,
  findCoveredFocus,
} from './short-screen-faults.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

/** Phones held sideways, a window at 200 % zoom, and a small phone. */
const SIZES = [
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 667, height: 375 },
  { width: 360, height: 640 },
] as const;
/** Reports a fault at one size and continues with the others. */
const expectSoon = expect.configure({ soft: true, timeout: 3_000 });

const PUBLIC = [
  ...['/', '/plans', '/protocol', '/protocol/find', '/protocol/lfg', '/protocol/auth', '/whitepaper', '/help-support'],
];
const SIGNED_IN = [
  ...['/dashboard', '/protocol/matches', '/protocol/squads', '/protocol/inbox', '/protocol/find', '/protocol/lfg'],
  ...['/protocol/lfg?tab=create', '/protocol/deals', '/account', '/account/profile', '/account/notifications'],
];

test.use({ hasTouch: true, viewport: SIZES[0] });
test.describe.configure({ timeout: 240_000 });

let member: TestAccount;
let mate: TestAccount;
let squad: string;
/** A player with an open match. */
let matched: TestAccount;

test.beforeAll(async () => {
  const makePair = async (names: readonly [string, string]) => {
    const fit = createIsolatedProfile(`Short ${crypto.randomUUID().slice(0, 6)}`);
    const create = (display_name: string, index: number) =>
      makePublishedPlayer({ ...fit, role: index ? 'C' : 'PG', display_name, mic: true });
    return [await create(names[0], 0), await create(names[1], 1)] as const;
  };
  [member, mate] = await makePair(['Nova', 'Kai']);
  squad = await formSquad(member, mate);
  [matched] = await makePair(['Rae', 'Ines']);
  await runMatcher();
});

/** Runs a check at each size, and saves a picture if `LAYOUT_PICTURES` names a folder. */
async function atEachSize(page: Page, screen: string, check: (screen: string) => Promise<void>): Promise<void> {
  const folder = process.env.LAYOUT_PICTURES;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const name = `${screen} at ${size.width}×${size.height}`;
    if (folder) {
      const file = `${screen} ${size.width}x${size.height}`.replaceAll(/\W+/g, '-');
      await page.screenshot({ path: `${folder}/${file}.png` });
    }
    await check(name);
  }
}

async function checkPages(page: Page, paths: readonly string[]): Promise<void> {
  const waitUntilSettled = followRequests(page);
  for (const path of paths) {
    await openHydrated(page, path);
    await waitUntilSettled();
    await atEachSize(page, path, async (screen) => {
      await expectLittleSticky(page, screen);
      await expectNoSidewaysScrolling(page, screen);
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    });
  }
}

test("leaves most of a short screen to the content on visitors' pages", async ({ page }) => {
  await checkPages(page, PUBLIC);
});

test("leaves most of a short screen to the content on players' pages", async ({ page }) => {
  await signInWithPassword(page, member.email, undefined, '/protocol/squads');
  await checkPages(page, [...SIGNED_IN, `/protocol/squads/${squad}`, `/protocol/profile/${mate.id}`]);
});

test('never covers the focused element on a short screen', async ({ page }) => {
  await signInWithPassword(page, matched.email, undefined, '/protocol/matches');
  const waitUntilSettled = followRequests(page);
  for (const path of ['/protocol/matches', '/protocol/lfg?tab=create', '/account/profile']) {
    await openHydrated(page, path);
    await waitUntilSettled();
    if (path === '/account/profile') {
      await page.getByRole('region', { name: 'About you' }).getByRole('heading', { level: 2 }).click();
      await page.getByRole('textbox', { name: 'About you' }).fill('Pass first.');
      await expect(page.getByText(/^Not saved yet/)).toBeVisible();
      await atEachSize(page, 'unsaved profile', (screen) => expectLittleSticky(page, screen));
    }
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.evaluate(() => {
        window.scrollTo({ top: 0, behavior: 'instant' });
        (document.activeElement as HTMLElement | null)?.blur();
      });
      await waitUntilSettled();
      expect.soft(await findCoveredFocus(page, 16), `${path} at ${size.width}×${size.height}`).toEqual([]);
    }
  }
});

type OpenDialog = [screen: string, path: string, open: (page: Page) => Promise<unknown>];

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

test('keeps the buttons of every dialog visible on a short screen', async ({ page }) => {
  await signInWithPassword(page, member.email, undefined, '/protocol/squads');
  const room = `/protocol/squads/${squad}`;
  const profile = `/protocol/profile/${mate.id}`;
  const dialogs: OpenDialog[] = [
    ['tonight', '/protocol/matches', press('Tonight')],
    ['play options', '/protocol/matches', press('Options and sound')],
    ['edit squad', room, press('Edit name and crest')],
    ['hand over', room, press('Hand over')],
    ['leave squad', room, press('Leave squad')],
    ['session time', room, press('Propose another time')],
    [
      'report player',
      profile,
      async (one) => {
        await press(/^More actions for/)(one);
        await one.getByRole('button', { name: 'Report player' }).click();
      },
    ],
    ['own look', `/protocol/profile/${member.id}`, press('Change my look')],
    ['account menu', '/protocol/matches', (one) => one.getByRole('button', { name: /’s menu$/ }).click()],
  ];
  for (const [screen, path, open] of dialogs) {
    await page.setViewportSize(SIZES[0]);
    await openHydrated(page, path);
    await open(page);
    await expect(page.locator('dialog:modal')).toBeVisible();
    await atEachSize(page, screen, (name) => expectActionsInSight(page, name));
  }
});

test('keeps the buttons of the session-ended dialog visible on a short screen', async ({ page }) => {
  await signInWithPassword(page, mate.email, undefined, '/protocol/lfg?tab=create');
  await page.getByLabel('Title').fill('Typed before it ended');
  await page.getByRole('checkbox', { name: 'C', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Rec' }).check();
  const { access_token } = await fetchSession(mate.email);
  await callApi(access_token, 'POST', '/auth/v1/logout?scope=others');
  await page.getByRole('button', { name: 'Create Listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await atEachSize(page, 'session ended', (screen) => expectActionsInSight(page, screen));
  await dialog.getByRole('button', { name: 'Use a password' }).click();
  await atEachSize(page, 'session ended with password', (screen) => expectActionsInSight(page, screen));
  await dialog.getByRole('button', { name: 'Email me a code instead' }).click();
  await dialog.getByRole('button', { name: 'Email me a code', exact: true }).click();
  await expect(dialog.getByLabel('Six-digit code')).toBeVisible();
  await atEachSize(page, 'session ended with code', (screen) => expectActionsInSight(page, screen));
});

/** Expects all parts of the ready check to fit inside the window, without overlaps or scrolling. */
async function expectWholeCheck(page: Page, screen: string): Promise<void> {
  const findFaults = (dialog: HTMLElement) => {
    const found: string[] = [];
    if (dialog.scrollHeight > dialog.clientHeight + 1) found.push('scrolls');
    const parts = ['.check-title', '.court', '.check-fit', '.check-ball', '.check-line', '.check-press > .btn'].flatMap(
      (name) => [...dialog.querySelectorAll(name)].map((one) => [name, one.getBoundingClientRect()] as const),
    );
    for (const [index, [name, one]] of parts.entries()) {
      if (one.top < 0 || one.left < 0 || one.bottom > window.innerHeight || one.right > window.innerWidth)
        found.push(`${name} is out of sight`);
      for (const [other, two] of parts.slice(index + 1)) {
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (across > 1 && down > 1) found.push(`${name} and ${other} are on top of each other`);
      }
    }
    return found;
  };
  const dialog = page.getByRole('dialog', { name: 'Ready check' });
  // A slow browser lays out the resized window a moment later.
  await expectSoon.poll(() => dialog.evaluate(findFaults), screen).toEqual([]);
}

test('shows the whole ready check and its minimized bar on a short screen', async ({ page }) => {
  const queue = await mockQueue(page);
  await signInWithPassword(page, member.email, undefined, '/protocol/matches');
  await openHydrated(page, '/protocol/matches');
  await queue.become(() => getState({ check: checkOf(50, { deadline: inSeconds(600), seconds: 600 }) }));
  const dialog = page.getByRole('dialog', { name: 'Ready check' });
  await expect(dialog).toBeVisible();
  await atEachSize(page, 'ready check', async (screen) => {
    await expectWholeCheck(page, screen);
    await expectActionsInSight(page, screen);
  });
  await dialog.getByRole('button', { name: /^Minimize/ }).click();
  await expect(page.getByRole('region', { name: 'Ready check' })).toBeVisible();
  await atEachSize(page, 'minimized check', (screen) => expectLittleSticky(page, screen));
  await queue.become(() => getState({ ticket: getTicket({ still_until: inSeconds(90) }) }));
  await openHydrated(page, '/plans');
  await expect(page.getByRole('button', { name: 'Yes, keep looking' })).toBeVisible();
  await atEachSize(page, 'still there', (screen) => expectLittleSticky(page, screen));
});
