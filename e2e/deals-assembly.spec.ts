import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  advanceOrderClock,
  closeAllContexts,
  expectPaymentConfirmed,
  fetchNewestOrder,
  fetchSandboxBalance,
  makePlayer,
  openSignedIn,
  payCheckout,
  readIdFromUrl,
  verifySeller,
} from './money-fixtures.ts';
import { callApi } from './server-api.ts';

test.afterEach(closeAllContexts);

type Wish = { roles: string[]; tier: string; region: string; platform: string };

/** Submits a team request, pays and opens the team page. */
async function assembleOnPage(buyer: Page, request: Wish): Promise<void> {
  await buyer.goto('/protocol/assembly-request');
  // Values known from the profile are prefilled and editable.
  await expect(buyer.getByLabel(/^Region/)).toHaveValue('na-east');
  await expect(buyer.getByLabel(/^Platform/)).toHaveValue('ps5');
  await expect(buyer.getByLabel(/Skill Tier/)).toHaveValue('intermediate');
  await expect(buyer.getByLabel(/Discord\/PSN/)).toHaveValue('kim_plays');
  await expect(buyer.getByLabel(/^Availability/)).toHaveValue('Mon 7:00–11:00 PM');
  await buyer.getByRole('button', { name: 'Submit Request' }).click();
  await expect(buyer.getByText('Choose at least one desired role.').first()).toBeVisible();
  // The form is long, so submitting it scrolls the list of missing fields into view.
  await expect(buyer.getByRole('alert').filter({ hasText: 'Almost there:' })).toBeInViewport();
  await expectAccessible(buyer);
  for (const role of request.roles) await buyer.getByRole('checkbox', { name: role, exact: true }).check();
  await buyer.getByLabel(/Skill Tier/).selectOption(request.tier);
  await buyer.getByLabel(/^Region/).selectOption(request.region);
  await buyer.getByLabel(/^Platform/).selectOption(request.platform);
  await buyer.getByRole('button', { name: 'Clear' }).click();
  await expect(buyer.getByLabel(/^Availability/)).toHaveValue('');
  // Availability written as free text isn't used for ranking until the buyer confirms how we read it.
  await buyer.getByLabel(/^Availability/).fill('when we can');
  await expect(buyer.getByText(/^We couldn’t find any hours in this/)).toBeVisible();
  await buyer.getByLabel(/^Availability/).fill('Weekdays 6 pm to midnight');
  await expect(buyer.getByText('We read that as: Mon, Tue, Wed, Thu, Fri 6:00 PM–12:00 AM')).toBeVisible();
  await expectAccessible(buyer);
  await buyer.getByRole('button', { name: 'Use this availability' }).click();
  await expect(buyer.getByText('30 h a week', { exact: true })).toBeVisible();
  await expect(buyer.getByText('These match the hours you marked above.')).toBeVisible();
  await buyer.getByLabel(/Discord\/PSN/).fill('captain_kim');
  await buyer.getByLabel(/^Deadline/).fill('2099-01-01');
  await buyer.getByRole('button', { name: 'Submit Request' }).click();
  await expect(buyer.getByText('Request Submitted!')).toBeVisible();
  await expect(buyer.getByText(/Request #[0-9a-f]{8} submitted\. We target 48h delivery\./)).toBeVisible();
  await expect(buyer.getByRole('button', { name: 'Pay $199' })).toBeInViewport();
  await buyer.getByRole('button', { name: 'Pay $199' }).click();
  await payCheckout(buyer);
  await expectPaymentConfirmed(buyer);
  await buyer.getByRole('link', { name: 'Follow your team' }).click();
  await expect(
    buyer.getByText('Mon, Tue, Wed, Thu, Fri 6:00 PM–12:00 AM (Eastern time)', { exact: true }),
  ).toBeVisible();
  await expect(buyer.getByText(`0 of 5 spots filled. The concierge is looking.`)).toBeVisible();
}

/** Creates a player whose profile has some of the values the request asks for. */
const createCaptain = (name: string) =>
  makePlayer(name, {
    overall_rating: 85,
    discord: 'kim_plays',
    availability: [{ days: ['Mon'], start: '19:00', end: '23:00' }],
  });

/** Creates an elite player in Oceania, where the concierge has few candidates. */
const createRarePlayer = (name: string, role: string) =>
  makePlayer(name, {
    role,
    region: 'Oceania',
    platform: 'PC',
    overall_rating: 97,
    discord: name.replaceAll(' ', '_').toLowerCase(),
    availability: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '18:00', end: '24:00' }],
  }).then(verifySeller);

async function invitePlayer(admin: Page, teamId: string, role: string, person: string): Promise<void> {
  const desk = admin.getByRole('region', { name: `Team ${teamId.slice(0, 8)}` });
  const seat = desk
    .getByRole('listitem')
    .filter({ has: admin.getByText(role, { exact: true }) })
    .first();
  await seat.getByRole('button', { name: 'Find candidates' }).click();
  await seat.getByRole('listitem').filter({ hasText: person }).getByRole('button', { name: 'Invite' }).click();
  // The spot may now show the player's role, so find it by name.
  await expect(
    desk.getByRole('listitem').filter({ hasText: person }).getByText('Invited', { exact: true }),
  ).toBeVisible();
}

async function acceptSeat(page: Page, role: string): Promise<void> {
  await page.goto('/protocol/invitations');
  await expect(page.getByRole('heading', { name: `A team needs a player at ${role}` })).toBeVisible();
  await page.getByRole('button', { name: 'Accept spot' }).click();
  await expect(page.getByText('You accepted')).toBeVisible();
}

test('assembles a team, delivers the contacts and pays the players', async ({ browser }) => {
  test.slow();
  const tag = crypto.randomUUID().slice(0, 6);
  const names = [`Guard ${tag}`, `Center ${tag}`, `Shooter ${tag}`, `Wing ${tag}`, `Forward ${tag}`];
  const roles = ['PG', 'C', 'SG', 'SF', 'PF'];
  const captain = await createCaptain('Captain Kim');
  const [guard, ...others] = await Promise.all(names.map((name, index) => createRarePlayer(name, roles[index]!)));
  const buyer = await openSignedIn(browser, captain.email);
  await assembleOnPage(buyer, { roles: ['PG', 'C'], tier: 'elite', region: 'oceania', platform: 'pc' });
  await expect(buyer.getByRole('time').filter({ hasText: /^in (4[78] h( \d+ min)?|2 days)$/ })).toBeVisible();
  const teamId = readIdFromUrl(buyer);

  const admin = await openSignedIn(browser, 'admin@planetcrew.example');
  await admin.goto('/protocol/admin/assemblies');
  await invitePlayer(admin, teamId, 'PG', names[0]!);
  await invitePlayer(admin, teamId, 'C', names[1]!);
  for (const name of names.slice(2)) await invitePlayer(admin, teamId, 'Our choice', name);
  await expectAccessible(admin);
  await acceptSeat(await openSignedIn(browser, guard!.email), 'PG');
  for (const { token } of others) await callApi(token, 'POST', `/api/team-builds/${teamId}/answer`, { accept: true });
  // Both pages update without a reload.
  await expect(buyer.getByText('Every spot is filled. The concierge will deliver your team.')).toBeVisible();
  const desk = admin.getByRole('region', { name: `Team ${teamId.slice(0, 8)}` });
  await desk.getByRole('button', { name: 'Confirm and deliver' }).click();
  await expect(desk.getByRole('button', { name: 'Confirm and deliver' })).toHaveCount(0);

  await expect(buyer.getByText('Your team is here. Message them and play.')).toBeVisible();
  await expect(buyer.getByText(`guard_${tag}`)).toBeVisible();
  await expectAccessible(buyer);
  await buyer.getByRole('button', { name: 'Confirm team' }).click();
  await expect(buyer.getByText('Thanks. We’re paying the players.')).toBeVisible();
  await expect.poll(async () => (await fetchNewestOrder(captain)).stage).toBe('released');
  const order = await fetchNewestOrder(captain);
  expect(order.balance).toMatchObject({ charged: 19_900, held: 0, released: 15_000, refunded: 0 });
  expect(await fetchSandboxBalance(order.id)).toEqual({ charged: 19_900, refunded: 0, transferred: 15_000 });
});

test("refunds a team automatically when it isn't filled by the deadline", async ({ browser }) => {
  const captain = await createCaptain('Captain Lee');
  const buyer = await openSignedIn(browser, captain.email);
  await assembleOnPage(buyer, { roles: ['Lock'], tier: 'advanced', region: 'na-east', platform: 'ps5' });
  const { id } = await fetchNewestOrder(captain);
  await advanceOrderClock(id, 47);
  await buyer.reload();
  await expect(buyer.getByText('0 of 5 spots filled. The concierge is looking.')).toBeVisible();
  expect((await fetchNewestOrder(captain)).balance).toMatchObject({ held: 19_900, refunded: 0 });
  await advanceOrderClock(id, 2);
  await buyer.reload();
  await expect(buyer.getByText('We couldn’t fill your team in time, so you’ll get a full refund.')).toBeVisible();
  await expect.poll(async () => (await fetchNewestOrder(captain)).settledAt).not.toBeNull();
  expect((await fetchNewestOrder(captain)).balance).toMatchObject({ charged: 19_900, held: 0, refunded: 19_900 });
  expect(await fetchSandboxBalance(id)).toEqual({ charged: 19_900, refunded: 19_900, transferred: 0 });
});
