import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import { LOCALES, type Locale } from '../../messages/locales.ts';
import { type Deps, PermanentError } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import {
  ACCOUNT_EMAIL_JOB,
  type AccountEmail,
  enqueueAccountEmail,
  getAccountEmailRetryMs,
  sendAccountEmail,
} from './account-emails.commands.ts';
import { accountLanguages } from './account-languages.commands.ts';
import { makeUser } from './accounts.factory.ts';
import { updateUser } from './accounts.queries.ts';
import { ACCOUNT_REQUEST_JOB, type AccountRequest, processAccountRequest } from './code-sign-in.commands.ts';
import { sendAccountSms } from './phone-messages.commands.ts';

let context: TestContext;
let deps: Deps;
const NOW = new Date('2026-03-01T12:00:00Z');

beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: LOCALES.join(',') });
  deps = context.deps;
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(NOW);
  context.sent.splice(0);
});

const withEnv = (env: object): Deps => ({ ...deps, env: { ...deps.env, ...env } });
/** Returns the wiring of an installation where every account uses this language. */
const withLanguage = (language: Locale): Deps['wiring'] => {
  const find = async (_db: unknown, ids: readonly string[]) => new Map(ids.map((id) => [id, language]));
  const portImplementations = new Map([...deps.wiring.portImplementations, [accountLanguages.name, find]]);
  return { ...deps.wiring, portImplementations };
};

describe('an SMS with a code', () => {
  const createSmsDeps = (status: number, messages: string[] = []) => ({
    ...withEnv({ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' }),
    fetch: (async (_url: unknown, init?: RequestInit) => {
      messages.push(String(init?.body));
      return Response.json({ sid: 'SM1' }, { status });
    }) as typeof fetch,
  });

  it('is sent to the number the code is for', async () => {
    const { userId } = await makeUser(deps);
    await updateUser(deps.db, userId, { phone: '4915801', phoneChange: '4915802' }, NOW);
    for (const [purpose, to] of [
      ['sms', '+4915801'],
      ['reauthentication', '+4915801'],
      ['phone_change', '+4915802'],
    ] as const) {
      const messages: string[] = [];
      await sendAccountSms(createSmsDeps(201, messages), { purpose, userId });
      const body = new URLSearchParams(messages[0]);
      expect([purpose, body.get('To')]).toEqual([purpose, to]);
      expect(body.get('Body')).toMatch(/^\d{6} is your Planet Crew code\. No one/);
    }
  });

  it("is in the account's language, or in the request's until the account has one", async () => {
    const { userId } = await makeUser(deps);
    await updateUser(deps.db, userId, { phone: '4915805' }, NOW);
    const send = async (locale?: Locale, change: Partial<Deps> = {}) => {
      const messages: string[] = [];
      await sendAccountSms(
        { ...createSmsDeps(201, messages), ...change },
        { purpose: 'sms', userId, ...(locale ? { locale } : {}) },
      );
      return new URLSearchParams(messages[0]).get('Body');
    };
    expect(await send()).toMatch(/^\d{6} is your Planet Crew code\./);
    expect(await send('de')).toMatch(/^\d{6} ist dein Planet-Crew-Code\./);
    expect(await send('de', { wiring: withLanguage('fr') })).toMatch(/^\d{6} est ton code Planet Crew\./);
  });

  it("isn't sent without a recipient or a provider", async () => {
    const { userId } = await makeUser(deps);
    const messages: string[] = [];
    await sendAccountSms(createSmsDeps(201, messages), { purpose: 'sms', userId });
    await sendAccountSms(createSmsDeps(201, messages), { purpose: 'factor', userId });
    await sendAccountSms(createSmsDeps(201, messages), { purpose: 'factor', userId, challengeId: crypto.randomUUID() });
    await updateUser(deps.db, userId, { phone: '4915803' }, NOW);
    await sendAccountSms(withEnv({ demo: false }), { purpose: 'sms', userId });
    expect(messages).toEqual([]);
    const { rows } = await deps.database.pool.query('select 1 from auth.one_time_tokens where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  it('is retried only when the provider asks for a retry', async () => {
    const { userId } = await makeUser(deps);
    await updateUser(deps.db, userId, { phone: '4915804' }, NOW);
    await expect(sendAccountSms(createSmsDeps(429), { purpose: 'sms', userId })).rejects.toThrow(
      'The SMS provider deferred a code:',
    );
    // Don't retry: the provider may have accepted the message, and a second code would confuse the user.
    await expect(sendAccountSms(createSmsDeps(503), { purpose: 'sms', userId })).resolves.toBeUndefined();
    await expect(sendAccountSms(createSmsDeps(400), { purpose: 'sms', userId })).resolves.toBeUndefined();
  });
});

describe('an account email', () => {
  it('has the subject and link of its kind', async () => {
    const mail = await startMailSandbox();
    const by = withEnv({ SMTP_URL: mail.url });
    const { userId, email } = await makeUser(deps);
    const next = `next-${email}`;
    await updateUser(deps.db, userId, { emailChange: next, deleteAfter: new Date('2026-03-15T00:00:00Z') }, NOW);
    const readLastMail = async (to: string) => {
      const response = await mail.app.request(`/messages.json?to=${encodeURIComponent(to)}`);
      return ((await response.json()) as { messages: { subject: string; text: string }[] }).messages[0];
    };
    for (const [kind, to, subject, text] of [
      ['confirmation', email, 'Confirm your email address', /type=signup&redirect_to=http%3A%2F%2Flocalhost%3A3000\b/],
      ['email_change_current', email, 'Confirm your email address change', new RegExp(`${email} to ${next}`)],
      ['email_change_new', next, 'Confirm your new email address', /type=email_change&redirect_to=/],
      ['reauthentication', email, "Confirm it's you", /localhost:3000\/account\/security/],
      ['account_exists', email, 'You already have an account', /localhost:3000\/protocol\/auth/],
      ['deletion_requested', email, 'Your account will be deleted', /2026-03-15/],
    ] as const) {
      await sendAccountEmail(by, { kind, userId });
      expect(await readLastMail(to)).toMatchObject({ subject, text: expect.stringMatching(text) });
    }
    await sendAccountEmail(by, { kind: 'magiclink', userId, redirectTo: 'https://app.example/in' });
    expect((await readLastMail(email))!.text).toContain('redirect_to=https%3A%2F%2Fapp.example%2Fin');
    await sendAccountEmail(by, { kind: 'email_changed', userId, to: `old-${email}` });
    expect(await readLastMail(`old-${email}`)).toMatchObject({ subject: 'Your email address was changed' });
    await enqueueAccountEmail(deps.db, deps, { kind: 'invite', userId });
    expect(context.sent).toMatchObject([{ name: 'account-mail', data: { kind: 'invite', userId } }]);
    await mail.close();
  });

  it("is in the account's language, or in the request's until the account has one", async () => {
    const mail = await startMailSandbox();
    const { email } = await makeUser(deps);
    const readSubject = async () => {
      const response = await mail.app.request(`/messages.json?to=${encodeURIComponent(email)}`);
      return ((await response.json()) as { messages: { subject: string }[] }).messages[0]!.subject;
    };
    const otpResponse = await context.app.request('/auth/v1/otp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'fr' },
      body: JSON.stringify({ email, create_user: false }),
    });
    expect(otpResponse.status).toBe(200);
    const takeJob = <Data>(name: string) => context.sent.splice(0).find((job) => job.name === name)!.data as Data;
    await processAccountRequest(deps, takeJob<AccountRequest>(ACCOUNT_REQUEST_JOB));
    const due = takeJob<AccountEmail>(ACCOUNT_EMAIL_JOB);
    const by = withEnv({ SMTP_URL: mail.url });
    await sendAccountEmail(by, due);
    expect(await readSubject()).toBe('Ton code Planet Crew');
    await sendAccountEmail({ ...by, wiring: withLanguage('de') }, due);
    expect(await readSubject()).toBe('Dein Planet-Crew-Code');
    await mail.close();
  });

  it("is retried when the mail server is down, and dropped when the address or mailbox doesn't exist", async () => {
    const mail = await startMailSandbox();
    const by = withEnv({ SMTP_URL: mail.url });
    const { userId } = await makeUser(deps);
    const { userId: userWithoutEmail } = await makeUser(deps);
    await updateUser(deps.db, userWithoutEmail, { email: null }, NOW);
    for (const person of [userWithoutEmail, crypto.randomUUID()])
      await sendAccountEmail(by, { kind: 'magiclink', userId: person });
    await sendAccountEmail(by, { kind: 'email_change_new', userId });
    await sendAccountEmail(deps, { kind: 'magiclink', userId });
    const { rows } = await deps.database.pool.query('select 1 from auth.one_time_tokens where user_id = any($1)', [
      [userWithoutEmail, userId],
    ]);
    expect(rows).toEqual([]);
    const sendTo = (address: string) => sendAccountEmail(by, { kind: 'email_changed', userId, to: address });
    await expect(sendTo('busy@example.test')).rejects.toThrow('The mail server deferred an account email:');
    await expect(sendTo('refused@example.test')).resolves.toBeUndefined();
    await mail.close();
    await expect(sendTo('anybody@example.test')).rejects.toThrow('The mail server deferred an account email:');
  });

  it.each([
    ['DATA', '554 5.7.1 Sending is disabled for this account', PermanentError],
    ['DATA', '421 4.3.2 Shutting down', Error],
    ['RCPT TO', '550 5.7.1 Relaying denied', PermanentError],
  ])('isn\'t dropped when the server answers %s with "%s"', async (command, response, failure) => {
    const server = await openSmtp({ [command]: response });
    const { userId } = await makeUser(deps);
    const by = withEnv({ SMTP_URL: server.url });
    const sendPromise = sendAccountEmail(by, { kind: 'password_changed', userId, to: 'anybody@example.test' });
    await expect(sendPromise).rejects.toBeInstanceOf(failure);
    await server.close();
  });

  it('is retried as long as its code would be valid, or for a day without a code', () => {
    const hour = 3_600_000;
    for (const kind of [
      'confirmation',
      'recovery',
      'magiclink',
      'invite',
      'email_change_new',
      'reauthentication',
    ] as const) {
      expect([kind, getAccountEmailRetryMs(deps, { kind, userId: '' })]).toEqual([kind, hour]);
    }
    expect(getAccountEmailRetryMs(deps, { kind: 'password_changed', userId: '' })).toBe(24 * hour);
  });
});

/** Opens a mail server that gives fixed responses to some commands and accepts the rest. */
async function openSmtp(responsesByCommand: Record<string, string>) {
  const getResponse = (command: string) => {
    const text = responsesByCommand[command];
    if (!text) return undefined;
    return Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(getResponse('RCPT TO')),
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(getResponse('DATA')));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
