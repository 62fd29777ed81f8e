import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  callApi,
  fetchMails,
  makeDraftPlayer,
  makePublishedPlayer,
  runMatcher,
  type TestAccount,
} from './server-api.ts';
import { showPassword, signInWithPassword } from './sign-in-fixtures.ts';

const HOURS = [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }];

/** Returns the profiles of two players who match only each other by their language. */
function createProfiles() {
  const language = `Cant ${crypto.randomUUID().slice(0, 6)}`;
  const commonProfile = {
    region: 'EU',
    platform: 'PC',
    languages: [language],
    modes: ['Rec'],
    availability: HOURS,
    overall_rating: 85,
    mic: true,
  };
  return {
    first: {
      ...commonProfile,
      display_name: 'First Of Two',
      role: 'PG',
      timezone: 'Europe/Paris',
      discord: 'first_of_two',
    },
    second: {
      ...commonProfile,
      display_name: 'Second Of Two',
      role: 'C',
      timezone: 'Europe/Berlin',
      discord: 'second_of_two',
    },
  };
}

async function makeTwo(): Promise<[TestAccount, TestAccount]> {
  const { first, second } = createProfiles();
  return [await makePublishedPlayer(first), await makePublishedPlayer(second)];
}

async function open(browser: Browser, person: TestAccount): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
  return page;
}

test('lets two players accept a match and emails both a calendar file', async ({ browser }) => {
  const [one, two] = await makeTwo();
  await runMatcher();
  const first = await open(browser, one);
  const second = await open(browser, two);

  const card = first.getByRole('article').first();
  await expect(card).toContainText(/Score \d+\/100/);
  await expect(card).toContainText('Pair');
  await expect(card).toContainText('Overlap ≈ 6h/wk · Coverage');
  await expect(card).not.toContainText('second_of_two');
  await expectAccessible(first);

  // A quick second tap lands on the same button. Undoing the acceptance asks for confirmation.
  await card.getByRole('button', { name: 'Accept' }).dblclick();
  await expect(first.getByText('Match accepted!', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Accepted' })).toBeFocused();
  await card.getByRole('button', { name: 'Change' }).click();
  await first.getByRole('button', { name: 'Stay in' }).click();
  const { matches } = await callApi<{ matches: { my_response: string }[] }>(one.token, 'GET', '/api/matches');
  expect(matches[0]!.my_response).toBe('accept');
  await second.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await expect(second.getByText('Match accepted! Mutual acceptance notification sent.')).toBeVisible();
  await expectAccessible(second);

  for (const person of [one, two]) {
    await expect
      .poll(
        async () =>
          (await fetchMails(person.email)).filter((mail) => mail.attachments.some((file) => file.name.endsWith('.ics')))
            .length,
        { timeout: 20_000 },
      )
      .toBe(1);
  }
  await first.reload();
  await expect(first.getByText('Everyone accepted')).toBeVisible();
  await expect(first.getByRole('article').first()).toContainText('second_of_two');
});

test('shows the first match within seconds of publishing, without a click', async ({ page }) => {
  const { first, second } = createProfiles();
  await makePublishedPlayer(first);
  const newUser = await makeDraftPlayer(second);
  await signInWithPassword(page, newUser.email, undefined, '/protocol/matches');
  await expect(page).toHaveURL(/\/protocol\/onboarding/);
  // Nothing is missing, so onboarding opens at the last step.
  await expect(page.getByRole('heading', { name: 'Publish', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // Stub the state before matching, because the matcher may be faster than the page.
  const looking = {
    ...{ state: 'looking', sentences: ['We are looking.'], change: null, waiting_runs: 0 },
    ...{ last_run_at: null, next_run_at: new Date().toISOString() },
  };
  const matches = /\/api\/matches(\?|$)/;
  await page.route(matches, (route) => route.fulfill({ json: { matches: [], next: null } }));
  await page.route('**/api/matches/why-not', (route) => route.fulfill({ json: looking }));
  await page.getByRole('button', { name: 'Publish Profile' }).click();
  await expect(page).toHaveURL('/protocol/matches');
  await expect(page.getByRole('heading', { name: 'Looking for players who are a fit for you' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(matches);
  await page.unroute('**/api/matches/why-not');
  await expect(page.getByRole('article').first()).toContainText('First Of Two');
});

test('requires sign-in before recording an answer from an email link', async ({ browser, page, request }) => {
  const [one, two] = await makeTwo();
  await runMatcher();
  let path = '';
  await expect
    .poll(
      async () => {
        const mails = await fetchMails(one.email);
        path =
          mails
            .map((mail) => mail.text.match(/\/protocol\/respond\?matchId=[\w-]+&action=accept/)?.[0])
            .find(Boolean) ?? '';
        return path;
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  // An email scanner's request must not answer.
  expect((await request.get(path)).ok()).toBe(true);

  await page.goto(path);
  await expect(page.getByText('Please sign in to respond to matches')).toBeVisible();
  await showPassword(page);
  await page.getByLabel('Email').fill(one.email);
  await page.getByLabel('Password', { exact: true }).fill('planet-crew-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Response Recorded' })).toBeVisible();
  await expect(page).toHaveURL('/protocol/matches', { timeout: 8_000 });

  const other = await open(browser, two);
  await other.getByRole('button', { name: 'Decline' }).first().dblclick();
  await expect(other.getByText('Match declined')).toBeVisible();
  await expect(other.getByText('You declined. We’ll remove it from your list.')).toBeVisible();
  await other.reload();
  await expect(other.getByText('No matches yet. Check back soon or ask an admin to run the matcher.')).toBeVisible();
  await expectAccessible(other);
});

test('explains why a response link is invalid', async ({ page }) => {
  await page.goto('/protocol/respond?action=accept');
  await expect(page.getByText('Invalid link: missing matchId or action parameters')).toBeVisible();
  await page.goto('/protocol/respond?m=x&a=maybe');
  await expect(page.getByText('Invalid action: must be "accept" or "decline"')).toBeVisible();
  await expectAccessible(page);
});
