import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { createUser } from './accounts.commands.ts';
import { makeUser, toActor } from './accounts.factory.ts';
import {
  findUser,
  findUserByEmail,
  findUserByPhone,
  listIdentities,
  type UserRow,
  updateUser,
} from './accounts.queries.ts';
import {
  ACCOUNT_REQUEST_JOB,
  type AccountRequest,
  processAccountRequest,
  requestOtp,
  requestReauthentication,
  requestRecovery,
  requireNonce,
  resendMessage,
} from './code-sign-in.commands.ts';
import { createPhoneIdentity } from './contact-addresses.commands.ts';
import { issueCode } from './one-time-codes.commands.ts';
import type { CodePurpose } from './one-time-codes.rules.ts';
import { exchangeCode } from './pkce.commands.ts';
import { UNKNOWN_VISIT } from './sessions/visits.commands.ts';
import { readOutcome } from './test-refusals.ts';
import { verifyByLink, verifyCode } from './verification.commands.ts';

let context: TestContext;
let deps: Deps;
let number = 0;
const NOW = new Date('2026-03-01T12:00:00Z');
const EARLIER_TIME = new Date('2026-02-01T12:00:00Z');
const createEmail = () => `verified-${++number}@example.test`;
const someNumber = () => `49152${String(++number).padStart(6, '0')}`;
const verifier = 'v'.repeat(43);
const challenge = {
  codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
  codeChallengeMethod: 's256',
};
const advanceTo = (seconds: number) => context.setNow(new Date(NOW.getTime() + seconds * 1000));

beforeAll(async () => {
  context = await openTestContext({
    AUTH_LIMITS_DISABLED: 'true',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+15005550006',
  });
  deps = context.deps;
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(NOW);
  context.sent.splice(0);
});

/** Returns the same installation with other settings. */
const withEnv = (env: object): Deps => ({ ...deps, env: { ...deps.env, ...env } });

async function makePerson(values: Partial<UserRow> = {}): Promise<UserRow> {
  const { userId } = await makeUser(deps, { email: createEmail() });
  return updateUser(deps.db, userId, values, EARLIER_TIME);
}

async function makePhoneUser(values: Partial<UserRow> = {}): Promise<UserRow> {
  const [id, phone] = [crypto.randomUUID(), someNumber()];
  // Create the user at an earlier time, because identities are listed in order of creation.
  const user = await createUser(
    deps.db,
    { ...deps, now: () => EARLIER_TIME },
    { id, phone },
    createPhoneIdentity(id, phone, false),
  );
  return updateUser(deps.db, user.id, values, EARLIER_TIME);
}

const makeUnconfirmed = (values: Partial<UserRow> = {}) => makePerson({ emailConfirmedAt: null, ...values });
const readRow = async (user: { id: string }) => (await findUser(deps.db, user.id))!;
const issueCodeFor = (user: UserRow, purpose: CodePurpose, relatesTo = user.email ?? user.phone!) =>
  issueCode(deps.db, deps, user.id, { purpose, relatesTo });
const verifyInput = (input: Parameters<typeof verifyCode>[1], by = deps) => verifyCode(by, input, UNKNOWN_VISIT);
const verifyCodeFor = (type: string, email: string, token: string) => verifyInput({ type, email, token });
const listKinds = () =>
  context.sent.map(({ data }) => (data as { kind?: string }).kind ?? (data as { purpose: string }).purpose);

function readMethod(result: Awaited<ReturnType<typeof verifyCode>>): string {
  const token = (result as { access_token: string }).access_token.split('.')[1]!;
  return JSON.parse(Buffer.from(token, 'base64url').toString()).amr[0].method;
}

describe('verification', () => {
  it.each([
    ['no type', { token: '123456', email: 'a@b.test' }],
    ['neither a code nor a link', { type: 'email', email: 'a@b.test' }],
    ['both a code and a link', { type: 'email', email: 'a@b.test', token: '123456', token_hash: 'x' }],
    ['an unknown type', { type: 'other', email: 'a@b.test', token: '123456' }],
    ['a type named like an object property', { type: 'constructor', email: 'a@b.test', token: '123456' }],
    ['no email address', { type: 'email', phone: '4915100000', token: '123456' }],
    ['no phone number', { type: 'sms', email: 'a@b.test', token: '123456' }],
    ['no phone number for a phone change', { type: 'phone_change', email: 'a@b.test', token: '123456' }],
    ['an invalid email address', { type: 'email', email: 'b.test', token: '123456' }],
    ['an invalid phone number', { type: 'sms', phone: 'x', token: '123456' }],
  ])('is refused with %s', async (_what, input) => {
    expect(await readOutcome(verifyInput(input))).toBe('400 validation_failed');
  });

  it('is refused when no code was requested', async () => {
    for (const input of [
      { type: 'email', token_hash: 'x' },
      { type: 'email', email: createEmail(), token: '123456' },
      { type: 'email_change', email: createEmail(), token: '123456' },
      { type: 'sms', phone: someNumber(), token: '123456' },
      { type: 'phone_change', phone: someNumber(), token: '123456' },
    ]) {
      expect(await readOutcome(verifyInput(input))).toBe('403 otp_expired');
    }
  });

  it('works for an hour, with a link or a code', async () => {
    const user = await makePerson();
    for (const seconds of [3599.999, 3600]) {
      context.setNow(NOW);
      const { link } = await issueCodeFor(user, 'magiclink');
      const { code } = await issueCodeFor(user, 'recovery');
      advanceTo(seconds);
      const outcome = seconds < 3600 ? 'done' : '403 otp_expired';
      expect(await readOutcome(verifyInput({ type: 'magiclink', token_hash: link }))).toBe(outcome);
      expect(await readOutcome(verifyCodeFor('recovery', user.email!, code))).toBe(outcome);
    }
  });

  it('works only for the purpose of the code', async () => {
    const user = await makePerson();
    const { link, code } = await issueCodeFor(user, 'magiclink');
    expect(await readOutcome(verifyInput({ type: 'recovery', token_hash: link }))).toBe('403 otp_expired');
    expect(await readOutcome(verifyCodeFor('recovery', user.email!, code))).toBe('403 otp_expired');
    expect(await readOutcome(verifyInput({ type: 'email', token_hash: link }))).toBe('done');
  });

  it('allows four wrong guesses', async () => {
    const user = await makePerson();
    const { code } = await issueCodeFor(user, 'magiclink');
    const wrongCode = code === '000000' ? '000001' : '000000';
    for (let time = 0; time < 4; time++) await readOutcome(verifyCodeFor('email', user.email!, wrongCode));
    expect(await readOutcome(verifyCodeFor('email', user.email!, code))).toBe('done');
  });

  it('is refused for banned and deleted users', async () => {
    const bannedPerson = await makePerson({ bannedUntil: new Date(NOW.getTime() + 1) });
    const deletedUser = await makePerson();
    const [ban, go] = [await issueCodeFor(bannedPerson, 'magiclink'), await issueCodeFor(deletedUser, 'magiclink')];
    await updateUser(deps.db, deletedUser.id, { deletedAt: NOW }, NOW);
    expect(await readOutcome(verifyInput({ type: 'email', token_hash: ban.link }))).toBe('403 user_banned');
    expect(await readOutcome(verifyCodeFor('email', bannedPerson.email!, ban.code))).toBe('403 user_banned');
    expect(await readOutcome(verifyInput({ type: 'email', token_hash: go.link }))).toBe('403 otp_expired');
    expect(await readOutcome(verifyCodeFor('email', deletedUser.email!, go.code))).toBe('403 otp_expired');
    advanceTo(0.001);
    expect(await readOutcome(verifyCodeFor('email', bannedPerson.email!, ban.code))).toBe('done');
  });
});

describe('confirmed email', () => {
  it.each<[CodePurpose, boolean, string]>([
    ['confirmation', true, 'otp'],
    ['invite', true, 'otp'],
    ['magiclink', false, 'otp'],
    ['recovery', false, 'recovery'],
  ])('keeps or removes sign-up data when verified by %s (kept: %s)', async (purpose, keeps, method) => {
    const user = await makeUnconfirmed({ encryptedPassword: 'a hash', userMetaData: { name: 'Ann' } });
    const type = purpose === 'confirmation' ? 'signup' : purpose;
    const result = await verifyCodeFor(type, user.email!, (await issueCodeFor(user, purpose)).code);
    expect(readMethod(result)).toBe(method);
    expect(await readRow(user)).toMatchObject({
      encryptedPassword: keeps ? 'a hash' : null,
      emailConfirmedAt: NOW,
    });
    expect((await readRow(user)).userMetaData).toEqual({ ...(keeps ? { name: 'Ann' } : {}), email_verified: true });
  });

  it.each<CodePurpose>(['magiclink', 'recovery'])(
    'keeps the password when a confirmed email is verified again by %s',
    async (purpose) => {
      const user = await makePerson({ encryptedPassword: 'a hash', emailConfirmedAt: EARLIER_TIME });
      await verifyCodeFor(purpose, user.email!, (await issueCodeFor(user, purpose)).code);
      expect(await readRow(user)).toMatchObject({ encryptedPassword: 'a hash', emailConfirmedAt: EARLIER_TIME });
    },
  );

  it('marks only its own identity as confirmed', async () => {
    const user = await makeUnconfirmed();
    const { pool } = deps.database;
    await pool.query(
      `update auth.identities set identity_data = '{"kept": 1, "email_verified": false}' where user_id = $1`,
      [user.id],
    );
    await pool.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data) values
       ($1, 'twitch', $2, '{"email_verified": false}')`,
      [user.id, `twitch-${user.id}`],
    );
    await verifyCodeFor('signup', user.email!, (await issueCodeFor(user, 'confirmation')).code);
    const data = Object.fromEntries(
      (await listIdentities(deps.db, [user.id])).map(({ provider, identityData }) => [provider, identityData]),
    );
    expect(data).toEqual({ email: { kept: 1, email_verified: true }, twitch: { email_verified: false } });
  });
});

describe('confirmed phone number', () => {
  it('marks its identity as confirmed', async () => {
    const user = await makePhoneUser();
    await verifyInput({ type: 'sms', phone: `+${user.phone}`, token: (await issueCodeFor(user, 'sms')).code });
    expect(await readRow(user)).toMatchObject({ phoneConfirmedAt: NOW, appMetaData: { providers: ['phone'] } });
    const own = await listIdentities(deps.db, [user.id]);
    expect(own.map(({ identityData }) => identityData)).toEqual([
      { sub: user.id, phone: user.phone, email_verified: false, phone_verified: true },
    ]);
  });

  it('is added as another sign-in method', async () => {
    const phone = someNumber();
    const user = await makePerson({ phoneChange: phone, isAnonymous: true });
    const { code } = await issueCodeFor(user, 'phone_change', phone);
    await verifyInput({ type: 'phone_change', phone, token: code });
    expect(await readRow(user)).toMatchObject({
      phone,
      phoneChange: null,
      phoneConfirmedAt: NOW,
      isAnonymous: false,
      appMetaData: { provider: 'email', providers: ['email', 'phone'] },
    });
    const own = await listIdentities(deps.db, [user.id]);
    expect(own.find(({ provider }) => provider === 'phone')!.identityData).toMatchObject({
      phone,
      phone_verified: true,
    });
  });

  it('is not stored when the pending number has changed since', async () => {
    const [first, second] = [someNumber(), someNumber()];
    const user = await makePerson({ phoneChange: first });
    const { link } = await issueCodeFor(user, 'phone_change', first);
    await updateUser(deps.db, user.id, { phoneChange: second }, NOW);
    expect(await readOutcome(verifyInput({ type: 'phone_change', token_hash: link }))).toBe('403 otp_expired');
    expect(await readRow(user)).toMatchObject({ phone: null, phoneChange: second });
  });
});

describe('email change', () => {
  const change = async (values: Partial<UserRow> = {}) => {
    const emailChange = createEmail();
    return { user: await makePerson({ emailChange, emailChangeSentAt: NOW, ...values }), emailChange };
  };
  const confirmChange = async (user: UserRow, purpose: 'email_change_current' | 'email_change_new', to: string) =>
    verifyInput({ type: 'email_change', token_hash: (await issueCodeFor(user, purpose, to)).link });

  it.each([
    ['the old mailbox first', ['email_change_current', 'email_change_new'], [1, 0]],
    ['the new mailbox first', ['email_change_new', 'email_change_current'], [2, 0]],
  ] as const)('needs both mailboxes, %s', async (_what, order, states) => {
    const { user, emailChange } = await change({ isAnonymous: true });
    await issueCodeFor(user, 'recovery');
    for (const [index, purpose] of order.entries()) {
      const to = purpose === 'email_change_new' ? emailChange : user.email!;
      const result = await confirmChange(user, purpose, to);
      expect('code' in result ? result.code : result.user.email).toBe(index === 0 ? '200' : emailChange);
      expect((await readRow(user)).emailChangeConfirmStatus).toBe(states[index]);
    }
    expect(await readRow(user)).toMatchObject({
      email: emailChange,
      emailChange: null,
      emailConfirmedAt: NOW,
      isAnonymous: false,
      appMetaData: { providers: ['email'] },
    });
    const own = await listIdentities(deps.db, [user.id]);
    expect(own).toMatchObject([{ email: emailChange, identityData: { email: emailChange, email_verified: true } }]);
    expect(context.sent).toMatchObject([{ data: { kind: 'email_changed', userId: user.id, to: user.email } }]);
    const { rows } = await deps.database.pool.query(
      `select (select count(*)::int from auth.one_time_tokens where user_id = $1) codes,
       (select jsonb_agg(action order by id) from auth.security_events where user_id = $1) actions`,
      [user.id],
    );
    expect(rows).toEqual([{ codes: 0, actions: ['email_changed', 'signed_in'] }]);
  });

  it('does not accept two confirmations from the same mailbox', async () => {
    const { user, emailChange } = await change();
    for (let time = 0; time < 2; time++) {
      expect(await confirmChange(user, 'email_change_new', emailChange)).toMatchObject({
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      });
    }
    expect((await readRow(user)).email).toBe(user.email);
  });

  it('needs only the new mailbox when the account has no email', async () => {
    const emailChange = createEmail();
    const user = await makePhoneUser({ emailChange, emailChangeSentAt: NOW });
    const result = await verifyCodeFor(
      'email_change',
      emailChange,
      (await issueCodeFor(user, 'email_change_new', emailChange)).code,
    );
    expect(result).toMatchObject({
      user: { email: emailChange, app_metadata: { provider: 'phone', providers: ['phone', 'email'] } },
    });
    expect(context.sent).toEqual([]);
  });

  it('fails when it was canceled or changed after the request', async () => {
    const { user, emailChange } = await change();
    const current = await issueCodeFor(user, 'email_change_current', user.email!);
    const newCode = await issueCodeFor(user, 'email_change_new', emailChange);
    await updateUser(deps.db, user.id, { emailChange: createEmail() }, NOW);
    expect(await readOutcome(verifyInput({ type: 'email_change', token_hash: newCode.link }))).toBe('403 otp_expired');
    await updateUser(deps.db, user.id, { emailChange: null }, NOW);
    expect(await readOutcome(verifyInput({ type: 'email_change', token_hash: current.link }))).toBe('403 otp_expired');
    const changedPerson = await change();
    const oldCode = await issueCodeFor(changedPerson.user, 'email_change_current', createEmail());
    expect(await readOutcome(verifyInput({ type: 'email_change', token_hash: oldCode.link }))).toBe('403 otp_expired');
  });

  it('is refused when another account has taken the address', async () => {
    const { user, emailChange } = await change({ emailChangeConfirmStatus: 1 });
    await makeUser(deps, { email: emailChange });
    expect(await readOutcome(confirmChange(user, 'email_change_new', emailChange))).toBe('422 email_exists');
  });

  it('goes to the latest requester when two accounts want the same address', async () => {
    const { emailChange } = await change({ emailChangeSentAt: EARLIER_TIME });
    const owner = await makePerson({ emailChange, emailChangeSentAt: NOW });
    const { code } = await issueCodeFor(owner, 'email_change_new', emailChange);
    expect(await readOutcome(verifyCodeFor('email_change', emailChange, code))).toBe('done');
  });
});

describe('followed link', () => {
  const follow = async (input: Parameters<typeof verifyByLink>[1]) =>
    new URL(
      (await verifyByLink(deps, { redirect_to: 'http://localhost:3000/back', ...input }, UNKNOWN_VISIT)).location,
    );
  const getProblem = async (input: Parameters<typeof verifyByLink>[1]) => {
    const { pathname, searchParams } = await follow(input);
    expect([pathname, searchParams.get('error')]).toEqual(['/protocol/callback', 'access_denied']);
    expect(searchParams.get('error_description')).toBeTruthy();
    return searchParams.get('error_code');
  };
  const issuePkceCode = (user: UserRow, purpose: CodePurpose, relatesTo = user.email!) =>
    issueCode(deps.db, deps, user.id, { purpose, relatesTo, challenge });
  const exchange = (code: string | null) =>
    exchangeCode(deps, { auth_code: code, code_verifier: verifier }, UNKNOWN_VISIT);

  it('redirects with a session when it was requested without a browser', async () => {
    const user = await makePerson();
    const { link } = await issueCodeFor(user, 'magiclink');
    const location = await follow({ token: link, type: 'magiclink' });
    expect(location.pathname).toBe('/protocol/callback');
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toMatchObject({
      access_token: expect.stringContaining('.'),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: '3600',
      expires_at: String(NOW.getTime() / 1000 + 3600),
      type: 'magiclink',
    });
    expect(await getProblem({ token: link, type: 'magiclink' })).toBe('otp_expired');
  });

  it('redirects with the error when it fails', async () => {
    const user = await makePerson({ bannedUntil: new Date(NOW.getTime() + 1) });
    const { link } = await issueCodeFor(user, 'magiclink');
    expect(await getProblem({})).toBe('otp_expired');
    expect(await getProblem({ token: link })).toBe('otp_expired');
    expect(await getProblem({ token: link, type: 'other' })).toBe('otp_expired');
    expect(await getProblem({ token: link, type: 'constructor' })).toBe('otp_expired');
    expect(await getProblem({ token: link, type: 'magiclink' })).toBe('user_banned');
  });

  it.each<[CodePurpose, string, string]>([
    ['confirmation', 'signup', 'otp'],
    ['invite', 'invite', 'otp'],
    ['magiclink', 'magiclink', 'otp'],
    ['recovery', 'recovery', 'recovery'],
  ])('gives the session only to the browser that requested it: %s', async (purpose, type, method) => {
    const user = await makeUnconfirmed();
    const { link } = await issuePkceCode(user, purpose);
    expect(link).toMatch(/^pkce_/);
    const location = await follow({ token: link, type });
    expect([location.hash, (await readRow(user)).emailConfirmedAt]).toEqual(['', null]);
    const session = await exchange(location.searchParams.get('code'));
    expect([readMethod(session), (await readRow(user)).emailConfirmedAt]).toEqual([method, NOW]);
    expect(await getProblem({ token: link, type })).toBe('otp_expired');
  });

  it('expires after an hour and is refused for another purpose when a browser requested it', async () => {
    const user = await makePerson();
    const { link } = await issuePkceCode(user, 'magiclink');
    expect(await getProblem({ token: link, type: 'recovery' })).toBe('otp_expired');
    advanceTo(3600);
    expect(await getProblem({ token: link, type: 'magiclink' })).toBe('otp_expired');
  });

  it('expires after an hour or once a newer email is sent', async () => {
    const user = await makePerson();
    const confirmAfter = async (seconds: number) => {
      advanceTo(seconds);
      const { link } = await issuePkceCode(user, 'magiclink');
      advanceTo(seconds + 1);
      return (await follow({ token: link, type: 'magiclink' })).searchParams.get('code');
    };
    const overtaken = await confirmAfter(0);
    const newerResponse = await confirmAfter(2);
    expect(await readOutcome(exchange(overtaken))).toBe('403 otp_expired');
    expect(await readOutcome(exchange(newerResponse))).toBe('done');
    const usedCode = await confirmAfter(10);
    advanceTo(13);
    await issueCodeFor(user, 'recovery');
    expect(await readOutcome(exchange(usedCode))).toBe('done');
    advanceTo(3590);
    const { link } = await issuePkceCode(user, 'magiclink');
    await deps.database.pool.query('update auth.one_time_tokens set expires_at = $1 where user_id = $2', [
      new Date(NOW.getTime() + 3_600_000),
      user.id,
    ]);
    const lateCode = (await follow({ token: link, type: 'magiclink' })).searchParams.get('code');
    advanceTo(3600);
    expect(await readOutcome(exchange(lateCode))).toBe('403 otp_expired');
  });

  it('reports that the other mailbox must confirm an email change, then signs the browser in', async () => {
    const emailChange = createEmail();
    const user = await makePerson({ emailChange });
    const current = await issuePkceCode(user, 'email_change_current');
    const half = await follow({ token: current.link, type: 'email_change' });
    expect(half.searchParams.get('message')).toContain('confirm link sent to the other email');
    const newCode = await issuePkceCode(user, 'email_change_new', emailChange);
    const location = await follow({ token: newCode.link, type: 'email_change' });
    expect((await readRow(user)).email).toBe(emailChange);
    expect((await exchange(location.searchParams.get('code'))).user.email).toBe(emailChange);
  });
});

describe('redirect code', () => {
  it.each([[{}], [{ auth_code: 'x' }], [{ code_verifier: 'x' }]])(
    'is refused without both the code and its verifier: %o',
    async (input) => {
      expect(await readOutcome(exchangeCode(deps, input, UNKNOWN_VISIT))).toBe('400 validation_failed');
    },
  );
});

/** Runs the queued account requests. */
const processRequests = async () => {
  for (const { data } of context.sent.splice(0).filter(({ name }) => name === ACCOUNT_REQUEST_JOB)) {
    await processAccountRequest(deps, data as AccountRequest);
  }
};

describe('sign-in code request', () => {
  const requestCode = (input: Parameters<typeof requestOtp>[1], by = deps) =>
    requestOtp(by, input, '/back', UNKNOWN_VISIT);

  it('creates an account for a new email', async () => {
    const email = createEmail();
    await requestCode({
      email: email.toUpperCase(),
      data: { name: 'Ann' },
      code_challenge: challenge.codeChallenge,
      code_challenge_method: 'S256',
    });
    await processRequests();
    const user = (await findUserByEmail(deps.db, email))!;
    expect(user).toMatchObject({
      userMetaData: { name: 'Ann' },
      emailConfirmedAt: null,
      recoverySentAt: NOW,
      appMetaData: { provider: 'email' },
    });
    expect((await listIdentities(deps.db, [user.id]))[0]!.identityData).toMatchObject({ email, email_verified: false });
    expect(context.sent).toMatchObject([
      { data: { kind: 'magiclink', userId: user.id, redirectTo: '/back', challenge } },
    ]);
  });

  it('creates an account for a new phone number', async () => {
    const phone = someNumber();
    await requestCode({ phone: `+${phone}` });
    await processRequests();
    const user = (await findUserByPhone(deps.db, phone))!;
    expect(user).toMatchObject({ userMetaData: {}, recoverySentAt: null, appMetaData: { provider: 'phone' } });
    expect((await listIdentities(deps.db, [user.id]))[0]!.identityData).toMatchObject({ phone, phone_verified: false });
    expect(context.sent).toEqual([
      expect.objectContaining({ data: { purpose: 'sms', userId: user.id, locale: 'en' } }),
    ]);
  });

  it('creates no account when the request or the operator forbids it', async () => {
    const email = createEmail();
    expect(await readOutcome(requestCode({ email, create_user: false }))).toBe('done');
    expect(await readOutcome(requestCode({ email }, withEnv({ AUTH_SIGNUP_DISABLED: true })))).toBe('done');
    expect(await readOutcome(requestCode({ email, create_user: false }, withEnv({ AUTH_AUTOCONFIRM: true })))).toBe(
      '422 otp_disabled',
    );
    await processRequests();
    expect([await findUserByEmail(deps.db, email), context.sent]).toEqual([undefined, []]);
    const user = await makePerson();
    expect(await readOutcome(requestCode({ email: user.email, create_user: false }))).toBe('done');
    expect(context.sent).toHaveLength(1);
  });

  it.each([
    ['no address', {}, '400 validation_failed'],
    ['both an email address and a phone number', { email: 'a@b.test', phone: '4915100' }, '400 validation_failed'],
    ['an incomplete PKCE challenge', { email: 'a@b.test', code_challenge: 'x' }, '400 validation_failed'],
  ])('is refused with %s', async (_what, input, outcome) => {
    expect(await readOutcome(requestCode(input))).toBe(outcome);
  });

  it('refuses a text message when no SMS provider is set up', async () => {
    const depsWithoutSms = withEnv({ TWILIO_ACCOUNT_SID: undefined });
    expect(await readOutcome(requestCode({ phone: someNumber() }, depsWithoutSms))).toBe('400 phone_provider_disabled');
    expect(await readOutcome(requestCode({ email: createEmail() }, depsWithoutSms))).toBe('done');
  });
});

describe('password reset request', () => {
  const recover = (email: string | undefined, by = deps) => requestRecovery(by, { email }, '/back', UNKNOWN_VISIT);

  it('emails an existing user and records the time', async () => {
    const user = await makePerson();
    await recover(user.email!.toUpperCase());
    await processRequests();
    const sentMessages = context.sent.splice(0);
    await recover(createEmail());
    await processRequests();
    expect([...sentMessages, ...context.sent]).toMatchObject([
      { data: { kind: 'recovery', userId: user.id, redirectTo: '/back' } },
    ]);
    expect(await readRow(user)).toMatchObject({ recoverySentAt: NOW });
    expect(await readOutcome(recover(undefined))).toBe('400 validation_failed');
    expect(await readOutcome(recover('x'))).toBe('400 validation_failed');
  });

  it('silently limits emails to one a minute and eight an hour, and to 40 an hour per IP', async () => {
    const limitedDeps = withEnv({ AUTH_LIMITS_DISABLED: false });
    const user = await makePerson();
    const ask = async (seconds: number, ip: string | null, email = user.email!) => {
      advanceTo(seconds);
      context.sent.splice(0);
      await requestRecovery(limitedDeps, { email }, '/back', { ...UNKNOWN_VISIT, ip });
      return context.sent.length;
    };
    expect([await ask(0, null), await ask(59, null), await ask(60, null)]).toEqual([1, 0, 1]);
    for (let time = 2; time < 8; time++) expect(await ask(time * 60, null)).toBe(1);
    expect([await ask(480, null), await ask(3600, null)]).toEqual([0, 1]);
    for (let time = 0; time < 40; time++) await ask(7200, '203.0.113.7', createEmail());
    expect([await ask(7300, '203.0.113.7'), await ask(7300, '203.0.113.8')]).toEqual([0, 1]);
  });
});

describe('resend request', () => {
  const resend = (type: string | undefined, address: { email?: string | null; phone?: string | null }) =>
    resendMessage(deps, { type, ...address }, '/back', UNKNOWN_VISIT);

  it.each([
    ['no type', undefined, { email: 'a@b.test' }],
    ["a type that can't be resent", 'recovery', { email: 'a@b.test' }],
    ['no address', 'signup', {}],
    ['a phone number for an email', 'signup', { phone: '4915100000' }],
    ['a phone number for an email change', 'email_change', { phone: '4915100000' }],
    ['an email address for a text message', 'sms', { email: 'a@b.test' }],
    ['an email address for a phone change', 'phone_change', { email: 'a@b.test' }],
  ])('is refused with %s', async (_what, type, input) => {
    expect(await readOutcome(resend(type, input))).toBe('400 validation_failed');
  });

  it('resends only messages that are still pending', async () => {
    const emailUsers = [
      ['signup', await makeUnconfirmed(), ['confirmation']],
      ['signup', await makePerson(), []],
      ['signup', await makeUnconfirmed({ emailChange: createEmail() }), ['confirmation']],
      ['email_change', await makePerson({ emailChange: createEmail() }), ['email_change_current', 'email_change_new']],
      ['email_change', await makeUnconfirmed(), []],
    ] as const;
    for (const [type, user, expected] of emailUsers) {
      await resend(type, { email: user.email });
      await processRequests();
      expect([type, listKinds()]).toEqual([type, expected]);
      for (const { data } of context.sent.splice(0))
        expect(data).toMatchObject({ userId: user.id, redirectTo: '/back' });
    }
    const phoneUsers = [
      ['sms', await makePhoneUser(), ['sms']],
      ['sms', await makePhoneUser({ phoneConfirmedAt: EARLIER_TIME, phoneChange: someNumber() }), []],
      [
        'phone_change',
        await makePhoneUser({ phoneConfirmedAt: EARLIER_TIME, phoneChange: someNumber() }),
        ['phone_change'],
      ],
      ['phone_change', await makePhoneUser(), []],
    ] as const;
    for (const [type, user, expected] of phoneUsers) {
      await resend(type, { phone: user.phone });
      await processRequests();
      expect([type, listKinds()]).toEqual([type, expected]);
      for (const { data } of context.sent.splice(0)) expect(data).toMatchObject({ userId: user.id });
    }
    await resend('signup', { email: createEmail() });
    await processRequests();
    expect(context.sent).toEqual([]);
  });
});

describe('reauthentication code', () => {
  const ask = (user: UserRow) => requestReauthentication(deps, toActor({ userId: user.id, email: '' }), UNKNOWN_VISIT);

  it('is sent to a confirmed email or phone number', async () => {
    const emailUsers = await makePerson({ phone: someNumber() });
    await ask(emailUsers);
    expect(context.sent.splice(0)).toMatchObject([
      { name: 'account-mail', data: { kind: 'reauthentication', userId: emailUsers.id } },
    ]);
    expect(await readRow(emailUsers)).toMatchObject({ reauthenticationSentAt: NOW });
    const phoneUsers = await makePhoneUser();
    await ask(phoneUsers);
    expect(context.sent).toMatchObject([
      { name: 'account-sms', data: { purpose: 'reauthentication', userId: phoneUsers.id } },
    ]);
    expect(await readRow(phoneUsers)).toMatchObject({ reauthenticationSentAt: NOW });
  });

  it('is refused when there is no address or it is not confirmed', async () => {
    expect(await readOutcome(ask(await makePhoneUser({ phone: null })))).toBe('400 validation_failed');
    expect(await readOutcome(ask(await makeUnconfirmed()))).toBe('422 email_not_confirmed');
    const deletedUser = { id: '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001' } as UserRow;
    expect(await readOutcome(ask(deletedUser))).toBe('400 validation_failed');
    expect(context.sent).toEqual([]);
  });

  it('works once and only for reauthentication', async () => {
    const user = await makePerson();
    const { code } = await issueCodeFor(user, 'reauthentication');
    const other = await issueCodeFor(user, 'magiclink');
    expect(await readOutcome(requireNonce(deps, user.id, other.code))).toBe(
      other.code === code ? 'done' : '422 reauthentication_not_valid',
    );
    expect(await readOutcome(requireNonce(deps, user.id, code))).toBe('done');
    expect(await readOutcome(requireNonce(deps, user.id, code))).toBe('422 reauthentication_not_valid');
  });
});
