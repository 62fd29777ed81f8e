import { expect, type Page, test } from '@playwright/test';
import { createEmail, waitForMail } from './account-fixtures.ts';
import { expectAccessible } from './axe.ts';
import { openHydrated } from './page-ready.ts';
import { callApi, fetchSession, makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const ADMIN = 'admin@planetcrew.example';

const makePlayer = (display_name: string) =>
  makePublishedPlayer({
    display_name,
    role: 'PG',
    region: 'NA-East',
    platform: 'PS5',
    modes: ['Rec'],
    timezone: 'UTC',
  });

type Answer = { text: string; state: 'answered' | 'waiting' | 'closed' };
async function answer(id: string, { text, state }: Answer): Promise<void> {
  const { access_token: token } = await fetchSession(ADMIN);
  const { version } = await callApi<{ version: number }>(token, 'GET', `/api/admin/support/${id}`);
  await callApi(token, 'POST', `/api/admin/support/${id}/answers`, { id: crypto.randomUUID(), text, state, version });
}

const getIdFrom = (page: Page) => /help-support\/([0-9a-f-]{36})/.exec(page.url())![1]!;

test('lets a visitor write to support, read the answer and mark the request as solved', async ({ page }) => {
  const email = createEmail();
  await openHydrated(page, '/help-support?page=%2Fplans');
  const form = page.getByRole('region', { name: 'Contact support' });
  await expect(form.getByText('Page: /plans')).toBeVisible();
  await expect(form.getByLabel('Email me a copy')).toBeHidden();

  // The form names all missing fields at once and focuses the first.
  await form.getByRole('button', { name: 'Send message' }).click();
  for (const text of ['Choose a topic.', 'Enter a message.', 'Enter your email address, so we can answer.'])
    await expect(form.getByText(text)).toBeVisible();
  await expect(form.getByLabel('Topic')).toBeFocused();
  await expectAccessible(page);

  await form.getByLabel('Topic').selectOption('Payments and refunds');
  await form.getByLabel('Message').fill('Which plan fits my club?');
  await form.getByLabel('Your email').fill('not an address');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('Enter a valid email address.')).toBeVisible();
  // The draft survives a reload.
  await page.reload();
  await expect(form.getByLabel('Message')).toHaveValue('Which plan fits my club?');
  await form.getByLabel('Your email').fill(email);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: "Sent. We'll email you." })).toBeFocused();
  await expectAccessible(page);

  const confirmation = await waitForMail(email, 'We got your message');
  expect(confirmation.text).not.toContain('Which plan');
  const link = /https?:\S+#[0-9a-f-]{36}/.exec(confirmation.text)![0];
  await page.goto(link);
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Which plan fits my club?');
  await answer(getIdFrom(page), { text: 'Premium, because it has a concierge.', state: 'answered' });
  expect((await waitForMail(email, 'Planet Crew support answered')).text).toContain('Premium, because');
  await page.reload();
  await expect(page.getByText('Did that help?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: "It's solved" }).click();
  await expect(page.getByText('Marked as solved')).toBeVisible();
  await expect(page.getByRole('button', { name: "It's solved" })).toBeHidden();

  // Without the key in the link, the page doesn't show the request and asks the visitor to sign in.
  await page.goto('/help-support');
  await page.goto(link.replace(/#.*/, ''));
  await expect(page).toHaveURL(/\/protocol\/auth/);
});

test("shows a player support's answer about their order without a reload", async ({ page }) => {
  const player = await makePlayer('Asking Ann');
  await signInWithPassword(page, player.email);
  const order = crypto.randomUUID();
  await openHydrated(page, `/help-support?about=order&id=${order}`);
  const form = page.getByRole('region', { name: 'Contact support' });
  await expect(form.getByLabel('Your email')).toBeHidden();
  await expect(form.getByLabel('Topic')).toHaveValue('money');
  await form.getByLabel('Message').fill('Where is my refund?');
  await form.getByLabel('Email me a copy').check();
  await form.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('link', { name: 'See your request' }).click();
  await expect(page.getByRole('heading', { name: 'Payments and refunds' })).toBeVisible();
  expect((await waitForMail(player.email, 'We got your message')).text).toContain('Where is my refund?');

  const id = getIdFrom(page);
  await answer(id, { text: 'Which card did you use?', state: 'waiting' });
  await expect(page.getByText('We need something from you. Write back below.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Which card did you use?');
  await page.getByLabel('Your reply').fill('The blue one.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply sent')).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue('');
  await expectAccessible(page);

  await openHydrated(page, '/help-support');
  const own = page.getByRole('link', { name: /Where is my refund\?/ });
  await expect(own).toContainText('Waiting for us');
  await answer(id, { text: 'Sent back today.', state: 'answered' });
  await expect(own).toContainText('Answered');
  await expectAccessible(page);
});

test('lets an admin answer a support request, add a note and close it', async ({ page }) => {
  const player = await makePlayer(`Desk ${crypto.randomUUID().slice(0, 8)}`);
  const id = crypto.randomUUID();
  const about = { kind: 'player', id: player.id };
  const text = `Someone insulted me ${id.slice(0, 8)}`;
  await callApi(player.token, 'POST', '/api/support/requests', { id, topic: 'safety', text, about });
  await signInWithPassword(page, ADMIN);
  await page.goto('/protocol/admin?tab=support');
  await expectAccessible(page);
  await page.goto(`/protocol/admin?tab=support&state=open&request=${id}`);
  await expect(page.getByRole('heading', { name: "A player's behavior" })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(text);
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('Third report about them.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Third report about them.').first()).toBeVisible();
  await expectAccessible(page);

  // The requester writes while the admin is typing. The draft stays, and the new message appears.
  await page.getByLabel('Answer', { exact: true }).fill('We warned them.');
  const reply = { id: crypto.randomUUID(), text: 'It happened again.' };
  await callApi(player.token, 'POST', `/api/support/requests/${id}/messages`, reply);
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('It happened again.');
  await expect(page.getByLabel('Answer', { exact: true })).toHaveValue('We warned them.');
  await page.getByRole('button', { name: 'Reply' }).click();
  await expect(page.getByText('Answer sent')).toBeVisible();
  expect((await waitForMail(player.email, 'Planet Crew support answered')).text).toContain('We warned them.');
  // Search within the request, because a toast has a button with the same name.
  const request = page.getByRole('region', { name: "A player's behavior" });
  await expect(request.getByText('Answered')).toBeVisible();
  await request.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});
