import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated as openPage } from './page-ready.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const HOUR_MS = 3_600_000;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Within the 30-minute check-in window before the start. */
const BEFORE_MS = 20 * 60_000;

const toAnswer = (page: Page) => page.getByRole('list', { name: 'To answer' });
const sessionsOn = (page: Page) => page.getByRole('list', { name: 'Sessions' });

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  await openPage(page, path);
  return page;
}

async function passHours(page: Page, session: string, hours: number): Promise<void> {
  const form = { session, hours: String(hours) };
  expect((await page.request.post('/sandbox/clock', { form, maxRedirects: 0 })).status()).toBe(303);
}

type Session = { id: string; version: number; starts_at: string };

test("invites the best sub when a player can't come, and asks for ratings afterward", async ({ browser }) => {
  test.setTimeout(240_000);
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Lingo ${mark}`], modes: ['Rec'], overall_rating: 85, mic: true },
    ...{ availability: [{ days: DAYS, start: '00:00', end: '24:00' }], timezone: 'Europe/Paris' },
  };
  const ada = await makePublishedPlayer({ ...fit, display_name: `Ada ${mark}`, role: 'PG', discord: 'ada_plays' });
  const ben = await makePublishedPlayer({ ...fit, display_name: `Ben ${mark}`, role: 'C' });
  await runMatcher();
  for (const { token } of [ada, ben]) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(token, 'GET', '/api/matches');
    await callApi(token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string }[] }>(ada.token, 'GET', '/api/squads');
  const room = `/protocol/squads/${squads[0]!.id}`;
  const starts_at = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 12 * HOUR_MS).toISOString();
  const sessionRoom = await callApi<{ sessions: Session[] }>(
    ada.token,
    'POST',
    `/api/squads/${squads[0]!.id}/sessions`,
    {
      ...{ starts_at, minutes: 120 },
    },
  );
  const session = sessionRoom.sessions[0]!;
  await callApi(ben.token, 'PUT', `/api/squads/${squads[0]!.id}/sessions/${session.id}/answer`, {
    ...{ version: session.version, answer: 'yes' },
  });
  const cleo = await makePublishedPlayer({ ...fit, display_name: `Cleo ${mark}`, role: 'SF' });
  const cleoPage = await open(browser, cleo, '/protocol/find');
  const captains = await open(browser, ada, room);
  const benPage = await open(browser, ben, room);
  await expect(sessionsOn(captains)).toContainText('Confirmed');

  await sessionsOn(benPage).getByRole('button', { name: 'Can’t' }).click();
  await expect(sessionsOn(captains)).toContainText(`Cleo ${mark} is invited to sub in`);
  await expect(sessionsOn(captains).getByRole('button', { name: 'Stop looking' })).toBeVisible();
  await expectAccessible(captains);

  await cleoPage.getByRole('link', { name: 'Inbox 1 to answer' }).click();
  await expect(toAnswer(cleoPage).getByRole('heading', { name: /needs a sub/ })).toBeVisible();
  await expectAccessible(cleoPage);
  await toAnswer(cleoPage).getByRole('button', { name: 'Sub in' }).click();
  await expectToast(cleoPage, 'You’re subbing in');
  await expect(sessionsOn(captains)).toContainText('Confirmed');
  await expect(sessionsOn(captains)).toContainText('1 in, 1 sub, 1 can’t.');
  await expectAccessible(captains);

  await toAnswer(cleoPage).getByRole('link', { name: 'See the session' }).click();
  await expect(cleoPage.getByRole('heading', { name: 'You’re subbing in' })).toBeVisible();
  await expect(cleoPage.getByRole('list', { name: 'Who’s in' })).toContainText('ada_plays');
  const messageBox = cleoPage.getByRole('textbox', { name: /message/i });
  await messageBox.fill('See you tonight');
  await cleoPage.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(captains.getByRole('log')).toContainText('See you tonight');
  await expectAccessible(cleoPage);

  await passHours(cleoPage, session.id, (Date.parse(starts_at) - Date.now() - BEFORE_MS) / HOUR_MS);
  await cleoPage.getByRole('button', { name: 'I’m here' }).click();
  await expect(cleoPage.getByRole('button', { name: 'You’re here' })).toBeDisabled();
  await expect(
    sessionsOn(captains)
      .getByRole('listitem')
      .filter({ hasText: `Cleo ${mark}` })
      .last(),
  ).toContainText('here');
  await passHours(cleoPage, session.id, 5);
  await expect(cleoPage.getByRole('heading', { name: 'How was it?' })).toBeVisible();
  await cleoPage.getByRole('radio', { name: 'Yes, we played' }).check();
  await cleoPage.getByRole('button', { name: 'Save' }).click();
  await expect(cleoPage.getByText('You told us how it went')).toBeVisible();
  await expect(captains.getByRole('checkbox', { name: `Cleo ${mark}` })).toBeVisible();
  await expectAccessible(cleoPage);
});

test('lets an invited sub accept on the session page and withdraw', async ({ browser }) => {
  test.setTimeout(180_000);
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Slang ${mark}`], modes: ['Rec'], overall_rating: 85, mic: true },
    ...{ availability: [{ days: DAYS, start: '00:00', end: '24:00' }], timezone: 'Europe/Paris' },
  };
  const two = [
    await makePublishedPlayer({ ...fit, display_name: `Dan ${mark}`, role: 'PG' }),
    await makePublishedPlayer({ ...fit, display_name: `Eve ${mark}`, role: 'C' }),
  ] as const;
  await runMatcher();
  for (const { token } of two) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(token, 'GET', '/api/matches');
    await callApi(token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string; name: string }[] }>(two[0].token, 'GET', '/api/squads');
  const squad = squads[0]!;
  const starts_at = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS).toISOString();
  await callApi(two[0].token, 'POST', `/api/squads/${squad.id}/sessions`, { starts_at, minutes: 120 });
  const captains = await open(browser, two[0], `/protocol/squads/${squad.id}`);
  await sessionsOn(captains).getByRole('button', { name: 'Ask for a sub' }).click();
  await expect(sessionsOn(captains)).toContainText('No one looking right now is a fit');
  await expectAccessible(captains);

  const fay = await makePublishedPlayer({ ...fit, display_name: `Fay ${mark}`, role: 'SF' });
  const fayPage = await open(browser, fay, '/protocol/squads');
  await sessionsOn(captains).getByRole('button', { name: 'Ask for a sub' }).click();
  const invitations = fayPage.getByRole('list', { name: 'Sub requests' });
  await expect(invitations).toContainText('You’re invited');
  await expectAccessible(fayPage);
  await invitations.getByRole('link').click();
  await expect(fayPage.getByRole('heading', { name: 'Can you sub in?' })).toBeVisible();
  await expectAccessible(fayPage);
  await fayPage.getByRole('button', { name: 'Accept' }).click();
  await expect(fayPage.getByRole('heading', { name: 'You’re subbing in' })).toBeVisible();
  await fayPage.getByRole('button', { name: 'I can’t come' }).click();
  await fayPage.getByRole('alertdialog').getByRole('button', { name: 'I can’t come' }).click();
  await expect(fayPage.getByText('You’re no longer subbing in for this session.')).toBeVisible();
  await expect(sessionsOn(captains)).toContainText('No one looking right now is a fit');
  await expectAccessible(fayPage);
});
