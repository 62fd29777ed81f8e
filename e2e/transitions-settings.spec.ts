import { expect, type Page, test } from '@playwright/test';
import { createAppCode, createEmail, extractCode, waitForMail } from './account-fixtures.ts';
import { closeAllContexts, makePlayer, verifySeller } from './money-fixtures.ts';
import {
  openWithRecorder as open,
  pressButton,
  pressInDialog,
  runTransitionsAndClose,
  runTransitionsOn,
} from './screen-reader.ts';
import { callApi, fetchSession } from './server-api.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

// Checks the focus after each action on settings (account, squad, party, listing) and that each announcement is made
// exactly once.

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 180_000 });

/** Matches any focus except none, main and body, because the focus must stay near the clicked element. */
const PLACE = /^(?!nothing|main|body)/;
const ADMIN = { email: 'admin@planetcrew.example' };
const mark = () => crypto.randomUUID().slice(0, 6);
const getSection = (name: string) => (page: Page) => page.getByRole('region', { name });

async function createSquad() {
  const fit = createIsolatedProfile(`Settling ${mark()}`);
  const lead = await makePlayer(`Ear Lead ${mark()}`, fit);
  const mate = await makePlayer(`Ear Second ${mark()}`, { ...fit, role: 'C' });
  return { lead, mate, fit, id: await formSquad(lead, mate) };
}

test('announces each step of changing the clock, unblocking players and reporting a compromised account', async ({
  browser,
}) => {
  const [me, them] = await Promise.all([makePlayer(`Ear Sets ${mark()}`), makePlayer(`Ear Blocked ${mark()}`)]);
  const account = await open(browser, me, '/account');
  await runTransitionsAndClose(account, [
    {
      does: 'choosing a clock',
      press: (page) => page.getByLabel('Clock').selectOption('24'),
      focus: PLACE,
      announces: /^Clock saved$/,
    },
    {
      does: 'choosing the first day of the week',
      press: (page) => page.getByLabel('First day of the week').selectOption('6'),
      focus: PLACE,
      announces: /^First day of the week saved$/,
    },
  ]);
  const block = () => callApi(me.token, 'PUT', `/api/profiles/${them.id}/block`, { kind: 'block' });
  await block();
  const list = await open(browser, me, '/account/security');
  await runTransitionsAndClose(list, [
    {
      does: 'unblocking from the list',
      press: pressButton(/^Unblock/),
      focus: PLACE,
      announces: /^(Unblocked|Removed)/,
    },
  ]);
  await block();
  const page = await open(browser, me, `/protocol/profile/${them.id}`);
  await runTransitionsAndClose(page, [
    { does: 'unblocking on their page', press: pressButton('Unblock'), focus: PLACE, announces: /^Removed\.$/ },
  ]);
  const security = await open(browser, me, '/account/security');
  await runTransitionsAndClose(security, [
    {
      does: 'saying that it was not me',
      press: async (page) => {
        await pressButton(/^This wasn't me/, getSection('Security activity'))(page);
        await pressInDialog('Sign out everywhere')(page);
      },
      focus: /^(h1|input)/,
      announces: /^All devices are signed out/,
    },
  ]);
});

test('announces each step of choosing notifications and their channels', async ({ browser }) => {
  const me = await makePlayer(`Ear Hears ${mark()}`);
  const page = await open(browser, me, '/account/notifications');
  await runTransitionsAndClose(page, [
    {
      does: 'turning quiet hours on',
      press: (page) => page.getByRole('switch', { name: 'Quiet hours' }).click(),
      focus: /^input: Quiet hours/,
    },
    {
      does: 'turning a group of notifications off',
      press: (page) =>
        page.getByRole('group', { name: 'Squad' }).getByRole('switch', { name: 'Email' }).first().click(),
      focus: /^input: Email/,
    },
  ]);
});

test('announces a change of what the player is looking for', async ({ browser }) => {
  const page = await open(browser, await makePlayer(`Ear Looks ${mark()}`), '/account/profile');
  // Signing in drops the anchor of the address.
  await page.getByRole('region', { name: 'Hours' }).getByRole('heading', { level: 2 }).click();
  const choice = page.getByRole('group', { name: 'What are you looking for?' }).getByRole('combobox').last();
  await runTransitionsAndClose(page, [
    {
      does: 'choosing not to look for a pair',
      press: async () => {
        await choice.focus();
        await choice.selectOption('never');
      },
      focus: /^select/,
      announces: /^Saved and active now$/,
    },
  ]);
});

test('announces each step of managing a squad: name, page, calendar and invitations', async ({ browser }) => {
  const [{ lead, mate, fit, id }, guest] = await Promise.all([createSquad(), makePlayer(`Ear Asked ${mark()}`)]);
  const { display_name: name } = await callApi<{ display_name: string }>(guest.token, 'GET', '/api/profiles/me');
  const page = await open(browser, lead, `/protocol/squads/${id}`);
  const publicPage = getSection('Public page');
  const calendar = getSection('Add to your calendar');
  // On a phone, focusing a field would open the keyboard over the dialog's text.
  await pressButton('Edit name and crest')(page);
  const dialog = page.locator('dialog:modal');
  const isTouch = test.info().project.name === 'phone';
  await expect(isTouch ? dialog.getByRole('heading') : dialog.getByLabel('Squad name')).toBeFocused();
  await pressInDialog('Close')(page);
  await runTransitionsOn(page, [
    {
      does: 'naming nothing',
      press: async (page) => {
        await pressButton('Edit name and crest')(page);
        await page.locator('dialog:modal').getByLabel('Squad name').fill('');
        await pressInDialog('Save name')(page);
      },
      focus: /^input: Squad name/,
    },
    {
      does: 'drawing another crest',
      press: pressInDialog('Get a new crest'),
      focus: /^button: Get a new crest$/,
      announces: /^The squad has a new crest$/,
    },
    {
      does: 'naming the squad',
      press: async (page) => {
        await page.locator('dialog:modal').getByLabel('Squad name').fill(`Ears ${mark()}`);
        await pressInDialog('Save name')(page);
      },
      focus: /^button: Edit name and crest$/,
      announces: /^Squad renamed$/,
    },
    {
      does: 'turning the public page on',
      press: pressButton('Turn on page', publicPage),
      focus: PLACE,
      announces: /^The public page is on$/,
    },
    {
      does: 'standing on it',
      press: (page) => publicPage(page).getByRole('switch', { name: 'Show my name and face' }).click(),
      focus: /^input: Show my name and face/,
      announces: /^You’re now shown on the page$/,
    },
    {
      does: 'turning the public page off',
      press: pressButton('Turn off page', publicPage),
      focus: PLACE,
      announces: /^The public page is off$/,
    },
    {
      does: 'making a calendar address',
      press: pressButton('Create calendar link', calendar),
      focus: PLACE,
      announces: /^Your calendar link is ready$/,
    },
    {
      does: 'making a new calendar address',
      press: pressButton('Create new link', calendar),
      focus: /^button: Create new link$/,
      announces: /^The old link no longer works$/,
    },
    {
      does: 'turning the calendar address off',
      press: pressButton('Turn off', calendar),
      focus: PLACE,
      announces: /^The calendar link is off$/,
    },
    {
      does: 'asking by name',
      press: async (page) => {
        await pressButton('Invite players')(page);
        await page.locator('dialog:modal').getByLabel('Player name').fill(name);
        await pressButton(`Invite ${name}`, (on) => on.locator('dialog:modal'))(page);
      },
      focus: PLACE,
      announces: /^Invitation sent/,
    },
    {
      does: 'making a squad link',
      press: pressInDialog('Create link'),
      focus: PLACE,
      announces: /^Your squad link is ready$/,
    },
    {
      does: 'turning the squad link off',
      press: pressInDialog('Turn off link'),
      focus: PLACE,
      announces: /^The link is off$/,
    },
    {
      does: 'taking an invitation back',
      press: async (page) => {
        await pressInDialog('Close')(page);
        await pressButton(/^Withdraw the invitation to/)(page);
      },
      focus: PLACE,
      announces: /^Invitation withdrawn$/,
    },
  ]);
  const squads = await open(browser, lead, '/protocol/matches');
  await runTransitionsAndClose(squads, [
    {
      does: 'looking for another one',
      press: pressButton(/^Look for another/, getSection('What you’re looking for')),
      focus: /^button: Stop looking/,
      announces: /^You'll be back in the next matching round$/,
    },
    {
      does: 'looking for none any more',
      press: pressButton(/^Stop looking/, getSection('What you’re looking for')),
      focus: /^button: Look for another/,
      announces: /^You're no longer looking for/,
    },
  ]);
  await callApi(mate.token, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
  await makePlayer(`Ear Third ${mark()}`, { ...fit, role: 'SF' });
  await runTransitionsAndClose(page, [
    {
      does: 'asking the pool for a player',
      press: async (page) => {
        await page.getByLabel('Position').selectOption('SF');
        await pressButton('Find a player')(page);
      },
      focus: PLACE,
      announces: /^We’re inviting a player$/,
    },
  ]);
});

test('announces each step of starting a party, joining it by link, turning it into a squad and ending it', async ({
  browser,
}) => {
  const [me, mate] = await Promise.all([
    makePlayer(`Ear Party ${mark()}`),
    makePlayer(`Ear Friend ${mark()}`, { role: 'C' }),
  ]);
  const page = await open(browser, me, '/protocol/matches');
  await runTransitionsAndClose(page, [
    { does: 'starting a party', press: pressButton('Start a party'), focus: PLACE, announces: /^Party started$/ },
    {
      does: 'making a new party link',
      press: pressButton('New link'),
      focus: /^button: New link$/,
      announces: /^Your party has a new link$/,
    },
    {
      does: 'disbanding the party',
      press: async (page) => {
        await pressButton('Disband party')(page);
        await pressInDialog('Disband')(page);
      },
      focus: PLACE,
      announces: /^Party disbanded$/,
    },
  ]);
  const { party } = await callApi<{ party: { link_path: string } }>(me.token, 'POST', '/api/party');
  const joining = await open(browser, mate, party.link_path);
  await runTransitionsAndClose(joining, [
    {
      does: 'joining a party by its link',
      press: pressButton('Join the party'),
      focus: /^h1/,
      announces: /^You joined the party$/,
    },
  ]);
  const leading = await open(browser, me, '/protocol/matches');
  await runTransitionsAndClose(leading, [
    {
      does: 'making the party a squad',
      press: pressButton('Make it a squad'),
      focus: PLACE,
      announces: /^Your party is a squad now$/,
    },
  ]);
});

test("announces each step of managing the user's own listing and withdrawing an application", async ({ browser }) => {
  const [owner, other] = await Promise.all([makePlayer(`Ear Owner ${mark()}`), makePlayer(`Ear Applies ${mark()}`)]);
  const listing = { title: `Ears ${mark()}`, needed_positions: ['C', 'PG'], modes: ['Rec'] };
  const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', listing);
  const own = await open(browser, owner, `/protocol/lfg/${id}`);
  await runTransitionsAndClose(own, [
    {
      does: 'saving a listing',
      press: async (page) => {
        await pressButton('Edit')(page);
        await page.locator('dialog:modal').getByLabel('Title').fill(`Ears again ${mark()}`);
        await pressInDialog('Save')(page);
      },
      focus: /^button: Edit$/,
      announces: /^Listing saved$/,
    },
  ]);
  await callApi(other.token, 'POST', `/api/lfg/listings/${id}/apply`, { position: 'PG' });
  const otherPage = await open(browser, other, `/protocol/lfg/${id}`);
  await runTransitionsAndClose(otherPage, [
    { does: 'taking an application back', press: pressButton('Withdraw'), focus: PLACE, announces: /withdr/i },
  ]);
});

test('announces each step of editing an offer and generating logos', async ({ browser }) => {
  const me = await verifySeller(await makePlayer(`Ear Offers ${mark()}`));
  const offer = await open(browser, me, '/protocol/hire/offer');
  await runTransitionsAndClose(offer, [
    { does: 'offering no role', press: pressButton('Save offer'), focus: /^fieldset: Roles you play/ },
    {
      does: 'saving an offer',
      press: async (page) => {
        await page.getByRole('checkbox', { name: 'PG', exact: true }).check({ force: true });
        await pressButton('Save offer')(page);
      },
      focus: /^button: Save offer$/,
      announces: /^Offer saved$/,
    },
  ]);
  const tools = await open(browser, ADMIN, '/tools');
  await runTransitionsAndClose(tools, [
    {
      does: 'drawing the marks',
      press: pressButton(/^Generate/, getSection('Partner Logo Generator')),
      focus: /^button: Generate/,
      announces: /10/,
    },
  ]);
});

test('announces each step of restoring an account and signing in with two-factor authentication', async ({
  browser,
}) => {
  const [leaver, guarded] = await Promise.all([makePlayer(`Ear Stays ${mark()}`), makePlayer(`Ear Guarded ${mark()}`)]);
  await callApi(leaver.token, 'POST', '/api/account/deletion');
  const leavingPage = await open(browser, leaver, '/protocol/leaving');
  await runTransitionsAndClose(leavingPage, [
    {
      does: 'keeping the account',
      press: pressButton('Keep my account'),
      focus: /^h1: /,
      announces: /^Account deletion canceled$/,
    },
  ]);
  type Factor = { id: string; totp: { secret: string } };
  const app = { factor_type: 'totp', friendly_name: 'Ears' };
  const { id, totp } = await callApi<Factor>(guarded.token, 'POST', '/auth/v1/factors', app);
  const challenge = await callApi<{ id: string }>(guarded.token, 'POST', `/auth/v1/factors/${id}/challenge`, {});
  const proof = { challenge_id: challenge.id, code: createAppCode(totp.secret) };
  await callApi(guarded.token, 'POST', `/auth/v1/factors/${id}/verify`, proof);
  const page = await open(browser, guarded, '/account/security');
  await runTransitionsAndClose(page, [
    {
      does: 'a wrong code at the sign-in',
      press: async (page) => {
        await page.getByLabel('Six-digit code').fill('000000');
        await pressButton('Confirm')(page);
      },
      focus: /^input: Six-digit code/,
    },
    {
      does: 'wanting a recovery code',
      press: pressButton('Lost it? Use a recovery code'),
      focus: /^input: Recovery code/,
    },
    {
      does: 'wanting the factor after all',
      press: pressButton('Use two-factor authentication'),
      focus: /^input: Six-digit code/,
    },
    {
      does: 'confirming a sign-in',
      press: async (page) => {
        await page.getByLabel('Six-digit code').fill(createAppCode(totp.secret, 1));
        await pressButton('Confirm')(page);
      },
      focus: /^h1: /,
    },
  ]);
});

test('announces each step of managing notification channels and unsubscribing', async ({ browser }) => {
  const email = createEmail();
  const me = await makePlayer(`Ear Reached ${mark()}`, { email });
  const { public_key } = await callApi<{ public_key: string }>(me.token, 'GET', '/api/notifications/push');
  const subscription = await callApi(undefined, 'POST', '/sandbox/push/subscriptions', {
    applicationServerKey: public_key,
  });
  await callApi(me.token, 'POST', '/api/notifications/push/devices', { subscription, kinds: [] });
  const page = await open(browser, me, '/account');
  const otherChannel = { channel: 'discord', available: true, connected: true, username: 'ear_elsewhere' };
  await page.route('**/api/notifications/connections/discord', (route) => {
    const isDelete = route.request().method() === 'DELETE';
    return route.fulfill({
      json: {
        ...otherChannel,
        ...(isDelete ? { connected: false, username: null, problem: null } : { problem: "It's closed." }),
      },
    });
  });
  await page.route('**/api/notifications/channels/discord/reopen', (route) => route.fulfill({ json: {} }));
  await page.goto('/account/notifications');
  const addresses = getSection('Where messages go');
  const devices = getSection('Push notifications');
  const discord = getSection('Discord');
  await runTransitionsAndClose(page, [
    { does: 'asking for a code', press: pressButton('Send a code', addresses), focus: /^input: Code sent to / },
    {
      does: 'half a code',
      press: async (page) => {
        await addresses(page)
          .getByLabel(/^Code sent to/)
          .fill('123');
        await pressButton('Confirm', addresses)(page);
      },
      focus: /^input: Code sent to /,
    },
    {
      does: 'confirming an address',
      press: async (page) => {
        await addresses(page)
          .getByLabel(/^Code sent to/)
          .fill(extractCode(await waitForMail(email, /code|confirm/i)));
        await pressButton('Confirm', addresses)(page);
      },
      focus: /^li: /,
      announces: /^Confirmed, thanks$/,
    },
    {
      does: 'sending a test message',
      press: pressButton('Send a test message', devices),
      focus: /^button: Send a test message$/,
      announces: /^A test message is on its way$/,
    },
    {
      does: 'removing a device',
      press: pressButton(/^Remove /, devices),
      focus: /^h2: Push notifications$/,
      announces: /no longer gets notifications$/,
    },
    {
      does: 'trying an account elsewhere again',
      press: pressButton('Try again', discord),
      focus: /^h2: Discord Connected$/,
      announces: /^Discord messages are back on$/,
    },
    {
      does: 'disconnecting an account elsewhere',
      press: pressButton('Disconnect', discord),
      focus: /^button: Set up Discord$/,
      announces: /^Discord disconnected$/,
    },
  ]);
  const mail = await open(browser, me, '/account');
  await mail.route('**/api/notifications/unsubscribe?*', (route) => route.fulfill({ json: {} }));
  await mail.goto(`/protocol/unsubscribe?token=${crypto.randomUUID()}&kind=lfg`);
  await runTransitionsAndClose(mail, [
    {
      does: 'stopping a mail',
      press: pressButton('Stop these emails'),
      focus: PLACE,
      announces: /^Done\. You’ll get no more emails about/,
    },
  ]);
});

test('announces each step of changing the picture, wallet and profile answers and appealing a ban', async ({
  browser,
}) => {
  const me = await makePlayer(`Ear Shows ${mark()}`);
  const home = await open(browser, me, '/dashboard');
  await runTransitionsAndClose(home, [
    {
      does: 'saving a picture',
      press: async (page) => {
        const chooser = page.waitForEvent('filechooser');
        await pressButton('Add a picture')(page);
        await (await chooser).setFiles('public/brand/icon-192.png');
        await pressInDialog('Save picture')(page);
      },
      focus: /^button: Change picture$/,
      announces: /^Picture saved$/,
    },
    {
      does: 'removing the picture',
      press: pressButton('Remove picture'),
      focus: PLACE,
      announces: /^Picture removed$/,
    },
  ]);
  const account = await open(browser, me, '/protocol/account');
  const tier = getSection('Token tier');
  let acceptsDialog = false;
  account.on('dialog', (dialog) => void (acceptsDialog ? dialog.accept() : dialog.dismiss()));
  const connect = pressButton('Connect Demonstration wallet, 2,000,000 tokens', tier);
  await runTransitionsAndClose(account, [
    {
      does: 'a wallet that says no',
      press: connect,
      focus: /^button: Connect Demonstration wallet/,
      announces: /^The wallet didn’t sign/,
    },
    {
      does: 'connecting a wallet',
      press: async (page) => {
        acceptsDialog = true;
        await connect(page);
      },
      focus: /^h2: Token tier$/,
      announces: /^Wallet connected$/,
    },
    {
      does: 'disconnecting the wallet',
      press: async (page) => {
        await pressButton('Disconnect wallet', tier)(page);
        await pressInDialog('Disconnect')(page);
      },
      focus: /^h2: Token tier$/,
      announces: /^Wallet disconnected$/,
    },
  ]);
  const profileAnswers = {
    ...{ position: 'pg', roleType: 'playmaker', playstyle: 'Pass first.', schedule: ['Weekday Evenings'] },
    ...{ region: 'EU', platform: 'ps', hasMic: true, goals: 'A steady five.', grindLevel: 'rep', timezone: 'cet' },
  };
  await callApi(me.token, 'PUT', '/api/crew-dna', profileAnswers);
  const dna = await open(browser, me, '/onboarding');
  await runTransitionsAndClose(dna, [
    {
      does: 'using answers in the profile',
      press: pressButton('Use these in my player profile'),
      focus: /^h1: /,
      announces: /^We added your Crew DNA to the form/,
    },
  ]);
  const { access_token } = await fetchSession(ADMIN.email);
  const ban = { action: 'ban_user', userId: me.id, reason: 'Insults', scope: 'all', days: 7 };
  await callApi(access_token, 'POST', '/functions/v1/admin-actions', ban);
  const statusPage = await open(browser, me, '/protocol/standing');
  await runTransitionsAndClose(statusPage, [
    { does: 'appealing without a word', press: pressButton('Send appeal'), focus: /^textarea: Your appeal/ },
    {
      does: 'appealing',
      press: async (page) => {
        await page.getByLabel('Your appeal').fill('I have apologised.');
        await pressButton('Send appeal')(page);
      },
      focus: /^h2: You're banned/,
      announces: /moderator/,
    },
  ]);
});
