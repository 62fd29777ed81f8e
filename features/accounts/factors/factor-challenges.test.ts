import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, Deps } from '../../../server/deps.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser } from '../accounts.factory.ts';
import { findUser, listFactors, type UserRow, updateUser } from '../accounts.queries.ts';
import { hashSecret } from '../accounts.rules.ts';
import {
  finishAuthentication,
  finishRegistration,
  listPasskeys,
  removeOwnPasskey,
  renamePasskey,
  startAuthentication,
  startRegistration,
} from '../passkeys/passkeys.commands.ts';
import { insertPasskey } from '../passkeys/passkeys.queries.ts';
import { limits } from '../rate-limits.rules.ts';
import { createRecoveryCodes, useRecoveryCode as enterCode } from '../recovery-codes.commands.ts';
import { identifyActor, startSession, writeAccessToken } from '../sessions/sessions.commands.ts';
import { findSession } from '../sessions/sessions.queries.ts';
import { UNKNOWN_VISIT } from '../sessions/visits.commands.ts';
import { createTestAuthenticator } from '../test-authenticator.ts';
import { readOutcome } from '../test-refusals.ts';
import { createCreationOptions } from '../webauthn.commands.ts';
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from './factors.commands.ts';
import { insertFactor, setChallengeCode } from './factors.queries.ts';

let context: TestContext;
let deps: Deps;
const ORIGIN = 'http://localhost:3000';
const NOW = new Date('2026-03-01T12:00:00Z');
const UNKNOWN_USER_ID = '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001';
const SECRET = 'JBSWY3DPEHPK3PXP';

beforeAll(async () => {
  context = await openTestContext();
  deps = context.deps;
});
afterAll(() => context.close());
beforeEach(() => {
  context.setNow(NOW);
  context.sent.splice(0);
});

const advanceTo = (milliseconds: number) => context.setNow(new Date(NOW.getTime() + milliseconds));
async function makeMember(values: Partial<UserRow> = {}): Promise<Actor> {
  const { userId, accessToken } = await makeUser(deps);
  const actor = (await identifyActor(deps, accessToken))!;
  await updateUser(deps.db, userId, values, NOW);
  return actor;
}
const withAal2 = (actor: Actor): Actor => ({ ...actor, aal: 'aal2' });
const codeAt = (milliseconds: number) =>
  new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOW.getTime() + milliseconds });
const withFactor = (actor: Actor, values: object = {}) =>
  insertFactor(deps.db, {
    userId: actor.userId,
    factorType: 'totp',
    status: 'verified',
    secret: SECRET,
    createdAt: NOW,
    updatedAt: NOW,
    ...values,
  });
const readJournal = async ({ userId }: Actor) =>
  (
    await deps.database.pool.query('select action from auth.security_events where user_id = $1 order by id', [userId])
  ).rows.map(({ action }) => action);

describe('adding a second factor', () => {
  it('returns a secret, URI and QR code for an authenticator app', async () => {
    const actor = await makeMember();
    const factor = await enrollFactor(deps, actor, { factor_type: 'totp', friendly_name: 'App', issuer: 'Crew' });
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'App' });
    expect(factor.totp!.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(factor.totp!.uri).toContain(
      `/Crew:${encodeURIComponent(actor.email!)}?issuer=Crew&secret=${factor.totp!.secret}`,
    );
    expect(factor.totp!.qr_code).toContain('<svg');
    expect(factor).not.toHaveProperty('phone');
    expect(await listFactors(deps.db, [actor.userId])).toMatchObject([
      { status: 'unverified', secret: factor.totp!.secret },
    ]);
  });

  it('names this site and the user in the authenticator URI', async () => {
    for (const [values, label] of [
      [{ email: null, phone: '4915612345' }, '4915612345'],
      [{ email: null }, undefined],
    ] as const) {
      const actor = await makeMember(values);
      const { totp, friendly_name } = await enrollFactor(deps, actor, { factor_type: 'totp' });
      expect(totp!.uri).toContain(`/localhost%3A3000:${label ?? actor.userId}?`);
      expect(friendly_name).toBe('');
    }
  });

  it('stores a phone number without a secret', async () => {
    const actor = await makeMember();
    const factor = await enrollFactor(deps, actor, { factor_type: 'phone', phone: '+49 1561' });
    expect(factor).toEqual({ id: factor.id, type: 'phone', friendly_name: '', phone: '491561' });
    expect(await listFactors(deps.db, [actor.userId])).toMatchObject([{ phone: '491561', secret: null }]);
    const key = await enrollFactor(deps, actor, { factor_type: 'webauthn', friendly_name: 'Key', phone: '491562' });
    expect(key).toEqual({ id: key.id, type: 'webauthn', friendly_name: 'Key' });
  });

  it.each([
    ['a factor without a type', {}, '400 validation_failed'],
    ['a factor of an unsupported type', { factor_type: 'sms' }, '400 validation_failed'],
    ['a phone factor without a number', { factor_type: 'phone' }, '400 validation_failed'],
    ['a phone factor with an invalid number', { factor_type: 'phone', phone: 'x' }, '400 validation_failed'],
  ])('refuses %s', async (_what, input, outcome) => {
    expect(await readOutcome(enrollFactor(deps, await makeMember(), input))).toBe(outcome);
  });

  it('refuses anonymous and unknown users', async () => {
    const totp = { factor_type: 'totp' };
    expect(await readOutcome(enrollFactor(deps, await makeMember({ isAnonymous: true }), totp))).toBe(
      '403 no_authorization',
    );
    expect(await readOutcome(enrollFactor(deps, { ...(await makeMember()), userId: UNKNOWN_USER_ID }, totp))).toBe(
      '403 user_not_found',
    );
  });

  it('requires a unique name, and signing in with an existing factor if there is one', async () => {
    const actor = await makeMember();
    await withFactor(actor, { friendlyName: 'App' });
    const input = { factor_type: 'totp', friendly_name: 'App' };
    expect(await readOutcome(enrollFactor(deps, actor, input))).toBe('403 insufficient_aal');
    expect(await readOutcome(enrollFactor(deps, withAal2(actor), input))).toBe('422 mfa_factor_name_conflict');
    expect(await readOutcome(enrollFactor(deps, withAal2(actor), { ...input, friendly_name: 'Other' }))).toBe('done');
  });

  it('allows at most ten factors and ignores enrollments not finished within five minutes', async () => {
    const actor = await makeMember();
    for (let index = 0; index < 9; index++)
      await withFactor(actor, { friendlyName: `f${index}`, status: 'unverified' });
    expect(await readOutcome(enrollFactor(deps, actor, { factor_type: 'totp', friendly_name: 'ten' }))).toBe('done');
    const enrollAnother = () => readOutcome(enrollFactor(deps, actor, { factor_type: 'totp', friendly_name: 'more' }));
    advanceTo(300_000);
    expect(await enrollAnother()).toBe('422 too_many_enrolled_mfa_factors');
    advanceTo(300_001);
    expect(await enrollAnother()).toBe('done');
  });
});

describe('answering a challenge', () => {
  const open = async (actor: Actor, id: string) => challengeFactor(deps, actor, id);
  const reply = (actor: Actor, factorId: string, input: Parameters<typeof verifyFactor>[3]) =>
    verifyFactor(deps, actor, factorId, input);

  it('works for five minutes', async () => {
    const actor = await makeMember();
    const { id } = await withFactor(actor);
    for (const [milliseconds, outcome] of [
      [299_999, 'done'],
      [300_000, '422 mfa_challenge_expired'],
    ] as const) {
      context.setNow(NOW);
      const challenge = await open(actor, id);
      expect(challenge).toEqual({ id: challenge.id, type: 'totp', expires_at: NOW.getTime() / 1000 + 300 });
      advanceTo(milliseconds);
      const input = { challenge_id: challenge.id, code: codeAt(milliseconds) };
      expect(await readOutcome(reply(actor, id, input))).toBe(outcome);
    }
    expect(context.sent).toEqual([]);
    expect((await listFactors(deps.db, [actor.userId]))[0]!.lastChallengedAt).toEqual(NOW);
  });

  it('elevates the session and rotates its token', async () => {
    const actor = await makeMember();
    const { id } = await withFactor(actor);
    const challenge = await open(actor, id);
    advanceTo(5_000);
    const session = await reply(actor, id, { challenge_id: challenge.id, code: ` ${codeAt(5_000)} ` });
    expect(await findSession(deps.db, actor.sessionId)).toMatchObject({
      aal: 'aal2',
      factorId: id,
      amr: [
        { method: 'password', timestamp: NOW.getTime() / 1000 },
        { method: 'totp', timestamp: NOW.getTime() / 1000 + 5 },
      ],
      refreshTokenCounter: 1,
      refreshedAt: new Date(NOW.getTime() + 5_000),
    });
    expect(session.user.factors).toMatchObject([{ id, status: 'verified' }]);
    expect([context.sent, await readJournal(actor)]).toEqual([[], ['second_factor_used']]);
    advanceTo(60_000);
    const secondResponse = await open(actor, id);
    await reply(actor, id, { challenge_id: secondResponse.id, code: codeAt(60_000) });
    const { amr } = (await findSession(deps.db, actor.sessionId))!;
    expect(amr.map(({ method }) => method)).toEqual(['password', 'totp']);
    expect(await readOutcome(reply(actor, id, { challenge_id: secondResponse.id, code: codeAt(60_000) }))).toBe(
      '422 mfa_factor_not_found',
    );
  });

  it('ends sessions that never used the factor when it is first verified, and notifies the user', async () => {
    const actor = await makeMember();
    const { id } = await withFactor(actor, { status: 'unverified' });
    const session = await startSession(deps.db, deps, actor.userId, { method: 'password', visit: UNKNOWN_VISIT });
    const other = await writeAccessToken(deps, (await findUser(deps.db, actor.userId))!, session);
    await reply(actor, id, { challenge_id: (await open(actor, id)).id, code: codeAt(0) });
    expect(await identifyActor(deps, other)).toBeUndefined();
    expect(context.sent).toMatchObject([{ data: { kind: 'factor_added', userId: actor.userId } }]);
    expect(await readJournal(actor)).toEqual(['factor_added']);
    expect(await listFactors(deps.db, [actor.userId])).toMatchObject([{ status: 'verified' }]);
  });

  it('requires an open challenge of the same factor and user', async () => {
    const [actor, stranger] = [await makeMember(), await makeMember()];
    const [one, other] = [await withFactor(actor), await withFactor(actor, { friendlyName: 'other' })];
    const challenge = await open(actor, other.id);
    for (const challenge_id of [undefined, 'x', UNKNOWN_USER_ID, challenge.id]) {
      expect(await readOutcome(reply(actor, one.id, { challenge_id, code: codeAt(0) }))).toBe(
        '422 mfa_factor_not_found',
      );
    }
    for (const id of ['x', UNKNOWN_USER_ID, `0${one.id}`, `${one.id}0`]) {
      expect(await readOutcome(reply(actor, id, {}))).toBe('404 mfa_factor_not_found');
      expect(await readOutcome(open(actor, id))).toBe('404 mfa_factor_not_found');
    }
    expect(await readOutcome(open(stranger, one.id))).toBe('404 mfa_factor_not_found');
    expect(await readOutcome(unenrollFactor(deps, withAal2(stranger), one.id))).toBe('404 mfa_factor_not_found');
  });

  it('allows five failures per challenge and ten per 15 minutes', async () => {
    const actor = await makeMember();
    const { id } = await withFactor(actor);
    const answerWrongly = (challenge_id: string) => readOutcome(reply(actor, id, { challenge_id, code: '000000' }));
    const first = await open(actor, id);
    expect(await readOutcome(reply(actor, id, { challenge_id: first.id }))).toBe('400 validation_failed');
    for (let time = 1; time < 5; time++) expect(await answerWrongly(first.id)).toBe('422 mfa_verification_failed');
    expect(await answerWrongly(first.id)).toBe('422 mfa_challenge_expired');
    const second = await open(actor, id);
    for (let time = 0; time < 5; time++) expect(await answerWrongly(second.id)).toBe('422 mfa_verification_failed');
    const third = await open(actor, id);
    const answerCorrectly = () => readOutcome(reply(actor, id, { challenge_id: third.id, code: codeAt(900_000) }));
    expect(await answerCorrectly()).toBe('429 over_request_rate_limit');
    advanceTo(900_000);
    const fourth = await open(actor, id);
    expect(await readOutcome(reply(actor, id, { challenge_id: fourth.id, code: codeAt(900_000) }))).toBe('done');
    for (let time = 0; time < limits.factor.points; time++) {
      advanceTo(900_000 + (time + 2) * 60_000);
      const { id: challenge_id } = await open(actor, id);
      const code = codeAt(900_000 + (time + 2) * 60_000);
      expect(await readOutcome(reply(actor, id, { challenge_id, code }))).toBe('done');
    }
  });

  it('accepts an SMS code only for the challenge it was sent for', async () => {
    const actor = await makeMember();
    const { id } = await withFactor(actor, { factorType: 'phone', phone: '4915688', secret: null });
    const challenge = await open(actor, id);
    expect(challenge.type).toBe('phone');
    expect(context.sent).toMatchObject([
      { name: 'account-sms', data: { purpose: 'factor', userId: actor.userId, challengeId: challenge.id } },
    ]);
    expect(await readOutcome(open(actor, id))).toBe('429 over_sms_send_rate_limit');
    const answer = (code: string) => readOutcome(reply(actor, id, { challenge_id: challenge.id, code }));
    expect(await answer('123456')).toBe('422 mfa_verification_failed');
    await setChallengeCode(deps.db, challenge.id, hashSecret(`${challenge.id}:123456`));
    expect(await answer('123457')).toBe('422 mfa_verification_failed');
    expect(await answer(' 123456 ')).toBe('done');
    const session = await findSession(deps.db, actor.sessionId);
    expect(session!.amr.map(({ method }) => method)).toContain('mfa/phone');
  });

  it('accepts the response of a security key', async () => {
    const actor = await makeMember();
    const { id } = await withFactor(actor, { factorType: 'webauthn', status: 'unverified', secret: null });
    const challenge = await open(actor, id);
    for (const webauthn of [undefined, { type: 'create', credential_response: undefined }]) {
      const outcome = await readOutcome(
        reply(actor, id, { challenge_id: challenge.id, ...(webauthn ? { webauthn } : {}) }),
      );
      expect(outcome).toBe('400 validation_failed');
    }
    const authenticator = createTestAuthenticator(ORIGIN);
    const options = challenge.webauthn!.credential_options.publicKey as { challenge: string };
    await reply(actor, id, {
      challenge_id: challenge.id,
      webauthn: { type: 'create', credential_response: authenticator.create(options) },
    });
    const [factor] = await listFactors(deps.db, [actor.userId]);
    expect(factor!.webAuthnCredential).toMatchObject({
      transports: ['internal'],
      signCount: 0,
      backupEligible: false,
      backedUp: false,
    });
    const next = await open(actor, id);
    const request = next.webauthn!.credential_options.publicKey as { challenge: string; allowCredentials: object[] };
    expect(request.allowCredentials).toMatchObject([{ id: factor!.webAuthnCredential!.credentialId }]);
    await reply(actor, id, {
      challenge_id: next.id,
      webauthn: { type: 'request', credential_response: authenticator.get(request) },
    });
    expect((await listFactors(deps.db, [actor.userId]))[0]!.webAuthnCredential).toMatchObject({
      signCount: 1,
      transports: ['internal'],
    });
    expect((await findSession(deps.db, actor.sessionId))!.amr.at(-1)).toMatchObject({ method: 'mfa/webauthn' });
  });

  it('requires an active session', async () => {
    const actor = await makeMember();
    const { id } = await withFactor(actor);
    const challenge = await open(actor, id);
    const staleActor = { ...actor, sessionId: UNKNOWN_USER_ID };
    expect(await readOutcome(reply(staleActor, id, { challenge_id: challenge.id, code: codeAt(0) }))).toBe(
      '403 session_not_found',
    );
  });
});

describe('removing a second factor', () => {
  it("requires the factor itself once it's verified, and notifies the user", async () => {
    const actor = await makeMember();
    const pendingFactor = await withFactor(actor, { status: 'unverified', friendlyName: 'begun' });
    expect(await unenrollFactor(deps, actor, pendingFactor.id)).toEqual({ id: pendingFactor.id });
    expect([context.sent, await readJournal(actor)]).toEqual([[], []]);
    const { id } = await withFactor(actor);
    expect(await readOutcome(unenrollFactor(deps, actor, id))).toBe('422 insufficient_aal');
    const challenge = await challengeFactor(deps, actor, id);
    await verifyFactor(deps, actor, id, { challenge_id: challenge.id, code: codeAt(0) });
    expect(await unenrollFactor(deps, withAal2(actor), id)).toEqual({ id });
    expect(context.sent).toMatchObject([{ data: { kind: 'factor_removed', userId: actor.userId } }]);
    expect(await readJournal(actor)).toEqual(['second_factor_used', 'factor_removed']);
    expect(await findSession(deps.db, actor.sessionId)).toMatchObject({ aal: 'aal1' });
    expect(await listFactors(deps.db, [actor.userId])).toEqual([]);
  });
});

describe('recovery codes', () => {
  it('are ten codes without ambiguous characters, created only in a session with the second factor', async () => {
    const actor = await makeMember();
    expect(await readOutcome(createRecoveryCodes(deps, actor))).toBe('forbidden');
    const codes = await createRecoveryCodes(deps, withAal2(actor));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/);
    expect(await readJournal(actor)).toEqual(['recovery_codes_made']);
  });

  it('can each replace the factor once, regardless of case and separators', async () => {
    const actor = await makeMember();
    const [first, second] = (await createRecoveryCodes(deps, withAal2(actor))) as [string, string];
    expect(await readOutcome(enterCode(deps, actor, first))).toBe('conflict');
    await withFactor(actor, { status: 'unverified' });
    expect(await readOutcome(enterCode(deps, actor, first))).toBe('conflict');
    await withFactor(actor, { friendlyName: 'App' });
    await enterCode(deps, actor, ` ${first.toUpperCase().replace('-', ' ')} `);
    expect(await findSession(deps.db, actor.sessionId)).toMatchObject({ aal: 'aal2', factorId: null });
    expect((await findSession(deps.db, actor.sessionId))!.amr.at(-1)).toMatchObject({ method: 'recovery_code' });
    expect(await readJournal(actor)).toContain('recovery_code_used');
    for (let time = 0; time < 9; time++) {
      expect(await readOutcome(enterCode(deps, actor, first))).toBe('invalid');
    }
    expect(await readOutcome(enterCode(deps, actor, second))).toBe('429 over_request_rate_limit');
  });
});

describe('passkeys', () => {
  const register = async (actor: Actor, authenticator = createTestAuthenticator(ORIGIN)) => {
    const { challenge_id, options } = await startRegistration(deps, actor);
    const credential = authenticator.create(options as { challenge: string });
    return finishRegistration(deps, actor, { challenge_id, credential }, 'Firefox on Windows');
  };

  it('are stored with their name, and the user is notified', async () => {
    const actor = await makeMember();
    const { expires_at } = await startRegistration(deps, actor);
    expect(expires_at).toBe(NOW.getTime() / 1000 + 300);
    const passkey = await register(actor);
    expect(passkey).toEqual({ id: passkey.id, friendly_name: 'Firefox on Windows', created_at: NOW.toISOString() });
    expect(context.sent).toMatchObject([{ data: { kind: 'passkey_added', userId: actor.userId } }]);
    expect(await listPasskeys(deps, actor.userId)).toEqual([passkey]);
    expect(await renamePasskey(deps, actor, passkey.id, 'Mine')).toMatchObject({ friendly_name: 'Mine' });
    await removeOwnPasskey(deps, actor, passkey.id);
    expect(await readJournal(actor)).toEqual(['passkey_added', 'passkey_removed']);
    for (const id of [passkey.id, 'x', `0${passkey.id}`, `${passkey.id}0`]) {
      expect(await readOutcome(renamePasskey(deps, actor, id, 'x'))).toBe('404 webauthn_credential_not_found');
      expect(await readOutcome(removeOwnPasskey(deps, actor, id))).toBe('404 webauthn_credential_not_found');
    }
  });

  it('are limited to ten and registered only once each', async () => {
    const actor = await makeMember();
    const authenticator = createTestAuthenticator(ORIGIN);
    await register(actor, authenticator);
    expect(await readOutcome(register(actor, authenticator))).toBe('422 webauthn_credential_exists');
    const { options } = await startRegistration(deps, actor);
    expect((options as unknown as { excludeCredentials: object[] }).excludeCredentials).toHaveLength(1);
    const row = { userId: actor.userId, friendlyName: 'x', publicKey: 'x', aaguid: UNKNOWN_USER_ID };
    for (let index = 2; index < 10; index++)
      await insertPasskey(deps.db, { ...row, credentialId: `${actor.userId}-${index}` });
    expect(await readOutcome(startRegistration(deps, actor))).toBe('done');
    await insertPasskey(deps.db, { ...row, credentialId: `${actor.userId}-10` });
    expect(await readOutcome(startRegistration(deps, actor))).toBe('422 too_many_passkeys');
  });

  it('belong to the user who started the registration, and require an account', async () => {
    const [one, other] = [await makeMember(), await makeMember()];
    const { challenge_id, options } = await startRegistration(deps, one);
    const credential = createTestAuthenticator(ORIGIN).create(options as { challenge: string });
    const finish = (actor: Actor, input: object) =>
      readOutcome(finishRegistration(deps, actor, input as Parameters<typeof finishRegistration>[2], 'x'));
    expect(await finish(other, { challenge_id, credential })).toBe('400 webauthn_challenge_not_found');
    expect(await finish(one, { credential })).toBe('400 webauthn_challenge_not_found');
    expect(await finish(one, { challenge_id: 'x', credential })).toBe('400 webauthn_challenge_not_found');
    const next = await startRegistration(deps, one);
    expect(await finish(one, { challenge_id: next.challenge_id })).toBe('400 validation_failed');
    expect(await readOutcome(startRegistration(deps, await makeMember({ isAnonymous: true })))).toBe(
      '403 no_authorization',
    );
    expect(await readOutcome(startRegistration(deps, { ...one, userId: UNKNOWN_USER_ID }))).toBe(
      '403 no_authorization',
    );
  });

  it('record their last use and refuse a banned user', async () => {
    const actor = await makeMember();
    const authenticator = createTestAuthenticator(ORIGIN);
    const { id } = await register(actor, authenticator);
    const enter = async () => {
      const { challenge_id, options } = await startAuthentication(deps, UNKNOWN_VISIT);
      const credential = authenticator.get(options as { challenge: string });
      return finishAuthentication(deps, { challenge_id, credential }, UNKNOWN_VISIT);
    };
    advanceTo(1_000);
    await enter();
    expect(await listPasskeys(deps, actor.userId)).toMatchObject([
      { id, last_used_at: new Date(NOW.getTime() + 1_000).toISOString() },
    ]);
    const { rows } = await deps.database.pool.query('select sign_count from auth.webauthn_credentials where id = $1', [
      id,
    ]);
    expect(Number(rows[0].sign_count)).toBe(1);
    await updateUser(deps.db, actor.userId, { bannedUntil: new Date(NOW.getTime() + 10_000) }, NOW);
    expect(await readOutcome(enter())).toBe('403 user_banned');
    await updateUser(deps.db, actor.userId, { bannedUntil: null, deletedAt: NOW }, NOW);
    expect(await readOutcome(enter())).toBe('400 webauthn_verification_failed');
    const { challenge_id } = await startAuthentication(deps, UNKNOWN_VISIT);
    const unknownCredential = { challenge_id, credential: { id: 7 } };
    expect(await readOutcome(finishAuthentication(deps, unknownCredential, UNKNOWN_VISIT))).toBe(
      '400 webauthn_verification_failed',
    );
  });

  it('allow 120 sign-in attempts per hour and IP address', async () => {
    const visit = { ...UNKNOWN_VISIT, ip: '203.0.113.77' };
    for (let time = 0; time < limits.passkeyAddress.points; time++) await startAuthentication(deps, visit);
    expect(await readOutcome(startAuthentication(deps, visit))).toBe('429 over_request_rate_limit');
  });

  it.each<[Partial<UserRow>, string, string]>([
    [{ email: 'a@b.test', userMetaData: { full_name: 'Ann B', name: 'ann' } }, 'a@b.test', 'Ann B'],
    [{ email: null, phone: '4915', userMetaData: { name: 'ann' } }, '4915', 'ann'],
    [{ email: null, userMetaData: {} }, 'player', 'player'],
  ])("use the account's names in the creation options: %o", async (values, name, displayName) => {
    const user = { id: UNKNOWN_USER_ID, phone: null, ...values } as UserRow;
    const passkey = await createCreationOptions(deps, user, ['AAAA'], true);
    expect(passkey).toMatchObject({
      rp: { name: 'Planet Crew', id: 'localhost' },
      user: { name, displayName, id: Buffer.from(UNKNOWN_USER_ID.replaceAll('-', ''), 'hex').toString('base64url') },
      excludeCredentials: [{ id: 'AAAA' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect((await createCreationOptions(deps, user, [], false)).authenticatorSelection).toMatchObject({
      residentKey: 'preferred',
      userVerification: 'preferred',
    });
  });
});
