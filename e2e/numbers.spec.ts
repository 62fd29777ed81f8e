import { type Browser, expect, type Page, test } from '@playwright/test';
import { closeAllContexts, hireOnPage, makePlayer, makeSellerAccount, openSignedIn } from './money-fixtures.ts';
import { openHydrated } from './page-ready.ts';
import { callApi, fetchSession, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

// Checks that counts on pages match the API, with no count at zero.

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 240_000 });

const HOURS = [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }];
const WEEKLY_HOURS = 6;
const SLOTS = ['Tue', 'Thu'].map((day) => ({ day, start: '20:00', end: '23:00' }));

/** Returns the first number in a text. */
const parseNumber = (text: string) => Number(text.replaceAll(',', '').match(/\d+/)?.[0] ?? Number.NaN);
const tile = (page: Page, label: string) => page.locator('.stat').filter({ hasText: label });

type Squads = { squads: { id: string; unread: number; members: object[] }[] };
type OwnLfg = { listings: { id: string; pending: number }[]; applications: { status: string }[] };
type Orders = { orders: { id: string }[] };
type Record = { games: number; squads: number; confirmed_by: number };

/** Creates a player who has one of everything we count: a squad, a session, messages, a listing, an application. */
async function createBusyPlayer(): Promise<{ me: TestAccount; mate: TestAccount; listing: string }> {
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Count ${mark}`], overall_rating: 85 },
    ...{ availability: HOURS, timezone: 'Europe/Paris' },
  };
  const me = await makePlayer(`Counts ${mark}`, fit);
  const mate = await makePlayer(`Counted ${mark}`, { ...fit, role: 'C' });
  const third = await makePlayer(`Third ${mark}`, { ...fit, role: 'C', languages: ['English'] });
  await runMatcher();
  for (const { token } of [me, mate]) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(token, 'GET', '/api/matches');
    await callApi(token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const squad = (await callApi<Squads>(me.token, 'GET', '/api/squads')).squads[0]!.id;
  await playAnEvening(squad, me, mate);
  const { id: thread } = await callApi<{ id: string }>(mate.token, 'GET', `/api/threads/squad/${squad}`);
  for (const text of ['One.', 'Two.'])
    await callApi(mate.token, 'POST', `/api/threads/${thread}/messages`, { client_id: crypto.randomUUID(), text });
  const listing = { needed_positions: ['C', 'SG'], modes: ['Rec'], availability: SLOTS };
  const own = await callApi<{ id: string }>(me.token, 'POST', '/api/lfg/listings', {
    ...listing,
    title: `Mine ${mark}`,
  });
  for (const { token } of [mate, third])
    await callApi(token, 'POST', `/api/lfg/listings/${own.id}/apply`, { position: 'C', message: 'Hello.' });
  const other = await callApi<{ id: string }>(third.token, 'POST', '/api/lfg/listings', {
    ...{ ...listing, needed_positions: ['PG'] },
    title: `Theirs ${mark}`,
  });
  await callApi(me.token, 'POST', `/api/lfg/listings/${other.id}/apply`, { position: 'PG', message: 'Hello.' });
  return { me, mate, listing: own.id };
}

async function playAnEvening(squad: string, me: TestAccount, mate: TestAccount): Promise<void> {
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  type Room = { sessions: { id: string; version: number }[] };
  const room = await callApi<Room>(mate.token, 'POST', `/api/squads/${squad}/sessions`, { starts_at, minutes: 60 });
  const { id, version } = room.sessions[0]!;
  await callApi(me.token, 'PUT', `/api/squads/${squad}/sessions/${id}/answer`, { version, answer: 'yes' });
  const origin = process.env.E2E_ORIGIN ?? 'http://localhost:3000';
  const body = new URLSearchParams({ session: id, hours: '3' });
  await fetch(`${origin}/sandbox/clock`, { method: 'POST', redirect: 'manual', body });
  for (const { token } of [me, mate])
    await callApi(token, 'PUT', `/api/sessions/${id}/feedback`, { took_place: true, rating: 5, absent_ids: [] });
}

/** Opens a page in the user's own browser context. */
async function visit(browser: Browser, { email }: { email: string }, path: string): Promise<Page> {
  const page = await openSignedIn(browser, email);
  await openHydrated(page, path);
  return page;
}

test('shows counts on home, squads, listings, inbox, profile and money that match the API', async ({ browser }) => {
  const { me, listing } = await createBusyPlayer();
  const buying = await openSignedIn(browser, me.email);
  await hireOnPage(buying, (await makeSellerAccount('Counted Seller')).id);
  const [squads, ownListings, orders, record] = await Promise.all([
    callApi<Squads>(me.token, 'GET', '/api/squads'),
    callApi<OwnLfg>(me.token, 'GET', '/api/lfg/mine'),
    callApi<Orders>(me.token, 'GET', '/api/orders'),
    callApi<Record>(undefined, 'GET', `/api/players/${me.id}/record`),
  ]);
  const page = await visit(browser, me, '/dashboard');
  const part = (name: string) => page.getByRole('region', { name });
  const rows = (name: string) => part(name).getByRole('listitem');

  await test.step('shows matching numbers on the home page', async () => {
    expect([squads.squads.length, record.games, orders.orders.length, ownListings.listings[0]!.pending]).toEqual([
      1, 1, 1, 2,
    ]);
    await expect(rows('Your squads')).toHaveCount(squads.squads.length);
    await expect(part('Your squads')).toContainText(`${squads.squads[0]!.members.length} members`);
    await expect(part('Your squads')).toContainText(`${squads.squads[0]!.unread} unread`);
    await expect(part('Quick Stats')).toContainText(new RegExp(`Squads Joined\\s*${squads.squads.length}`));
    await expect(part('Quick Stats')).toContainText(new RegExp(`Matches Played\\s*${record.games}`));
    await expect(part('Your listings')).toContainText(`${ownListings.listings[0]!.pending} applicants`);
    const pendingCount = ownListings.applications.filter(({ status }) => status === 'pending').length;
    await expect(part('Your listings')).toContainText(`${pendingCount} application is waiting`);
    await expect(part('Bookings and money')).toContainText(`${orders.orders.length} order is in progress`);
    const waits = part('Waiting on you');
    await expect(waits.getByText(/^\d+$/).first()).toHaveText(String(await waits.getByRole('listitem').count()));
    await expect(waits).toContainText(`${ownListings.listings[0]!.pending} players applied`);
  });

  await test.step('shows the same number to answer in the bar, in the inbox and in the API', async () => {
    const { waiting } = await callApi<{ waiting: number }>(me.token, 'GET', '/api/notifications/unread');
    expect(waiting).toBeGreaterThan(0);
    await expect(page.getByRole('link', { name: `Inbox ${waiting} to answer` }).first()).toBeVisible();
    await openHydrated(page, '/protocol/inbox');
    await expect(page.getByRole('link', { name: `To answer (${waiting})` })).toBeVisible();
    await expect(page.getByRole('list', { name: 'To answer' }).getByRole('article')).toHaveCount(waiting);
  });

  await test.step('shows the right number of squads', async () => {
    await openHydrated(page, '/protocol/squads');
    await expect(page.getByRole('list', { name: 'Your squads' }).locator('> li')).toHaveCount(1);
    await openHydrated(page, `/protocol/squads/${squads.squads[0]!.id}`);
    const members = page.getByRole('list', { name: 'Members of the squad' });
    await expect(members.locator('> li')).toHaveCount(squads.squads[0]!.members.length);
    await expect(page.getByRole('region', { name: /^Messages/ })).toContainText(`${squads.squads[0]!.unread} new`);
  });

  await test.step('shows the right number of spots and applicants for a listing', async () => {
    await openHydrated(page, '/protocol/lfg');
    await expect(page.getByText(`${ownListings.listings[0]!.pending} applicants`).first()).toBeVisible();
    await openHydrated(page, `/protocol/lfg/${listing}`);
    const applicants = page.getByRole('region', { name: /^Applicants/ });
    await expect(applicants.getByRole('article')).toHaveCount(ownListings.listings[0]!.pending);
  });

  await test.step('shows the right hours per week and record on the profile', async () => {
    await openHydrated(page, '/account/profile#section-hours');
    await expect(page.getByText(`${WEEKLY_HOURS} h a week`)).toBeVisible();
    await openHydrated(page, `/protocol/profile/${me.id}`);
    await expect(tile(page, 'Games played')).toContainText(String(record.games));
    await expect(tile(page, 'Squads played in')).toContainText(String(record.squads));
    expect(record.confirmed_by).toBe(1);
    await expect(page.getByText('Confirmed by one teammate who was there.')).toBeVisible();
  });

  await test.step('shows matching amounts of money', async () => {
    await openHydrated(page, '/protocol/money');
    await expect(page.locator('#orders').getByRole('article')).toHaveCount(orders.orders.length);
    const { balance } = await callApi<{ balance: { charged: number; held: number } }>(
      me.token,
      'GET',
      `/api/orders/${orders.orders[0]!.id}`,
    );
    expect(balance.held).toBeGreaterThan(0);
    await openHydrated(page, `/protocol/money/${orders.orders[0]!.id}`);
    await expect(
      page
        .getByText(`$${balance.charged / 100}`)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });
});

test('shows result counts that match the directory and the listings', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const them = await Promise.all(['One', 'Two', 'Three'].map((name) => makePlayer(`Few ${mark} ${name}`)));
  const listing = { title: `Slots ${mark}`, needed_positions: ['C'], modes: ['Rec'], availability: SLOTS };
  await callApi(them[0]!.token, 'POST', '/api/lfg/listings', listing);
  type Directory = { total: number; profiles: object[] };
  // Other tests publish profiles in parallel, so retry until the page and the API show the same state.
  await expect(async () => {
    await openHydrated(page, '/protocol/find');
    const { total } = await callApi<Directory>(undefined, 'GET', '/api/profiles');
    expect(total).toBeGreaterThan(0);
    expect(parseNumber(await page.getByRole('status').filter({ hasText: 'in the directory' }).innerText())).toBe(total);
  }).toPass({ timeout: 60_000 });
  await openHydrated(page, `/protocol/find?name=few+${mark}`);
  const found = page.getByRole('region', { name: 'Players' }).getByRole('article');
  await expect(found).toHaveCount(them.length);
  await expect(page.getByRole('status').filter({ hasText: /^3 of [\d,]+ players match$/ })).toBeVisible();

  await signInWithPassword(page, them[0]!.email, undefined, '/protocol/lfg');
  const cards = page.getByRole('region', { name: 'Listings' }).getByRole('article');
  await expect(cards.first()).toBeVisible();
  await expect(page.getByText(/^\d+ listings? shown$/)).toHaveText(`${await cards.count()} listings shown`);
  await expect(cards.filter({ hasText: `Slots ${mark}` })).toContainText(`${SLOTS.length} time slot(s)`);
});

test('shows admin console counters that match its lists', async ({ browser }) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const [owner, reporter, bannedPlayer] = await Promise.all(
    ['Owner', 'Reporter', 'Banned'].map((n) => makePlayer(`${n} ${mark}`)),
  );
  const listing = { title: `Flag ${mark}`, needed_positions: ['C'], modes: ['Rec'] };
  const { id } = await callApi<{ id: string }>(owner!.token, 'POST', '/api/lfg/listings', listing);
  await callApi(reporter!.token, 'POST', '/api/lfg/reports', { listing_id: id, reason: 'spam' });
  const { access_token: admin } = await fetchSession('admin@planetcrew.example');
  const ban = { action: 'ban_user', userId: bannedPlayer!.id, reason: 'Insults', scope: 'all', days: 7 };
  await callApi(admin, 'POST', '/functions/v1/admin-actions', ban);
  const page = await visit(browser, { email: 'admin@planetcrew.example' }, '/protocol/admin');
  type Overview = { open_flags: number; active_bans: number; total_listings: number; total_matches: number };
  await expect(async () => {
    await openHydrated(page, '/protocol/admin');
    const overview = await callApi<Overview>(admin, 'GET', '/api/admin/overview');
    const queue = await callApi<{ items: object[] }>(admin, 'GET', '/api/admin/queue');
    expect(Math.min(...Object.values(overview).slice(0, 4))).toBeGreaterThan(0);
    expect(overview.open_flags).toBe(queue.items.length);
    // On phones, the counters are collapsed.
    const fold = page.getByRole('button', { name: /^Open flags: / });
    if (await fold.isVisible()) await fold.click();
    const counts = ['Open Flags', 'Active Bans', 'Total Listings', 'Total Matches'].map(async (label) =>
      parseNumber((await tile(page, label).innerText()).replace(label, '')),
    );
    expect(await Promise.all(counts)).toEqual([
      ...[overview.open_flags, overview.active_bans, overview.total_listings, overview.total_matches],
    ]);
    await expect(page.getByRole('list', { name: 'Open flags' }).getByRole('article')).toHaveCount(overview.open_flags);
  }).toPass({ timeout: 60_000 });
});
