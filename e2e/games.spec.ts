import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openConsoleTab } from './console-tabs.ts';
import { createPairAtPlay } from './game-fixtures.ts';
import { closeAllContexts } from './money-fixtures.ts';
import type { TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

test.afterEach(closeAllContexts);

const FILE_NAME = 'score.png';
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function openAs(browser: Browser, { email }: Pick<TestAccount, 'email'>, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, email, undefined, path);
  return page;
}

const dialog = (page: Page) => page.locator('dialog:modal');

async function reportGame(page: Page, { own, other, opponent }: { own: string; other: string; opponent: string }) {
  await page.getByRole('button', { name: 'Report a game' }).click();
  await dialog(page).getByLabel('Your score').fill(own);
  await dialog(page).getByLabel('Their score').fill(other);
  await dialog(page).getByLabel('Other squad’s page').fill(opponent);
  await dialog(page).getByRole('button', { name: 'Report result' }).click();
}

test('lets two captains confirm a game and dispute another, which a moderator decides', async ({
  browser,
  baseURL,
}) => {
  const [home, away] = [await createPairAtPlay(), await createPairAtPlay()];
  const opponent = `${baseURL}/squads/${away.squadId}`;
  const guard = await openAs(browser, home.captain, `/protocol/sessions/${home.sessionId}`);

  await reportGame(guard, { own: '21', other: '18', opponent: 'our rivals' });
  await expect(dialog(guard).getByText('Paste the link to the other squad’s page.')).toBeVisible();
  // What was typed is still there.
  await dialog(guard).getByLabel('Other squad’s page').fill(opponent);
  await dialog(guard).getByRole('button', { name: 'Report result' }).click();
  const games = guard.getByRole('region', { name: 'Games' });
  await expect(games.getByRole('listitem')).toContainText(['21–18']);
  await reportGame(guard, { own: '21', other: '12', opponent });
  await expect(games.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(guard);
  await games.getByRole('link', { name: 'Game 1' }).click();
  await expect(guard).toHaveURL(/\/games\//);
  await expect(guard.getByText('Unconfirmed')).toBeVisible();
  await guard.getByLabel('Add a screenshot').setInputFiles({
    name: FILE_NAME,
    mimeType: 'image/png',
    buffer: PIXEL,
  });
  await guard.getByRole('button', { name: 'Upload' }).click();
  await expect(guard.getByRole('img', { name: /^Screenshot by/ })).toBeVisible();
  await expectAccessible(guard);

  const rival = await openAs(browser, away.captain, '/protocol/inbox');
  const confirmed = new URL(guard.url()).pathname;
  await rival.goto(confirmed);
  await rival.getByRole('button', { name: 'Confirm result' }).click();
  await dialog(rival).getByRole('button', { name: 'Confirm result' }).click();
  await expect(rival.getByText('Confirmed', { exact: true })).toBeVisible();
  // The other captain's page follows.
  await expect(guard.getByText('Confirmed', { exact: true })).toBeVisible();

  await guard.goto(`/protocol/sessions/${home.sessionId}`);
  await guard.getByRole('region', { name: 'Games' }).getByRole('link', { name: 'Game 2' }).click();
  await expect(guard).toHaveURL(/\/games\//);
  await expect(guard.getByText('Unconfirmed')).toBeVisible();
  const disputed = new URL(guard.url()).pathname;
  await rival.goto(disputed);
  await rival.getByRole('button', { name: 'Dispute' }).click();
  await expect(dialog(rival).getByLabel('Your score')).toHaveValue('12');
  await dialog(rival).getByRole('button', { name: 'Dispute result' }).click();
  await expect(dialog(rival).getByText('That’s the result that’s already reported.')).toBeVisible();
  await dialog(rival).getByRole('radio', { name: 'We won' }).check();
  await dialog(rival).getByLabel('Your score').fill('22');
  await dialog(rival).getByLabel('Their score').fill('21');
  const note = `They left at 21 ${away.squadId.slice(0, 6)}`;
  await dialog(rival).getByLabel('Note for the moderators').fill(note);
  await dialog(rival).getByRole('button', { name: 'Dispute result' }).click();
  await expect(rival.getByText('Disputed', { exact: true })).toBeVisible();
  await expectAccessible(rival);

  const moderator = await openAs(browser, { email: 'admin@planetcrew.example' }, '/protocol/admin');
  await openConsoleTab(moderator, 'Games');
  const card = moderator.getByRole('article').filter({ hasText: note });
  await expectAccessible(moderator);
  await card.getByRole('button', { name: 'Decide 21–22' }).click();
  await dialog(moderator).getByRole('button', { name: 'Decide game' }).click();
  await expect(card).toHaveCount(0);

  await expect(guard.getByText('Decided', { exact: true })).toBeVisible();
  await expect(guard.getByText('A moderator decided', { exact: true })).toBeVisible();
  await guard.goto(`/protocol/squads/${home.squadId}`);
  const history = guard.getByRole('region', { name: 'Match history' });
  await expect(history.getByRole('listitem')).toContainText(['Lost', 'Won']);
  await guard.goto(`/protocol/profile/${away.captain.id}`);
  await expect(history.getByRole('listitem')).toContainText(['Won', 'Lost']);
  await expectAccessible(guard);
});
