import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, openHydrated, storeSession } from './page-ready.ts';
import { callApi, makePublishedPlayer, runMatcher, signUp, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const waits = (page: Page) => page.getByRole('region', { name: 'Waiting on you' });

/** Creates two published players the matcher matches only with each other. */
async function createPair(): Promise<[TestAccount, TestAccount]> {
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Home ${mark}`], modes: ['Rec'], timezone: 'Europe/Paris' },
    availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
  };
  return [
    await makePublishedPlayer({ ...fit, display_name: `Home ${mark}`, role: 'PG' }),
    await makePublishedPlayer({ ...fit, display_name: `Mate ${mark}`, role: 'C' }),
  ];
}

async function readProposalId({ token }: TestAccount): Promise<string> {
  const { matches } = await callApi<{ matches: { id: string }[] }>(token, 'GET', '/api/matches');
  return matches[0]!.id;
}

const respond = ({ token }: TestAccount, matchId: string, action: string) =>
  callApi(token, 'POST', `/api/matches/${matchId}/response`, { action });

test('shows a new account three first steps and correct counts', async ({ page }) => {
  await storeSession(page, await signUp(`${crypto.randomUUID()}@e2e.example`));
  await openHydrated(page, '/dashboard');
  const steps = page.getByRole('region', { name: 'Three steps' });
  for (const [label, step] of [
    [/^Your position/, 2],
    [/^Your availability/, 4],
    [/^A handle to reach you/, 5],
  ] as const)
    await expect(steps.getByRole('listitem').getByRole('link', { name: label })).toHaveAttribute(
      'href',
      `/protocol/onboarding?step=${step}`,
    );
  await expect(waits(page)).toContainText('Nothing’s waiting on you right now.');
  await expect(page.getByRole('region', { name: 'Quick Stats' })).toContainText(/Squads Joined\s*0/);
  await expectAccessible(page);
  // The first row of the page is visible without scrolling.
  await expect(steps.getByRole('heading')).toBeInViewport();
});

test('lists a match first under Waiting on you and removes it when the other player declines', async ({ page }) => {
  test.slow();
  const [me, mate] = await createPair();
  await runMatcher();
  const matchId = await readProposalId(me);
  await signInWithPassword(page, me.email, undefined, '/dashboard');
  const row = waits(page).getByRole('listitem').first();
  await expect(row).toContainText('We found you a partner');
  await expect(row).toBeInViewport();
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Answer: We found you a partner' }).click();
  await expect(page).toHaveURL('/protocol/matches');
  await page.goBack();
  await expect(row).toContainText('We found you a partner');
  // The other player declines, and the page updates.
  await respond(mate, matchId, 'decline');
  await expect(waits(page)).toContainText('Nothing’s waiting on you right now.');
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible();
});

test('checks in from the dashboard for a session that starts soon and keeps the keyboard focus nearby', async ({
  page,
}) => {
  test.slow();
  const [me, mate] = await createPair();
  await runMatcher();
  const matchId = await readProposalId(me);
  for (const one of [me, mate]) await respond(one, matchId, 'accept');
  const { squads } = await callApi<{ squads: { id: string; name: string }[] }>(me.token, 'GET', '/api/squads');
  const [{ id, name }] = squads as [{ id: string; name: string }];
  const starts_at = new Date(Date.now() + 20 * 60_000).toISOString();
  await callApi(me.token, 'POST', `/api/squads/${id}/sessions`, { starts_at, minutes: 60 });
  await signInWithPassword(page, me.email, undefined, '/dashboard');
  await expect(page.getByRole('region', { name: 'Tonight' })).toContainText('1 of 2 in');
  await expect(page.getByRole('region', { name: 'Your squads' }).getByRole('link', { name })).toBeVisible();
  const checkIn = waits(page).getByRole('button', { name: `I’m here: Check in for ${name}` });
  await checkIn.focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'You’re checked in. The others can see it.');
  await expect(checkIn).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await expectAccessible(page);
});
