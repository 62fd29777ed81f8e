import { expect, type Page, test } from '@playwright/test';
import { appCode } from './accounts-people.ts';
import { inDialog, openListening as open, press, walkAll, walkOn } from './ears.ts';
import {
  everybodyLeaves,
  hireOnPage,
  idInAddress,
  pay,
  paymentConfirmed,
  player,
  seller,
  signedIn,
} from './money-people.ts';
import { SETTLED_MS } from './ready.ts';
import { tokenOf } from './server-api.ts';

// What is bought and what an account keeps: where the focus stands after each press, and what is said of it, once.

test.afterEach(everybodyLeaves);
test.describe.configure({ timeout: 240_000 });

/** Near what was pressed: neither lost nor at the beginning of the page. */
const PLACE = /^(?!nothing|main|body)/;
const mark = () => crypto.randomUUID().slice(0, 6);
const region = (name: string | RegExp) => (page: Page) => page.getByRole('region', { name });

/** Somebody whose plan is paid, on the page that says so. */
async function subscribed(page: Page, plan: 'Pro' | 'Premium'): Promise<void> {
  await page.goto('/plans');
  await page.getByRole('button', { name: `Go ${plan}` }).click();
  await pay(page);
  await paymentConfirmed(page);
}

test('a hire: yes and no, a game, a picture of it, a dispute and what is said there', async ({ browser }) => {
  const [buyerPerson, sellerPerson] = await Promise.all([player('Ear Buyer'), seller('Ear Seller')]);
  const buying = await signedIn(browser, buyerPerson.email);
  await hireOnPage(buying, sellerPerson.id);
  const booking = `/protocol/bookings/${idInAddress(buying)}`;
  const theirs = await open(browser, sellerPerson, booking);
  await walkAll(theirs, [
    { does: 'thinking about a no', press: press('Decline'), focus: /^button: Cancel$/ },
    { does: 'not saying it', press: inDialog('Cancel'), focus: /^button: Decline$/ },
    { does: 'accepting a hire', press: press('Accept the hire'), focus: PLACE, says: /^Accepted$/ },
    {
      does: 'confirming a game',
      press: async (at) => {
        // Any sooner it would be the second half of a double tap.
        await at.waitForTimeout(SETTLED_MS);
        await press('Confirm game 1')(at);
      },
      focus: PLACE,
      says: /^Game 1 confirmed$/,
    },
  ]);
  const mine = await open(browser, buyerPerson, booking);
  await walkAll(mine, [
    { does: 'confirming it too', press: press('Confirm game 1'), focus: PLACE, says: /^Game 1 confirmed$/ },
    {
      does: 'attaching a picture',
      press: async (at) => {
        await at.getByLabel(/^Picture/).setInputFiles('public/brand/icon-192.png');
        await at.getByRole('combobox', { name: /^Game/ }).selectOption('Game 1');
        await press('Attach')(at);
      },
      focus: PLACE,
      says: /^Attached$/,
    },
    {
      does: 'opening a dispute without a word',
      press: async (at) => {
        await press('Open a dispute')(at);
        await inDialog('Open the dispute')(at);
      },
      focus: /^(textarea|button: Open the dispute)/,
    },
    {
      does: 'opening it',
      press: async (at) => {
        await at
          .locator('dialog:modal')
          .getByLabel(/What happened/)
          .fill('Nobody came.');
        await inDialog('Open the dispute')(at);
      },
      focus: /^h1: Dispute/,
    },
    {
      does: 'saying more',
      press: async (at) => {
        await at.getByLabel('Your message').fill('And nobody wrote.');
        await press('Send')(at);
      },
      focus: /^(button: Send|textarea: Your message)$/,
      says: /^Your message is in the thread$/,
    },
  ]);
});

test('a hire that is declined', async ({ browser }) => {
  const [buyerPerson, sellerPerson] = await Promise.all([player('Ear Wants'), seller('Ear Refuses')]);
  const buying = await signedIn(browser, buyerPerson.email);
  await hireOnPage(buying, sellerPerson.id);
  const theirs = await open(browser, sellerPerson, `/protocol/bookings/${idInAddress(buying)}`);
  await walkAll(theirs, [
    {
      does: 'declining',
      press: async (at) => {
        await press('Decline')(at);
        await inDialog('Decline')(at);
      },
      focus: PLACE,
      says: /^Declined$/,
    },
  ]);
});

test('a coaching that is called off', async ({ browser }) => {
  const person = await player('Ear Student');
  const page = await open(browser, person, '/coaches/coach-handles');
  await page.getByRole('radio').last().check({ force: true });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await pay(page);
  await paymentConfirmed(page);
  await page.getByRole('link', { name: 'Open the booking' }).click();
  await expect(page.getByText('The session is booked.')).toBeVisible();
  await walkAll(page, [
    { does: 'looking for another hour', press: press('Reschedule'), focus: /^(button: Close|input|dialog)/ },
    { does: 'keeping it', press: inDialog('Close'), focus: /^button: Reschedule$/ },
    {
      does: 'calling it off',
      press: async (at) => {
        await press('Call it off')(at);
        await inDialog('Call it off')(at);
      },
      focus: PLACE,
      says: /^The session is called off$/,
    },
  ]);
});

test('a request for a squad', async ({ browser }) => {
  const page = await open(browser, await player('Ear Captain'), '/protocol/assembly-request');
  await walkAll(page, [
    { does: 'sending nothing', press: press('Submit Request'), focus: /^div: Almost there/ },
    {
      does: 'sending it',
      press: async (at) => {
        await at.getByRole('checkbox', { name: 'PG', exact: true }).check();
        await at.getByLabel(/Skill Tier/).selectOption('elite');
        await at.getByLabel(/^Region/).selectOption('oceania');
        await at.getByLabel(/^Platform/).selectOption('pc');
        await at.getByRole('button', { name: 'Weeknights' }).click();
        await at.getByLabel(/Discord\/PSN/).fill('ear_captain');
        await at.getByLabel(/^Deadline/).fill('2099-01-01');
        await press('Submit Request')(at);
      },
      focus: PLACE,
      says: /Request Submitted!/,
    },
  ]);
});

test('a plan that is given back, a call, and a build that is kept', async ({ browser }) => {
  const person = await player(`Ear Premium ${mark()}`, { phone: '+12125550100' });
  const page = await open(browser, person, '/plans');
  await subscribed(page, 'Premium');
  await expect(async () => {
    await page.goto('/protocol/phone-concierge');
    await expect(page.getByRole('heading', { name: 'Book a call' })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const hours = page.getByRole('radio');
  await walkOn(page, [
    { does: 'booking no call', press: press('Book the call'), focus: /^fieldset: When we call/ },
    {
      does: 'booking one',
      press: async (at) => {
        await hours.nth(Math.floor(Math.random() * (await hours.count()))).check({ force: true });
        await at.getByLabel('What is it about?').fill('Tryouts');
        await press('Book the call')(at);
      },
      focus: PLACE,
      says: /^Your call is booked$/,
    },
    {
      does: 'calling it off',
      press: async (at) => {
        await press('Call it off')(at);
        await inDialog('Call it off')(at);
      },
      focus: PLACE,
      says: /^Your call is off$/,
    },
  ]);

  await page.goto('/tools');
  const assistant = region('AI Build Assistant');
  const say = (text: string) => async (at: Page) => {
    await assistant(at).getByLabel('What do you want to build?').fill(text);
    await press('Ask the assistant', assistant)(at);
  };
  const keep = (name: string) => async (at: Page) => {
    await press('Save this build', assistant)(at);
    await at.locator('dialog:modal').getByLabel('Name of the build').fill(name);
    await inDialog('Save')(at);
  };
  await walkOn(page, [
    { does: 'asking the assistant', press: say('point guard, 6 foot 4'), focus: /^h3: / },
    { does: 'keeping a build', press: keep('First'), focus: /^button: Save this build$/, says: /^Saved: First$/ },
    {
      does: 'turning it into milestones',
      press: press(/^Turn into milestones/),
      focus: /^button: Turn into milestones/,
      says: /added to your tracker$/,
    },
    {
      does: 'removing it',
      press: async (at) => {
        await press('Remove First')(at);
        await inDialog('Remove')(at);
      },
      focus: /^h2: /,
      says: /^Build removed$/,
    },
    {
      does: 'clearing the conversation',
      press: async (at) => {
        await press('Clear the conversation', assistant)(at);
        await inDialog('Clear the conversation')(at);
      },
      focus: /^textarea: What do you want to build\?/,
    },
  ]);

  await page.goto('/protocol/money');
  await walkAll(page, [
    {
      does: 'giving the plan back',
      press: async (at) => {
        await press('Use the 7-day guarantee')(at);
        await inDialog('Give it back')(at);
      },
      focus: PLACE,
      says: /^Your plan ends and the price goes back$/,
    },
  ]);
});

test('an order that is not paid', async ({ browser }) => {
  const page = await open(browser, await player('Ear Undecided'), '/plans');
  await page.getByRole('button', { name: 'Go Pro' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page
    .getByRole('link', { name: /(back|return|cancel)/i })
    .first()
    .click();
  await expect(page.getByText('Nothing was charged')).toBeVisible();
  await walkAll(page, [
    { does: 'cancelling it', press: press('Cancel the order'), focus: PLACE, says: /^The order is cancelled$/ },
  ]);
});

test('the account: devices, passkeys, a second factor, taking data along', async ({ browser }) => {
  const me = await player(`Ear Account ${mark()}`);
  await tokenOf(me.email);
  await tokenOf(me.email);
  const page = await open(browser, me, '/account/security');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const devices = region('Signed-in devices');
  const passkeys = region('Passkeys');
  const factors = region('Second factor');
  let secret = '';
  await walkAll(page, [
    {
      does: 'signing one device out',
      press: press(/^Sign out (?!all)/, devices),
      focus: /^(h2: Signed-in devices|li|ul)/,
      says: /^Signed out there$/,
    },
    {
      does: 'signing all others out',
      press: press('Sign out all other devices', devices),
      focus: /^h2: Signed-in devices$/,
      says: /^All other devices are signed out$/,
    },
    {
      does: 'adding a passkey',
      press: press('Add a passkey', passkeys),
      focus: /^button: Add a passkey$/,
      says: /^Passkey added$/,
    },
    { does: 'being asked about it', press: press('Remove', passkeys), focus: /^button: Cancel$/ },
    { does: 'removing it', press: inDialog('Remove'), focus: /^h2: Passkeys$/, says: /^Passkey removed$/ },
    {
      does: 'a wrong code of an authenticator',
      press: async (at) => {
        await press('Add an authenticator app', factors)(at);
        secret = (await at.locator('dialog:modal code').textContent())!;
        await at.locator('dialog:modal').getByLabel('Six-digit code').fill('000000');
        await inDialog('Turn on')(at);
      },
      focus: /^input: Six-digit code/,
    },
    {
      does: 'the right one',
      press: async (at) => {
        await at.locator('dialog:modal').getByLabel('Six-digit code').fill(appCode(secret));
        await inDialog('Turn on')(at);
        await expect(at.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
      },
      focus: /^(button|h2|dialog)/,
    },
    { does: 'keeping the codes', press: inDialog('I have kept them'), focus: /^(button|h2|li)/ },
    {
      does: 'removing the second factor',
      press: async (at) => {
        await press('Remove', factors)(at);
        await inDialog('Remove')(at);
      },
      focus: /^h2: Second factor$/,
      says: /^Second factor removed$/,
    },
    {
      does: 'taking the data along',
      press: press('Export my data'),
      focus: /^button: Export my data$/,
      says: /^Your data is in your downloads$/,
    },
  ]);
});

test('a vote in the tournament', async ({ browser }) => {
  const page = await open(browser, await player('Ear Votes'), '/tournament-of-power');
  const duel = region('The community compares');
  await expect(duel(page).getByRole('button', { name: /^Pick/ })).toHaveCount(2);
  await walkAll(page, [
    { does: 'voting', press: press(/^Pick/, duel), focus: PLACE, says: /in the community ranking/ },
    { does: 'the next pair', press: press('Next pair', duel), focus: PLACE },
  ]);
});
