import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callApi, fetchSession } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const ADMIN = 'admin@planetcrew.example';
/** SMS sandbox number that receives one message (the code) and then replies STOP. */
const STOPPING_PHONE = '+15005550005';
const EMAILS_PER_ROUND = 30;

const readVerdict = async (token: string) =>
  (await callApi<{ verdict: string }>(token, 'GET', '/api/admin/health')).verdict;
const performAction = (token: string, action: string) =>
  callApi(token, 'POST', '/functions/v1/admin-actions', { action });

type Contacts = { contacts: { kind: string; confirmed: boolean }[] };

/** Confirms the phone number, because we never send to unconfirmed numbers, not even test messages. */
async function confirmPhone(token: string): Promise<void> {
  const { contacts } = await callApi<Contacts>(token, 'GET', '/api/profiles/me/contacts');
  if (contacts.some(({ kind, confirmed }) => kind === 'phone' && confirmed)) return;
  await callApi(token, 'POST', '/api/profiles/me/contacts/phone/code', {});
  const path = `/sandbox/sms/messages.json?to=${encodeURIComponent(STOPPING_PHONE)}`;
  let code = '';
  await expect
    .poll(async () => {
      const { messages } = await callApi<{ messages: { body: string }[] }>(undefined, 'GET', path);
      code = messages[0]?.body.match(/\d{6}/)?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  await callApi(token, 'POST', '/api/profiles/me/contacts/phone/confirmation', { code });
}

test('switches health to NO-GO with instructions after failed messages and to GO after successful ones', async ({
  page,
}) => {
  test.slow();
  const { access_token: token } = await fetchSession(ADMIN);
  await callApi(token, 'POST', '/api/profiles/me/arrival', { timezone: 'UTC' });
  const ownProfile = await callApi<Record<string, unknown>>(token, 'GET', '/api/profiles/me');
  await callApi(token, 'PUT', '/api/profiles/me', { ...ownProfile, email: ADMIN, phone: STOPPING_PHONE });
  await confirmPhone(token);

  await expect
    .poll(
      async () => {
        await performAction(token, 'test_sms');
        return readVerdict(token);
      },
      { timeout: 60_000 },
    )
    .toBe('NO-GO');
  await signInWithPassword(page, ADMIN);
  await page.goto('/protocol/admin?tab=health');
  await expect(page.getByRole('heading', { name: 'NO-GO' })).toBeVisible();
  await expect(page.getByText(/What to do: Read the errors of the failing channel/)).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'sms' }).first()).toBeVisible();
  await expectAccessible(page);

  await expect
    .poll(
      async () => {
        for (let n = 0; n < EMAILS_PER_ROUND; n += 1) await performAction(token, 'test_email');
        return readVerdict(token);
      },
      { timeout: 120_000, intervals: [1_000] },
    )
    .toBe('GO');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'GO', exact: true })).toBeVisible();
  await expectAccessible(page);
});
