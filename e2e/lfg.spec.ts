import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { recordLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { callApi, fetchMails, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const HOURS = [{ days: ['Mon', 'Tue'], start: '19:00', end: '23:00' }];
const makeNamedPlayer = (display_name: string, role: string) =>
  makePublishedPlayer({
    display_name,
    role,
    region: 'NA-East',
    platform: 'PS5',
    modes: ['Rec'],
    timezone: 'America/New_York',
    availability: HOURS,
    // A unique language keeps the matcher from matching this player. A match email would be batched with the listing
    // emails.
    languages: [`Cant ${crypto.randomUUID().slice(0, 6)}`],
  });

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

/** Opens the rest of a card, which is folded on narrow screens. */
async function unfold(card: Locator): Promise<void> {
  const more = card.getByRole('button', { name: /^More about/ });
  if (await more.isVisible()) await more.click();
}

test('posts a listing, receives an application live, accepts it and creates a pair', async ({ browser }) => {
  test.slow();
  const [owner, applicant] = await Promise.all([
    makeNamedPlayer('Listing Owner', 'PG'),
    makeNamedPlayer('Keen Center', 'C'),
  ]);
  const title = `Needs a big man ${crypto.randomUUID().slice(0, 8)}`;
  const applicantPage = await open(browser, applicant, '/protocol/lfg?region=NA-East&positions=C');
  await expect(applicantPage.getByRole('heading', { name: 'LFG — Looking for Group' })).toBeVisible();
  await expect(applicantPage.getByRole('combobox', { name: 'Region' })).toHaveValue('NA-East');
  await expect(applicantPage.getByText('Needed Positions: C')).toBeVisible();

  const ownPage = await open(browser, owner, '/protocol/lfg?tab=create');
  const create = ownPage.getByRole('button', { name: 'Create Listing', exact: true });
  await create.click();
  await expect(ownPage.getByText('Title required').first()).toBeVisible();
  await ownPage.getByLabel('Title').fill(title);
  await create.click();
  await expect(ownPage.getByText('Select at least one position').first()).toBeVisible();
  // A new attempt dismisses the earlier error message.
  await expect(ownPage.getByText('Title required')).toHaveCount(0);
  await ownPage.getByRole('checkbox', { name: 'C', exact: true }).check();
  await create.click();
  await expect(ownPage.getByText('Select at least one game mode').first()).toBeVisible();
  await ownPage.getByRole('checkbox', { name: 'Rec' }).check();
  // The time slot in the form is saved even without clicking Add.
  await expect(ownPage.getByText(/^We’ll (use|include) .+\.$/)).toBeVisible();
  await expectAccessible(ownPage);
  await ownPage.reload();
  await expect(ownPage.getByLabel('Title')).toHaveValue(title);
  await create.click();
  await expect(ownPage.getByText('Listing created successfully!')).toBeVisible();

  // The listing appears for the other player without a reload and shows how many hours they share.
  const card = applicantPage.getByRole('article').filter({ hasText: title });
  await expect(card).toBeVisible();
  await expect(card.getByText('by Listing Owner')).toBeVisible();
  await expect(card.getByText('3 h overlap')).toBeVisible();
  await unfold(card);
  await expect(card.getByText('1 time slot(s)')).toBeVisible();
  await expectAccessible(applicantPage);
  await card.getByRole('button', { name: 'Apply' }).click();
  const dialog = applicantPage.getByRole('dialog', { name: 'Apply' });
  await dialog.getByLabel('Message').fill('I set hard screens.');
  await expectAccessible(applicantPage);
  await dialog.getByRole('button', { name: 'Send application' }).click();
  await expect(applicantPage.getByText('Application sent!')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Applied' })).toBeDisabled();
  await expect
    .poll(async () => (await fetchMails(owner.email)).map((mail) => mail.subject))
    .toContainEqual(expect.stringContaining('Keen Center applied as C'));

  await ownPage.goto('/protocol/lfg');
  await ownPage.getByRole('region', { name: 'Your listings' }).getByRole('link', { name: title }).click();
  const inbox = ownPage.getByRole('article').filter({ hasText: 'Keen Center' });
  await expect(inbox.getByText('I set hard screens.').filter({ visible: true })).toBeVisible();
  await expectAccessible(ownPage);
  await inbox.getByRole('button', { name: 'Accept' }).click();
  await expect(ownPage.getByText('Player accepted')).toBeVisible();
  await expect(ownPage.getByText('Your spot is filled. Make it a pair?')).toBeVisible();

  await applicantPage.goto(new URL(ownPage.url()).pathname);
  await expect(applicantPage.getByText("You're in as C")).toBeVisible();
  await expectAccessible(applicantPage);
  await ownPage.getByRole('button', { name: 'Make it a pair' }).click();
  await expect(ownPage).toHaveURL('/protocol/matches');
  await expect(ownPage.getByText('Keen Center').first()).toBeVisible();
  await expect(applicantPage.getByText('This group is complete').first()).toBeVisible();
});

test('edits, closes and reopens a listing, and asks a visitor to sign in before applying', async ({
  browser,
  page,
}) => {
  const owner = await makeNamedPlayer('Second Thoughts', 'SG');
  const title = `On second thought ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', {
    title,
    needed_positions: ['PF'],
    modes: ['Rec'],
  });
  const ownPage = await open(browser, owner, `/protocol/lfg/${id}`);
  await ownPage.getByRole('button', { name: 'Edit' }).click();
  await ownPage.getByRole('dialog').getByLabel('Notes').fill('Bring a mic.');
  await expectAccessible(ownPage);
  await ownPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ownPage.getByText('Listing saved')).toBeVisible();
  await expect(ownPage.getByText('Bring a mic.')).toBeVisible();

  await page.goto(`/protocol/lfg/${id}`);
  await expect(page).toHaveTitle(new RegExp(title));
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', new RegExp(`/og/lfg/${id}`));
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Sign in to apply' })).toHaveAttribute('href', /next=/);

  await ownPage.getByRole('button', { name: 'Close Listing' }).click();
  await expect(ownPage.getByText('Listing closed', { exact: true })).toBeVisible();
  await expect(page.getByText('This listing is closed')).toBeVisible();
  await ownPage.getByRole('button', { name: 'Undo' }).click();
  await expect(ownPage.getByText('Listing is active again')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to apply' })).toBeVisible();
});

test('reports a listing with a reason and rejects a second report', async ({ browser }) => {
  const [owner, reader] = await Promise.all([
    makeNamedPlayer('Loud Owner', 'SF'),
    makeNamedPlayer('Quiet Reader', 'C'),
  ]);
  const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', {
    title: `Pay me to play ${crypto.randomUUID().slice(0, 8)}`,
    needed_positions: ['C'],
    modes: ['Rec'],
  });
  const page = await open(browser, reader, `/protocol/lfg/${id}`);
  for (const outcome of ['Listing reported for review', 'You already reported this listing.']) {
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Report' });
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('scam');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Report listing' }).click();
    await expect(page.getByText(outcome)).toBeVisible();
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});

test('redirects signed-out users to sign-in first', async ({ page }) => {
  await page.goto('/protocol/lfg');
  await expect(page).toHaveURL(/\/protocol\/auth\?next=%2Fprotocol%2Flfg/);
});

test('applies both filters when two modes are checked at once', async ({ browser }) => {
  const page = await open(browser, await makeNamedPlayer('Ticks Twice', 'PG'), '/protocol/lfg');
  const filters = page.getByRole('region', { name: 'Filters' });
  const modes = filters.getByRole('group', { name: 'Game Modes' });
  await filters.getByRole('button', { name: 'Game Modes' }).click();
  await expect(modes).toBeVisible();
  await page.route('**/api/lfg/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue().catch(() => {});
  });
  // Both clicks happen within one frame, before anything can render.
  await modes.getByRole('checkbox').evaluateAll(([first, second]) => {
    (first as HTMLElement).click();
    (second as HTMLElement).click();
  });
  await expect(modes.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect.poll(() => new URL(page.url()).searchParams.getAll('modes')).toHaveLength(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(modes).toBeHidden();
  await expect(filters.getByRole('button', { name: 'Game Modes: Pro-Am 5v5, Rec' })).toBeVisible();
  await filters.getByRole('button', { name: 'Clear Game Modes' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.getAll('modes')).toHaveLength(0);
  await page.context().close();
});

test("fills in the player's own hours in one press and asks before posting without hours", async ({ browser }) => {
  const page = await open(browser, await makeNamedPlayer('Own Hours', 'PG'), '/protocol/lfg?tab=create');
  const title = `By the clock ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('Title').fill(title);
  await page.getByRole('checkbox', { name: 'C', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Rec' }).check();
  const hours = page.getByRole('group', { name: 'Availability' });
  const own = hours.getByRole('button', { name: 'Use my availability' });
  await own.click();
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  const slots = hours.getByRole('list', { name: 'Time slots' }).getByRole('listitem');
  await expect(slots).toHaveText([/^Mon 7:00–11:00 PM/, /^Tue 7:00–11:00 PM/]);
  // The default slot, which nobody chose, is neither shown nor posted.
  await expect(hours.getByLabel('Start')).toHaveCount(0);
  await own.click();
  await expect(slots).toHaveCount(0);

  const create = page.getByRole('button', { name: 'Create Listing', exact: true });
  await create.click();
  const question = page.getByRole('alertdialog', { name: 'Post without hours?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Add hours' }).click();
  await expect(hours).toBeFocused();
  await expect(hours.getByLabel('Start')).toHaveValue('20:00');
  await hours.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(hours.getByLabel('Start')).toHaveCount(0);
  await own.click();
  await expectAccessible(page);
  const request = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/api/lfg/listings'));
  await create.click();
  expect((await request).postDataJSON().availability).toEqual([
    { day: 'Mon', start: '19:00', end: '23:00' },
    { day: 'Tue', start: '19:00', end: '23:00' },
  ]);
  await expect(page.getByText('Listing created successfully!')).toBeVisible();
  await page.context().close();
});

test('restores page and scroll position of listings and directory after Back', async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 8);
  const owners = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => makeNamedPlayer(`Long ${name}`, 'PG')));
  // Two pages of listings, newest last.
  for (let n = 0; n < 9; n += 1)
    for (const [index, owner] of owners.entries())
      await callApi(owner.token, 'POST', '/api/lfg/listings', {
        title: `Long ${mark} ${index}-${n}`,
        needed_positions: ['C'],
        modes: ['Rec'],
      });
  const page = await open(browser, owners[0]!, '/protocol/lfg');
  for (const [path, list] of [
    ['/protocol/lfg', 'Listings'],
    ['/protocol/find?free=no', 'Players'],
  ] as const) {
    await page.goto(path);
    const cards = page.getByRole('region', { name: list }).getByRole('article');
    await expect(cards).toHaveCount(25);
    const next = page.getByRole('link', { name: 'Next page' });
    const first = await cards.first().getByRole('heading').innerText();
    await next.click();
    await expect(cards.first().getByRole('heading')).not.toHaveText(first);
    const address = page.url();
    const card = cards.nth(12);
    const name = await card.getByRole('heading').innerText();
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = (await card.boundingBox())!.y;
    await card.getByRole('heading').getByRole('link').click();
    await expect(page).not.toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(cards.nth(12).getByRole('heading')).toHaveText(name);
    await expect.poll(async () => Math.abs((await cards.nth(12).boundingBox())!.y - before)).toBeLessThan(24);
    await page.getByRole('link', { name: /first page$/i }).click();
    await expect(page).not.toHaveURL(/(after|cursor)=/);
    await expect(next).toBeVisible();
  }
  await page.context().close();
});

test("shows a 404 page for a listing that doesn't exist", async ({ page }) => {
  const response = await page.goto(`/protocol/lfg/${crypto.randomUUID()}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Listing Not Found' })).toBeVisible();
  await expectAccessible(page);
});

test("shows an owner's change on the cached public page immediately", async ({ request }) => {
  const owner = await makeNamedPlayer('Quick Editor', 'PG');
  const mark = crypto.randomUUID().slice(0, 8);
  const listing = { title: `First title ${mark}`, needed_positions: ['C'], modes: ['Rec'] };
  const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', listing);
  const page = `/protocol/lfg/${id}`;
  const first = await request.get(page);
  expect(await first.text()).toContain(`First title ${mark}`);
  // Browsers must revalidate a cached page; a matching ETag gets a 304.
  expect(first.headers()['cache-control']).toBe('public, max-age=0, must-revalidate');
  const headers = { 'If-None-Match': first.headers().etag! };
  expect((await request.get(page, { headers })).status()).toBe(304);

  await callApi(owner.token, 'PUT', `/api/lfg/listings/${id}`, { ...listing, title: `Second title ${mark}` });
  const second = await request.get(page, { headers });
  expect(second.status()).toBe(200);
  expect(await second.text()).toContain(`Second title ${mark}`);
  await callApi(owner.token, 'POST', `/api/lfg/listings/${id}/close`, {});
  expect(await (await request.get(page)).text()).toContain('This listing is closed');
});

test('keeps the footer and the cards in place while the listings load', async ({ page }) => {
  const player = await makeNamedPlayer('Still Page', 'PG');
  await signInWithPassword(page, player.email, undefined, '/protocol/lfg');
  const readShifts = await recordLayoutShifts(page);
  // A delayed answer keeps the loading state on screen.
  await page.route(/\/api\/lfg\b/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(25);
  expect(sumLayoutShifts(await readShifts())).toBeLessThan(0.02);
});
