import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, Deps } from '../../../server/deps.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { cancelDeletion, eraseDueAccounts, requestDeletion } from '../account-deletion.commands.ts';
import { recordPublicProfile } from '../account-deletion.queries.ts';
import { endDevice, readSecurity } from '../account-security.commands.ts';
import { createEmailIdentity, createUser } from '../accounts.commands.ts';
import { makeUser } from '../accounts.factory.ts';
import { findUser, listIdentities, type UserRow, updateUser } from '../accounts.queries.ts';
import { insertFactor } from '../factors/factors.queries.ts';
import { unlinkIdentity } from '../identities.commands.ts';
import { issueCode } from '../one-time-codes.commands.ts';
import { checkPassword, hashPassword } from '../passwords.commands.ts';
import { limits } from '../rate-limits.rules.ts';
import { createRecoveryCodes } from '../recovery-codes.commands.ts';
import {
  ACCOUNT_FAILURE_JOB,
  type AccountFailure,
  recordFailure,
} from '../security-events/sign-in-failures.commands.ts';
import { identifyActor, startSession, writeAccessToken } from '../sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../sessions/visits.commands.ts';
import { signInWithPassword, signUp, signUpAnonymously } from '../sign-in/sign-in.commands.ts';
import type { UserUpdate } from '../sign-in/sign-in.schema.ts';
import { readOutcome } from '../test-refusals.ts';
import { readUser, requireAal2, updateOwnUser } from './person.commands.ts';

let context: TestContext;
let deps: Deps;
let number = 0;
let storedHash: string;
const password = 'violet court lamp 42';
const otherPassword = 'another violet lamp 43';
const NOW = new Date('2026-03-01T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const UNKNOWN_USER_ID = '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001';
const createEmail = () => `self-${++number}@example.test`;
const someNumber = () => `49153${String(++number).padStart(6, '0')}`;

beforeAll(async () => {
  context = await openTestContext({
    AUTH_LIMITS_DISABLED: 'true',
    AUTH_ANONYMOUS: 'true',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+15005550006',
  });
  deps = context.deps;
  storedHash = await hashPassword(password);
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(NOW);
  context.sent.splice(0);
});

const advanceTo = (milliseconds: number) => context.setNow(new Date(NOW.getTime() + milliseconds));
const withEnv = (env: object): Deps => ({ ...deps, env: { ...deps.env, ...env } });
const readRow = async (actor: { userId: string }) => (await findUser(deps.db, actor.userId))!;
const listKinds = () =>
  context.sent.map(({ data }) => (data as { kind?: string }).kind ?? (data as { purpose: string }).purpose);
const readJournal = async (userId: string) =>
  (
    await deps.database.pool.query('select action from auth.security_events where user_id = $1 order by id', [userId])
  ).rows.map(({ action }) => action);

/** Creates a signed-in user with a session. */
async function makeMember(values: Partial<UserRow> = {}): Promise<Actor> {
  const { userId, accessToken } = await makeUser(deps, { email: createEmail() });
  const actor = (await identifyActor(deps, accessToken))!;
  await updateUser(deps.db, userId, values, NOW);
  return actor;
}

/** Signs the user in on another device. @returns a function that checks whether it's still signed in */
async function openDevice(userId: string): Promise<() => Promise<boolean>> {
  const session = await startSession(deps.db, deps, userId, { method: 'password', visit: UNKNOWN_VISIT });
  const token = await writeAccessToken(deps, (await findUser(deps.db, userId))!, session);
  return async () => (await identifyActor(deps, token)) !== undefined;
}

const update = (actor: Actor, input: UserUpdate, by = deps) =>
  updateOwnUser(by, actor, input, { redirectTo: '/back', visit: UNKNOWN_VISIT });

describe('the account API', () => {
  it('shows the account to its owner and refuses changes by anyone else', async () => {
    const actor = await makeMember();
    expect(await readUser(deps, actor)).toMatchObject({ id: actor.userId });
    const deletedActor = { ...actor, userId: UNKNOWN_USER_ID };
    expect(await readOutcome(readUser(deps, deletedActor))).toBe('403 user_not_found');
    expect(await readOutcome(update(deletedActor, {}))).toBe('403 user_not_found');
  });

  it("keeps fields that aren't sent", async () => {
    const actor = await makeMember({ userMetaData: { a: 1, b: 2 } });
    const before = await readRow(actor);
    await update(actor, { email: before.email });
    expect(await readRow(actor)).toEqual(before);
    expect(await update(actor, { data: { a: null, c: 3 } })).toMatchObject({ user_metadata: { b: 2, c: 3 } });
    expect(context.sent).toEqual([]);
  });

  it.each([
    ['app metadata, which only admins can change', { app_metadata: {} }, '403 not_admin'],
    ['an incomplete PKCE challenge', { code_challenge: 'x' }, '400 validation_failed'],
    ['an invalid email address', { email: 'x' }, '400 validation_failed'],
    ['an invalid phone number', { phone: 'x' }, '400 validation_failed'],
    ['a weak password', { password: 'x' }, '422 weak_password'],
    ['the current password as the new one', { password }, '422 same_password'],
    ['a wrong current password', { password: otherPassword, current_password: 'x' }, '400 current_password_invalid'],
    ['a wrong code', { password: otherPassword, nonce: '123456' }, '422 reauthentication_not_valid'],
    ['the new email as the password', { password: 'long.name@b.test', email: 'long.name@b.test' }, '422 weak_password'],
  ])('refuses an update with %s', async (_what, input, outcome) => {
    const actor = await makeMember({ encryptedPassword: storedHash });
    expect(await readOutcome(update(actor, input))).toBe(outcome);
    expect((await readRow(actor)).encryptedPassword).toBe(storedHash);
  });

  it('refuses the account email as the password', async () => {
    const actor = await makeMember();
    expect(await readOutcome(update(actor, { password: (await readRow(actor)).email! }))).toBe('422 weak_password');
  });

  it('requires the second factor to change an email, phone number or password', async () => {
    const actor = await makeMember();
    const factor = await insertFactor(deps.db, { userId: actor.userId, factorType: 'totp', status: 'unverified' });
    expect(await readOutcome(requireAal2(deps, actor, 'test'))).toBe('done');
    await deps.database.pool.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [factor.id]);
    expect(await readOutcome(requireAal2(deps, actor, 'test'))).toBe('401 insufficient_aal');
    expect(await readOutcome(requireAal2(deps, { ...actor, aal: 'aal2' }, 'test'))).toBe('done');
    for (const input of [{ email: createEmail() }, { phone: someNumber() }, { password: otherPassword }]) {
      expect(await readOutcome(update(actor, input))).toBe('401 insufficient_aal');
    }
    expect(await readOutcome(update(actor, { data: { a: 1 } }))).toBe('done');
  });
});

describe('changing the password', () => {
  it('ends the other sessions and open codes and notifies the user', async () => {
    const actor = await makeMember({ encryptedPassword: storedHash });
    const other = await openDevice(actor.userId);
    await issueCode(deps.db, deps, actor.userId, { purpose: 'recovery', relatesTo: actor.email! });
    await update(actor, { password: otherPassword });
    expect(await checkPassword((await readRow(actor)).encryptedPassword!, otherPassword)).toBe('right');
    expect(await other()).toBe(false);
    expect(await readOutcome(update(actor, { data: { a: 1 } }))).toBe('done');
    const { rows } = await deps.database.pool.query('select 1 from auth.one_time_tokens where user_id = $1', [
      actor.userId,
    ]);
    expect([rows, listKinds(), await readJournal(actor.userId)]).toEqual([
      [],
      ['password_changed'],
      ['password_changed'],
    ]);
  });

  it('requires reauthentication a day after sign-in', async () => {
    const actor = await makeMember({ encryptedPassword: storedHash });
    advanceTo(DAY_MS + 1);
    expect(await readOutcome(update(actor, { password: otherPassword }))).toBe('400 reauthentication_needed');
    const unknown = { ...actor, sessionId: UNKNOWN_USER_ID };
    expect(await readOutcome(update(unknown, { password: otherPassword }))).toBe('400 reauthentication_needed');
    const { code } = await issueCode(deps.db, deps, actor.userId, { purpose: 'reauthentication', relatesTo: 'x' });
    expect(await readOutcome(update(actor, { password: otherPassword, nonce: code }))).toBe('done');
    expect(await readOutcome(update(actor, { password, current_password: otherPassword }))).toBe('done');
    advanceTo(DAY_MS);
    expect(await readOutcome(update(actor, { password: otherPassword }))).toBe('done');
  });

  it('requires an email or phone number on the account or in the same request', async () => {
    const createAnonymous = async (values: Partial<UserRow> = {}) => {
      const { user } = await signUpAnonymously(deps, {}, UNKNOWN_VISIT);
      await updateUser(deps.db, user.id, values, NOW);
      const session = await startSession(deps.db, deps, user.id, { method: 'anonymous', visit: UNKNOWN_VISIT });
      return { userId: user.id, sessionId: session.id, email: '', aal: 'aal1' } as Actor;
    };
    expect(await readOutcome(update(await createAnonymous(), { password }))).toBe('422 validation_failed');
    expect(await readOutcome(update(await createAnonymous(), { password, email: createEmail() }))).toBe('done');
    expect(await readOutcome(update(await createAnonymous(), { password, phone: someNumber() }))).toBe('done');
    expect(await readOutcome(update(await createAnonymous({ emailConfirmedAt: NOW }), { password }))).toBe('done');
  });
});

describe('changing the email address', () => {
  it('sends a confirmation to both mailboxes', async () => {
    const actor = await makeMember({ emailChangeConfirmStatus: 1 });
    const email = createEmail();
    expect(await update(actor, { email: email.toUpperCase() })).toMatchObject({ email: actor.email, new_email: email });
    expect(await readRow(actor)).toMatchObject({ emailChangeSentAt: NOW, emailChangeConfirmStatus: 0 });
    expect(listKinds()).toEqual(['email_change_current', 'email_change_new']);
    for (const { data } of context.sent) expect(data).toMatchObject({ userId: actor.userId, redirectTo: '/back' });
  });

  it('sends a confirmation only to the new mailbox when the account has no email', async () => {
    const actor = await makeMember({ email: null });
    await update(actor, { email: createEmail() });
    expect(listKinds()).toEqual(['email_change_new']);
  });

  it('notifies the owner of a taken address without telling the requester', async () => {
    const [actor, withoutEmail, owner] = [await makeMember(), await makeMember({ email: null }), await makeMember()];
    await update(actor, { email: owner.email });
    expect(context.sent.splice(0)).toMatchObject([
      { data: { kind: 'email_change_current', userId: actor.userId } },
      { data: { kind: 'account_exists', userId: owner.userId } },
    ]);
    await update(withoutEmail, { email: owner.email });
    expect(listKinds()).toEqual(['account_exists']);
  });

  it('takes effect at once without confirmation when the account had no email', async () => {
    const open = withEnv({ AUTH_AUTOCONFIRM: true });
    const [withoutEmail, withoutName, namedOwner] = [
      await makeMember({ email: null }),
      await makeMember({ isAnonymous: true }),
      await makeMember(),
    ];
    const email = createEmail();
    expect(await update(withoutEmail, { email }, open)).toMatchObject({ email });
    expect(await update(withoutName, { email: createEmail() }, open)).toMatchObject({ is_anonymous: false });
    context.sent.splice(0);
    expect(await update(namedOwner, { email: createEmail() }, open)).toMatchObject({ email: namedOwner.email });
    expect(listKinds()).toEqual(['email_change_current', 'email_change_new']);
    expect(await readOutcome(update(namedOwner, { email }, open))).toBe('422 email_exists');
  });

  it('limits requests to one a minute unless no email is sent', async () => {
    const limitedDeps = withEnv({ AUTH_LIMITS_DISABLED: false });
    const actor = await makeMember();
    const [email, phone] = [createEmail(), someNumber()];
    await update(actor, { email }, limitedDeps);
    expect(await readOutcome(update(actor, { email }, limitedDeps))).toBe('429 over_email_send_rate_limit');
    await update(actor, { phone }, limitedDeps);
    expect(await readOutcome(update(actor, { phone }, limitedDeps))).toBe('429 over_sms_send_rate_limit');
    const memberWithoutEmail = await makeMember({ email: null });
    const next = createEmail();
    await update(memberWithoutEmail, { email: next }, limitedDeps);
    expect(await readOutcome(update(memberWithoutEmail, { email: next }, limitedDeps))).toBe(
      '429 over_email_send_rate_limit',
    );
    const open = withEnv({ AUTH_LIMITS_DISABLED: false, AUTH_AUTOCONFIRM: true, AUTH_PHONE_AUTOCONFIRM: true });
    const newEmail = createEmail();
    await update(actor, { email: newEmail }, open);
    expect(await readOutcome(update(actor, { email: newEmail }, open))).toBe('429 over_email_send_rate_limit');
    const visit = { ...UNKNOWN_VISIT, ip: '203.0.113.60' };
    for (let time = 0; time <= limits.messageAddress.points; time++) {
      const input = { email: createEmail(), phone: someNumber() };
      await updateOwnUser(open, await makeMember({ email: null }), input, { redirectTo: '/back', visit });
    }
  });
});

describe('changing the phone number', () => {
  it('sends a code by text message', async () => {
    const actor = await makeMember();
    const phone = someNumber();
    expect(await update(actor, { phone: `+${phone}` })).toMatchObject({
      phone: '',
      new_phone: phone,
      phone_change_sent_at: NOW.toISOString(),
    });
    expect(context.sent).toMatchObject([
      { name: 'account-sms', data: { purpose: 'phone_change', userId: actor.userId } },
    ]);
  });

  it('takes effect at once without confirmation if the number is free', async () => {
    const open = withEnv({ AUTH_PHONE_AUTOCONFIRM: true });
    const [one, two] = [await makeMember(), await makeMember()];
    const phone = someNumber();
    expect(await update(one, { phone }, open)).toMatchObject({ phone, phone_confirmed_at: NOW.toISOString() });
    expect(await readOutcome(update(one, { phone }, open))).toBe('done');
    expect(await readOutcome(update(two, { phone }, open))).toBe('422 phone_exists');
    expect(context.sent).toEqual([]);
  });
});

describe('unlinking a sign-in method', () => {
  const createLinkedUser = async () => {
    const user = await makeUser(deps, { email: createEmail(), password, twitch: { login: 'x', id: `t${++number}` } });
    const actor = (await identifyActor(deps, user.accessToken))!;
    const own = await listIdentities(deps.db, [actor.userId]);
    return { actor, idOf: (provider: string) => own.find((one) => one.provider === provider)!.id };
  };

  it('removes the password when the email identity is unlinked', async () => {
    const { actor, idOf } = await createLinkedUser();
    await unlinkIdentity(deps, actor, idOf('email'));
    expect(await readRow(actor)).toMatchObject({ encryptedPassword: null, appMetaData: { providers: ['twitch'] } });
    expect(await readJournal(actor.userId)).toEqual(['identity_unlinked']);
  });

  it('keeps the password when another identity is unlinked', async () => {
    const { actor, idOf } = await createLinkedUser();
    await unlinkIdentity(deps, actor, idOf('twitch'));
    expect((await readRow(actor)).encryptedPassword).not.toBeNull();
    expect((await readRow(actor)).appMetaData).toEqual({ provider: 'email', providers: ['email'] });
    expect(await readOutcome(unlinkIdentity(deps, actor, idOf('email')))).toBe('422 single_identity_not_deletable');
  });

  it("unlinks only the user's own identities, and only where the operator allows it", async () => {
    const [one, other] = [await createLinkedUser(), await createLinkedUser()];
    for (const id of ['x', UNKNOWN_USER_ID, other.idOf('twitch'), `${one.idOf('twitch')}0`]) {
      expect(await readOutcome(unlinkIdentity(deps, one.actor, id))).toBe('422 identity_not_found');
    }
    const depsWithoutLinking = withEnv({ AUTH_MANUAL_LINKING: false });
    expect(await readOutcome(unlinkIdentity(depsWithoutLinking, one.actor, one.idOf('twitch')))).toBe(
      '404 manual_linking_disabled',
    );
  });
});

describe('security page', () => {
  it('shows sessions, sign-in methods and factors', async () => {
    const actor = await makeMember({ encryptedPassword: storedHash });
    await startSession(deps.db, deps, actor.userId, {
      method: 'password',
      visit: { userAgent: 'Firefox/1 (Windows)', ip: '203.0.113.1', place: 'Here' },
      aal: 'aal2',
    });
    await createRecoveryCodes(deps, { ...actor, aal: 'aal2' });
    const security = await readSecurity(deps, actor);
    expect(security.devices).toHaveLength(2);
    expect(security.devices.find(({ current }) => current)).toMatchObject({
      id: actor.sessionId,
      second_factor: false,
      device: 'Unknown device',
      last_used_at: NOW.toISOString(),
    });
    expect(security.devices.find(({ current }) => !current)).toMatchObject({
      second_factor: true,
      device: 'Firefox on Windows',
      ip: '203.0.113.1',
      place: 'Here',
    });
    expect(await readJournal(actor.userId)).toEqual(['recovery_codes_made']);
    expect(security).toMatchObject({ has_password: true, recovery_codes_left: 10, delete_after: null });
    const memberWithoutEmail = await makeMember({ deleteAfter: NOW });
    expect(await readSecurity(deps, memberWithoutEmail)).toMatchObject({
      has_password: false,
      recovery_codes_left: 0,
      delete_after: NOW.toISOString(),
    });
    expect(await readOutcome(endDevice(deps, actor, memberWithoutEmail.sessionId))).toBe('not_found');
    expect(await readOutcome(endDevice(deps, actor, UNKNOWN_USER_ID))).toBe('not_found');
    expect(await readOutcome(endDevice(deps, memberWithoutEmail, memberWithoutEmail.sessionId))).toBe('done');
  });
});

describe('account deletion', () => {
  it('signs out other devices, notifies the user, and records a hidden profile on a repeated request', async () => {
    const actor = await makeMember();
    const other = await openDevice(actor.userId);
    expect(await requestDeletion(deps, actor)).toEqual(new Date(NOW.getTime() + 14 * DAY_MS));
    expect([await other(), listKinds(), await readJournal(actor.userId)]).toEqual([
      false,
      ['deletion_requested'],
      ['deletion_requested'],
    ]);
    expect(await readRow(actor)).toMatchObject({
      deleteAfter: new Date(NOW.getTime() + 14 * DAY_MS),
      hiddenProfile: false,
    });
    await recordPublicProfile(deps.db, actor.userId, NOW);
    advanceTo(DAY_MS);
    await requestDeletion(deps, actor);
    expect(await readRow(actor)).toMatchObject({
      deleteAfter: new Date(NOW.getTime() + 15 * DAY_MS),
      hiddenProfile: true,
    });
    await cancelDeletion(deps, actor);
    expect(await readRow(actor)).toMatchObject({ deleteAfter: null, hiddenProfile: false });
    expect(await readJournal(actor.userId)).toContain('deletion_cancelled');
    expect(await readOutcome(cancelDeletion(deps, actor))).toBe('conflict');
    await recordPublicProfile(deps.db, actor.userId, NOW);
    await requestDeletion(deps, actor);
    expect((await readRow(actor)).hiddenProfile).toBe(false);
  });

  it('requires the second factor when the account has one', async () => {
    const actor = await makeMember();
    await insertFactor(deps.db, { userId: actor.userId, factorType: 'totp', status: 'verified' });
    expect(await readOutcome(requestDeletion(deps, actor))).toBe('401 insufficient_aal');
  });

  it('erases all due accounts in batches and republishes their pages', async () => {
    await deps.database.pool.query('update auth.users set delete_after = null');
    const publishedNames: string[] = [];
    const watched: Deps = {
      ...deps,
      bus: { ...deps.bus, publish: async (topic: string) => void publishedNames.push(topic) } as Deps['bus'],
    };
    expect([await eraseDueAccounts(watched), publishedNames]).toEqual([0, []]);
    for (let time = 0; time < 101; time++) {
      const id = crypto.randomUUID();
      await createUser(deps.db, deps, { id, deleteAfter: NOW });
    }
    expect([await eraseDueAccounts(watched), publishedNames]).toEqual([101, ['public-pages']]);
  });
});

describe('sign-up', () => {
  const signUpWith = (input: Parameters<typeof signUp>[1], by = deps) => signUp(by, input, '/back', UNKNOWN_VISIT);
  const allowAutoconfirm = () => withEnv({ AUTH_AUTOCONFIRM: true });
  const allowPhoneAutoconfirm = () => withEnv({ AUTH_PHONE_AUTOCONFIRM: true });

  it.each([
    ['a sign-up without a password', { email: 'a@b.test' }, {}, '400 validation_failed'],
    ['a sign-up without an address', { password }, {}, '400 validation_failed'],
    ['the email as the password', { email: 'long.name@b.test', password: 'long.name@b.test' }, {}, '422 weak_password'],
    ['a disabled sign-up', { email: 'a@b.test', password }, { AUTH_SIGNUP_DISABLED: true }, '422 signup_disabled'],
    [
      'a phone sign-up without an SMS provider',
      { phone: '4915188', password },
      { TWILIO_ACCOUNT_SID: undefined },
      '400 phone_provider_disabled',
    ],
  ])('refuses %s', async (_what, input, env, outcome) => {
    expect(await readOutcome(signUpWith(input, withEnv(env)))).toBe(outcome);
  });

  it('opens a session at once when no confirmation is required', async () => {
    const email = createEmail();
    const result = await signUpWith({ email, password, data: { name: 'Ann' } }, allowAutoconfirm());
    expect(result).toMatchObject({
      access_token: expect.any(String),
      user: {
        email,
        email_confirmed_at: NOW.toISOString(),
        last_sign_in_at: NOW.toISOString(),
        user_metadata: { name: 'Ann' },
      },
    });
    const { user } = result as { user: { id: string } };
    expect((await listIdentities(deps.db, [user.id]))[0]!.identityData).toMatchObject({
      name: 'Ann',
      email_verified: true,
    });
    expect(await readJournal(user.id)).toEqual(['sign_up']);
    expect(await readOutcome(signUpWith({ email, password }, allowAutoconfirm()))).toBe('422 user_already_exists');
    const phone = someNumber();
    const signUpResult = await signUpWith({ phone, password }, allowPhoneAutoconfirm());
    expect(signUpResult).toMatchObject({ user: { phone, phone_confirmed_at: NOW.toISOString(), user_metadata: {} } });
    expect((signUpResult as { user: object }).user).not.toHaveProperty('email_confirmed_at');
    expect(context.sent).toEqual([]);
  });

  it('waits for the code from an email or text message', async () => {
    const [email, phone] = [createEmail(), someNumber()];
    expect(await signUpWith({ email, password, data: { name: 'Ann' } })).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      confirmation_sent_at: NOW.toISOString(),
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ann' },
      identities: [{ provider: 'email', email, identity_data: { name: 'Ann', email, email_verified: false } }],
      is_anonymous: false,
    });
    const result = await signUpWith({ phone, password });
    expect(result).toMatchObject({
      email: '',
      phone,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: false } }],
    });
    expect((result as { identities: object[] }).identities[0]).not.toHaveProperty('email');
    expect(context.sent.splice(0)).toMatchObject([
      { name: 'account-mail', data: { kind: 'confirmation', redirectTo: '/back' } },
      { name: 'account-sms', data: { purpose: 'sms' } },
    ]);
    await signUpWith({ phone, password }, allowPhoneAutoconfirm());
    await signUpWith({ phone, password });
    expect(context.sent).toEqual([]);
  });

  it('wipes an unconfirmed account when someone signs up with its address again', async () => {
    const email = createEmail();
    const id = crypto.randomUUID();
    await createUser(deps.db, deps, { id, email, encryptedPassword: storedHash, userMetaData: { evil: 1 } });
    const isOtherDeviceOpen = await openDevice(id);
    await issueCode(deps.db, deps, id, { purpose: 'magiclink', relatesTo: email });
    await signUpWith({ email, password: otherPassword, data: { name: 'Ann' } });
    expect(await isOtherDeviceOpen()).toBe(false);
    const user = await readRow({ userId: id });
    expect(user).toMatchObject({ userMetaData: { name: 'Ann' }, confirmationSentAt: NOW });
    expect(await checkPassword(user.encryptedPassword, otherPassword)).toBe('right');
    expect(await listIdentities(deps.db, [id])).toMatchObject([{ provider: 'email', email }]);
    await signUpWith({ email, password });
    expect(await listIdentities(deps.db, [id])).toHaveLength(1);
    const { rows } = await deps.database.pool.query('select 1 from auth.one_time_tokens where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('creates an anonymous account immediately', async () => {
    const session = await signUpAnonymously(deps, { data: { name: 'Ann' } }, UNKNOWN_VISIT);
    expect(session.user).toMatchObject({
      is_anonymous: true,
      user_metadata: { name: 'Ann' },
      last_sign_in_at: NOW.toISOString(),
      identities: [],
    });
    expect((await signUpAnonymously(deps, {}, UNKNOWN_VISIT)).user.user_metadata).toEqual({});
    const closedEnv = withEnv({ AUTH_ANONYMOUS: false });
    expect(await readOutcome(signUpAnonymously(closedEnv, {}, UNKNOWN_VISIT))).toBe('422 anonymous_provider_disabled');
  });
});

describe('password sign-in', () => {
  it.each<[string, Partial<UserRow>, string]>([
    ['a valid password', {}, 'done'],
    ['a banned user', { bannedUntil: new Date(NOW.getTime() + 1) }, '400 user_banned'],
    ['a ban that has just ended', { bannedUntil: NOW }, 'done'],
    ['an unconfirmed email address', { emailConfirmedAt: null }, '400 email_not_confirmed'],
  ])('returns the expected outcome with %s', async (_what, values, outcome) => {
    const actor = await makeMember({ encryptedPassword: storedHash, ...values });
    expect(await readOutcome(signInWithPassword(deps, { email: actor.email, password }, UNKNOWN_VISIT))).toBe(outcome);
    expect(await readOutcome(signInWithPassword(deps, { email: actor.email }, UNKNOWN_VISIT))).toBe(
      '400 invalid_credentials',
    );
    const [failure] = context.sent.filter(({ name }) => name === ACCOUNT_FAILURE_JOB);
    await recordFailure(deps, failure!.data as AccountFailure);
    expect(await readJournal(actor.userId)).toEqual([...(outcome === 'done' ? ['signed_in'] : []), 'sign_in_failed']);
    if (outcome === 'done')
      expect(await readRow(actor)).toMatchObject({ lastSignInAt: NOW, encryptedPassword: storedHash });
  });

  it('works with a confirmed phone number', async () => {
    const phone = someNumber();
    const actor = await makeMember({ phone, encryptedPassword: storedHash });
    const trySignIn = () => readOutcome(signInWithPassword(deps, { phone, password }, UNKNOWN_VISIT));
    expect(await trySignIn()).toBe('400 phone_not_confirmed');
    await updateUser(deps.db, actor.userId, { phoneConfirmedAt: NOW }, NOW);
    expect(await trySignIn()).toBe('done');
    expect(await readOutcome(signInWithPassword(deps, { password }, UNKNOWN_VISIT))).toBe('400 validation_failed');
  });

  it("doesn't count successful sign-ins against the limit", async () => {
    const limitedDeps = withEnv({ AUTH_LIMITS_DISABLED: false });
    const actor = await makeMember({ encryptedPassword: storedHash });
    for (let time = 0; time < 12; time++) {
      expect(await readOutcome(signInWithPassword(limitedDeps, { email: actor.email, password }, UNKNOWN_VISIT))).toBe(
        'done',
      );
    }
  });
});

it('stores in the email identity whether the address is verified', () => {
  expect(createEmailIdentity('one', 'a@b.test', true)).toEqual({
    provider: 'email',
    providerId: 'one',
    email: 'a@b.test',
    data: { sub: 'one', email: 'a@b.test', email_verified: true, phone_verified: false },
  });
});
