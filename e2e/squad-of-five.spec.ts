import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'];
const HOUR_MS = 3_600_000;
/** Within the 30-minute check-in window before the start. */
const BEFORE_MS = 20 * 60_000;

/** Creates five players who match only each other, one per position. */
async function createFive() {
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Patter ${mark}`], modes: ['Rec'], overall_rating: 85, mic: true },
    ...{ availability: [{ days: ['Tue', 'Thu', 'Sun'], start: '20:00', end: '23:00' }], timezone: 'Europe/Paris' },
  };
  const people = await Promise.all(
    ROLES.map((role) => makePublishedPlayer({ ...fit, role, display_name: `Five ${role} ${mark}` })),
  );
  return { people, fit, mark };
}

/** Opens a separate browser context and marks the page, which must never reload. */
async function open(browser: Browser, person: TestAccount): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await expect(page.getByRole('article').first().getByRole('button', { name: 'Accept' })).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dataset.mark = 'here';
  });
  return page;
}

/** Wait before clicking, because a button that just moved ignores clicks for a moment. */
const LOOK_MS = 500;

/** Answers once the button is ready and checks that the answer was accepted. */
async function answer(page: Page, within: Locator, word: 'I’m in' | 'Can’t'): Promise<void> {
  const button = within.getByRole('button', { name: word });
  await expect(button).toBeVisible();
  await page.waitForTimeout(LOOK_MS);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

const sessionsOn = (page: Page) => page.getByRole('list', { name: 'Sessions' });

async function passHours(page: Page, session: string, hours: number): Promise<void> {
  const form = { session, hours: String(hours) };
  expect((await page.request.post('/sandbox/clock', { form, maxRedirects: 0 })).status()).toBe(303);
}

test('takes five players from a match through a session, check-in and ratings to the next session', async ({
  browser,
}) => {
  test.setTimeout(360_000);
  const { people, fit, mark } = await createFive();
  await runMatcher();
  const pages: Page[] = [];
  for (const person of people) pages.push(await open(browser, person));
  const [first, last] = [pages[0]!, pages[4]!];

  for (const page of pages) await page.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  for (const page of pages) await page.getByRole('link', { name: 'Your squad room' }).click();
  for (const page of pages) {
    await expect(page.getByRole('list', { name: 'Members of the squad' }).locator('> li')).toHaveCount(5);
  }

  const places = last.getByRole('navigation', { name: 'Squad room sections' });
  // Only the one-column layout has section links; side by side, everything is visible.
  if (await places.isVisible()) {
    await places.getByRole('link', { name: 'Squad' }).click();
    await expect(last.getByRole('heading', { name: 'Roster' })).toBeInViewport();
  }

  await first.getByRole('list', { name: 'Times when you’re all free' }).getByRole('button').first().click();
  for (const page of pages.slice(1)) await answer(page, sessionsOn(page), 'I’m in');
  for (const page of pages) await expect(sessionsOn(page)).toContainText('Confirmed');
  await expectAccessible(last);

  const room = new URL(first.url()).pathname.split('/').at(-1)!;
  type Room = { sessions: { id: string; starts_at: string }[] };
  const { sessions } = await callApi<Room>(people[0]!.token, 'GET', `/api/squads/${room}`);
  const session = sessions[0]!;
  await passHours(first, session.id, (Date.parse(session.starts_at) - Date.now() - BEFORE_MS) / HOUR_MS);
  for (const page of pages.slice(0, 4)) await page.getByRole('button', { name: 'I’m here' }).click();
  const user = sessionsOn(last).getByRole('listitem').first().getByRole('listitem');
  await expect(user.filter({ hasText: /here$/ })).toHaveCount(4);
  await expectAccessible(last);

  await passHours(first, session.id, 5);
  for (const page of pages) await expect(page.getByRole('heading', { name: 'How was it?' })).toBeVisible();
  for (const page of pages.slice(0, 3)) {
    await page.getByRole('radio', { name: 'Yes, we played' }).check();
    await page.getByRole('checkbox', { name: /^Five C / }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('You told us how it went')).toBeVisible();
  }
  await expectAccessible(last);
  for (const page of pages.slice(0, 3)) {
    await expect(page.getByRole('heading', { name: 'Played one session' })).toBeVisible();
  }

  await first.getByRole('button', { name: 'Run it back now' }).click();
  for (const page of pages.slice(1)) await answer(page, sessionsOn(page), 'I’m in');
  for (const page of pages) await expect(sessionsOn(page)).toContainText('Confirmed');
  await expectAccessible(first);

  // The center can't come to another session, so a sub from the pool joins, and all five see it.
  const always = [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], start: '00:00', end: '24:00' }];
  const sixth = await makePublishedPlayer({ ...fit, role: 'C', display_name: `Sixth C ${mark}`, availability: always });
  const soon = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 12 * HOUR_MS).toISOString();
  const time = { starts_at: soon, minutes: 120 };
  const roomWithSession = await callApi<Room>(people[0]!.token, 'POST', `/api/squads/${room}/sessions`, time);
  const laterSession = roomWithSession.sessions.find(({ starts_at }) => starts_at === soon)!;
  // Wait for the new session; until then, the last one in the list is a different session.
  for (const page of pages) await expect(sessionsOn(page).locator('> li')).toHaveCount(2);
  const getLastSession = (page: Page) => sessionsOn(page).locator('> li').last();
  for (const page of pages.slice(1, 4)) await answer(page, getLastSession(page), 'I’m in');
  await answer(last, getLastSession(last), 'Can’t');
  for (const page of pages) await expect(getLastSession(page)).toContainText(`Sixth C ${mark} is invited to sub in`);
  const sixthPage = await (await browser.newContext()).newPage();
  await signInWithPassword(sixthPage, sixth.email, undefined, `/protocol/sessions/${laterSession.id}`);
  await sixthPage.getByRole('button', { name: 'Accept' }).click();
  await expect(sixthPage.getByRole('heading', { name: 'You’re subbing in' })).toBeVisible();
  await expectAccessible(sixthPage);
  for (const page of pages) await expect(getLastSession(page)).toContainText('Confirmed');

  // A member who leaves disappears from the other four pages.
  await last.getByRole('button', { name: 'Leave squad' }).click();
  await last.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  for (const page of pages.slice(0, 4)) {
    await expect(page.getByRole('list', { name: 'Members of the squad' }).locator('> li')).toHaveCount(4);
  }
  await expectAccessible(first);
  for (const page of pages) await expect(page.locator('html')).toHaveAttribute('data-mark', 'here');
});
