import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const HOURS = [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }];

const createFit = (mark: string) => ({
  ...{ region: 'EU', platform: 'PC', languages: [`Argot ${mark}`], modes: ['Rec'], availability: HOURS },
  ...{ overall_rating: 85, mic: true, timezone: 'Europe/Paris' },
});

/** Creates two players who match only each other, because no one else speaks their language. */
async function createPair(mark = crypto.randomUUID().slice(0, 6)): Promise<[TestAccount, TestAccount]> {
  const fit = createFit(mark);
  const first = { ...fit, display_name: `Ada ${mark}`, role: 'PG', discord: 'ada_plays' };
  const second = { ...fit, display_name: `Ben ${mark}`, role: 'C', discord: 'ben_plays' };
  return [await makePublishedPlayer(first), await makePublishedPlayer(second)];
}

/** Opens a page in a time zone other than the profile's, because pages must use the profile's. */
async function open(browser: Browser, person: TestAccount, path: string, { streams = true } = {}): Promise<Page> {
  const page = await (await browser.newContext({ timezoneId: 'Asia/Tokyo' })).newPage();
  if (!streams) await page.route('**/api/live', (route) => route.abort());
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

test('matches two players into a squad they can rename, hand over and leave', async ({ browser }) => {
  test.slow();
  const [ada, ben] = await createPair();
  const adaPage = await open(browser, ada, '/protocol/squads');
  await expect(adaPage.getByText('You’re not in a squad yet')).toBeVisible();
  await expectAccessible(adaPage);
  await runMatcher();
  await adaPage.getByRole('link', { name: 'See your matches' }).click();
  await adaPage.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await expect(adaPage.getByText('Match accepted!', { exact: true })).toBeVisible();

  const benPage = await open(browser, ben, '/protocol/matches');
  await benPage.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await benPage.getByRole('link', { name: 'Your squad room' }).click();
  await expect(benPage).toHaveURL(/\/protocol\/squads\/[\w-]+$/);
  const room = new URL(benPage.url()).pathname;
  const roster = benPage.getByRole('list', { name: 'Members of the squad' });
  await expect(roster).toContainText('ada_plays');
  await expect(roster.getByRole('listitem').filter({ hasText: 'Captain' })).toContainText('Ada');
  await expect(benPage.getByRole('button', { name: 'Edit name and crest' })).toBeHidden();
  const download = benPage.waitForEvent('download');
  await benPage.getByRole('button', { name: 'Add to calendar (.ics)' }).click();
  expect((await download).suggestedFilename()).toBe('squad-sessions.ics');
  await expectAccessible(benPage);

  await adaPage.goto(room);
  await adaPage.getByRole('button', { name: 'Edit name and crest' }).click();
  const name = adaPage.getByLabel('Squad name');
  await name.fill(' ');
  await adaPage.getByRole('button', { name: 'Save name' }).click();
  await expect(adaPage.getByText('Enter a squad name.')).toBeVisible();
  await name.fill('Argot Orbit');
  await expectAccessible(adaPage);
  await adaPage.getByRole('button', { name: 'Save name' }).click();
  await expect(adaPage.getByRole('heading', { level: 1, name: 'Argot Orbit' })).toBeVisible();

  await adaPage.getByRole('button', { name: 'Hand over' }).click();
  await adaPage.getByRole('button', { name: 'Make captain' }).click();
  await expect(adaPage.getByText('The squad has a new captain')).toBeVisible();
  await expect(adaPage.getByRole('button', { name: 'Edit name and crest' })).toBeHidden();

  await adaPage.getByRole('button', { name: 'Leave squad' }).click();
  await adaPage.getByRole('radio', { name: 'My availability changed' }).check();
  await adaPage.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(adaPage).toHaveURL('/protocol/squads');
  const before = adaPage.getByRole('list', { name: 'Squads you were in' });
  await expect(before).toContainText('still active');
  await expect(before).toContainText('You left the squad. With Ben');
  await expectAccessible(adaPage);
  const errors: string[] = [];
  adaPage.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await adaPage.goto(room);
  await expect(adaPage.getByText('Squad not found, or you’re no longer in it.')).toBeVisible();
  expect(errors, 'a room that is closed is no error of its page').toEqual([]);
  await expectAccessible(adaPage);

  await benPage.reload();
  await expect(benPage.getByRole('heading', { level: 1, name: 'Argot Orbit' })).toBeVisible();
  await benPage.getByRole('button', { name: 'Leave squad' }).click();
  await expect(benPage.getByText('You’re the only member. If you leave, the squad will end.')).toBeVisible();
  await benPage.getByRole('button', { name: 'Stay' }).click();
  await expect(benPage.getByText('ada_plays')).toBeHidden();
  await benPage.goto('/protocol/squads');
  await expect(benPage.getByRole('list', { name: 'Your squads' })).toContainText('You’re the captain');
  await expectAccessible(benPage);
  const inbox = await callApi<{ items: { title: string; lines: string[] }[] }>(ben.token, 'GET', '/api/notifications');
  expect(inbox.items.map((item) => [item.title, item.lines[0]])).toContainEqual([
    expect.stringMatching(/^Ada \w+ left Argot Orbit$/),
    'Their availability changed.',
  ]);
});

test('proposes, answers and cancels sessions live on both pages', async ({ browser }) => {
  test.slow();
  const [ada, ben] = await createPair();
  await runMatcher();
  for (const person of [ada, ben]) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(person.token, 'GET', '/api/matches');
    await callApi(person.token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string }[] }>(ada.token, 'GET', '/api/squads');
  const room = `/protocol/squads/${squads[0]!.id}`;
  const adaPage = await open(browser, ada, room);
  const benPage = await open(browser, ben, room);
  const times = benPage.getByRole('list', { name: 'Times when you’re both free' });
  await expect(times.getByRole('listitem')).toHaveCount(3);
  await expect(times).toContainText('20:00–23:00');
  // Each button is next to its time, even where the time wraps to two lines.
  const { width, height } = benPage.viewportSize()!;
  await benPage.setViewportSize({ width: 320, height });
  for (const row of await times.getByRole('listitem').all()) {
    const [time, button] = [(await row.locator('time').boundingBox())!, (await row.getByRole('button').boundingBox())!];
    expect(button.y).toBeLessThan(time.y + time.height);
  }
  await benPage.setViewportSize({ width, height });
  await expect(benPage.getByText(/Central European time/)).toHaveCount(1);
  await times.getByRole('button').first().focus();
  await benPage.keyboard.press('Enter');
  await expect(benPage.getByRole('list', { name: 'Sessions' })).toContainText('1 of 2 in');
  await expect(benPage.getByText('We’ve asked your teammate', { exact: true })).toBeVisible();
  await expect(benPage.getByRole('list', { name: 'Sessions' })).toBeFocused();

  const card = adaPage.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first();
  await expect(card).toContainText('1 of 2 in');
  await expectAccessible(adaPage);
  const yesButton = card.getByRole('button', { name: 'I’m in' });
  await yesButton.focus();
  await adaPage.keyboard.press('Enter');
  await expect(yesButton).toHaveAttribute('aria-pressed', 'true');
  await expect(yesButton).toBeFocused();
  await expect(adaPage.getByText("You're in")).toBeVisible();
  await expect(card).toContainText('Confirmed');
  await expect(benPage.getByRole('list', { name: 'Sessions' })).toContainText('Confirmed');
  await expectAccessible(benPage);

  const soon = { starts_at: new Date(Date.now() + 20 * 60_000).toISOString(), minutes: 60 };
  await callApi(ada.token, 'POST', `/api/squads/${squads[0]!.id}/sessions`, soon);
  await benPage.getByRole('button', { name: 'I’m here' }).click();
  await expect(benPage.getByRole('button', { name: 'You’re here' })).toBeDisabled();
  await expect(card.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('here');
  await expectAccessible(benPage);

  await benPage.getByRole('button', { name: 'Create calendar link' }).click();
  const webcal = benPage.getByRole('link', { name: 'Open in calendar' });
  await expect(webcal).toHaveAttribute('href', /^webcal:\/\/.+\/sessions\.ics$/);
  const address = (await webcal.getAttribute('href'))!.replace(/^webcal:\/\/[^/]+/, '');
  expect(await (await benPage.request.get(address)).text()).toContain('STATUS:CONFIRMED');
  await expectAccessible(benPage);
  await benPage.getByRole('button', { name: 'Turn off' }).click();
  await expect(benPage.getByRole('button', { name: 'Create calendar link' })).toBeVisible();
  // Calendar apps don't show errors and keep old entries, so a revoked URL returns an empty calendar.
  expect(await (await benPage.request.get(address)).text()).not.toContain('BEGIN:VEVENT');

  await benPage.getByRole('button', { name: 'Propose another time' }).click();
  await benPage.getByRole('button', { name: 'Propose time' }).click();
  await expect(benPage.getByText('Choose a day and a time.')).toBeVisible();
  await benPage.getByLabel('Day and time').fill('2020-01-01T20:00');
  await benPage.getByRole('button', { name: 'Propose time' }).click();
  await expect(benPage.getByText('This time has passed. Choose a future time.')).toBeVisible();
  await expect(benPage.getByLabel('Day and time')).toHaveValue('2020-01-01T20:00');
  await expectAccessible(benPage);
  await benPage.getByRole('button', { name: 'Cancel', exact: true }).click();

  await benPage.getByRole('button', { name: 'Cancel session' }).last().click();
  await benPage.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(adaPage.getByRole('list', { name: 'Sessions' })).toContainText('Canceled');

  // Other pages also use the profile's time zone, regardless of the device's, and link to the setting.
  await benPage.goto('/protocol/inbox');
  await expect(
    benPage.getByText('Times are in your profile’s time zone: Central European time, not this device’s.'),
  ).toBeVisible();
  await benPage.getByRole('link', { name: 'Change time zone' }).click();
  await expect(benPage.getByRole('combobox', { name: 'Timezone' })).toHaveValue('Europe/Paris');
});

test("uses the account's time zone on a new device, even while the header is loading", async ({ browser }) => {
  const [ada] = await createPair();
  const page = await (await browser.newContext({ timezoneId: 'Asia/Tokyo' })).newPage();
  await page.route('**/api/profiles/me/standing', () => {});
  await signInWithPassword(page, ada.email, undefined, '/protocol/inbox');
  await expect(page).toHaveURL('/protocol/inbox');
  expect(await page.evaluate(() => window.localStorage.getItem('planet-crew-zone'))).toBe('Europe/Paris');
});

test('filters the inbox to messages that need an answer and confirms a session there', async ({ browser }) => {
  const [ada, ben] = await createPair();
  await runMatcher();
  for (const person of [ada, ben]) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(person.token, 'GET', '/api/matches');
    await callApi(person.token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string }[] }>(ben.token, 'GET', '/api/squads');
  const sessionInput = { starts_at: new Date(Date.now() + 50 * 3_600_000).toISOString(), minutes: 60 };
  await callApi(ben.token, 'POST', `/api/squads/${squads[0]!.id}/sessions`, sessionInput);

  const page = await open(browser, ada, '/protocol/inbox');
  const views = page.getByRole('navigation', { name: 'Filter messages' });
  await expect(views.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  await views.getByRole('link', { name: 'To answer (1)' }).click();
  await expect(page).toHaveURL('/protocol/inbox?view=waiting');
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('article')).toHaveCount(1);
  await expectAccessible(page);
  const yesButton = page.getByRole('button', { name: 'I’m in' });
  await yesButton.focus();
  await page.keyboard.press('Enter');
  await expect(yesButton).toHaveAttribute('aria-pressed', 'true');
  await expect(yesButton).toBeFocused();
  await expect(views.getByRole('link', { name: 'To answer', exact: true })).toBeVisible();
  type Room = { sessions: { my_answer: string | null }[] };
  const room = await callApi<Room>(ada.token, 'GET', `/api/squads/${squads[0]!.id}`);
  expect(room.sessions.map(({ my_answer }) => my_answer)).toEqual(['yes']);

  // After a reload, nothing is pending.
  await page.reload();
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await expect(page.getByText('Reviews and unread chats are on').getByRole('link')).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await expectAccessible(page);
});

const sessionsOn = (page: Page) => page.getByRole('list', { name: 'Sessions' });

/** Advances a session's clock by some hours through the sandbox's clock page. */
async function passHours(page: Page, session: string, hours: number): Promise<void> {
  const response = await page.request.post('/sandbox/clock', {
    form: { session, hours: String(hours) },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
}

test('never replaces a newer answer with a stale response', async ({ browser }) => {
  test.slow();
  const { ada, ben, room, session } = await createAgreedSession();
  // Without a stream, the page polls only every 20 seconds, so the next response is the one after the click.
  const benPage = await open(browser, ben, room, { streams: false });
  const card = sessionsOn(benPage).getByRole('listitem').first();
  await expect(card).toContainText('Confirmed');
  const apiPath = `/api${room.replace('/protocol', '')}`;
  let releaseResponse: (() => Promise<void>) | undefined;
  // The first response after Ben's click is delayed, so it predates Ada's answer.
  await benPage.route(`**${apiPath}?explain=denied`, async (route) => {
    if (releaseResponse) return route.fallback();
    const response = await route.fetch();
    const release = new Promise<void>((resolve) => {
      releaseResponse = async () => resolve();
    });
    await release;
    await route.fulfill({ response });
  });
  await card.getByRole('button', { name: 'Maybe' }).click();
  await expect.poll(() => releaseResponse !== undefined).toBe(true);
  await callApi(ada.token, 'PUT', `${apiPath}/sessions/${session}/answer`, { version: 1, answer: 'no' });
  await expect(card).toContainText('can’t', { timeout: 40_000 });
  await releaseResponse!();
  await expect(card.getByRole('button', { name: 'Maybe' })).toBeEnabled();
  // Long enough to render the response, but shorter than the polling interval.
  await benPage.waitForTimeout(2_000);
  await expect(card).toContainText('can’t', { timeout: 3_000 });
});

type Room = { sessions: { id: string; version: number }[] };

/** Creates a squad of two with a confirmed session in three days. */
async function createAgreedSession(mark?: string) {
  const [ada, ben] = await createPair(mark);
  await runMatcher();
  for (const person of [ada, ben]) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(person.token, 'GET', '/api/matches');
    await callApi(person.token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string }[] }>(ada.token, 'GET', '/api/squads');
  const apiPath = `/api/squads/${squads[0]!.id}/sessions`;
  const time = { starts_at: new Date(Date.now() + 3 * 86_400_000).toISOString(), minutes: 120 };
  const { sessions } = await callApi<Room>(ada.token, 'POST', apiPath, time);
  const { id, version } = sessions[0]!;
  await callApi(ben.token, 'PUT', `${apiPath}/${id}/answer`, { version, answer: 'yes' });
  return { ada, ben, room: `/protocol/squads/${squads[0]!.id}`, session: id };
}

test("asks both players how the session went, on the squad page and on the session's own page", async ({ browser }) => {
  test.slow();
  const { ada, ben, room, session } = await createAgreedSession();
  const adaPage = await open(browser, ada, room);
  await passHours(adaPage, session, 3 * 24 + 3);
  await expect(adaPage.getByRole('heading', { name: 'How was it?' })).toBeVisible();
  await expectAccessible(adaPage);
  await adaPage.getByRole('button', { name: 'Save' }).click();
  await expect(adaPage.getByText('Say whether you played.')).toBeVisible();
  await adaPage.getByRole('radio', { name: 'Yes, we played' }).check();
  await adaPage.getByRole('checkbox', { name: /^Ben / }).check();
  await expectAccessible(adaPage);
  await adaPage.getByRole('button', { name: 'Save' }).click();
  await expect(adaPage.getByText('You told us how it went')).toBeVisible();
  await expectAccessible(adaPage);

  const benPage = await open(browser, ben, '/protocol/inbox');
  await benPage.getByRole('main').getByRole('link', { name: 'Give feedback' }).first().click();
  await expect(benPage).toHaveURL(`/protocol/sessions/${session}`);
  await expect(benPage.getByRole('heading', { name: 'How was it?' })).toBeVisible();
  await expectAccessible(benPage);
  await benPage.getByRole('radio', { name: 'No, it didn’t' }).check();
  await benPage.getByRole('button', { name: 'Save' }).click();
  await expect(benPage.getByText('You told us how it went')).toBeVisible();
  await expectAccessible(benPage);
  await benPage.goto('/protocol/standing');
  await expect(benPage.getByRole('list', { name: 'Sessions that count' })).toContainText('Counts as a no-show');
  await benPage.getByRole('button', { name: 'Contest this' }).click();
  await benPage.getByLabel('What happened').fill('My console broke.');
  await benPage.getByRole('button', { name: 'Send to a moderator' }).click();
  await expect(benPage.getByText('A moderator will read your message.')).toBeVisible();
  await expectAccessible(benPage);

  await benPage.goto(room);
  await adaPage.getByRole('button', { name: 'Run it back now' }).click();
  const sessionList = benPage.getByRole('list', { name: 'Sessions' });
  await expect(sessionList).toContainText('If too few players confirm, it’ll be canceled automatically.');
  await expect(benPage.getByRole('button', { name: /^Run it back/ })).toBeHidden();
  await expectAccessible(benPage);
  await sessionList.getByRole('button', { name: 'I’m in' }).click();
  await expect(adaPage.getByRole('list', { name: 'Sessions' })).toContainText('Confirmed');
  await expectAccessible(adaPage);

  const [outsider] = await createPair();
  const stranger = await open(browser, outsider, `/protocol/sessions/${session}`);
  await expect(stranger.getByText('You can’t open this session')).toBeVisible();
  await expectAccessible(stranger);
});

test('lets the captain invite a replacement player from the pool, who joins the squad', async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const { ada, ben, room } = await createAgreedSession(mark);
  const adaPage = await open(browser, ada, room);
  await expect(adaPage.getByRole('button', { name: 'Find a player' })).toBeHidden();
  await callApi(ben.token, 'POST', `/api${room.replace('/protocol', '')}/leave`, { reason: 'hours' });
  const seek = adaPage.getByRole('button', { name: 'Find a player' });
  await adaPage.getByLabel('Position').selectOption('C');
  await expectAccessible(adaPage);
  const cleo = await makePublishedPlayer({
    ...createFit(mark),
    display_name: `Cleo ${mark}`,
    role: 'SF',
    discord: 'cleo_plays',
  });
  await adaPage.getByLabel('Position').selectOption('SF');
  await seek.click();
  await expect(adaPage.getByRole('list', { name: 'Invited players' })).toContainText('Invited to play SF');
  await expectAccessible(adaPage);

  const cleoPage = await open(browser, cleo, '/protocol/squads');
  await cleoPage
    .getByRole('button', { name: /^(Accept|Join)/ })
    .first()
    .click();
  const members = adaPage.getByRole('list', { name: 'Members of the squad' });
  await expect(members).toContainText(`Cleo ${mark}`);
  await expect(seek).toBeHidden();
  await expectAccessible(cleoPage);
});

test('keeps the messages of a disbanded squad readable under past squads', async ({ browser }) => {
  test.slow();
  const [ada, ben] = await createPair();
  await runMatcher();
  for (const { token } of [ada, ben]) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(token, 'GET', '/api/matches');
    await callApi(token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string }[] }>(ada.token, 'GET', '/api/squads');
  const { id } = squads[0]!;
  const thread = await callApi<{ id: string }>(ada.token, 'GET', `/api/threads/squad/${id}`);
  const messageBody = { client_id: crypto.randomUUID(), text: 'Thank you for the games.' };
  await callApi(ada.token, 'POST', `/api/threads/${thread.id}/messages`, messageBody);
  await callApi(ada.token, 'DELETE', `/api/squads/${id}`);
  const benPage = await open(browser, ben, '/protocol/squads');
  const pastSquads = benPage.getByRole('list', { name: 'Squads you were in' });
  await expect(pastSquads).toContainText('Kept until');
  await expect(benPage.getByText(messageBody.text)).toBeHidden();
  await pastSquads.getByRole('button', { name: /^Read messages/ }).click();
  await expect(pastSquads.getByText(messageBody.text)).toBeVisible();
  await expect(pastSquads.getByText('This chat has ended, so you can’t send messages in it anymore.')).toBeVisible();
  await expectAccessible(benPage);
});

test('pauses matching for squad members until they opt back in on any of three pages', async ({ browser }) => {
  test.slow();
  const [ada, ben] = await createPair();
  await runMatcher();
  const adaPage = await open(browser, ada, '/protocol/matches');
  const panel = adaPage.getByRole('region', { name: 'What you’re looking for' });
  await adaPage.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await expect(panel).toBeHidden();
  const { matches } = await callApi<{ matches: { id: string }[] }>(ben.token, 'GET', '/api/matches');
  await callApi(ben.token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  // The panel appears together with the squad, without a reload.
  await expect(panel).toContainText("You're not looking for a pair while you play in");
  await expectAccessible(adaPage);
  await panel.getByRole('button', { name: 'Look for another pair' }).click();
  await expect(panel).toContainText("You're looking for another pair, even though you play in");

  await adaPage.goto('/protocol/squads');
  await panel.getByRole('button', { name: 'Stop looking for another pair' }).click();
  await expect(panel).toContainText("You're not looking for a pair while you play in");
  await expectAccessible(adaPage);

  await panel.getByRole('link', { name: 'Your profile' }).click();
  const pair = adaPage.getByLabel('A pair');
  await expect(pair).toHaveValue('until_found');
  await pair.selectOption('Not now');
  await expect(adaPage.getByText('Saved and active now')).toBeVisible();
  await expect(pair).toHaveValue('never');
  await expectAccessible(adaPage);
  type Own = { published: boolean; looking: object };
  expect(await callApi<Own>(ada.token, 'GET', '/api/profiles/me')).toMatchObject({
    published: true,
    looking: { squad: 'until_found', pair: 'never' },
  });

  const { squads } = await callApi<{ squads: { id: string }[] }>(ada.token, 'GET', '/api/squads');
  await callApi(ada.token, 'POST', `/api/squads/${squads[0]!.id}/leave`, { reason: 'hours' });
  await adaPage.goto('/protocol/matches');
  await expect(panel).toContainText('You chose not to look for a pair right now.');
  await panel.getByRole('button', { name: 'Look for a pair' }).click();
  await expect(panel).toBeHidden();
});
