import { expect, type Page, test } from '@playwright/test';
import { createAppCode } from './account-fixtures.ts';
import { chooseSlot } from './choose-slot.ts';
import {
  CARD,
  closeAllContexts,
  expectPaymentConfirmed,
  fetchNewestOrder,
  hireOnPage,
  makePlayer,
  makePurchase,
  makeSellerAccount,
  openSignedIn,
  payCheckout,
  readIdFromUrl,
  refundInDashboard,
  verifySeller,
} from './money-fixtures.ts';
import {
  openWithRecorder as open,
  pressButton,
  pressInDialog,
  pressSettledButton,
  runTransitionsAndClose,
  runTransitionsOn,
} from './screen-reader.ts';
import { callApi, fetchSession, type TestAccount } from './server-api.ts';

// Checks the focus after each purchase or account action and that each announcement is made exactly once.

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 240_000 });

/** Matches any focus except none, main and body, because the focus must stay near the clicked element. */
const PLACE = /^(?!nothing|main|body)/;
const ADMIN = { email: 'admin@planetcrew.example' };
const mark = () => crypto.randomUUID().slice(0, 6);
const region = (name: string | RegExp) => (page: Page) => page.getByRole('region', { name });

/** Buys a plan and finishes on the confirmation page. */
async function subscribe(page: Page, plan: 'Pro' | 'Premium'): Promise<void> {
  await page.goto('/plans');
  await page.getByRole('button', { name: `Go ${plan}` }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
}

test('announces each step of accepting a hire, confirming a game with a screenshot and opening a dispute', async ({
  browser,
}) => {
  const [buyerPerson, sellerPerson] = await Promise.all([makePlayer('Ear Buyer'), makeSellerAccount('Ear Seller')]);
  const buying = await openSignedIn(browser, buyerPerson.email);
  await hireOnPage(buying, sellerPerson.id);
  const booking = `/protocol/bookings/${readIdFromUrl(buying)}`;
  const sellerPage = await open(browser, sellerPerson, booking);
  await runTransitionsAndClose(sellerPage, [
    { does: 'thinking about a no', press: pressButton('Decline'), focus: /^button: Cancel$/ },
    { does: 'not saying it', press: pressInDialog('Cancel'), focus: /^button: Decline$/ },
    { does: 'accepting a hire', press: pressButton('Accept the hire'), focus: PLACE, announces: /^Accepted$/ },
    {
      does: 'confirming a game',
      press: pressSettledButton('Confirm game 1'),
      focus: PLACE,
      announces: /^Game 1 confirmed$/,
    },
  ]);
  const buyerPage = await open(browser, buyerPerson, booking);
  await runTransitionsAndClose(buyerPage, [
    { does: 'confirming it too', press: pressButton('Confirm game 1'), focus: PLACE, announces: /^Game 1 confirmed$/ },
    {
      does: 'attaching a picture',
      press: async (page) => {
        await page.getByLabel(/^Picture/).setInputFiles('public/brand/icon-192.png');
        await page.getByRole('combobox', { name: /^Game/ }).selectOption('Game 1');
        await pressButton('Attach')(page);
      },
      focus: PLACE,
      announces: /^Attached$/,
    },
    {
      does: 'opening a dispute without a word',
      press: async (page) => {
        await pressButton('Open a dispute')(page);
        await pressInDialog('Open the dispute')(page);
      },
      focus: /^textarea: What happened/,
    },
    {
      does: 'opening it',
      press: async (page) => {
        await page
          .locator('dialog:modal')
          .getByLabel(/What happened/)
          .fill('Nobody came.');
        await pressInDialog('Open the dispute')(page);
      },
      focus: /^h1: Dispute/,
    },
    {
      does: 'saying more',
      press: async (page) => {
        await page.getByLabel('Your message').fill('And nobody wrote.');
        await pressButton('Send')(page);
      },
      focus: /^(button: Send|textarea: Your message)$/,
      announces: /^Message sent$/,
    },
  ]);
});

test('announces each step of declining a hire', async ({ browser }) => {
  const [buyerPerson, sellerPerson] = await Promise.all([makePlayer('Ear Wants'), makeSellerAccount('Ear Refuses')]);
  const buying = await openSignedIn(browser, buyerPerson.email);
  await hireOnPage(buying, sellerPerson.id);
  const sellerPage = await open(browser, sellerPerson, `/protocol/bookings/${readIdFromUrl(buying)}`);
  await runTransitionsAndClose(sellerPage, [
    {
      does: 'declining',
      press: async (page) => {
        await pressButton('Decline')(page);
        await pressInDialog('Decline')(page);
      },
      focus: PLACE,
      announces: /^Declined$/,
    },
  ]);
});

test('announces each step of canceling a coaching session', async ({ browser }) => {
  const person = await makePlayer('Ear Student');
  const page = await open(browser, person, '/coaches/coach-handles');
  await page.getByRole('radio').last().check({ force: true });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
  await page.getByRole('link', { name: 'Open the booking' }).click();
  await expect(page.getByText('The session is booked.')).toBeVisible();
  await runTransitionsAndClose(page, [
    { does: 'looking for another hour', press: pressButton('Reschedule'), focus: /^(button: Close|input|dialog)/ },
    { does: 'keeping it', press: pressInDialog('Close'), focus: /^button: Reschedule$/ },
    {
      does: 'calling it off',
      press: async (page) => {
        await pressButton('Cancel session')(page);
        await pressInDialog('Cancel session')(page);
      },
      focus: PLACE,
      announces: /^Session canceled$/,
    },
  ]);
});

test('announces each step of requesting a team', async ({ browser }) => {
  const page = await open(browser, await makePlayer('Ear Captain'), '/protocol/assembly-request');
  await runTransitionsAndClose(page, [
    { does: 'sending nothing', press: pressButton('Submit Request'), focus: /^div: Almost there/ },
    {
      does: 'sending it',
      press: async (page) => {
        await page.getByRole('checkbox', { name: 'PG', exact: true }).check();
        await page.getByLabel(/Skill Tier/).selectOption('elite');
        await page.getByLabel(/^Region/).selectOption('oceania');
        await page.getByLabel(/^Platform/).selectOption('pc');
        await page.getByRole('button', { name: 'Weeknights' }).click();
        await page.getByLabel(/Discord\/PSN/).fill('ear_captain');
        await page.getByLabel(/^Deadline/).fill('2099-01-01');
        await pressButton('Submit Request')(page);
      },
      focus: PLACE,
      announces: /Request Submitted!/,
    },
  ]);
});

/** Creates a verified player whom the concierge can invite to an elite team. */
const createRarePlayer = (name: string, role: string): Promise<TestAccount> =>
  makePlayer(name, { role, region: 'Oceania', platform: 'PC', overall_rating: 97, discord: 'ear_rare' }).then(
    verifySeller,
  );

test("announces each step of assembling a team, from the first invitation to the buyer's confirmation", async ({
  browser,
}) => {
  const roles = ['PG', 'SG', 'SF', 'PF', 'C'];
  const names = roles.map((role) => `Ear ${role} ${mark()}`);
  const captain = await makePlayer('Ear Assembles');
  const [guard, ...others] = await Promise.all(names.map((name, index) => createRarePlayer(name, roles[index]!)));
  const request = {
    ...{ desired_roles: ['PG'], skill_tiers: 'elite', region: 'oceania', platform: 'pc' },
    ...{ availability_windows: 'Evenings', discord_psn: 'ear_captain', deadline: '2099-01-01' },
  };
  await callApi(captain.token, 'POST', '/api/team-build/request', request);
  const { teamBuildId } = await makePurchase(captain, { priceId: 'PRICE_TEAM_ASSEMBLY' });
  const desk = (page: Page) => page.getByRole('region', { name: `Team ${teamBuildId!.slice(0, 8)}` });
  const admin = await open(browser, ADMIN, '/protocol/admin/assemblies');
  const seats = (page: Page) => desk(page).locator('ol');
  await runTransitionsOn(admin, [
    {
      does: 'looking for candidates',
      press: pressButton('Find candidates', desk),
      focus: /^button: Find candidates$/,
      announces: /fits? this spot/,
    },
    {
      does: 'asking a candidate',
      press: pressButton(`Invite ${names[0]}`, seats),
      focus: /^li: /,
      announces: new RegExp(`^${names[0]} is invited$`),
    },
  ]);
  for (const [index, { id }] of others.entries()) {
    const invitation = { seat: index + 1, playerId: id };
    const { access_token } = await fetchSession(ADMIN.email);
    await callApi(access_token, 'POST', `/api/admin/team-builds/${teamBuildId}/players`, invitation);
  }
  const seat = await open(browser, guard!, '/protocol/invitations');
  await runTransitionsAndClose(seat, [
    {
      does: 'being asked at short notice',
      press: (page) => page.getByRole('switch', { name: 'Invite me on short notice' }).click(),
      focus: /^input: Invite me on short notice/,
      announces: /^Saved$/,
    },
    { does: 'taking a seat', press: pressButton('Accept spot'), focus: /^article: /, announces: /^You're in$/ },
  ]);
  for (const { token } of others)
    await callApi(token, 'POST', `/api/team-builds/${teamBuildId}/answer`, { accept: true });
  await admin.reload();
  await runTransitionsAndClose(admin, [
    {
      does: 'handing a squad over',
      press: pressButton('Confirm and deliver', desk),
      focus: PLACE,
      announces: /^Delivered$/,
    },
  ]);
  const page = await open(browser, captain, `/protocol/assembly/${teamBuildId}`);
  await runTransitionsAndClose(page, [
    {
      does: 'confirming a squad',
      press: pressButton('Confirm team'),
      focus: PLACE,
      announces: /^Thanks\. We’re paying the players\.$/,
    },
  ]);
});

test('announces each step of hiring a player with a paid order and reviewing them afterward', async ({ browser }) => {
  const [buyerPerson, sellerPerson, reader] = await Promise.all([
    makePlayer('Ear Paid'),
    makeSellerAccount('Ear Reviewed'),
    makePlayer('Ear Reader'),
  ]);
  await makePurchase(buyerPerson, { priceId: 'PRICE_7G_LOCK' });
  const page = await open(browser, buyerPerson, `/protocol/hire?player=${sellerPerson.id}`);
  await runTransitionsOn(page, [
    {
      does: 'hiring with a paid order',
      press: async (page) => {
        await pressButton('Hire')(page);
        await pressInDialog('Book with your paid order')(page);
      },
      focus: /^h1: /,
    },
  ]);
  const booking = `/api/bookings/${(await fetchNewestOrder(buyerPerson)).bookingId}`;
  await callApi(sellerPerson.token, 'POST', `${booking}/answer`, { accept: true });
  for (const no of [1, 2, 3, 4, 5, 6, 7])
    for (const { token } of [sellerPerson, buyerPerson]) await callApi(token, 'POST', `${booking}/games`, { no });
  await page.reload();
  await runTransitionsAndClose(page, [
    { does: 'reviewing without a star', press: pressButton('Send review'), focus: /^fieldset: Stars/ },
    {
      does: 'reviewing',
      press: async (targetPage) => {
        await targetPage.getByRole('radio', { name: '4 stars' }).check({ force: true });
        await targetPage.getByLabel('In your own words').fill('Calm, and on time.');
        // The form keeps its input after a reload.
        await page.reload();
        await expect(targetPage.getByLabel('In your own words')).toHaveValue('Calm, and on time.');
        await expect(targetPage.getByRole('radio', { name: '4 stars' })).toBeChecked();
        await pressButton('Send review')(targetPage);
      },
      focus: /^button: Update review$/,
      announces: /^Thanks for your review$/,
    },
    {
      does: 'changing a review',
      press: async (page) => {
        await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
        await pressButton('Update review')(page);
      },
      focus: /^button: Update review$/,
      announces: /^Review updated$/,
    },
  ]);
  const profile = await open(browser, reader, `/protocol/profile/${sellerPerson.id}`);
  await runTransitionsAndClose(profile, [
    {
      does: 'reporting a review',
      press: async (page) => {
        // The reviews load when the user scrolls near them. They follow the hiring record, and both move when a section
        // above them loads.
        await expect(async () => {
          await page.getByRole('heading', { name: 'Hiring record' }).scrollIntoViewIfNeeded({ timeout: 1_000 });
          await expect(region('Reviews')(page)).toBeVisible({ timeout: 1_000 });
        }).toPass({ timeout: 20_000 });
        await pressButton(/^Report the review by/, region('Reviews'))(page);
        await pressInDialog('Report review')(page);
      },
      focus: /^button: Report the review by/,
      announces: /moderator will review/,
    },
  ]);
});

test('announces each step of refunding part of an order and handling a refund made at the provider', async ({
  browser,
}) => {
  const person = await makePlayer('Ear Refunded');
  const coaching = await makePurchase(person, { priceId: 'PRICE_COACHING_30' });
  const refunding = await open(browser, ADMIN, `/protocol/admin/orders/${coaching.id}`);
  await runTransitionsAndClose(refunding, [
    {
      does: 'refunding an order in the console',
      press: async (page) => {
        await page.getByLabel('Amount, in dollars').fill('5');
        await page.getByLabel(/^Reason/).fill('The coach came late.');
        await pressButton('Refund')(page);
        await pressInDialog('Refund')(page);
      },
      focus: PLACE,
      announces: /^The refund is on its way$/,
    },
  ]);
  const hire = await makePurchase(person, { priceId: 'PRICE_7G_LOCK' });
  await refundInDashboard(hire.id, 2_500);
  const deciding = await open(browser, ADMIN, `/protocol/admin/orders/${hire.id}`);
  await expect(async () => {
    await deciding.reload();
    await expect(deciding.getByText('A refund of $25, made outside Planet Crew.')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 45_000 });
  await runTransitionsAndClose(deciding, [
    {
      does: 'continuing an order whose money moved at the provider',
      press: async (page) => {
        await pressButton('Continue the order')(page);
        await pressInDialog('Continue the order')(page);
      },
      focus: PLACE,
      announces: /^Order continued$/,
    },
  ]);
});

test('announces each step of canceling an order, resending a refused refund and deciding a dispute', async ({
  browser,
}) => {
  const [buyerPerson, other, sellerPerson] = await Promise.all([
    makePlayer('Ear Withdraws'),
    makePlayer('Ear Disputes'),
    makeSellerAccount('Ear Disputed'),
  ]);
  const { id } = await makePurchase(buyerPerson, { priceId: 'PRICE_7G_LOCK' }, CARD.refundFails);
  const page = await open(browser, buyerPerson, `/protocol/money/${id}`);
  await runTransitionsAndClose(page, [
    {
      does: 'thinking about taking an order back',
      press: pressButton('Cancel the order'),
      focus: /^button: Cancel$/,
    },
    {
      does: 'taking an order back',
      press: pressInDialog('Cancel the order'),
      focus: PLACE,
      announces: /^We're refunding \$[\d.]+$/,
    },
  ]);
  const admin = await open(browser, ADMIN, `/protocol/admin/orders/${id}`);
  const refusedRegion = region('Refused by the payment provider');
  const waitUntilRefused = (page: Page) =>
    expect(async () => {
      await page.reload();
      await expect(refusedRegion(page)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 45_000 });
  await waitUntilRefused(admin);
  await runTransitionsAndClose(admin, [
    {
      does: 'sending money again',
      press: pressButton('Send again', refusedRegion),
      focus: PLACE,
      announces: /^Sent again$/,
    },
  ]);
  const second = await makePurchase(buyerPerson, { priceId: 'PRICE_7G_LOCK' }, CARD.refundFails);
  await callApi(buyerPerson.token, 'POST', `/api/orders/${second.id}/cancel`);
  const paying = await open(browser, ADMIN, `/protocol/admin/orders/${second.id}`);
  await waitUntilRefused(paying);
  await runTransitionsAndClose(paying, [
    {
      does: 'recording a refund that was paid another way',
      press: async (page) => {
        await pressButton('Mark as paid another way', refusedRegion)(page);
        await page.getByLabel('How it was paid (the buyer sees it)').fill('By bank transfer.');
        await pressInDialog('Record it')(page);
      },
      focus: PLACE,
      announces: /^Recorded$/,
    },
  ]);
  const hire = await makePurchase(other, { priceId: 'PRICE_7G_LOCK', playerId: sellerPerson.id, role: 'PG' });
  await callApi(sellerPerson.token, 'POST', `/api/bookings/${hire.bookingId}/answer`, { accept: true });
  const disputeBody = { text: 'Nobody came.' };
  const dispute = await callApi<{ id: string }>(other.token, 'POST', `/api/orders/${hire.id}/dispute`, disputeBody);
  const deciding = await open(browser, ADMIN, `/protocol/disputes/${dispute.id}`);
  await runTransitionsAndClose(deciding, [
    {
      does: 'thinking about a decision',
      press: async (page) => {
        await page.getByLabel('Reason (both sides see it)').fill('One evening was spent waiting.');
        await pressButton('Decide')(page);
      },
      focus: /^button: Cancel$/,
    },
    { does: 'deciding a dispute', press: pressInDialog('Decide'), focus: PLACE, announces: /^Decided$/ },
  ]);
  const orders = await open(browser, ADMIN, '/protocol/admin/orders');
  await runTransitionsAndClose(orders, [
    {
      does: 'comparing the books',
      press: pressButton('Compare now'),
      focus: /^button: Compare now$/,
      announces: /^Comparison finished\.$/,
    },
  ]);
});

test("announces each step of saving a coach's hours and booking a time for a paid sprint", async ({ browser }) => {
  const [coach, student] = await Promise.all([makePlayer('Ear Coaches'), makePlayer('Ear Learns')]);
  const settings = { timezone: 'Europe/Paris', hours: [], daysOff: [], active: true };
  const hours = await open(browser, coach, '/protocol/money');
  // Tests share the few coaches, so mock the requests instead of changing saved settings.
  await hours.route('**/api/coaching/hours', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? { coachId: 'coach', name: 'Coach', settings } : {} }),
  );
  await hours.route('**/api/payouts', (route) =>
    route.fulfill({
      json: {
        ...{ started: false, verified: false, submitted: false, payoutProblem: null },
        countries: ['DE', 'US'],
      },
    }),
  );
  await hours.goto('/protocol/coaching-hours');
  await runTransitionsAndClose(hours, [
    {
      does: 'being paid nowhere',
      press: pressButton('Verify for payouts'),
      focus: /^select: Country of your bank account/,
    },
    {
      does: 'saving the hours of a coach',
      press: pressButton('Save hours'),
      focus: /^button: Save hours$/,
      announces: /^Hours saved$/,
    },
  ]);
  const { id } = await makePurchase(student, { priceId: 'PRICE_COACHING_30' });
  const choosing = await open(browser, student, `/coaches/coach-handles?order=${id}`);
  await runTransitionsAndClose(choosing, [
    {
      does: 'choosing the hour of a paid sprint',
      press: async (page) => {
        const free = page.getByRole('radio');
        await expect(free.first()).toBeAttached();
        await free.nth(chooseSlot(await free.count())).check({ force: true });
        await pressButton('Book this time')(page);
      },
      focus: /^h1: /,
    },
  ]);
});

test('announces each step of handling a call at the concierge desk', async ({ browser }) => {
  const person = await makePlayer(`Ear Called ${mark()}`, { phone: '+12125550100' });
  await subscribe(await open(browser, person, '/plans'), 'Premium');
  let call: { id: string } | undefined;
  await expect(async () => {
    const { slots } = await callApi<{ slots: { startsAt: string }[] }>(person.token, 'GET', '/api/calls');
    const { startsAt } = slots[chooseSlot(slots.length)]!;
    call = await callApi(person.token, 'POST', '/api/calls', { startsAt, phone: '+12125550100', topic: 'Tryouts' });
  }).toPass({ timeout: 45_000 });
  const page = await open(browser, ADMIN, `/protocol/admin/calls?call=${call!.id}`);
  await runTransitionsAndClose(page, [
    { does: 'taking a call', press: pressButton('Take the call'), focus: PLACE, announces: /^You took this call$/ },
    {
      does: 'keeping notes',
      press: async (page) => {
        await page.getByLabel('Notes').fill('Wants a five for Tuesdays.');
        await pressButton('Save notes')(page);
      },
      focus: PLACE,
      announces: /^Notes saved$/,
    },
    {
      does: 'putting a call back',
      press: pressSettledButton('Put the call back'),
      focus: PLACE,
      announces: /^The call is waiting again/,
    },
    {
      does: 'closing a call',
      press: async (page) => {
        await pressSettledButton('Take the call')(page);
        await pressSettledButton('We talked')(page);
      },
      focus: PLACE,
      announces: /^Call closed$/,
    },
  ]);
});

test('announces each step of refunding a plan, booking and canceling a call, and saving a build', async ({
  browser,
}) => {
  const person = await makePlayer(`Ear Premium ${mark()}`, { phone: '+12125550100' });
  const page = await open(browser, person, '/plans');
  await subscribe(page, 'Premium');
  await expect(async () => {
    await page.goto('/protocol/phone-concierge');
    await expect(page.getByRole('heading', { name: 'Book a call' })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const hours = page.getByRole('radio');
  await runTransitionsOn(page, [
    { does: 'booking no call', press: pressButton('Book the call'), focus: /^textarea: What's it about/ },
    {
      does: 'booking at no hour',
      press: async (page) => {
        await page.getByLabel("What's it about?").fill('Tryouts');
        await pressButton('Book the call')(page);
      },
      focus: /^fieldset: When to call/,
    },
    {
      does: 'booking one',
      press: async (page) => {
        await hours.nth(chooseSlot(await hours.count())).check({ force: true });
        await page.getByLabel("What's it about?").fill('Tryouts');
        await pressButton('Book the call')(page);
      },
      focus: PLACE,
      announces: /^Your call is booked$/,
    },
    {
      does: 'calling it off',
      press: async (page) => {
        await pressButton('Cancel call')(page);
        await pressInDialog('Cancel call')(page);
      },
      focus: PLACE,
      announces: /^Your call is canceled$/,
    },
  ]);

  await page.goto('/tools');
  const assistant = region('AI Build Assistant');
  const sendPrompt = (text: string) => async (page: Page) => {
    await assistant(page).getByLabel('What do you want to build?').fill(text);
    await pressButton('Ask the assistant', assistant)(page);
  };
  const keep = (name: string) => async (page: Page) => {
    await pressButton('Save this build', assistant)(page);
    await page.locator('dialog:modal').getByLabel('Build name').fill(name);
    await pressInDialog('Save')(page);
  };
  await runTransitionsOn(page, [
    { does: 'asking the assistant', press: sendPrompt('point guard, 6 foot 4'), focus: /^h3: / },
    { does: 'keeping a build', press: keep('First'), focus: /^button: Save this build$/, announces: /^Saved: First$/ },
    {
      does: 'turning it into milestones',
      press: pressButton(/^Turn into milestones/),
      focus: /^button: Turn into milestones/,
      announces: /added to your tracker$/,
    },
    {
      does: 'reaching a milestone',
      press: (page) => page.locator('.milestones').getByRole('checkbox').first().click(),
      focus: /^input: /,
    },
    {
      does: 'adding a milestone',
      press: async (page) => {
        await page.getByLabel('New milestone').fill('Ten wins');
        await pressButton('Add', region('Crew Progress Tracker'))(page);
      },
      focus: /^(button: Add|input: New milestone)$/,
      announces: /^Milestone added$/,
    },
    {
      does: 'removing a milestone',
      press: pressButton('Remove Ten wins'),
      focus: PLACE,
      announces: /^Milestone removed$/,
    },
    {
      does: 'removing it',
      press: async (page) => {
        await pressButton('Remove First')(page);
        await pressInDialog('Remove')(page);
      },
      focus: /^h2: /,
      announces: /^Build removed$/,
    },
    {
      does: 'clearing the conversation',
      press: async (page) => {
        await pressButton('Clear chat', assistant)(page);
        await pressInDialog('Clear chat')(page);
      },
      focus: /^textarea: What do you want to build\?/,
    },
  ]);

  await page.goto('/protocol/money');
  await runTransitionsAndClose(page, [
    {
      does: 'giving the plan back',
      press: async (page) => {
        await pressButton('Use the 7-day guarantee')(page);
        await pressInDialog('End and refund')(page);
      },
      focus: PLACE,
      announces: /^Plan ended\. We're refunding it\.$/,
    },
  ]);
});

test('announces each step of canceling an unpaid order', async ({ browser }) => {
  const page = await open(browser, await makePlayer('Ear Undecided'), '/plans');
  await page.getByRole('button', { name: 'Go Pro' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page
    .getByRole('link', { name: /(back|return|cancel)/i })
    .first()
    .click();
  await expect(page.getByText('Nothing was charged')).toBeVisible();
  await runTransitionsAndClose(page, [
    { does: 'cancelling it', press: pressButton('Cancel the order'), focus: PLACE, announces: /^Order canceled$/ },
  ]);
});

test('announces each step of managing devices, passkeys, two-factor authentication and the data export', async ({
  browser,
}) => {
  const me = await makePlayer(`Ear Account ${mark()}`);
  await fetchSession(me.email);
  await fetchSession(me.email);
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
  const factors = region('Two-factor authentication');
  let secret = '';
  await runTransitionsAndClose(page, [
    {
      does: 'signing one device out',
      press: pressButton(/^Sign out (?!all)/, devices),
      focus: /^(h2: Signed-in devices|li|ul)/,
      announces: /^That device is signed out$/,
    },
    {
      does: 'signing all others out',
      press: pressButton('Sign out all other devices', devices),
      focus: /^h2: Signed-in devices$/,
      announces: /^All other devices are signed out$/,
    },
    {
      does: 'adding a passkey',
      press: pressButton('Add a passkey', passkeys),
      focus: /^button: Add a passkey$/,
      announces: /^Passkey added$/,
    },
    { does: 'being asked about it', press: pressButton('Remove', passkeys), focus: /^button: Cancel$/ },
    { does: 'removing it', press: pressInDialog('Remove'), focus: /^h2: Passkeys$/, announces: /^Passkey removed$/ },
    {
      does: 'a wrong code of an authenticator',
      press: async (page) => {
        await pressButton('Add an authenticator app', factors)(page);
        secret = (await page.locator('dialog:modal code').textContent())!;
        await page.locator('dialog:modal').getByLabel('Six-digit code').fill('000000');
        await pressInDialog('Turn on')(page);
      },
      focus: /^input: Six-digit code/,
    },
    {
      does: 'the right one',
      press: async (page) => {
        await page.locator('dialog:modal').getByLabel('Six-digit code').fill(createAppCode(secret));
        await pressInDialog('Turn on')(page);
        await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
      },
      focus: /^(button|h2|dialog)/,
    },
    { does: 'keeping the codes', press: pressInDialog("I've saved them"), focus: /^(button|h2|li)/ },
    {
      does: 'removing the second factor',
      press: async (page) => {
        await pressButton('Remove', factors)(page);
        await pressInDialog('Remove')(page);
      },
      focus: /^h2: Two-factor authentication$/,
      announces: /^Two-factor method removed$/,
    },
    {
      does: 'taking the data along',
      press: pressButton('Export my data'),
      focus: /^button: Download my data$/,
      announces: /^Your data is ready\.$/,
    },
    {
      does: 'downloading the data',
      press: pressButton('Download my data'),
      focus: /^button: Download my data$/,
      announces: /^Your data is in your downloads$/,
    },
  ]);
});

test('announces each step of voting in the tournament', async ({ browser }) => {
  const page = await open(browser, await makePlayer('Ear Votes'), '/tournament-of-power');
  const duel = region('Community comparisons');
  await expect(duel(page).getByRole('button', { name: /^Pick/ })).toHaveCount(2);
  await runTransitionsAndClose(page, [
    { does: 'voting', press: pressButton(/^Pick/, duel), focus: PLACE, announces: /in the community ranking/ },
    { does: 'the next pair', press: pressButton('Next pair', duel), focus: PLACE },
  ]);
});
