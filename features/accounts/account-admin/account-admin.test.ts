import { hash } from '@node-rs/bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';
import { findUser } from '../accounts.queries.ts';
import { insertFactor } from '../factors/factors.queries.ts';
import { identifyActor } from '../sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../sessions/visits.commands.ts';
import { signInWithPassword } from '../sign-in/sign-in.commands.ts';
import { readOutcome } from '../test-refusals.ts';
import { verifyCode } from '../verification.commands.ts';
import {
  createByAdmin,
  deleteByAdmin,
  deleteFactorByAdmin,
  getUserById,
  listFactorsByAdmin,
  listUsersAsAdmin,
  readUserAsAdmin,
  updateByAdmin,
} from './account-admin.commands.ts';
import { generateLink, invite } from './admin-links.commands.ts';

let context: TestContext;
let number = 0;
const password = 'violet court lamp 42';
const NOW = '2026-03-01T12:00:00.000Z';
const UNKNOWN_USER_ID = '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001';
const createAddress = () => `admin-${++number}@example.test`;
const phoneNumber = () => `49151${String(++number).padStart(6, '0')}`;

beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(NOW);
  context.sent.splice(0);
});

const create = (input: Parameters<typeof createByAdmin>[1]) => createByAdmin(context.deps, input);
const update = (id: string, input: Parameters<typeof createByAdmin>[1]) => updateByAdmin(context.deps, id, input);
const readRow = async (id: string) => (await findUser(context.deps.db, id))!;
const readJournal = async (userId: string) =>
  (await context.deps.database.pool.query('select action from auth.security_events where user_id = $1', [userId])).rows;

describe('creating an account as an admin', () => {
  it('stores the given values', async () => {
    const [email, phone] = [createAddress(), phoneNumber()];
    const user = await create({
      id: UNKNOWN_USER_ID.replace(/1$/, '9'),
      email: ` ${email.toUpperCase()} `,
      phone: `+${phone}`,
      password,
      email_confirm: true,
      phone_confirm: true,
      user_metadata: { name: 'Ann' },
      app_metadata: { note: 'x' },
      ban_duration: '1h',
      role: 'special',
    });
    expect(user).toMatchObject({
      id: UNKNOWN_USER_ID.replace(/1$/, '9'),
      email,
      phone,
      role: 'special',
      email_confirmed_at: NOW,
      phone_confirmed_at: NOW,
      banned_until: '2026-03-01T13:00:00.000Z',
      user_metadata: { name: 'Ann' },
      app_metadata: { note: 'x', provider: 'email', providers: ['email', 'phone'] },
    });
    expect(user.identities.map(({ provider, identity_data }) => [provider, identity_data])).toEqual([
      ['email', expect.objectContaining({ email, email_verified: true, phone_verified: false })],
      ['phone', expect.objectContaining({ phone, phone_verified: true, email_verified: false })],
    ]);
  });

  it('accepts an email address or a phone number alone, unconfirmed by default', async () => {
    const [email, phone] = [createAddress(), phoneNumber()];
    const emailUser = await create({ email });
    expect(emailUser).toMatchObject({
      email,
      phone: '',
      role: 'authenticated',
      app_metadata: { providers: ['email'] },
    });
    expect(emailUser).not.toHaveProperty('email_confirmed_at');
    expect(emailUser.identities).toHaveLength(1);
    expect(emailUser.identities[0]!.identity_data).toMatchObject({ email_verified: false });
    const phoneUser = await create({ phone, email_confirm: true });
    expect(phoneUser).toMatchObject({ email: '', phone, app_metadata: { provider: 'phone', providers: ['phone'] } });
    expect(phoneUser).not.toHaveProperty('phone_confirmed_at');
    expect(phoneUser).not.toHaveProperty('email_confirmed_at');
    expect(phoneUser.identities[0]!.identity_data).toMatchObject({ phone_verified: false });
    const other = await create({ email: createAddress(), phone_confirm: true });
    expect(other).not.toHaveProperty('phone_confirmed_at');
    expect((await readRow(other.id)).encryptedPassword).toBeNull();
  });

  it('accepts a password or a password hash', async () => {
    const [one, two] = [createAddress(), createAddress()];
    await create({ email: one, password, email_confirm: true });
    const storedHash = await hash(password, 4);
    const { id } = await create({ email: two, password_hash: storedHash, email_confirm: true });
    expect((await readRow(id)).encryptedPassword).toBe(storedHash);
    for (const email of [one, two]) {
      expect(await readOutcome(signInWithPassword(context.deps, { email, password }, UNKNOWN_VISIT))).toBe('done');
    }
  });

  it.each([
    ['neither an email address nor a phone number', {}, '400 validation_failed'],
    ['an invalid email address', { email: 'x' }, '400 validation_failed'],
    ['an invalid phone number', { phone: 'x' }, '400 validation_failed'],
    ['an invalid id', { email: 'a@b.test', id: 'x' }, '400 validation_failed'],
    ['both password and hash', { email: 'a@b.test', password, password_hash: 'x' }, '400 validation_failed'],
    ['an invalid password hash', { email: 'a@b.test', password_hash: 'x' }, '400 validation_failed'],
    ['a weak password', { email: 'a@b.test', password: 'x' }, '422 weak_password'],
    ['the email as password', { email: 'long.address@b.test', password: 'long.address@b.test' }, '422 weak_password'],
    ['an invalid ban length', { email: 'a@b.test', ban_duration: 'long' }, '400 validation_failed'],
  ])('refuses an account with %s', async (_what, input, outcome) => {
    expect(await readOutcome(create(input))).toBe(outcome);
  });

  it("refuses an email address or phone number that's already taken", async () => {
    const [email, phone] = [createAddress(), phoneNumber()];
    await create({ email, phone });
    expect(await readOutcome(create({ email }))).toBe('422 email_exists');
    expect(await readOutcome(create({ phone }))).toBe('422 phone_exists');
  });
});

describe('updating an account as an admin', () => {
  it("keeps fields that aren't sent", async () => {
    const { id } = await create({
      email: createAddress(),
      phone: phoneNumber(),
      password,
      user_metadata: { b: 2 },
      app_metadata: { c: 3, d: 4 },
    });
    const before = await readRow(id);
    await update(id, {});
    expect(await readRow(id)).toEqual(before);
    const updatedUser = await update(id, { user_metadata: { a: null, e: 5 }, app_metadata: { c: null } });
    expect(updatedUser.user_metadata).toEqual({ b: 2, e: 5 });
    expect(updatedUser.app_metadata).toEqual({ d: 4, provider: 'email', providers: ['email', 'phone'] });
    expect(await readJournal(id)).toEqual([{ action: 'changed_by_admin' }, { action: 'changed_by_admin' }]);
  });

  it('updates the email identity along with the address', async () => {
    const { id } = await create({ email: createAddress() });
    const email = createAddress();
    const updatedUser = await update(id, { email: email.toUpperCase() });
    expect(updatedUser).toMatchObject({ email, identities: [{ provider: 'email', email }] });
    expect(updatedUser.identities[0]!.identity_data).toMatchObject({ email, email_verified: false });
    expect(updatedUser).not.toHaveProperty('email_confirmed_at');
    const confirmedUser = await update(id, { email: createAddress(), email_confirm: true });
    expect(confirmedUser.email_confirmed_at).toBe(NOW);
    expect(confirmedUser.identities[0]!.identity_data).toMatchObject({ email_verified: true });
    expect(confirmedUser.identities).toHaveLength(1);
  });

  it('adds the first email address as another sign-in method', async () => {
    const { id } = await create({ phone: phoneNumber() });
    const email = createAddress();
    const updatedUser = await update(id, { email, phone_confirm: true, role: 'special' });
    expect(updatedUser).toMatchObject({ email, phone_confirmed_at: NOW, role: 'special' });
    expect(updatedUser.app_metadata).toEqual({ provider: 'phone', providers: ['phone', 'email'] });
    expect(updatedUser.identities.map(({ provider }) => provider)).toEqual(['phone', 'email']);
  });

  it("changes the phone number, but refuses a phone number or email address that's taken", async () => {
    const [one, two] = [
      await create({ email: createAddress(), phone: phoneNumber() }),
      await create({ email: createAddress() }),
    ];
    const phone = phoneNumber();
    expect(await update(two.id, { phone: `+${phone}` })).toMatchObject({ phone });
    expect(await readOutcome(update(two.id, { email: one.email }))).toBe('422 email_exists');
    expect(await readOutcome(update(two.id, { phone: one.phone }))).toBe('422 phone_exists');
  });

  it('ends sessions only after a new password or a ban', async () => {
    const createAndUpdate = async (change: Parameters<typeof update>[1]) => {
      const { userId, accessToken } = await makeUser(context.deps);
      await update(userId, change);
      if (change.ban_duration) await update(userId, { ban_duration: 'none' });
      expect((await readRow(userId)).bannedUntil).toBeNull();
      return (await identifyActor(context.deps, accessToken)) !== undefined;
    };
    expect(await createAndUpdate({ role: 'authenticated' })).toBe(true);
    expect(await createAndUpdate({ ban_duration: 'none' })).toBe(true);
    expect(await createAndUpdate({ password })).toBe(false);
    expect(await createAndUpdate({ ban_duration: '1h' })).toBe(false);
  });

  it("returns 404 when the account doesn't exist", async () => {
    for (const attempt of [
      () => update(UNKNOWN_USER_ID, {}),
      () => getUserById(context.deps, UNKNOWN_USER_ID),
      () => readUserAsAdmin(context.deps, UNKNOWN_USER_ID),
      () => deleteByAdmin(context.deps, UNKNOWN_USER_ID, false),
      () => deleteFactorByAdmin(context.deps, UNKNOWN_USER_ID, UNKNOWN_USER_ID),
      () => listFactorsByAdmin(context.deps, UNKNOWN_USER_ID),
    ]) {
      expect(await readOutcome(attempt())).toBe('404 user_not_found');
    }
    expect(await readOutcome(getUserById(context.deps, 'x'))).toBe('404 validation_failed');
    expect(await readOutcome(getUserById(context.deps, `${UNKNOWN_USER_ID}0`))).toBe('404 validation_failed');
    expect(await readOutcome(getUserById(context.deps, `0${UNKNOWN_USER_ID}`))).toBe('404 validation_failed');
  });
});

describe('deleting an account as an admin', () => {
  it('removes the account', async () => {
    const { userId } = await makeUser(context.deps);
    await deleteByAdmin(context.deps, userId, false);
    const { rows } = await context.deps.database.pool.query('select 1 from auth.users where id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  it('removes personal data but keeps the row on a soft delete', async () => {
    const user = await create({
      email: createAddress(),
      phone: phoneNumber(),
      password,
      user_metadata: { name: 'Ann' },
    });
    const { rows: before } = await context.deps.database.pool.query('select count(*)::int n from auth.users');
    await deleteByAdmin(context.deps, user.id, true);
    const { rows } = await context.deps.database.pool.query(
      'select email, phone, encrypted_password, raw_user_meta_data, raw_app_meta_data, deleted_at from auth.users where id = $1',
      [user.id],
    );
    expect(rows).toEqual([
      {
        email: null,
        phone: null,
        encrypted_password: null,
        raw_user_meta_data: {},
        raw_app_meta_data: {},
        deleted_at: new Date(NOW),
      },
    ]);
    const { rows: after } = await context.deps.database.pool.query('select count(*)::int n from auth.users');
    expect(after).toEqual(before);
  });

  it("ends the account's sessions", async () => {
    const { userId } = await makeUser(context.deps);
    await deleteByAdmin(context.deps, userId, true);
    const { rows } = await context.deps.database.pool.query('select 1 from auth.sessions where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});

describe('admin API for second factors', () => {
  const withFactor = async () => {
    const { userId } = await makeUser(context.deps);
    const values = { userId, factorType: 'totp', status: 'verified', secret: 'AAAA' } as const;
    return { userId, factor: await insertFactor(context.deps.db, { ...values, createdAt: new Date(NOW) }) };
  };

  it('lists and removes factors', async () => {
    const { userId, factor } = await withFactor();
    expect(await listFactorsByAdmin(context.deps, userId)).toMatchObject([{ id: factor.id, factor_type: 'totp' }]);
    expect(await deleteFactorByAdmin(context.deps, userId, factor.id)).toEqual({ id: factor.id });
    expect(await listFactorsByAdmin(context.deps, userId)).toEqual([]);
    expect(context.sent).toMatchObject([{ data: { kind: 'factor_removed', userId } }]);
    expect(await readJournal(userId)).toEqual([{ action: 'factor_removed' }]);
  });

  it("returns 404 for another account's factor", async () => {
    const [one, other] = [await withFactor(), await withFactor()];
    expect(await readOutcome(deleteFactorByAdmin(context.deps, one.userId, other.factor.id))).toBe(
      '404 mfa_factor_not_found',
    );
    expect(await listFactorsByAdmin(context.deps, other.userId)).toHaveLength(1);
  });
});

describe('the list of accounts', () => {
  it.each([
    [0, 1],
    [1, 0],
    [1.5, 1],
    [1, 1.5],
    [1, 1001],
    [Number.NaN, 1],
  ])('refuses page %s with %s per page', async (page, perPage) => {
    expect(await readOutcome(listUsersAsAdmin(context.deps, page, perPage))).toBe('400 validation_failed');
  });

  it('lists accounts with their identities and factors, newest first', async () => {
    context.setNow('2027-01-01T00:00:00Z');
    const olderUser = await makeUser(context.deps, { twitch: { login: 'older', id: 'older' }, password });
    context.setNow('2027-01-01T00:00:01Z');
    const newerUser = await makeUser(context.deps);
    for (const { userId } of [olderUser, newerUser]) {
      await insertFactor(context.deps.db, { userId, factorType: 'totp', status: 'unverified', secret: 'AAAA' });
    }
    const { users, total, last } = await listUsersAsAdmin(context.deps, 1, 2);
    expect(users.map(({ id }) => id)).toEqual([newerUser.userId, olderUser.userId]);
    expect(users.map(({ identities }) => identities.map(({ provider }) => provider).sort())).toEqual([
      ['email'],
      ['email', 'twitch'],
    ]);
    expect(users.map(({ factors }) => factors?.length)).toEqual([1, 1]);
    expect(last).toBe(Math.ceil(total / 2));
    expect((await listUsersAsAdmin(context.deps, 2, 1)).users.map(({ id }) => id)).toEqual([olderUser.userId]);
    expect((await listUsersAsAdmin(context.deps, 1, 1000)).last).toBe(1);
  });
});

const requestLink = (input: Parameters<typeof generateLink>[1]) => generateLink(context.deps, input);

describe('generating a link as an admin', () => {
  it.each([
    ['invite', 'invite', true],
    ['magiclink', 'signup', false],
    ['signup', 'signup', false],
  ])('creates an account that the link confirms, for type %s', async (type, verification_type, isInvited) => {
    const email = createAddress();
    const response = await requestLink({
      type,
      email: email.toUpperCase(),
      password,
      data: { name: 'Ann' },
      redirect_to: '/there',
    });
    expect(response).toMatchObject({
      email,
      user_metadata: { name: 'Ann' },
      confirmation_sent_at: NOW,
      verification_type,
      redirect_to: 'http://localhost:3000/protocol/callback?next=%2Fthere',
      email_otp: expect.stringMatching(/^\d{6}$/),
      app_metadata: { providers: ['email'] },
    });
    expect('invited_at' in response).toBe(isInvited);
    expect(response.identities[0]!.identity_data).toMatchObject({ email, email_verified: false });
    expect((await readRow(response.id)).encryptedPassword !== null).toBe(type === 'signup');
    const query = new URL(response.action_link).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      token: response.hashed_token,
      type: verification_type,
      redirect_to: 'http://localhost:3000/protocol/callback?next=%2Fthere',
    });
    await verifyCode(context.deps, { type: verification_type, token_hash: response.hashed_token }, UNKNOWN_VISIT);
    expect((await readRow(response.id)).emailConfirmedAt).toEqual(new Date(NOW));
    expect(context.sent).toEqual([]);
  });

  it("never redirects to an address that isn't allowed", async () => {
    const response = await requestLink({
      type: 'magiclink',
      email: createAddress(),
      redirect_to: 'https://evil.example/',
    });
    expect(response.redirect_to).toBe('http://localhost:3000/protocol/callback');
  });

  it.each(['recovery', 'email_change_current', 'email_change_new'])('requires an account for type %s', async (type) => {
    expect(await readOutcome(requestLink({ type, email: createAddress(), new_email: createAddress() }))).toBe(
      '404 user_not_found',
    );
  });

  it.each([
    ['no type', { email: 'a@b.test' }, '400 validation_failed'],
    ['an unsupported type', { type: 'sms', email: 'a@b.test' }, '400 validation_failed'],
    ['no email address', { type: 'magiclink' }, '400 validation_failed'],
    ['no password for a sign-up', { type: 'signup', email: 'a@b.test' }, '400 validation_failed'],
    ['a weak password', { type: 'signup', email: 'a@b.test', password: 'x' }, '422 weak_password'],
    [
      'the email as password',
      { type: 'signup', email: 'long.name@b.test', password: 'long.name@b.test' },
      '422 weak_password',
    ],
  ])('refuses a request with %s', async (_what, input, outcome) => {
    expect(await readOutcome(requestLink(input))).toBe(outcome);
  });

  it.each(['signup', 'invite'])('allows type %s only for unconfirmed accounts', async (type) => {
    const { userId, email } = await makeUser(context.deps);
    expect(await readOutcome(requestLink({ type, email, password }))).toBe('422 email_exists');
    await context.deps.database.pool.query(
      `update auth.users set email_confirmed_at = null, raw_user_meta_data = '{"a": 1}' where id = $1`,
      [userId],
    );
    const secondResponse = await requestLink({ type, email, password, data: { b: 2 } });
    expect(secondResponse).toMatchObject({ id: userId, confirmation_sent_at: NOW, user_metadata: { b: 2 } });
    expect('invited_at' in secondResponse).toBe(type === 'invite');
    expect((await readRow(userId)).encryptedPassword !== null).toBe(type === 'signup');
    // An invitation keeps the metadata an admin set; a sign-up discards it.
    const metadata = type === 'invite' ? { b: 2 } : {};
    expect((await requestLink({ type, email, password })).user_metadata).toEqual(metadata);
  });

  it.each(['magiclink', 'recovery'])('signs in an existing account for type %s', async (type) => {
    const { userId, email } = await makeUser(context.deps);
    const response = await requestLink({ type, email });
    expect(response).toMatchObject({ id: userId, recovery_sent_at: NOW, verification_type: type });
    await verifyCode(context.deps, { type, email, token: response.email_otp }, UNKNOWN_VISIT);
  });

  it.each(['email_change_current', 'email_change_new'])('changes the email address for type %s', async (type) => {
    const { userId, email } = await makeUser(context.deps);
    const new_email = createAddress();
    const response = await requestLink({ type, email, new_email: new_email.toUpperCase() });
    expect(response).toMatchObject({ id: userId, new_email, email_change_sent_at: NOW, verification_type: type });
    const to = type === 'email_change_new' ? new_email : email;
    const result = await verifyCode(
      context.deps,
      { type: 'email_change', email: to, token: response.email_otp },
      UNKNOWN_VISIT,
    );
    expect(result).toMatchObject({ code: '200' });
    const other = await makeUser(context.deps);
    expect(await readOutcome(requestLink({ type, email, new_email: other.email }))).toBe('422 email_exists');
    expect(await readOutcome(requestLink({ type, email }))).toBe('400 validation_failed');
  });
});

describe('an invitation', () => {
  it('is sent to a new user, and again until they accept', async () => {
    const email = createAddress();
    const first = await invite(context.deps, { email, data: { name: 'Ann' } }, '/back');
    expect(first).toMatchObject({ email, invited_at: NOW, confirmation_sent_at: NOW, user_metadata: { name: 'Ann' } });
    const secondResponse = await invite(context.deps, { email }, '/back');
    expect(secondResponse.id).toBe(first.id);
    const mail = { name: 'account-mail', data: { kind: 'invite', userId: first.id, redirectTo: '/back' } };
    expect(context.sent).toMatchObject([mail, mail]);
  });

  it('is refused for an existing user or without an address', async () => {
    const { email } = await makeUser(context.deps);
    expect(await readOutcome(invite(context.deps, { email }, '/'))).toBe('422 email_exists');
    expect(await readOutcome(invite(context.deps, {}, '/'))).toBe('400 validation_failed');
    expect(context.sent).toEqual([]);
  });
});
