import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { continueWithTwitch, signInWithPassword } from './sign-in-fixtures.ts';

// Checks the squad finder's texts word for word, especially error messages. The failures are injected in the browser,
// not on the server.

const HOURS = [{ days: ['Wed'], start: '20:00', end: '23:00' }];

/** Creates two players who match only each other, because no one else speaks their language. */
async function makeTwo(): Promise<[TestAccount, TestAccount]> {
  const commonProfile = {
    region: 'EU',
    platform: 'PC',
    languages: [`Cant ${crypto.randomUUID().slice(0, 6)}`],
    modes: ['Rec'],
    availability: HOURS,
    timezone: 'Europe/Paris',
    overall_rating: 85,
  };
  return [
    await makePublishedPlayer({ ...commonProfile, display_name: 'One Of Two', role: 'PG' }),
    await makePublishedPlayer({ ...commonProfile, display_name: 'Two Of Two', role: 'C' }),
  ];
}

/** Makes requests with this method to a URL fail with status 500 until the returned function is called. */
async function failRequests(page: Page, address: string, method: string): Promise<() => Promise<void>> {
  await page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  return () => page.unroute(address);
}
const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title }).last();

test('keeps a match when an answer fails to send, and declines a match by link', async ({ page }) => {
  const [one] = await makeTwo();
  await runMatcher();
  await signInWithPassword(page, one.email, undefined, '/protocol/matches');
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  const restore = await failRequests(page, '**/api/matches/*/response', 'POST');
  for (const verb of ['Accept', 'Decline']) {
    await card.getByRole('button', { name: verb }).click();
    await expect(toast(page, `Failed to ${verb.toLowerCase()} match`)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Accept' })).toBeEnabled();
  }
  await restore();

  const { matches } = await callApi<{ matches: { id: string }[] }>(one.token, 'GET', '/api/matches');
  const id = matches[0]!.id;
  const failureToast = 'Failed to record your response. Please try again from the Matches page.';
  for (const [link, sentence] of [
    ['/protocol/respond?matchId=not-an-id&action=accept', 'Match not found or you do not have access'],
    [`/protocol/respond?m=${crypto.randomUUID()}&a=accept`, 'Match not found or you do not have access'],
    ['/protocol/respond?matchId=7', 'Invalid link: missing matchId or action parameters'],
  ] as const) {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  const restoreAgain = await failRequests(page, '**/api/matches/*/response', 'POST');
  await page.goto(`/protocol/respond?m=${id}&a=decline`);
  await expect(page.getByText(failureToast, { exact: true })).toBeVisible();
  await restoreAgain();

  let respond = () => {};
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/matches/*/response', async (route) => {
    await response;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`/protocol/respond?m=${id}&a=decline`);
  await expect(page.getByText('Processing your response...')).toBeVisible();
  await expectAccessible(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  respond();
  await expect(page.getByRole('heading', { name: 'Response Recorded' })).toBeVisible();
  // Toasts are rendered once the page is idle, so advance the paused clock.
  await page.clock.runFor(500);
  await expect(toast(page, 'Match declined')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Matches' })).toHaveAttribute('href', '/protocol/matches');
  await page.clock.runFor(2_400);
  await expect(page).toHaveURL(/\/protocol\/respond/);
  await page.clock.resume();
  await expect(page).toHaveURL('/protocol/matches');
  await expect(page.getByText('No matches yet. Check back soon or ask an admin to run the matcher.')).toBeVisible();
});

test('shows errors for failed listing actions and keeps the input', async ({ page }) => {
  const makeNamedPlayer = (display_name: string) =>
    makePublishedPlayer({
      display_name,
      role: 'C',
      region: 'SA',
      platform: 'PS5',
      modes: ['Rec'],
      timezone: 'UTC',
      availability: HOURS,
    });
  const [applicant, owner] = await Promise.all([makeNamedPlayer('Unlucky Player'), makeNamedPlayer('Other Owner')]);
  const listing = { needed_positions: ['PG', 'C'], modes: ['Rec'], region: 'SA' };
  const make = (account: TestAccount, title: string) =>
    callApi<{ id: string }>(account.token, 'POST', '/api/lfg/listings', { ...listing, title });
  const title = `Theirs ${crypto.randomUUID().slice(0, 8)}`;
  const own = `Mine ${crypto.randomUUID().slice(0, 8)}`;
  await make(owner, title);
  await make(applicant, own);

  await signInWithPassword(page, applicant.email, undefined, '/protocol/lfg?region=SA');
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('button', { name: 'Apply' }).click();
  await failRequests(page, '**/api/lfg/listings/*/apply', 'POST');
  await page.getByRole('dialog').getByLabel('Message').fill('Still here');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(toast(page, 'Failed to apply')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Message' })).toHaveValue('Still here');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await failRequests(page, '**/api/lfg/reports', 'POST');
  await card.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('button', { name: 'Report listing' }).click();
  await expect(toast(page, 'Failed to report')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await failRequests(page, '**/api/lfg/listings/*/close', 'POST');
  const ownListing = page.getByRole('article').filter({ hasText: own });
  await ownListing.getByRole('button', { name: 'Close Listing' }).click();
  await expect(toast(page, 'Failed to close listing')).toBeVisible();
  await expect(ownListing).toBeVisible();

  await page.getByRole('tab', { name: 'Create Listing' }).click();
  await page.getByLabel('Title').fill('Never put up');
  await page.getByRole('checkbox', { name: 'C', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Rec' }).check();
  await failRequests(page, '**/api/lfg/listings', 'POST');
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click();
  await expect(toast(page, 'Failed to create listing')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Never put up');

  // The owner of a listing sees neither Apply nor Report on the listing page, not even while ownership is loading.
  let respond = () => {};
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/lfg/listings/*/mine', async (route) => {
    await response;
    await route.continue();
  });
  const { id } = await make(applicant, `Mine again ${crypto.randomUUID().slice(0, 8)}`);
  const pending = page.waitForRequest('**/api/lfg/listings/*/mine');
  await page.goto(`/protocol/lfg/${id}`);
  await pending;
  for (const name of ['Apply', 'Report', 'Close Listing'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in to apply' })).toHaveCount(0);
  respond();
  await expect(page.getByRole('button', { name: 'Close Listing' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toHaveCount(0);
});

test('shows errors for failed requests and actions in the admin console', async ({ page }) => {
  await signInWithPassword(page, 'admin@planetcrew.example');
  const restoreRequests = await failRequests(page, '**/api/admin/overview', 'GET');
  await page.goto('/protocol/admin');
  await expect(page.getByRole('main').getByText('Failed to load data')).toBeVisible();
  await expect(toast(page, 'Failed to load data')).toBeVisible();
  await restoreRequests();
  await failRequests(page, '**/api/admin/listings', 'GET');
  await page.goto('/protocol/admin?tab=listings');
  await expect(page.getByRole('main').getByText('Failed to load data')).toBeVisible();
  await expect(toast(page, 'Failed to load data')).toBeVisible();

  await failRequests(page, '**/api/admin/health', 'GET');
  await page.getByRole('tab', { name: 'Health' }).click();
  await expect(page.getByRole('main').getByText('Unable to load health status')).toBeVisible();
  await expect(toast(page, 'Failed to load health status')).toBeVisible();
  await expectAccessible(page);

  await failRequests(page, '**/functions/v1/admin-actions', 'POST');
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByRole('button', { name: 'Run Matcher Now' }).click();
  await expect(toast(page, 'Run Matcher Now failed: ')).toBeVisible();
});

test('passes axe on the unsubscribe, inbox, notification settings and Discord pages', async ({ page, browser }) => {
  await page.goto(`/protocol/unsubscribe?token=${crypto.randomUUID()}&kind=lfg`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  const player = await makePublishedPlayer({
    display_name: 'Reads Mail',
    role: 'PG',
    region: 'EU',
    platform: 'PC',
    modes: ['Rec'],
    timezone: 'UTC',
  });
  const playerPage = await (await browser.newContext()).newPage();
  await signInWithPassword(playerPage, player.email, undefined, '/protocol/inbox');
  await expect(playerPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(playerPage);
  await playerPage.locator('main').getByRole('link', { name: 'Settings' }).click();
  await expect(playerPage.getByRole('switch', { name: 'Quiet hours' })).toBeVisible();
  await expectAccessible(playerPage);
  await playerPage.goto('/protocol/discord?error=access_denied');
  await expect(playerPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(playerPage);
});

test('lists a blocked player with Unblock and shows a streaming player as Live', async ({ page, browser }) => {
  const viewer = await makePublishedPlayer({
    display_name: 'Careful Player',
    role: 'PG',
    region: 'EU',
    platform: 'PC',
    modes: ['Rec'],
    timezone: 'UTC',
  });
  const other = await makePublishedPlayer({
    display_name: 'Somebody Loud',
    role: 'C',
    region: 'EU',
    platform: 'PC',
    modes: ['Rec'],
    timezone: 'UTC',
  });
  await callApi(viewer.token, 'PUT', `/api/profiles/${other.id}/block`, { kind: 'block' });
  await signInWithPassword(page, viewer.email, undefined, '/account/security');
  const list = page.getByRole('region', { name: 'Blocked players' });
  await expect(list.getByRole('link', { name: 'Somebody Loud' })).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Unblock Somebody Loud' }).click();
  await expect(toast(page, 'Unblocked')).toBeVisible();
  await expect(list.getByText("You haven't blocked anyone.")).toBeVisible();

  // The Twitch sandbox shows an account as streaming if its login contains the word "live".
  const streams = await (await browser.newContext()).newPage();
  await streams.goto('/protocol/auth');
  await continueWithTwitch(streams, `live_${crypto.randomUUID().slice(0, 8)}`);
  await expect(streams).toHaveURL(/\/protocol\/onboarding/);
  const { access_token: token, user } = await streams.evaluate(() =>
    JSON.parse(localStorage.getItem('planet-crew-auth') ?? '{}'),
  );
  const own = await callApi<Record<string, unknown>>(token, 'GET', '/api/profiles/me');
  const playedProfile = { role: 'PG', region: 'EU', platform: 'PC', modes: ['Rec'] };
  await callApi(token, 'PUT', '/api/profiles/me', { ...own, ...playedProfile, display_name: 'Always On' });
  await callApi(token, 'POST', '/api/profiles/me/publish', {});
  await page.goto(`/protocol/profile/${user.id}`);
  await expect(page.getByRole('heading', { name: 'Always On' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('serves pages with a CSP that allows only our own scripts', async ({ request }) => {
  for (const path of ['/', '/protocol/find', '/protocol/nothing-here']) {
    const { headers, text } = await request.get(path).then(async (answer) => ({
      headers: answer.headers(),
      text: await answer.text(),
    }));
    const policy = headers['content-security-policy'] ?? '';
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "connect-src 'self'"])
      expect(policy, path).toContain(part);
    expect(policy.match(/script-src ([^;]*)/)?.[1], path).toMatch(/^'self'( 'sha256-[\w+/=]+')+$/);
    expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains');
    expect(text, path).not.toMatch(/\son(click|load|error)=/);
  }
});
