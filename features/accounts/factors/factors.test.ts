import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../time/units.ts';
import { makeUser } from '../accounts.factory.ts';
import { createRecoveryCodes, useRecoveryCode } from '../recovery-codes.commands.ts';
import { identifyActor } from '../sessions/sessions.commands.ts';
import { type Browser, type ListeningContext, openListeningContext } from '../test-client.ts';

let context: ListeningContext;
let number = 0;
const password = 'violet court lamp 42';
const START = Date.parse('2026-03-01T12:00:00Z');

beforeAll(async () => {
  context = await openListeningContext();
});
afterAll(() => context.close());
beforeEach(() => context.setNow(new Date(START)));

async function signInMember(email = `factors-${++number}@example.test`, hasAccount = false) {
  if (!hasAccount) await makeUser(context.deps, { email, password });
  const browser = context.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return { browser, email };
}

async function withApp() {
  const { browser, email } = await signInMember();
  const { data } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const totp = new TOTP({ secret: Secret.fromBase32((data as { totp: { secret: string } }).totp.secret) });
  const codeAt = (seconds: number) => totp.generate({ timestamp: START + seconds * 1000 });
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeAt(0) });
  expect(error).toBeNull();
  return { browser, email, factorId: data!.id, codeAt };
}

const readLevel = async (browser: Browser) =>
  (await browser.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;

async function getActor(browser: Browser) {
  const token = (await browser.auth.getSession()).data.session!.access_token;
  return (await identifyActor(context.deps, token))!;
}

describe('an authenticator app', () => {
  it('raises the session to AAL2, ends sessions without it and emails the user', async () => {
    const { browser, email } = await signInMember();
    const other = (await signInMember(email, true)).browser;
    const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
    const { secret, qr_code } = (data as { totp: { secret: string; qr_code: string } }).totp;
    expect(qr_code).toContain('<svg');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START });
    await browser.auth.mfa.challengeAndVerify({ factorId: data!.id, code });
    expect(await readLevel(browser)).toBe('aal2');
    expect((await other.auth.getUser()).error).toBeTruthy();
    expect((await context.readMailsTo(email))[0]!.subject).toBe('A two-factor method was added');
    expect((await browser.auth.refreshSession()).error).toBeNull();
    expect(await readLevel(browser)).toBe('aal2');
  });

  it('accepts no code twice and none older than the last one', async () => {
    const { email, factorId, codeAt } = await withApp();
    const { browser } = await signInMember(email, true);
    const verify = (code: string) => browser.auth.mfa.challengeAndVerify({ factorId, code });
    expect((await verify(codeAt(0))).error).toMatchObject({ code: 'mfa_verification_failed' });
    context.setNow(new Date(START + 30_000));
    expect((await verify(codeAt(0))).error).toMatchObject({ code: 'mfa_verification_failed' });
    expect((await verify(codeAt(30))).error).toBeNull();
  });

  it('blocks guessing after ten wrong codes', async () => {
    const { email, factorId } = await withApp();
    const { browser } = await signInMember(email, true);
    const guess = () => browser.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
    for (let time = 0; time < 10; time++) await guess();
    expect((await guess()).error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
  });

  it('closes a challenge after five attempts and after 300 seconds', async () => {
    const { email, factorId, codeAt } = await withApp();
    const { browser } = await signInMember(email, true);
    const { data } = await browser.auth.mfa.challenge({ factorId });
    context.setNow(new Date(START + 301_000));
    const lateResult = await browser.auth.mfa.verify({ factorId, challengeId: data!.id, code: codeAt(301) });
    expect(lateResult.error).toMatchObject({ code: 'mfa_challenge_expired' });
    const { data: second } = await browser.auth.mfa.challenge({ factorId });
    const verify = (code: string) => browser.auth.mfa.verify({ factorId, challengeId: second!.id, code });
    for (let time = 0; time < 5; time++) await verify('000000');
    expect((await verify(codeAt(301))).error).toMatchObject({ code: 'mfa_challenge_expired' });
  });
});

describe('an account with a second factor', () => {
  it('requires the second factor before sensitive changes', async () => {
    const { email, factorId, codeAt } = await withApp();
    const { browser } = await signInMember(email, true);
    const attempts = [
      () => browser.auth.updateUser({ password: 'another violet lamp 43' }),
      () => browser.auth.updateUser({ email: 'elsewhere@example.test' }),
      () => browser.auth.mfa.unenroll({ factorId }),
      () => browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
      () => browser.auth.linkIdentity({ provider: 'twitch', options: { skipBrowserRedirect: true } }),
      async () => browser.auth.unlinkIdentity((await browser.auth.getUserIdentities()).data!.identities[0]!),
    ];
    for (const attempt of attempts) expect((await attempt()).error).toMatchObject({ code: 'insufficient_aal' });
    const token = (await browser.auth.getSession()).data.session!.access_token;
    for (const [method, path] of [
      ['POST', '/auth/v1/passkeys/registration/options'],
      ['GET', '/api/account/export'],
      ['GET', '/api/account/export/file'],
      ['POST', '/api/account/export'],
      ['POST', '/api/account/deletion'],
      ['POST', '/api/account/recovery-codes'],
    ]) {
      const response = await fetch(context.origin + path, {
        method: method!,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect([path, [401, 403].includes(response.status)]).toEqual([path, true]);
    }
    context.setNow(new Date(START + MINUTE_MS));
    await browser.auth.mfa.challengeAndVerify({ factorId, code: codeAt(60) });
    expect((await browser.auth.updateUser({ password: 'another violet lamp 43' })).error).toBeNull();
    expect((await browser.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it('accepts each recovery code once when the factor is lost', async () => {
    const { browser, email } = await withApp();
    const codes = await createRecoveryCodes(context.deps, await getActor(browser));
    expect(new Set(codes).size).toBe(10);
    const { rows } = await context.deps.database.pool.query('select code_hash from auth.recovery_codes');
    expect(JSON.stringify(rows)).not.toContain(codes[0]);
    const otherBrowser = (await signInMember(email, true)).browser;
    await expect(createRecoveryCodes(context.deps, await getActor(otherBrowser))).rejects.toThrow(
      'Confirm two-factor authentication first',
    );
    await useRecoveryCode(context.deps, await getActor(otherBrowser), codes[0]!.toUpperCase());
    await otherBrowser.auth.refreshSession();
    expect(await readLevel(otherBrowser)).toBe('aal2');
    const secondActor = await getActor((await signInMember(email, true)).browser);
    await expect(useRecoveryCode(context.deps, secondActor, codes[0]!)).rejects.toThrow(
      'That recovery code is wrong or already used.',
    );
  });
});
