import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailSandbox, startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import { SANDBOX_ACCOUNT } from '../../integrations/sms/sms.client.ts';
import { createSmsSandbox } from '../../integrations/sms/sms.sandbox.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { ACCOUNT_EMAIL_JOB, type AccountEmail, sendAccountEmail } from '../accounts/account-emails.commands.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { ACCOUNT_SMS_JOB, type AccountSms, sendAccountSms } from '../accounts/phone-messages.commands.ts';
import { limits } from '../accounts/rate-limits.rules.ts';
import { confirmContact, getOwnContacts } from '../profiles/contact-confirmation/contact-confirmation.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { deliverNotifications } from './delivery.commands.ts';
import { enqueueNotification } from './notifications.commands.ts';
import { createTestDraft } from './test-drafts.ts';

let context: TestContext;
let mails: MailSandbox;
const sms = createSmsSandbox();
let number = 0;
const createAddress = () => `stranger-${++number}@Elsewhere.example`;
const someNumber = () => `+49151000001${String(++number).padStart(2, '0')}`;

beforeAll(async () => {
  mails = await startMailSandbox();
  context = await openTestContext({
    SMTP_URL: mails.url,
    TWILIO_ACCOUNT_SID: SANDBOX_ACCOUNT.accountSid,
    TWILIO_AUTH_TOKEN: SANDBOX_ACCOUNT.authToken,
    TWILIO_FROM: SANDBOX_ACCOUNT.from,
  });
  context.deps.fetch = (async (input: RequestInfo | URL, init?: RequestInit) =>
    sms.request(new URL(String(input)).pathname, init)) as typeof fetch;
});
afterAll(async () => {
  await context.close();
  await mails.close();
});
beforeEach(() => context.setNow('2026-03-03T18:00:00Z'));

type Message = { subject?: string; text?: string; body?: string };
async function listSentTo(address: string): Promise<string[]> {
  const app = address.includes('@') ? mails.app : sms;
  const response = await app.request(`/messages.json?to=${encodeURIComponent(address)}`);
  const { messages } = (await response.json()) as { messages: Message[] };
  return messages.map(({ subject, text, body }) => body ?? `${subject}: ${text}`);
}

/** Sends the requested account emails and everything in the outbox. */
async function sendAll(): Promise<void> {
  for (const { name, data } of context.sent.splice(0)) {
    if (name === ACCOUNT_EMAIL_JOB) await sendAccountEmail(context.deps, data as AccountEmail);
    if (name === ACCOUNT_SMS_JOB) await sendAccountSms(context.deps, data as AccountSms);
  }
  await deliverNotifications(context.deps, new AbortController().signal);
}

let cause = 0;
async function sendTestNotification(userId: string): Promise<void> {
  cause += 1;
  for (const kind of ['match_proposed', 'security', 'payment'] as const) {
    await context.deps.db.transaction((tx) =>
      enqueueNotification(
        tx,
        context.deps,
        createTestDraft({
          userId,
          kind,
          title: `News ${cause}`,
          lines: ['Something happened.'],
          channels: ['email', 'sms'],
          dedupeKey: `contacts:${cause}:${kind}`,
        }),
      ),
    );
  }
  await sendAll();
}

async function ask(player: { accessToken: string }, method: string, path: string, body?: object) {
  const response = await context.app.request(`/api/profiles/me${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${player.accessToken}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  return { status: response.status, body: (await response.json()) as any };
}

async function saveContact(player: Player, fields: { email?: string; phone?: string }): Promise<void> {
  expect((await ask(player, 'PUT', '', { ...player.profile, ...fields })).status).toBe(200);
}
const getState = async (player: Player, kind: string) =>
  (await ask(player, 'GET', '/contacts')).body.contacts.find((one: { kind: string }) => one.kind === kind);
const advanceMinutes = (count: number) => context.setNow(new Date(context.deps.now().getTime() + count * MINUTE_MS));
const codeIn = (message: string) => message.match(/\b\d{6}\b/)![0];

describe.each([
  { kind: 'email', address: createAddress },
  { kind: 'phone', address: someNumber },
] as const)("a profile's $kind contact", ({ kind, address }) => {
  const codes = `/contacts/${kind}/code`;
  const confirmation = `/contacts/${kind}/confirmation`;
  const toWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it("gets only the code until it's confirmed", async () => {
    const player = await makePlayer(context.deps);
    const to = address();
    await saveContact(player, { [kind]: to });
    await sendTestNotification(player.userId);
    expect(await listSentTo(to)).toEqual([]);
    expect((await listSentTo(player.email)).length).toBeGreaterThan(0);
    expect(await getState(player, kind)).toEqual({
      kind,
      address: to,
      confirmed: false,
      code_sent: false,
      goes_to: kind === 'email' ? player.email : null,
    });
    expect((await ask(player, 'POST', codes)).status).toBe(200);
    expect((await ask(player, 'POST', codes)).status).toBe(429);
    await sendTestNotification(player.userId);
    const receivedMessages = await listSentTo(kind === 'email' ? to.toLowerCase() : to);
    expect(receivedMessages).toHaveLength(1);
    expect(receivedMessages[0]).not.toContain(player.profile.display_name);
    expect(await getState(player, kind)).toMatchObject({ code_sent: true, confirmed: false });
  });

  it("is used once confirmed, until the profile's contact changes", async () => {
    const player = await makePlayer(context.deps, { preferred_contact: kind });
    const to = address().toLowerCase();
    await saveContact(player, { [kind]: to });
    await ask(player, 'POST', codes);
    await sendAll();
    const code = codeIn((await listSentTo(to))[0]!);
    const wrongResponse = await ask(player, 'POST', confirmation, { code: toWrongCode(code) });
    expect(wrongResponse).toMatchObject({ status: 422, body: { error: { field: 'code', message: /not the code/ } } });
    expect((await ask(player, 'POST', confirmation, { code })).status).toBe(200);
    expect(await getState(player, kind)).toMatchObject({ confirmed: true, code_sent: false, goes_to: to });
    expect((await ask(player, 'POST', codes)).status).toBe(409);
    await sendTestNotification(player.userId);
    const before = await listSentTo(to);
    expect(before.length).toBeGreaterThan(1);
    await saveContact(player, { [kind]: address() });
    await sendTestNotification(player.userId);
    expect(await listSentTo(to)).toEqual(before);
    expect(await getState(player, kind)).toMatchObject({ confirmed: false });
  });

  it("isn't confirmed by a code sent to another address", async () => {
    const player = await makePlayer(context.deps);
    const own = address().toLowerCase();
    await saveContact(player, { [kind]: own });
    await ask(player, 'POST', codes);
    await sendAll();
    const code = codeIn((await listSentTo(own))[0]!);
    await saveContact(player, { [kind]: address() });
    expect((await ask(player, 'POST', confirmation, { code })).status).toBe(409);
    expect(await getState(player, kind)).toMatchObject({ confirmed: false });
  });

  it('allows five guesses per code, which expires after an hour', async () => {
    const player = await makePlayer(context.deps);
    const to = address().toLowerCase();
    await saveContact(player, { [kind]: to });
    await ask(player, 'POST', codes);
    await sendAll();
    const first = codeIn((await listSentTo(to))[0]!);
    const guess = (code: string) => ask(player, 'POST', confirmation, { code });
    for (let n = 0; n < 5; n++) expect((await guess(toWrongCode(first))).status).toBe(422);
    expect((await guess(first)).status).toBe(422);
    advanceMinutes(2);
    expect((await ask(player, 'POST', codes)).status).toBe(200);
    await sendAll();
    advanceMinutes(61);
    const lateConfirmation = confirmContact(context.deps, toActor(player), kind, codeIn((await listSentTo(to))[0]!));
    await expect(lateConfirmation).rejects.toThrow(
      'That code is wrong or has expired. Check it, or request a new one.',
    );
    expect(await getOwnContacts(context.deps, player.userId)).toContainEqual(
      expect.objectContaining({ kind, confirmed: false, code_sent: false }),
    );
  });

  it('limits the codes and guesses of each user', async () => {
    const player = await makePlayer(context.deps);
    for (let n = 0; n < limits.contactCodes.points; n++) {
      await saveContact(player, { [kind]: address() });
      expect((await ask(player, 'POST', codes)).status).toBe(200);
    }
    await saveContact(player, { [kind]: address() });
    const refusal = await ask(player, 'POST', codes);
    expect(refusal.status).toBe(429);
    expect(refusal.body.error.message).toMatch(/^You/);
    for (let n = 0; n < limits.contactGuesses.points; n++) await ask(player, 'POST', confirmation, { code: '000000' });
    expect((await ask(player, 'POST', confirmation, { code: '000000' })).status).toBe(429);
    context.sent.length = 0;
  });

  it('gets a limited number of codes, however many users enter it', async () => {
    const to = address();
    const statuses: number[] = [];
    for (let n = 0; n <= limits.messageHour.points; n++) {
      const player = await makePlayer(context.deps);
      await saveContact(player, { [kind]: to });
      statuses.push((await ask(player, 'POST', codes)).status);
      advanceMinutes(2);
    }
    expect(statuses).toEqual([...Array(limits.messageHour.points).fill(200), 429]);
    context.sent.length = 0;
  });
});

describe("an account's email address", () => {
  it("gets no notifications before it's confirmed, even when the profile lists it too", async () => {
    const player = await makePlayer(context.deps, {}, { confirmed: false });
    await context.deps.db.execute(
      sql`update auth.users set email_confirmed_at = null, phone = '491510000000' where id = ${player.userId}`,
    );
    await sendTestNotification(player.userId);
    await sendAccountEmail(context.deps, { kind: 'password_changed', userId: player.userId });
    expect(await listSentTo(player.email)).toEqual([]);
    expect(await listSentTo('+491510000000')).toEqual([]);
    await sendAccountEmail(context.deps, { kind: 'confirmation', userId: player.userId });
    expect(await listSentTo(player.email)).toHaveLength(1);
  });

  it('needs no second confirmation in the profile, even with a different spelling', async () => {
    const player = await makePlayer(context.deps, {}, { confirmed: false });
    await saveContact(player, { email: player.email.toUpperCase() });
    expect(await getState(player, 'email')).toMatchObject({ confirmed: true });
    await sendTestNotification(player.userId);
    expect((await listSentTo(player.email)).length).toBeGreaterThan(0);
  });
});
