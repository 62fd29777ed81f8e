import { expect, type Page, test } from '@playwright/test';
import { closeAllContexts, makePlayer } from './money-fixtures.ts';
import { openWithRecorder as open, pressButton, pressInDialog, runTransitionsAndClose } from './screen-reader.ts';
import { callApi, fetchSession } from './server-api.ts';

// Checks the focus after each console action and that each announcement is made exactly once.

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 180_000 });

const ADMIN = { email: 'admin@planetcrew.example' };
/** Matches any focus except none, main and body, because the focus must stay near the clicked element. */
const PLACE = /^(?!nothing|main|body)/;

/** Creates listings by one player and reports each of them. */
async function createFlags(mark: string, count: number): Promise<void> {
  const [owner, reporter] = await Promise.all([makePlayer(`${mark} owner`), makePlayer(`${mark} reporter`)]);
  for (let n = 0; n < count; n += 1) {
    const listing = { title: `${mark} ${n}`, needed_positions: ['C'], modes: ['Rec'] };
    const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', listing);
    await callApi(reporter.token, 'POST', '/api/lfg/reports', { listing_id: id, reason: 'spam' });
  }
}

test('announces each step of moderating flags and banning a player after confirmation', async ({ browser }) => {
  const mark = `Hear${crypto.randomUUID().slice(0, 6)}`;
  await createFlags(mark, 4);
  const page = await open(browser, ADMIN, '/protocol/admin?tab=queue');
  const card = (page: Page) => page.getByRole('article').filter({ hasText: mark }).first();
  const notes = (page: Page) => page.getByRole('region', { name: 'Notifications' });
  await expect(card(page)).toBeVisible();
  /** Waits first; otherwise the click would count as part of the previous one. */
  const waitThen = (does: (page: Page) => Promise<void>) => async (page: Page) => {
    await page.waitForTimeout(700);
    await does(page);
  };
  await runTransitionsAndClose(page, [
    { does: 'dismissing', press: pressButton('Dismiss', card), focus: PLACE, announces: /^Flag dismissed/ },
    { does: 'taking it back', press: pressButton('Undo', notes), focus: PLACE, announces: /^Undone/ },
    { does: 'deleting', press: waitThen(pressButton('Delete', card)), focus: PLACE, announces: /^Listing deleted/ },
    { does: 'wanting a ban', press: waitThen(pressButton('Ban User', card)), focus: /^button: Cancel$/ },
    { does: 'not banning', press: pressInDialog('Cancel'), focus: /^button: Ban User$/ },
    {
      does: 'banning, by a second press',
      press: async (page) => {
        await pressButton('Ban User', card)(page);
        await pressInDialog('Ban')(page);
      },
      focus: PLACE,
      announces: /^User banned/,
    },
  ]);
});

test('announces each step of banning a player from their console page', async ({ browser }) => {
  const name = `Loud ${crypto.randomUUID().slice(0, 6)}`;
  await makePlayer(name);
  const page = await open(browser, ADMIN, '/protocol/admin?tab=players');
  await runTransitionsAndClose(page, [
    {
      does: 'searching',
      press: async (page) => {
        await page.getByLabel('Search players').fill(name);
        await pressButton('Search')(page);
        await expect(page.getByRole('button', { name })).toBeVisible();
      },
      focus: /^(button: Search|input: Search players)/,
    },
    { does: 'opening one', press: pressButton(new RegExp(name)), focus: PLACE },
    { does: 'banning without a reason', press: pressButton('Ban User'), focus: /^input: Reason/ },
    {
      does: 'banning for no number of days',
      press: async (page) => {
        await page.getByLabel('Reason').fill('Insults in voice chat');
        await page.getByLabel('For', { exact: true }).selectOption('other');
        await pressButton('Ban User')(page);
      },
      focus: /^input: Days/,
    },
    {
      does: 'banning with one',
      press: async (page) => {
        await page.getByLabel('For', { exact: true }).selectOption('7');
        await pressButton('Ban User')(page);
        await pressInDialog('Ban')(page);
      },
      focus: PLACE,
      announces: /^User banned/,
    },
    {
      does: 'lifting the ban',
      press: async (page) => {
        const notes = page.getByRole('region', { name: 'Notifications' });
        await expect(notes.getByRole('button', { name: 'Undo' })).toBeVisible();
        await pressButton('Lift')(page);
        // A lifted ban has nothing left to undo.
        await expect(notes.getByText('Ban lifted')).toBeVisible();
        await expect(notes.getByRole('button', { name: 'Undo' })).toHaveCount(0);
      },
      focus: PLACE,
      announces: /^Ban lifted/,
    },
  ]);
});

test('announces each step of pausing and resuming the live queue', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'once is enough: everybody shares the queue');
  const page = await open(browser, ADMIN, '/protocol/admin?tab=play-now');
  await runTransitionsAndClose(page, [
    { does: 'asking to stop it', press: pressButton('Stop the queue'), focus: /^(button|input|dialog)/ },
    { does: 'stopping it', press: pressInDialog('Stop it'), focus: PLACE, announces: /^The live queue is stopped$/ },
    {
      does: 'letting it run',
      press: pressButton('Restart the queue'),
      focus: PLACE,
      announces: /^The live queue is running again$/,
    },
  ]);
});

test('announces each step of editing a draft of the matching rules', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'once is enough: the draft is shared');
  const { access_token } = await fetchSession(ADMIN.email);
  const performAction = (action: object) => callApi(access_token, 'POST', '/functions/v1/admin-actions', action);
  type Book = { current: { rules: { weights: { skill: number } } }; draft: object | null };
  const book = await callApi<Book>(access_token, 'GET', '/api/admin/rules');
  if (book.draft) await performAction({ action: 'discard_rules_draft' });
  const page = await open(browser, ADMIN, '/protocol/admin?tab=rules');
  const draft = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true });
  await runTransitionsAndClose(page, [
    { does: 'beginning one', press: pressButton('Edit a draft'), focus: PLACE },
    {
      does: 'saving what cannot be',
      press: async (page) => {
        await page.getByLabel('Skill (points)').fill(String(book.current.rules.weights.skill + 10));
        await pressButton('Save draft')(page);
      },
      focus: /^div: The draft can't be saved yet/,
    },
    {
      does: 'saving it',
      press: async (page) => {
        await page.getByLabel('Positions (points)').fill('15');
        await pressButton('Save draft')(page);
        await expect(draft(page)).toBeVisible();
      },
      focus: PLACE,
      announces: /^Draft saved/,
    },
    {
      does: 'trying it on the pool',
      press: async (page) => {
        await pressButton('Test on current pool', draft)(page);
        await expect(page.getByRole('table', { name: 'Current rules and draft' })).toBeVisible({ timeout: 60_000 });
      },
      focus: PLACE,
    },
    {
      does: 'discarding it',
      press: async (page) => {
        await pressButton('Discard', draft)(page);
        await pressInDialog('Discard draft')(page);
      },
      focus: PLACE,
      announces: /^Draft discarded/,
    },
  ]);
});
