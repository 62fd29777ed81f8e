import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callApi, makePublishedPlayer, runMatcher } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

test('shows when and why a match ended and who was in it', async ({ page }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = {
    ...{ region: 'EU', platform: 'PC', languages: [`Argot ${mark}`], modes: ['Rec'], timezone: 'Europe/Paris' },
    availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
  };
  const ada = await makePublishedPlayer({ ...fit, display_name: `Ada ${mark}`, role: 'PG' });
  const ben = await makePublishedPlayer({ ...fit, display_name: `Ben ${mark}`, role: 'C' });
  await signInWithPassword(page, ada.email, undefined, '/protocol/matches');
  await page.getByRole('button', { name: 'Show past matches' }).click();
  await expect(page.getByText('No past matches yet.')).toBeVisible();
  await expectAccessible(page);
  await runMatcher();
  const { matches } = await callApi<{ matches: { id: string }[] }>(ben.token, 'GET', '/api/matches');
  await callApi(ben.token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'decline' });

  await page.reload();
  await page.route('**/api/matches/past*', (route) => route.abort());
  await page.getByRole('button', { name: 'Show past matches' }).click();
  await expect(page.getByText('Couldn’t load past matches')).toBeVisible();
  await page.unroute('**/api/matches/past*');
  await page.getByRole('button', { name: 'Show past matches' }).click();
  const pastMatches = page.getByRole('list', { name: 'Past matches' });
  await expect(pastMatches.getByRole('listitem')).toHaveCount(1);
  await expect(pastMatches).toContainText(`With Ben ${mark}`);
  await expect(pastMatches).toContainText("A player couldn't make it, so this match is canceled.");
  await expectAccessible(page);
});
