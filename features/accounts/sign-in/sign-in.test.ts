import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningContext, openListeningContext } from '../test-client.ts';

let context: ListeningContext;
let number = 0;
const createEmail = () => `someone-${++number}@example.test`;
const password = 'violet court lamp 42';

beforeAll(async () => {
  context = await openListeningContext();
});
afterAll(() => context.close());

async function registerUser(email = createEmail()) {
  const browser = context.browser();
  const { data, error } = await browser.auth.signUp({ email, password });
  expect(error).toBeNull();
  return { browser, email, data };
}

async function registerConfirmedUser(email = createEmail()) {
  const { browser } = await registerUser(email);
  const { error } = await browser.auth.verifyOtp({ email, token: await context.codeTo(email), type: 'signup' });
  expect(error).toBeNull();
  return { browser, email };
}

describe('sign-up with an email and a password', () => {
  it('waits for confirmation and signs in with the code from the email', async () => {
    const { browser, email, data } = await registerUser();
    expect(data.session).toBeNull();
    const earlyResponse = await browser.auth.signInWithPassword({ email, password });
    expect(earlyResponse.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });
    const done = await browser.auth.verifyOtp({ email, token: await context.codeTo(email), type: 'signup' });
    expect(done.data.session?.user).toMatchObject({ email, aud: 'authenticated' });
    expect((await browser.auth.getUser()).data.user?.email_confirmed_at).toBeTruthy();
  });

  it('signs in with the emailed link only in the browser that requested it', async () => {
    const { browser, email } = await registerUser();
    const link = await context.linkTo(email);
    const response = await fetch(link, { redirect: 'manual' });
    const code = new URL(response.headers.get('Location')!).searchParams.get('code')!;
    const stranger = await context
      .browser()
      .auth.exchangeCodeForSession(code)
      .catch((error: unknown) => ({ error }));
    expect(stranger.error).toBeTruthy();
    const { data } = await browser.auth.exchangeCodeForSession(code);
    expect(data.session?.user.email).toBe(email);
  });

  it('answers a known address like an unknown one and emails the owner', async () => {
    const { email } = await registerConfirmedUser();
    context.deps.database.pool.query('delete from auth.rate_limits');
    const knownResult = await context.browser().auth.signUp({ email, password, options: { data: { a: 1 } } });
    const unusedEmail = createEmail();
    const unknown = await context.browser().auth.signUp({ email: unusedEmail, password, options: { data: { a: 1 } } });
    const describeShape = (result: typeof knownResult, address: string) =>
      JSON.stringify(result.data, (key, value) =>
        key.endsWith('id') || key === 'sub' || key.endsWith('_at') ? typeof value : value,
      ).replaceAll(address, 'ADDRESS');
    expect(describeShape(knownResult, email)).toBe(describeShape(unknown, unusedEmail));
    expect((await context.readMailsTo(email))[0]!.subject).toBe('You already have an account');
  });

  it('refuses weak passwords with the reasons', async () => {
    const { auth } = context.browser();
    const short = await auth.signUp({ email: createEmail(), password: 'ab1' });
    expect(short.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
    const knownResult = await auth.signUp({ email: createEmail(), password: 'password123' });
    expect(knownResult.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
    const long = await auth.signUp({ email: createEmail(), password: 'é'.repeat(40) });
    expect(long.error?.message).toContain('72');
  });

  it('uses the password of the most recent sign-up for an unconfirmed address', async () => {
    const email = createEmail();
    await context.browser().auth.signUp({ email, password: 'the attackers choice 1' });
    await context.deps.database.pool.query('delete from auth.rate_limits');
    await registerConfirmedUser(email);
    const attacker = await context.browser().auth.signInWithPassword({ email, password: 'the attackers choice 1' });
    expect(attacker.error?.code).toBe('invalid_credentials');
    const owner = await context.browser().auth.signInWithPassword({ email, password });
    expect(owner.error).toBeNull();
  });
});

describe('password sign-in', () => {
  it('refuses a wrong password and an unknown address in the same way', async () => {
    const { email } = await registerConfirmedUser();
    const { auth } = context.browser();
    const wrongResponse = await auth.signInWithPassword({ email, password: 'not this one 77' });
    const unknown = await auth.signInWithPassword({ email: createEmail(), password: 'not this one 77' });
    for (const { error } of [wrongResponse, unknown]) {
      expect(error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials', status: 400 });
    }
  });

  it('blocks an account after ten wrong passwords', async () => {
    const { email } = await registerConfirmedUser();
    const { auth } = context.browser();
    for (let guess = 0; guess < 10; guess++)
      await auth.signInWithPassword({ email, password: `guess number ${guess}` });
    const { error } = await auth.signInWithPassword({ email, password });
    expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
  });

  it("accepts the hosted service's bcrypt hash and replaces it with ours", async () => {
    const { hash } = await import('@node-rs/bcrypt');
    const { email } = await registerConfirmedUser();
    const { pool } = context.deps.database;
    await pool.query('update auth.users set encrypted_password = $1 where email = $2', [
      await hash(password, 4),
      email,
    ]);
    expect((await context.browser().auth.signInWithPassword({ email, password })).error).toBeNull();
    const { rows } = await pool.query('select encrypted_password from auth.users where email = $1', [email]);
    expect(rows[0].encrypted_password).toMatch(/^\$argon2id\$/);
    expect((await context.browser().auth.signInWithPassword({ email, password })).error).toBeNull();
  });
});
