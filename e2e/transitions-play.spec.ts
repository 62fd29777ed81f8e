import { expect, type Page, type Route, test } from '@playwright/test';
import { closeAllContexts, makePlayer } from './money-fixtures.ts';
import {
  openWithRecorder as open,
  pressButton,
  pressInDialog,
  runTransitionsAndClose,
  runTransitionsOn,
} from './screen-reader.ts';
import { callApi, runMatcher, type TestAccount } from './server-api.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

// Checks the focus after each action while playing and finding teammates, and that each announcement is made exactly
// once.

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 180_000 });

/** Matches any focus except none, main and body, because the focus must stay near the clicked element. */
const PLACE = /^(?!nothing|main|body)/;
const mark = () => crypto.randomUUID().slice(0, 6);

/** Creates two players who match only each other. */
async function createPair(first: string, second: string): Promise<[TestAccount, TestAccount]> {
  const fit = createIsolatedProfile(`Hearing ${mark()}`);
  return [await makePlayer(first, fit), await makePlayer(second, { ...fit, role: 'C' })];
}

/** Creates a squad of two and returns its members and the path of its page. */
async function createSquad(): Promise<{ lead: TestAccount; mate: TestAccount; id: string; room: string }> {
  const [lead, mate] = await createPair('Hears First', 'Hears Second');
  const id = await formSquad(lead, mate);
  return { lead, mate, id, room: `/protocol/squads/${id}` };
}

const readJson = async (route: Route) => (await route.fetch()).json();
const link = (name: string) => (page: Page) => page.locator('main').getByRole('link', { name, exact: true }).click();
const thread = (page: Page) => page.getByRole('region', { name: /^Messages/ });
const invitations = (page: Page) => page.getByRole('list', { name: 'Squad invitations' });

test('announces each step of paging through the directory and following players', async ({ browser }) => {
  const [me, them] = await Promise.all([makePlayer(`Ear Fan ${mark()}`), makePlayer(`Ear Star ${mark()}`)]);
  const directory = await open(browser, me, '/protocol/find');
  await runTransitionsAndClose(directory, [
    { does: 'the next page', press: link('Next page'), focus: /^h1: Find Your Squad/ },
    { does: 'a page after that', press: link('Next page'), focus: /^h1: Find Your Squad/ },
  ]);
  const owners = await Promise.all(['One', 'Two', 'Three'].map((name) => makePlayer(`Ear Owner ${name}`)));
  for (const owner of owners)
    for (let n = 0; n < 9; n += 1)
      await callApi(owner.token, 'POST', '/api/lfg/listings', {
        title: `Ear ${mark()} ${n}`,
        needed_positions: ['C'],
        modes: ['Rec'],
      });
  const listings = await open(browser, me, '/protocol/lfg');
  await runTransitionsAndClose(listings, [
    { does: 'older listings', press: link('Next page'), focus: /^(h1: LFG|div: Browse)/ },
  ]);
  const page = await open(browser, me, `/protocol/profile/${them.id}`);
  await runTransitionsAndClose(page, [
    {
      does: 'following',
      press: pressButton('Follow'),
      focus: /^button: Following$/,
      announces: /^You're following Ear Star/,
    },
    {
      does: 'letting go',
      press: pressButton('Following'),
      focus: /^button: Follow$/,
      announces: /^You unfollowed Ear Star/,
    },
  ]);
});

test('announces each step of changing the avatar and profile sections', async ({ browser }) => {
  const me = await makePlayer(`Ear Face ${mark()}`);
  const page = await open(browser, me, `/protocol/profile/${me.id}`);
  await runTransitionsAndClose(page, [
    { does: 'opening the look', press: pressButton('Change my look'), focus: /^(button: Close|h2: Your look|dialog)/ },
    {
      does: 'saving the look',
      press: async (page) => {
        await page.locator('dialog:modal').getByRole('radio', { name: 'Afro' }).check({ force: true });
        await pressInDialog('Save my look')(page);
      },
      focus: /^button: Change my look$/,
      announces: /^Look saved$/,
    },
  ]);
  const profile = await open(browser, me, '/account/profile');
  const section = (name: string) => (page: Page) => page.getByRole('region', { name });
  const openSection = (page: Page, name: string) => section(name)(page).getByRole('heading', { level: 2 }).click();
  await runTransitionsAndClose(profile, [
    {
      does: 'saving what the server refuses',
      press: async (page) => {
        await openSection(page, 'Game');
        await section('Game')(page).getByLabel('Overall rating').fill('250');
        await pressButton('Save')(page);
      },
      focus: /^(div: |input: Overall rating)/,
    },
    {
      does: 'discarding it',
      press: pressButton('Discard changes'),
      focus: PLACE,
    },
    {
      does: 'saving a section',
      press: async (page) => {
        await openSection(page, 'About you');
        await section('About you')(page).getByLabel('About you').fill('Pass first.');
        await pressButton('Save')(page);
      },
      focus: /^button: Save$/,
      announces: /^Saved/,
    },
    {
      does: 'saving what a published profile may not lack',
      press: async (page) => {
        await openSection(page, 'Contact');
        await section('Contact')(page).getByRole('switch', { name: 'Allow contact' }).click();
        await pressButton('Save')(page);
      },
      focus: /^div: /,
    },
  ]);
});

test('announces each step of publishing the profile', async ({ browser }) => {
  const me = await makePlayer(`Ear Publishes ${mark()}`);
  const page = await open(browser, me, '/protocol/onboarding?step=6');
  await runTransitionsAndClose(page, [
    {
      does: 'publishing',
      press: async (page) => {
        await pressButton('Publish')(page);
        await pressInDialog('Publish Profile')(page);
      },
      focus: /^h1: /,
      announces: /^Profile published!/,
    },
  ]);
});

test('announces each step of joining the queue and answering its ready check', async ({ browser }) => {
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Queue ${mark()}`], overall_rating: 85 },
    ...{ availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }], timezone: 'Europe/Paris' },
  };
  const roles = ['PG', 'SG', 'SF', 'PF', 'C'];
  const people = await Promise.all(roles.map((role) => makePlayer(`Ear ${role}`, { ...fit, role })));
  const page = await open(browser, people[0]!, '/protocol/matches');
  const check = (page: Page) => page.getByRole('dialog', { name: 'Ready check' });
  await runTransitionsAndClose(page, [
    { does: 'joining', press: pressButton('Play now'), focus: /^h2: Looking for your squad$/ },
    {
      does: 'leaving',
      press: async (page) => {
        await expect(page.getByRole('button', { name: 'Leave the queue' })).toHaveAttribute('aria-disabled', 'false');
        await pressButton('Leave the queue')(page);
      },
      focus: /^button: Play now$/,
    },
    {
      does: 'being asked',
      press: async (page) => {
        await pressButton('Play now')(page);
        const joinRequest = { kind: 'now', with_party: false, any_language: false };
        for (const { token } of people.slice(1)) await callApi(token, 'POST', '/api/queue', joinRequest);
        await expect(check(page)).toBeVisible();
      },
      focus: /^(button|h2|dialog)/,
    },
    { does: 'saying ready', press: pressButton('Ready', check), focus: PLACE },
  ]);
});

test('announces each step of managing sessions, messages and captaincy on the squad page', async ({ browser }) => {
  const { lead, mate, id, room } = await createSquad();
  const starts_at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await callApi(mate.token, 'POST', `/api/squads/${id}/sessions`, { starts_at, minutes: 60 });
  const { id: threadId } = await callApi<{ id: string }>(mate.token, 'GET', `/api/threads/squad/${id}`);
  const messageBody = { client_id: crypto.randomUUID(), text: 'Bring snacks.' };
  await callApi(mate.token, 'POST', `/api/threads/${threadId}/messages`, messageBody);
  const page = await open(browser, lead, room);
  const dates = (page: Page) => page.getByRole('list', { name: 'Sessions' });
  const getMenu = (name: RegExp, choice: string) => async (page: Page) => {
    await thread(page).getByRole('button', { name }).last().click();
    await page.getByRole('button', { name: choice, exact: true }).click();
  };
  await runTransitionsAndClose(page, [
    { does: 'maybe', press: pressButton('Maybe', dates), focus: /^button: Maybe$/ },
    { does: 'no', press: pressButton('Can’t', dates), focus: /^button: Can’t$/ },
    { does: 'yes', press: pressButton('I’m in', dates), focus: /^button: I’m in$/ },
    {
      does: 'proposing one of the common hours',
      press: pressButton(/^Propose /),
      focus: /^ol: /,
      announces: /^We’ve asked (the others|your teammate)$/,
    },
    {
      does: 'proposing another time without one',
      press: async (page) => {
        await pressButton('Propose another time')(page);
        await pressInDialog('Propose time')(page);
      },
      focus: /^(input|div|button: Propose time)/,
    },
    { does: 'giving it up', press: pressInDialog('Cancel'), focus: /^button: Propose another time$/ },
    {
      does: 'calling a session off',
      press: async (page) => {
        await pressButton('Cancel session', dates)(page);
        await pressInDialog('Cancel session')(page);
      },
      focus: PLACE,
      announces: /^Session canceled$/,
    },
    { does: 'sending nothing', press: pressButton('Send', thread), focus: /^textarea: Message$/ },
    {
      does: 'sending a message',
      press: async (page) => {
        await thread(page).getByRole('textbox', { name: 'Message' }).fill('I bring them.');
        await pressButton('Send', thread)(page);
      },
      focus: /^(button: Send|textarea: Message)$/,
      announces: /I bring them\./,
    },
    {
      does: 'reporting a message',
      press: async (page) => {
        await getMenu(/^Actions for the message from/, 'Report message')(page);
        await pressInDialog('Report message')(page);
      },
      focus: /^button: Actions for the message from/,
      announces: /reported for review/,
    },
    {
      does: 'muting who wrote it',
      press: getMenu(/^Actions for the message from/, 'Mute for me'),
      focus: /^button: Actions for the message from/,
      announces: /^Muted for you$/,
    },
    {
      does: 'removing an own message',
      press: async (page) => {
        await getMenu(/^Actions for your message/, 'Delete message')(page);
        await pressInDialog('Delete')(page);
      },
      focus: PLACE,
    },
    {
      does: 'handing over',
      press: async (page) => {
        await pressButton('Hand over')(page);
        await pressInDialog('Make captain')(page);
      },
      focus: PLACE,
      announces: /^The squad has a new captain$/,
    },
    {
      does: 'leaving with a reason',
      press: async (page) => {
        await pressButton('Leave squad')(page);
        await page.getByRole('radio', { name: 'My availability changed' }).check();
        await pressInDialog('Leave')(page);
      },
      focus: /^h1: /,
      announces: /^You left /,
    },
  ]);
});

test('announces each step of rating a session and scheduling another', async ({ browser }) => {
  const { lead, mate, id, room } = await createSquad();
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  type Room = { sessions: { id: string; version: number }[] };
  const sessionRoom = await callApi<Room>(lead.token, 'POST', `/api/squads/${id}/sessions`, { starts_at, minutes: 60 });
  const { id: session, version } = sessionRoom.sessions[0]!;
  await callApi(mate.token, 'PUT', `/api/squads/${id}/sessions/${session}/answer`, { version, answer: 'yes' });
  const page = await open(browser, lead, room);
  await page.request.post('/sandbox/clock', { form: { session, hours: '3' }, maxRedirects: 0 });
  await expect(page.getByRole('heading', { name: 'How was it?' })).toBeVisible();
  await runTransitionsAndClose(page, [
    { does: 'saying nothing', press: pressButton('Save'), focus: /^(input|div|fieldset)/ },
    {
      does: 'saying how it was',
      press: async (page) => {
        await page.getByRole('radio', { name: 'Yes, we played' }).check();
        await pressButton('Save')(page);
      },
      focus: /^(h3: You told us how it went|button: Change)/,
      announces: /^Thanks, noted$/,
    },
    {
      does: 'running it back',
      press: pressButton(/^Run it back/),
      focus: PLACE,
      announces: /^We’ve asked (the others|your teammate)$/,
    },
  ]);
});

test('announces each step of using the inbox', async ({ browser }) => {
  const [me, mate] = await createPair('Ear Inbox', 'Ear Mate');
  await runMatcher();
  const page = await open(browser, me, '/protocol/inbox');
  await runTransitionsAndClose(page, [
    {
      does: 'answering in the inbox',
      press: pressButton('Accept'),
      focus: /^button: Accept$/,
      announces: /^Match accepted!$/,
    },
    {
      does: 'marking all as read',
      press: async (page) => {
        await page.route(/\/api\/notifications(\/unread)?(\?|$)/, async (route) => {
          // The page may close while its last request is in flight.
          const counts = await readJson(route).catch(() => undefined);
          if (counts) await route.fulfill({ json: { ...counts, unread: 12 } });
        });
        await page.reload();
        await pressButton('Mark all as read')(page);
      },
      focus: /^(button: Mark all as read|h1)/,
      announces: /^Everything marked as read$/,
    },
  ]);
  await callApi(mate.token, 'POST', '/api/party/invitations', { user_id: me.id });
  const inbox = await open(browser, me, '/protocol/inbox');
  await runTransitionsAndClose(inbox, [
    {
      does: 'only what waits',
      press: async (page) => {
        const link = page.getByRole('link', { name: /^To answer/ });
        await link.click();
        await expect(link).toHaveAttribute('aria-current', 'true');
      },
      focus: /^(a: To answer|h1)/,
    },
    {
      does: 'joining a party from the inbox',
      press: pressButton('Join party'),
      focus: /^button: Join party$/,
      announces: /^You joined the party$/,
    },
  ]);
});

test('announces each step of undoing a declined match and answering a squad invitation', async ({ browser }) => {
  const [me] = await createPair('Ear Declines', 'Ear Waits');
  await runMatcher();
  const page = await open(browser, me, '/protocol/matches');
  const card = (page: Page) => page.getByRole('article').first();
  await expect(card(page)).toBeVisible();
  // A newly loaded page ignores clicks for a moment, because they may be the second half of a double tap.
  await page.waitForTimeout(800);
  await runTransitionsAndClose(page, [
    {
      does: 'declining',
      press: pressButton('Decline', card),
      focus: /^button: (Declined|Undo)$/,
      announces: /You can undo it/,
    },
    { does: 'taking it back', press: pressButton('Undo', card), focus: /^button: Accept$/ },
  ]);
  const { lead, room, id } = await createSquad();
  const guest = await makePlayer('Ear Guest', { role: 'SF' });
  await callApi(lead.token, 'POST', `/api/squads/${id}/invitations`, { user_id: guest.id });
  const guestPage = await open(browser, guest, '/protocol/squads');
  await runTransitionsAndClose(guestPage, [
    {
      does: 'joining a squad',
      press: pressButton('Join squad', invitations),
      focus: /^button: Join squad$/,
      announces: /^You joined the squad$/,
    },
  ]);
  expect(room).toContain(id);
});

test('announces each step of requesting a sub for a session and letting the sub accept and cancel', async ({
  browser,
}) => {
  const fit = {
    ...{ ...createIsolatedProfile(`Standing ${mark()}`), mic: true },
    availability: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], start: '00:00', end: '24:00' }],
  };
  const lead = await makePlayer('Ear Short', fit);
  const id = await formSquad(lead, await makePlayer('Ear Also Short', { ...fit, role: 'C' }));
  const starts_at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 72 * 3_600_000).toISOString();
  type Room = { sessions: { id: string }[] };
  const sessionRoom = await callApi<Room>(lead.token, 'POST', `/api/squads/${id}/sessions`, {
    starts_at,
    minutes: 120,
  });
  const guest = await makePlayer(`Ear Stands ${mark()}`, { ...fit, role: 'SF' });
  const dates = (page: Page) => page.getByRole('list', { name: 'Sessions' });
  const room = await open(browser, lead, `/protocol/squads/${id}`);
  await runTransitionsOn(room, [
    {
      does: 'asking for a sub',
      press: pressButton('Ask for a sub', dates),
      focus: PLACE,
      announces: /^We’re inviting the best fit$/,
    },
  ]);
  const guestPage = await open(browser, guest, `/protocol/sessions/${sessionRoom.sessions[0]!.id}`);
  await runTransitionsAndClose(guestPage, [
    {
      does: 'subbing in',
      press: pressButton('Accept'),
      focus: /^button: You're in$/,
      announces: /^You’re subbing in/,
    },
    {
      does: 'withdrawing as a sub',
      press: async (page) => {
        await pressButton('I can’t come')(page);
        await pressInDialog('I can’t come')(page);
      },
      focus: PLACE,
      announces: /^You’re out$/,
    },
  ]);
  await runTransitionsAndClose(room, [
    {
      does: 'asking nobody any more',
      press: pressButton('Stop looking', dates),
      focus: PLACE,
      announces: /^We’ve stopped looking for subs$/,
    },
  ]);
});

test('announces each step of managing the squad link and public page', async ({ browser }) => {
  const { lead, id } = await createSquad();
  const { link_path } = await callApi<{ link_path: string }>(lead.token, 'PUT', `/api/squads/${id}/link`);
  await callApi(lead.token, 'PUT', `/api/squads/${id}/page`, {});
  const [joiner, stranger] = await Promise.all([makePlayer('Ear Joins', { role: 'SF' }), makePlayer('Ear Stranger')]);
  const joining = await open(browser, joiner, link_path);
  await runTransitionsAndClose(joining, [
    {
      does: 'joining a squad by its link',
      press: pressButton('Join the squad'),
      focus: /^h1: /,
      announces: /^You joined /,
    },
  ]);
  const page = await open(browser, stranger, `/squads/${id}`);
  await runTransitionsAndClose(page, [
    {
      does: 'reporting the page of a squad',
      press: async (page) => {
        await pressButton('Report this page')(page);
        await pressInDialog('Report page')(page);
      },
      focus: /^button: Report this page$/,
      announces: /reported/i,
    },
  ]);
});

test('announces each step of following advice, rating a played match and contesting a no-show', async ({ browser }) => {
  const [me] = await createPair('Ear Played', 'Ear Played With');
  await runMatcher();
  const page = await open(browser, me, '/protocol/find');
  // Playing a match takes days, so stub it as played.
  await page.route(/\/api\/matches(\?|$)/, async (route) => {
    const response = await readJson(route);
    for (const match of response.matches) match.feedback_open = true;
    await route.fulfill({ json: response });
  });
  await page.route('**/api/matches/*/feedback', (route) => route.fulfill({ json: { message: 'Thanks, noted' } }));
  await page.goto('/protocol/matches');
  const card = (page: Page) => page.getByRole('article').first();
  await card(page)
    .getByRole('button', { name: /(score|players) and times$/i })
    .click();
  await runTransitionsAndClose(page, [
    { does: 'saying nothing of a match', press: pressButton('Save', card), focus: /^fieldset: Did you play\?/ },
    {
      does: 'saying how a match was',
      press: async (page) => {
        await card(page).getByRole('radio', { name: 'Yes, we played' }).check({ force: true });
        await pressButton('Save', card)(page);
      },
      focus: PLACE,
      announces: /^Thanks, noted$/,
    },
  ]);

  const lonePlayer = await makePlayer('Ear Advised', createIsolatedProfile(`Alone ${mark()}`));
  const advicePage = await open(browser, lonePlayer, '/protocol/find');
  await advicePage.route('**/api/matches/why-not', async (route) => {
    // A slow response must not take the advice off the screen, or its button would lose the focus.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.fulfill({
      json: {
        ...{ state: 'left_over', sentences: ['Nobody fits yet.'], change: 'Speak French, too.', waiting_runs: 1 },
        ...{ advice: [{ kind: 'language', language: 'French' }], last_run_at: null },
        next_run_at: new Date().toISOString(),
      },
    });
  });
  await advicePage.goto('/protocol/matches');
  await runTransitionsAndClose(advicePage, [
    { does: 'wanting the change', press: pressButton('Change it for me'), focus: /^button: Cancel$/ },
    {
      does: 'making the change',
      press: pressInDialog('Change it'),
      focus: /^button: Change it for me$/,
      announces: /^Profile updated/,
    },
    {
      does: 'taking the change back',
      press: pressButton('Undo', (page) => page.getByRole('region', { name: 'Notifications' })),
      focus: /^button: Change it for me$/,
      announces: /^Your profile is back to how it was$/,
    },
  ]);

  const findPage = await open(browser, lonePlayer, '/protocol/find');
  let appeal: object | null = null;
  await findPage.route('**/api/reliability', (route) => {
    const session = { cause: 'match:1', squad: null, played_at: new Date().toISOString(), reports: 2, said_absent: 2 };
    return route.fulfill({ json: { score: 40, evidence: [{ ...session, outcome: 'missed', appeal }] } });
  });
  await findPage.route('**/api/reliability/appeals', (route) => {
    appeal = { status: 'open', answer: null };
    return route.fulfill({ json: { message: 'A moderator reads it' } });
  });
  await findPage.goto('/protocol/standing');
  await runTransitionsAndClose(findPage, [
    { does: 'contesting an evening', press: pressButton('Contest this'), focus: /^textarea: What happened/ },
    {
      does: 'saying what happened',
      press: async (page) => {
        await page.getByLabel('What happened').fill('I was there.');
        await pressButton('Send to a moderator')(page);
      },
      focus: /^li: /,
      announces: /^A moderator reads it$/,
    },
  ]);
});
