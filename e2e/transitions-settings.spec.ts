import { type Page, test } from '@playwright/test';
import { inDialog, openListening as open, press, walkAll } from './ears.ts';
import { everybodyLeaves, player, verified } from './money-people.ts';
import { ask, type Made } from './server-api.ts';
import { becomeSquad, fitsOnly } from './squad-people.ts';

// What people set once: their account, their squad, their party, their listing. Where the focus stands after each press,
// and what is said of it, once.

test.afterEach(everybodyLeaves);
test.describe.configure({ timeout: 180_000 });

/** Near what was pressed: neither lost nor at the beginning of the page. */
const PLACE = /^(?!nothing|main|body)/;
const ADMIN = { email: 'admin@planetcrew.example' };
const mark = () => crypto.randomUUID().slice(0, 6);
const sectionOf = (name: string) => (page: Page) => page.getByRole('region', { name });

/** A squad of two, and who leads it. */
async function inASquad(): Promise<{ lead: Made; id: string }> {
  const fit = fitsOnly(`Settling ${mark()}`);
  const lead = await player(`Ear Lead ${mark()}`, fit);
  return { lead, id: await becomeSquad(lead, await player(`Ear Second ${mark()}`, { ...fit, role: 'C' })) };
}

test('the clock, whom somebody blocked, and who was not them', async ({ browser }) => {
  const [me, them] = await Promise.all([player(`Ear Sets ${mark()}`), player(`Ear Blocked ${mark()}`)]);
  const account = await open(browser, me, '/account');
  await walkAll(account, [
    {
      does: 'choosing a clock',
      press: (at) => at.getByLabel('Clock').selectOption('24'),
      focus: PLACE,
      says: /^Times are written your way$/,
    },
  ]);
  const block = () => ask(me.token, 'PUT', `/api/profiles/${them.id}/block`, { kind: 'block' });
  await block();
  const list = await open(browser, me, '/account/security');
  await walkAll(list, [
    { does: 'unblocking from the list', press: press(/^Unblock/), focus: PLACE, says: /^(Unblocked|Taken back)/ },
  ]);
  await block();
  const hidden = await open(browser, me, `/protocol/profile/${them.id}`);
  await walkAll(hidden, [
    { does: 'unblocking on their page', press: press('Unblock'), focus: PLACE, says: /^Taken back\.$/ },
  ]);
  const security = await open(browser, me, '/account/security');
  await walkAll(security, [
    {
      does: 'saying that it was not me',
      press: async (at) => {
        await press(/^This was not me/, sectionOf('Security journal'))(at);
        await inDialog('Sign out everywhere')(at);
      },
      focus: /^(h1|input)/,
      says: /^All devices are signed out/,
    },
  ]);
});

test('what is sent to somebody, and where', async ({ browser }) => {
  const me = await player(`Ear Hears ${mark()}`);
  const page = await open(browser, me, '/account/notifications');
  await walkAll(page, [
    {
      does: 'turning quiet hours on',
      press: (at) => at.getByRole('switch', { name: 'Quiet hours' }).click(),
      focus: /^input: Quiet hours/,
    },
  ]);
});

test('a squad: its name, its page, its calendar, whom it asks', async ({ browser }) => {
  const [{ lead, id }, guest] = await Promise.all([inASquad(), player(`Ear Asked ${mark()}`)]);
  const { display_name: name } = await ask<{ display_name: string }>(guest.token, 'GET', '/api/profiles/me');
  const page = await open(browser, lead, `/protocol/squads/${id}`);
  const publicPage = sectionOf('Public page');
  const calendar = sectionOf('In your calendar');
  await walkAll(page, [
    {
      does: 'naming nothing',
      press: async (at) => {
        await press('Name and crest')(at);
        await at.locator('dialog:modal').getByLabel('Name of the squad').fill('');
        await inDialog('Save name')(at);
      },
      focus: /^input: Name of the squad/,
    },
    {
      does: 'drawing another crest',
      press: inDialog('Draw another crest'),
      focus: /^button: Draw another crest$/,
      says: /^The squad has another crest$/,
    },
    {
      does: 'naming the squad',
      press: async (at) => {
        await at.locator('dialog:modal').getByLabel('Name of the squad').fill(`Ears ${mark()}`);
        await inDialog('Save name')(at);
      },
      focus: /^button: Name and crest$/,
      says: /^The squad has its name$/,
    },
    {
      does: 'turning the public page on',
      press: press('Turn the page on', publicPage),
      focus: PLACE,
      says: /^The public page is on$/,
    },
    {
      does: 'standing on it',
      press: (at) => publicPage(at).getByRole('switch', { name: 'Show my name and face' }).click(),
      focus: /^input: Show my name and face/,
      says: /^You stand on the page$/,
    },
    {
      does: 'turning the public page off',
      press: press('Turn the page off', publicPage),
      focus: PLACE,
      says: /^The public page is off$/,
    },
    {
      does: 'making a calendar address',
      press: press('Make a calendar address', calendar),
      focus: PLACE,
      says: /^Your calendar has its address$/,
    },
    {
      does: 'making a new calendar address',
      press: press('New address', calendar),
      focus: /^button: New address$/,
      says: /^The address before has ended$/,
    },
    {
      does: 'turning the calendar address off',
      press: press('Turn off', calendar),
      focus: PLACE,
      says: /^The address is turned off$/,
    },
    {
      does: 'asking by name',
      press: async (at) => {
        await press('Invite players')(at);
        await at.locator('dialog:modal').getByLabel('Name of the player').fill(name);
        await press(`Invite ${name}`, (on) => on.locator('dialog:modal'))(at);
      },
      focus: PLACE,
      says: /^Invitation sent/,
    },
    {
      does: 'making a squad link',
      press: inDialog('Make a link'),
      focus: PLACE,
      says: /^Here is the link$/,
    },
    { does: 'turning the squad link off', press: inDialog('Turn link off'), focus: PLACE, says: /^The link is off$/ },
    {
      does: 'taking an invitation back',
      press: async (at) => {
        await inDialog('Close')(at);
        await press(/^Take back the invitation of/)(at);
      },
      focus: PLACE,
      says: /^Invitation taken back$/,
    },
  ]);
  const squads = await open(browser, lead, '/protocol/matches');
  await walkAll(squads, [
    {
      does: 'looking for another one',
      press: press(/^Look for another/, sectionOf('What you are looking for')),
      focus: /^button: Stop looking/,
      says: /^You are looking again/,
    },
    {
      does: 'looking for none any more',
      press: press(/^Stop looking/, sectionOf('What you are looking for')),
      focus: /^button: Look for another/,
      says: /^You are not looking for/,
    },
  ]);
});

test('a party: begun, joined by its link, made a squad, and over', async ({ browser }) => {
  const [me, mate] = await Promise.all([player(`Ear Party ${mark()}`), player(`Ear Friend ${mark()}`, { role: 'C' })]);
  const page = await open(browser, me, '/protocol/matches');
  await walkAll(page, [
    { does: 'starting a party', press: press('Start a party'), focus: PLACE, says: /^Party started$/ },
    {
      does: 'making a new party link',
      press: press('New link'),
      focus: /^button: New link$/,
      says: /^The party has a new link$/,
    },
    {
      does: 'disbanding the party',
      press: async (at) => {
        await press('Disband party')(at);
        await inDialog('Disband')(at);
      },
      focus: PLACE,
      says: /^Party disbanded$/,
    },
  ]);
  const { party } = await ask<{ party: { link_path: string } }>(me.token, 'POST', '/api/party');
  const joining = await open(browser, mate, party.link_path);
  await walkAll(joining, [
    {
      does: 'joining a party by its link',
      press: press('Join the party'),
      focus: /^h1/,
      says: /^You joined the party$/,
    },
  ]);
  const leading = await open(browser, me, '/protocol/matches');
  await walkAll(leading, [
    {
      does: 'making the party a squad',
      press: press('Make it a squad'),
      focus: PLACE,
      says: /^Your party is a squad now$/,
    },
  ]);
});

test('an own listing, and an application that is taken back', async ({ browser }) => {
  const [owner, other] = await Promise.all([player(`Ear Owner ${mark()}`), player(`Ear Applies ${mark()}`)]);
  const wish = { title: `Ears ${mark()}`, needed_positions: ['C', 'PG'], modes: ['Rec'] };
  const { id } = await ask<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', wish);
  const own = await open(browser, owner, `/protocol/lfg/${id}`);
  await walkAll(own, [
    {
      does: 'saving a listing',
      press: async (at) => {
        await press('Edit')(at);
        await at.locator('dialog:modal').getByLabel('Title').fill(`Ears again ${mark()}`);
        await inDialog('Save')(at);
      },
      focus: /^button: Edit$/,
      says: /^Listing saved$/,
    },
  ]);
  await ask(other.token, 'POST', `/api/lfg/listings/${id}/apply`, { position: 'PG' });
  const theirs = await open(browser, other, `/protocol/lfg/${id}`);
  await walkAll(theirs, [
    { does: 'taking an application back', press: press('Withdraw'), focus: PLACE, says: /withdr/i },
  ]);
});

test('an offer, and marks', async ({ browser }) => {
  const me = await verified(await player(`Ear Offers ${mark()}`));
  const offer = await open(browser, me, '/protocol/hire/offer');
  await walkAll(offer, [
    { does: 'offering no role', press: press('Save the offer'), focus: /^fieldset: Roles you play/ },
    {
      does: 'saving an offer',
      press: async (at) => {
        await at.getByRole('checkbox', { name: 'PG', exact: true }).check({ force: true });
        await press('Save the offer')(at);
      },
      focus: /^button: Save the offer$/,
      says: /^Offer saved$/,
    },
  ]);
  const tools = await open(browser, ADMIN, '/tools');
  await walkAll(tools, [
    {
      does: 'drawing the marks',
      press: press(/^Generate/, sectionOf('Partner Logo Generator')),
      focus: /^button: Generate/,
      says: /10/,
    },
  ]);
});
