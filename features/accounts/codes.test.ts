import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from './accounts.factory.ts';
import { type Browser, type ListeningContext, openListeningContext } from './test-client.ts';

let context: ListeningContext;
let number = 0;
const password = 'violet court lamp 42';
const createEmail = () => `codes-${++number}@example.test`;

beforeAll(async () => {
  context = await openListeningContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow(new Date());
  await context.deps.database.pool.query('delete from auth.rate_limits');
});

async function makeMember(): Promise<{ browser: Browser; email: string; id: string }> {
  const email = createEmail();
  const { userId } = await makeUser(context.deps, { email, password });
  const browser = context.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return { browser, email, id: userId };
}

const advanceTo = (seconds: number) => context.setNow(new Date(Date.now() + seconds * 1000));

describe('a one-time code', () => {
  it('is stored only as a hash', async () => {
    const { browser, email } = await makeMember();
    await browser.auth.signInWithOtp({ email });
    const sentMessages = JSON.stringify(context.sent);
    const link = await context.linkTo(email);
    const { rows } = await context.deps.database.pool.query('select * from auth.one_time_tokens');
    const storedRows = JSON.stringify(rows);
    const token = new URL(link).searchParams.get('token')!;
    const code = (await context.readMailsTo(email))[0]!.text.match(/\b\d{6}\b/)![0];
    expect(storedRows).not.toContain(token);
    expect(storedRows).not.toContain(`"${code}"`);
    expect(sentMessages).not.toContain(code);
  });

  it('is highlighted in its email', async () => {
    const { browser, email } = await makeMember();
    await browser.auth.signInWithOtp({ email });
    const token = await context.codeTo(email);
    expect((await context.readMailsTo(email))[0]!.html).toMatch(new RegExp(`<strong style="[^"]+">${token}</strong>`));
    expect((await context.readMailsTo(email))[0]!.headers).toMatchObject({ 'auto-submitted': 'auto-generated' });
  });

  it('works only once', async () => {
    const { browser, email } = await makeMember();
    await browser.auth.signInWithOtp({ email });
    const token = await context.codeTo(email);
    expect((await browser.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    expect((await browser.auth.verifyOtp({ email, token, type: 'email' })).error).toMatchObject({
      code: 'otp_expired',
    });
  });

  it('expires after an hour', async () => {
    const { browser, email } = await makeMember();
    await browser.auth.signInWithOtp({ email });
    const token = await context.codeTo(email);
    advanceTo(3601);
    expect((await browser.auth.verifyOtp({ email, token, type: 'email' })).error).toMatchObject({
      code: 'otp_expired',
    });
  });

  it('is closed after the fifth wrong guess', async () => {
    const { browser, email } = await makeMember();
    await browser.auth.signInWithOtp({ email });
    const token = await context.codeTo(email);
    const wrongCode = token === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess++) await browser.auth.verifyOtp({ email, token: wrongCode, type: 'email' });
    expect((await browser.auth.verifyOtp({ email, token, type: 'email' })).error).toMatchObject({
      code: 'otp_expired',
    });
  });

  it('becomes invalid once a newer one is sent', async () => {
    const { browser, email } = await makeMember();
    await browser.auth.signInWithOtp({ email });
    const first = await context.codeTo(email);
    advanceTo(61);
    await browser.auth.signInWithOtp({ email });
    const second = await context.codeTo(email);
    expect(
      first === second || (await browser.auth.verifyOtp({ email, token: first, type: 'email' })).error,
    ).toBeTruthy();
    expect((await browser.auth.verifyOtp({ email, token: second, type: 'email' })).error).toBeNull();
  });
});

describe('requesting a message', () => {
  it('is allowed once a minute and eight times an hour per address', async () => {
    const { auth } = context.browser();
    const { email } = await makeMember();
    const ask = (seconds: number) => {
      advanceTo(seconds);
      return auth.signInWithOtp({ email });
    };
    expect((await ask(0)).error).toBeNull();
    expect((await ask(59)).error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 });
    for (let time = 1; time < 8; time++) expect((await ask(time * 65)).error).toBeNull();
    expect((await ask(9 * 65)).error).toMatchObject({ code: 'over_email_send_rate_limit' });
    expect((await ask(3700)).error).toBeNull();
  });

  it('always returns 200 for a password reset but emails only existing accounts', async () => {
    const { auth } = context.browser();
    const { email } = await makeMember();
    const unknownEmail = createEmail();
    for (const address of [email, unknownEmail, email, unknownEmail]) {
      expect((await auth.resetPasswordForEmail(address)).error).toBeNull();
      expect((await auth.resend({ type: 'signup', email: address })).error).toBeNull();
    }
    expect(await context.readMailsTo(email)).toHaveLength(1);
    expect(await context.readMailsTo(unknownEmail)).toHaveLength(0);
  });

  it('returns the same response for a sign-in link without an account, but creates no account', async () => {
    const email = createEmail();
    const { error } = await context.browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    expect(await context.readMailsTo(email)).toHaveLength(0);
  });
});

describe('changing a password', () => {
  it('ends all other sessions and open codes and sends an email', async () => {
    const { browser, email } = await makeMember();
    const other = context.browser();
    await other.auth.signInWithPassword({ email, password });
    await other.auth.resetPasswordForEmail(email);
    const token = await context.codeTo(email);
    expect((await browser.auth.updateUser({ password: 'another violet lamp 43' })).error).toBeNull();
    expect((await browser.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await other.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeTruthy();
    expect((await context.readMailsTo(email))[0]!.subject).toBe('Your password was changed');
  });

  it('requires the old password or a code when the sign-in is more than a day old', async () => {
    const { browser, email } = await makeMember();
    advanceTo(25 * 3600);
    await browser.auth.refreshSession();
    const change = (values: object) => browser.auth.updateUser({ password: 'another violet lamp 43', ...values });
    expect((await change({})).error).toMatchObject({ code: 'reauthentication_needed' });
    expect((await change({ current_password: 'not the one' })).error).toMatchObject({
      code: 'current_password_invalid',
    });
    await browser.auth.reauthenticate();
    const nonce = await context.codeTo(email);
    expect((await change({ nonce })).error).toBeNull();
  });

  it('refuses a new password that equals the current one', async () => {
    const { browser } = await makeMember();
    expect((await browser.auth.updateUser({ password })).error).toMatchObject({ code: 'same_password' });
  });
});

describe('changing the email address', () => {
  it('takes effect when both mailboxes have confirmed', async () => {
    const { browser, email } = await makeMember();
    const next = createEmail();
    await browser.auth.updateUser({ email: next });
    expect((await context.readMailsTo(email))[0]!.subject).toBe('Confirm your email address change');
    await fetch(await context.linkTo(email), { redirect: 'manual' });
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
    await fetch(await context.linkTo(next), { redirect: 'manual' });
    expect((await browser.auth.getUser()).data.user?.email).toBe(next);
    expect((await context.readMailsTo(email))[0]!.subject).toBe('Your email address was changed');
    expect((await context.browser().auth.signInWithPassword({ email: next, password })).error).toBeNull();
  });

  it('returns the same response for a taken address, but the change never takes effect', async () => {
    const { browser, email } = await makeMember();
    const otherMember = await makeMember();
    expect((await browser.auth.updateUser({ email: otherMember.email })).error).toBeNull();
    expect((await context.readMailsTo(otherMember.email))[0]!.subject).toBe('You already have an account');
    await fetch(await context.linkTo(email), { redirect: 'manual' });
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  });
});

describe('a link in an email', () => {
  it("isn't used up by a mail scanner and still works for its recipient", async () => {
    const { browser, email } = await makeMember();
    await browser.auth.signInWithOtp({ email, options: { emailRedirectTo: `${context.origin}/protocol/callback` } });
    const link = await context.linkTo(email);
    const location = new URL((await fetch(link, { redirect: 'manual' })).headers.get('Location')!);
    expect(location.searchParams.get('code')).toBeTruthy();
    expect(location.hash).toBe('');
    const follow = async () =>
      new URL((await fetch(link, { redirect: 'manual' })).headers.get('Location')!).searchParams;
    const { error } = await browser.auth.exchangeCodeForSession((await follow()).get('code')!);
    expect(error).toBeNull();
    expect((await follow()).get('error_code')).toBe('otp_expired');
  });
});
