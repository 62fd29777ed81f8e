import { expect, type Page, test } from '@playwright/test';
import { closeAllContexts, makePlayer } from './money-fixtures.ts';
import { openWithRecorder as open, pressButton, runTransitionsAndClose } from './screen-reader.ts';
import { callApi, fetchSession } from './server-api.ts';

// Checks the focus after each action on a support request, by its author and by an admin, and that each announcement is
// made exactly once.

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 180_000 });

const ADMIN = { email: 'admin@planetcrew.example' };
const mark = () => crypto.randomUUID().slice(0, 6);
const getContactForm = (page: Page) => page.getByRole('region', { name: 'Contact support' });

/** Creates a request by a new player. */
async function createRequest(text: string) {
  const player = await makePlayer(`Ear Asks ${mark()}`);
  const id = crypto.randomUUID();
  await callApi(player.token, 'POST', '/api/support/requests', { id, topic: 'money', text });
  return { player, id };
}

async function answerRequest(id: string, text: string): Promise<void> {
  const { access_token: token } = await fetchSession(ADMIN.email);
  const { version } = await callApi<{ version: number }>(token, 'GET', `/api/admin/support/${id}`);
  const answer = { id: crypto.randomUUID(), text, state: 'answered', version };
  await callApi(token, 'POST', `/api/admin/support/${id}/answers`, answer);
}

test('announces each step of writing to support', async ({ browser }) => {
  const page = await open(browser, await makePlayer(`Ear Writes ${mark()}`), '/help-support');
  await runTransitionsAndClose(page, [
    { does: 'writing nothing', press: pressButton('Send message', getContactForm), focus: /^select: Topic/ },
    {
      does: 'choosing only a topic',
      press: async (page) => {
        await page.getByLabel('Topic').selectOption('Payments and refunds');
        await pressButton('Send message', getContactForm)(page);
      },
      focus: /^textarea: Message/,
    },
    {
      does: 'writing to support',
      press: async (page) => {
        await page.getByLabel('Message').fill('Which plan fits my club?');
        await pressButton('Send message', getContactForm)(page);
      },
      focus: /^h2: Sent\. We'll email you\.$/,
    },
    { does: 'wanting to write again', press: pressButton('Write another message'), focus: /^h2: Contact support$/ },
  ]);
});

test('announces each step of replying to support and marking the request as solved', async ({ browser }) => {
  const { player, id } = await createRequest('Where is my refund?');
  await answerRequest(id, 'Sent back today.');
  const page = await open(browser, player, `/help-support/${id}`);
  await runTransitionsAndClose(page, [
    { does: 'replying nothing', press: pressButton('Send reply'), focus: /^textarea: Your reply/ },
    {
      does: 'replying to support',
      press: async (page) => {
        await page.getByLabel('Your reply').fill('It arrived.');
        await pressButton('Send reply')(page);
      },
      focus: /^button: Send reply$/,
      announces: /^Reply sent$/,
    },
    {
      does: 'marking a request as solved',
      press: async (page) => {
        await pressButton("It's solved")(page);
        await expect(page.getByRole('button', { name: "It's solved" })).toBeHidden();
      },
      focus: /^form/,
      announces: /^Marked as solved$/,
    },
  ]);
});

test('announces each step of answering a support request in the console', async ({ browser }) => {
  const text = `Someone charged me twice ${mark()}`;
  await createRequest(text);
  const page = await open(browser, ADMIN, '/protocol/admin?tab=support');
  // On a phone, the request replaces the list.
  const isPhone = test.info().project.name === 'phone';
  const getRequest = (page: Page) => page.getByRole('region', { name: 'Payments and refunds' });
  await runTransitionsAndClose(page, [
    { does: 'opening a request', press: pressButton(new RegExp(text)), focus: /^h2: Payments and refunds$/ },
    {
      does: 'taking a request',
      press: pressButton('Assign to me'),
      focus: /^button: Release$/,
      announces: /^Assigned to you$/,
    },
    {
      does: 'releasing a request',
      press: pressButton('Release'),
      focus: /^button: Assign to me$/,
      announces: /^Released$/,
    },
    { does: 'adding an empty note', press: pressButton('Save note'), focus: /^textarea: Note/ },
    {
      does: 'adding a note',
      press: async (page) => {
        await page.getByRole('textbox', { name: 'Note' }).fill('Second charge is still pending.');
        await pressButton('Save note')(page);
        await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
      },
      focus: /^button: Save note$/,
      announces: /^Note saved$/,
    },
    { does: 'answering nothing', press: pressButton('Reply'), focus: /^textarea: Answer/ },
    {
      does: 'answering a request',
      press: async (page) => {
        await page.getByLabel('Answer', { exact: true }).fill('We refunded the second charge.');
        await pressButton('Reply')(page);
        await expect(getRequest(page).getByText('Answered')).toBeVisible();
      },
      focus: /^button: Reply$/,
      announces: /^Answer sent$/,
    },
    {
      does: 'closing a request',
      press: pressButton('Close', getRequest),
      focus: /^button: Reopen$/,
      announces: /^Closed$/,
    },
    {
      does: 'reopening a request',
      press: pressButton('Reopen', getRequest),
      focus: /^button: Close$/,
      announces: /^Reopened$/,
    },
    ...(isPhone
      ? [
          {
            does: 'going back to the requests',
            press: pressButton('All requests'),
            focus: new RegExp(`^button: .*${text.slice(0, 20)}`),
          },
        ]
      : []),
  ]);
});
