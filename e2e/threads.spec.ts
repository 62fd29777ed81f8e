import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callApi, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const HOURS = [{ days: ['Mon', 'Tue'], start: '19:00', end: '23:00' }];
const makeNamedPlayer = (display_name: string, role: string) =>
  makePublishedPlayer({
    ...{ display_name, role, region: 'NA-East', platform: 'PS5', modes: ['Rec'], timezone: 'America/New_York' },
    availability: HOURS,
    languages: [`Cant ${crypto.randomUUID().slice(0, 6)}`],
  });

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

/** Marks the page. The returned function fails if the page has reloaded since. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    document.documentElement.dataset.mark = 'here';
  });
  return () => expect(page.locator('html')).toHaveAttribute('data-mark', 'here');
}

async function createApplication(): Promise<{ owner: TestAccount; applicant: TestAccount; listing: string }> {
  const [owner, applicant] = [
    await makeNamedPlayer('Talking Owner', 'PG'),
    await makeNamedPlayer('Asking Center', 'C'),
  ];
  const { id: listing } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', {
    ...{ title: `Who talks ${crypto.randomUUID().slice(0, 8)}`, needed_positions: ['C'], modes: ['Rec'] },
    ...{ platform: 'PS5', allows_crossplay: true, region: 'NA-East', timezone: 'America/New_York' },
    availability: [{ day: 'Mon', start: '20:00', end: '23:00' }],
  });
  await callApi(applicant.token, 'POST', `/api/lfg/listings/${listing}/apply`, { position: 'C' });
  return { owner, applicant, listing };
}

test('lets an applicant and a listing owner chat without losing any input', async ({ browser }) => {
  test.slow();
  const { owner, applicant, listing } = await createApplication();
  const applicantPage = await open(browser, applicant, `/protocol/lfg/${listing}`);
  const panel = applicantPage.getByRole('region', { name: /Messages with the owner/ });
  await expect(panel.getByText('No messages yet')).toBeVisible();
  const ownPage = await open(browser, owner, `/protocol/lfg/${listing}`);
  const messages = ownPage.getByRole('button', { name: /Messages with Asking Center/ });
  await expect(messages).toBeVisible();
  const expectNoReload = await Promise.all([applicantPage, ownPage].map(markPage));

  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByText('Write something before you send it.')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Message' }).fill('Do you play on Monday? https://example.com/when.');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  const link = panel.getByRole('link', { name: 'https://example.com/when', exact: true });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  await expectAccessible(applicantPage);

  await expect(messages).toContainText('1 new');
  await messages.click();
  const reply = ownPage.getByRole('region', { name: /^Messages/ });
  await expect(reply.getByText('Do you play on Monday?')).toBeVisible();
  await reply.getByRole('textbox', { name: 'Message' }).fill('At nine.');
  await reply.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByText('At nine.')).toBeVisible();

  // An offline message stays pending with its text and later arrives exactly once.
  let isOffline = true;
  await applicantPage.route('**/api/threads/*/messages', (route) => (isOffline ? route.abort() : route.fallback()));
  await panel.getByRole('textbox', { name: 'Message' }).fill('I will be there.');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByText(/^Not sent\./)).toBeVisible();
  await expectAccessible(applicantPage);
  isOffline = false;
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect(reply.getByText('I will be there.')).toHaveCount(1);
  await expect(panel.getByText(/^Not sent\./)).toBeHidden();

  await panel.getByRole('button', { name: 'Actions for your message' }).last().click();
  await applicantPage.getByRole('button', { name: 'Edit message' }).click();
  await applicantPage.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('I will be late.');
  await expectAccessible(applicantPage);
  await applicantPage.getByRole('button', { name: 'Save' }).click();
  await expect(reply.getByText('I will be late.')).toBeVisible();

  await reply.getByRole('button', { name: 'Actions for the message from Asking Center' }).last().click();
  await ownPage.getByRole('button', { name: 'Report message' }).click();
  await ownPage.getByRole('dialog').getByRole('button', { name: 'Report message' }).click();
  await expect(ownPage.getByText('Message reported for review')).toBeVisible();
  await expectAccessible(ownPage);
  for (const check of expectNoReload) await check();

  // The draft and the unsent message survive a reload.
  isOffline = true;
  await panel.getByRole('textbox', { name: 'Message' }).fill('See you then.');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByText(/^Not sent\./)).toBeVisible();
  await panel.getByRole('textbox', { name: 'Message' }).fill('And bring');
  await applicantPage.reload();
  await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue('And bring');
  await expect(panel.getByText(/^Not sent\./)).toBeVisible();
  isOffline = false;
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect(reply.getByText('See you then.')).toHaveCount(1);

  await ownPage.getByRole('button', { name: 'Decline' }).click();
  await expect(panel.getByText('This chat has ended, so you can’t send messages in it anymore.')).toBeVisible();
});
