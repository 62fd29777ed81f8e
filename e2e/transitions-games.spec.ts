import { test } from '@playwright/test';
import { createPairAtPlay } from './game-fixtures.ts';
import { closeAllContexts } from './money-fixtures.ts';
import { openWithRecorder as open, pressButton, pressInDialog, runTransitionsAndClose } from './screen-reader.ts';
import { callApi, type TestAccount } from './server-api.ts';

// Checks the focus after each action on a game, and that each announcement is made exactly once.

test.afterEach(closeAllContexts);

const FILE_NAME = 'score.png';
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function reportGame({
  captain,
  mate,
  sessionId,
}: {
  captain: TestAccount;
  mate: TestAccount;
  sessionId: string;
}) {
  const players = [captain, mate].map(({ id }) => ({ user_id: id }));
  const report = { number: 1, mode: 'Park/City', outcome: 'won', lineup: { players } };
  return (await callApi<{ id: string }>(captain.token, 'POST', `/api/sessions/${sessionId}/games`, report)).id;
}

test('announces each step of reporting and correcting a game', async ({ browser }) => {
  const pair = await createPairAtPlay();
  const page = await open(browser, pair.captain, `/protocol/sessions/${pair.sessionId}`);
  await runTransitionsAndClose(page, [
    { does: 'wanting to report a game', press: pressButton('Report a game'), focus: /^input/ },
    { does: 'reporting nothing', press: pressInDialog('Report result'), focus: /How did it end/ },
    {
      does: 'reporting a game',
      press: async (page) => {
        await page.locator('dialog:modal').getByRole('radio', { name: 'We won' }).check();
        await pressInDialog('Report result')(page);
      },
      focus: /^button: Report a game$/,
      announces: /^Result reported$/,
    },
  ]);
});

test('announces each step of adding a screenshot and correcting a result', async ({ browser }) => {
  const pair = await createPairAtPlay();
  const page = await open(browser, pair.captain, `/games/${await reportGame(pair)}`);
  await runTransitionsAndClose(page, [
    { does: 'uploading nothing', press: pressButton('Upload'), focus: /^input: Add a screenshot/ },
    {
      does: 'adding a screenshot',
      press: async (page) => {
        await page
          .getByLabel('Add a screenshot')
          .setInputFiles({ name: FILE_NAME, mimeType: 'image/png', buffer: PIXEL });
        await pressButton('Upload')(page);
      },
      focus: /^button: Upload$/,
      announces: /^Screenshot added$/,
    },
    { does: 'wanting to correct a game', press: pressButton('Correct'), focus: /^input/ },
    {
      does: 'correcting a game',
      press: async (page) => {
        await page.locator('dialog:modal').getByRole('radio', { name: 'We lost' }).check();
        await pressInDialog('Save correction')(page);
      },
      focus: /^button: Correct$/,
      announces: /^Result corrected$/,
    },
  ]);
});

test('announces that a result is confirmed', async ({ browser }) => {
  const pair = await createPairAtPlay();
  const page = await open(browser, pair.mate, `/games/${await reportGame(pair)}`);
  await runTransitionsAndClose(page, [
    {
      does: 'confirming a game',
      press: pressButton('Confirm result'),
      focus: /^h1/,
      announces: /^Result confirmed$/,
    },
  ]);
});

test('announces that a moderator has decided a game', async ({ browser }) => {
  const pair = await createPairAtPlay();
  const id = await reportGame(pair);
  const note = `Not us ${id.slice(0, 6)}`;
  await callApi(pair.mate.token, 'POST', `/api/games/${id}/dispute`, { version: 1, claim: null, note });
  const page = await open(browser, { email: 'admin@planetcrew.example' }, '/protocol/admin?tab=games');
  await runTransitionsAndClose(page, [
    {
      does: 'wanting to decide a game',
      press: (page) =>
        page.getByRole('article').filter({ hasText: note }).getByRole('button', { name: 'Void' }).click(),
      focus: /Void this game\?|Void game|Cancel/,
    },
    {
      does: 'deciding a game',
      press: pressInDialog('Void game'),
      focus: /^(h1|h2|p|button|div|main|ul|select|body)/,
      announces: /^Game decided$/,
    },
  ]);
});
