import { type Browser, expect, type Page, test } from '@playwright/test';
import { closeAllContexts, makePlayer } from './money-fixtures.ts';
import { openHydrated } from './page-ready.ts';
import { callApi, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

test.afterEach(closeAllContexts);

type Room = { name: string; sessions: { id: string; version: number }[] };
type Reliability = { score: number | null; evidence: { outcome: string; reports: number }[] };

/** Creates a squad of two with a confirmed session tomorrow. */
async function createEvening(): Promise<{
  ada: TestAccount;
  ben: TestAccount;
  room: string;
  session: string;
  name: string;
}> {
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Feedback ${crypto.randomUUID().slice(0, 6)}`], mic: true },
    availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
    ...{ overall_rating: 85, timezone: 'Europe/Paris' },
  };
  const [ada, ben] = [await makePlayer('Ada Rates', fit), await makePlayer('Ben Rates', { ...fit, role: 'C' })];
  await runMatcher();
  for (const { token } of [ada, ben]) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(token, 'GET', '/api/matches');
    await callApi(token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string; name: string }[] }>(ada.token, 'GET', '/api/squads');
  const { id, name } = squads[0]!;
  const starts_at = new Date(Date.now() + 86_400_000).toISOString();
  const room = await callApi<Room>(ada.token, 'POST', `/api/squads/${id}/sessions`, { starts_at, minutes: 90 });
  const { id: session, version } = room.sessions[0]!;
  await callApi(ben.token, 'PUT', `/api/squads/${id}/sessions/${session}/answer`, { version, answer: 'yes' });
  return { ada, ben, room: `/protocol/squads/${id}`, session, name };
}

async function visit(browser: Browser, { email }: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: test.info().project.use.viewport ?? null })).newPage();
  await signInWithPassword(page, email, undefined, path);
  return page;
}

const reliabilityOf = ({ token }: TestAccount) => callApi<Reliability>(token, 'GET', '/api/reliability');

/** Returns how many notifications ask the player to rate a session. */
async function countRatingRequests({ token }: TestAccount): Promise<number> {
  const { items } = await callApi<{ items: { title: string }[] }>(token, 'GET', '/api/notifications');
  return items.filter(({ title }) => title.endsWith('how was it?')).length;
}

async function passHours(page: Page, session: string, hours: number): Promise<void> {
  const form = { session, hours: String(hours) };
  expect((await page.request.post('/sandbox/clock', { form, maxRedirects: 0 })).status()).toBe(303);
}

async function giveGoodFeedback(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'How was it?' })).toBeVisible();
  await page.getByRole('radio', { name: 'Yes, we played' }).check();
  await page.getByLabel('Rate the session out of five').selectOption('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You told us how it went')).toBeVisible();
}

test('adds a rated session to both profiles, updates reliability and asks for ratings only once', async ({
  browser,
  page: visitor,
}) => {
  test.slow();
  const { ada, ben, room, session, name } = await createEvening();
  const record = visitor.getByRole('region', { name: 'Track record' });
  await openHydrated(visitor, `/protocol/profile/${ben.id}`);
  await expect(record).toContainText(/Games played\s*0/);
  await expect(record).toContainText('Not confirmed by any teammates yet.');
  expect(await reliabilityOf(ben)).toEqual({ score: null, evidence: [] });

  const adaPage = await visit(browser, ada, '/dashboard');
  const waits = adaPage.getByRole('region', { name: 'Waiting on you' });
  await expect(waits).not.toContainText('how was it?');
  await passHours(adaPage, session, 26);

  // Each player is asked on the home page, in the inbox and on the squad page.
  await expect(waits.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  await expect.poll(() => countRatingRequests(ada)).toBe(1);
  await openHydrated(adaPage, room);
  await giveGoodFeedback(adaPage);
  await openHydrated(adaPage, '/dashboard');
  await expect(waits.getByRole('listitem').filter({ hasText: /how was it/i })).toHaveCount(0);

  // A rating updates the profile of the rated teammate, but not yet that of the rater.
  await openHydrated(visitor, `/protocol/profile/${ben.id}`);
  await expect(record).toContainText(/Games played\s*1/);
  await expect(record).toContainText(/Squads played in\s*1/);
  await expect(record).toContainText('Confirmed by one teammate who was there.');
  await openHydrated(visitor, `/protocol/profile/${ada.id}`);
  await expect(record).toContainText('Not confirmed by any teammates yet.');
  const [changedReliability, otherReliability] = await Promise.all([reliabilityOf(ben), reliabilityOf(ada)]);
  expect(changedReliability.evidence).toMatchObject([{ outcome: 'came', reports: 1 }]);
  expect(changedReliability.score).toBeGreaterThan(50);
  expect(otherReliability.score).toBeNull();

  const benPage = await visit(browser, ben, '/protocol/inbox');
  await benPage.getByRole('main').getByRole('link', { name: 'Give feedback' }).first().click();
  await giveGoodFeedback(benPage);
  await openHydrated(benPage, '/protocol/standing');
  await expect(benPage.getByRole('list', { name: 'Sessions that count' }).getByRole('listitem')).toHaveCount(1);
  await expect(
    benPage.getByRole('progressbar', { name: `How reliably you show up: ${changedReliability.score} out of 100` }),
  ).toBeVisible();
  await openHydrated(visitor, `/protocol/profile/${ada.id}`);
  await expect(record).toContainText('Confirmed by one teammate who was there.');
  await expect.poll(async () => (await reliabilityOf(ada)).score).toBe(changedReliability.score);

  // Later, the ratings are kept and no one is asked again.
  await passHours(adaPage, session, 20);
  await openHydrated(adaPage, room);
  await expect(adaPage.getByText('You told us how it went')).toBeVisible();
  await expect(adaPage.getByRole('heading', { name: 'How was it?' })).toHaveCount(0);
  expect(await Promise.all([ada, ben].map(countRatingRequests))).toEqual([1, 1]);
});
