import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { getTranslator } from '../../messages/translators.ts';
import { getBanEnd, isPasswordHash } from './account-admin/account-admin.rules.ts';
import { type AuthEnv, getAuthSettings, normalizeEmail } from './accounts.rules.ts';
import { findChallengeProblem, isEmail, normalizePhone } from './contact-addresses.rules.ts';
import { decrypt, encrypt, isEncrypted, isEncryptedWith, parseEncryptionKey } from './encryption.rules.ts';
import { createTotpUri, findTotpStep } from './factors/factors.rules.ts';
import { addParameters, toSafeRedirect } from './oauth/oauth.rules.ts';
import {
  areScopesCovered,
  findRedirectProblem,
  findSiteProblem,
  isRegistered,
  parseScopes,
  resolveClientKind,
} from './oauth-clients/oauth-clients.rules.ts';
import { hashCode, listPurposesOfType } from './one-time-codes.rules.ts';
import { findLengthProblem, findWeakness } from './passwords.rules.ts';
import { isRecent } from './person/person.rules.ts';
import { limits } from './rate-limits.rules.ts';
import {
  decideTokenReuse,
  describeDevice,
  isGenuine,
  readRefreshToken,
  translateDevice,
  writeRefreshToken,
} from './sessions/sessions.rules.ts';
import { createDecoyId } from './sign-in/sign-in.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const HOUR = 3600;
const origin = 'https://crew.example';

describe('account settings', () => {
  it('have defaults', () => {
    expect(getAuthSettings({ origin: `${origin}:8443` })).toEqual({
      issuer: `${origin}:8443/auth/v1`,
      origin: `${origin}:8443`,
      signingKeys: [],
      legacySecret: undefined,
      encryptionKeys: [],
      importKeys: new Map(),
      redirectAllow: [],
      autoconfirm: false,
      phoneAutoconfirm: false,
      anonymous: false,
      manualLinking: true,
      signupDisabled: false,
      limits: true,
      passwordMin: 8,
      accessTokenSeconds: HOUR,
      reuseSeconds: 10,
      inactivitySeconds: 60 * 24 * HOUR,
      lifetimeSeconds: 365 * 24 * HOUR,
      flowSeconds: 300,
      otpSeconds: HOUR,
      rpId: 'crew.example',
      rpOrigins: [`${origin}:8443`],
      web3: true,
      oidc: [],
    });
  });

  const oidc = { name: 'corp', issuer: 'https://id.corp.example', clientId: 'c', clientSecret: 's' };
  const jwk = { kid: 'one', kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' };
  it.each<[Partial<AuthEnv>, object]>([
    [{ AUTH_SIGNING_KEYS: JSON.stringify([jwk]) }, { signingKeys: [{ kid: 'one', algorithm: 'ES256' }] }],
    [{ AUTH_LEGACY_SECRET: 'earlier' }, { legacySecret: 'earlier' }],
    [{ AUTH_ENCRYPTION_KEY: ' new , ,old,' }, { encryptionKeys: ['new', 'old'] }],
    [{ AUTH_REDIRECT_ALLOW: 'a://b, c://d' }, { redirectAllow: ['a://b', 'c://d'] }],
    [{ AUTH_AUTOCONFIRM: true }, { autoconfirm: true, phoneAutoconfirm: false }],
    [{ AUTH_PHONE_AUTOCONFIRM: true }, { phoneAutoconfirm: true, autoconfirm: false }],
    [{ AUTH_ANONYMOUS: true }, { anonymous: true }],
    [{ AUTH_MANUAL_LINKING: false }, { manualLinking: false }],
    [{ AUTH_SIGNUP_DISABLED: true }, { signupDisabled: true }],
    [{ AUTH_LIMITS_DISABLED: true }, { limits: false }],
    [{ AUTH_PASSWORD_MIN: 12 }, { passwordMin: 12 }],
    [{ AUTH_SESSION_INACTIVITY_HOURS: 2 }, { inactivitySeconds: 2 * HOUR }],
    [{ AUTH_SESSION_LIFETIME_HOURS: 3 }, { lifetimeSeconds: 3 * HOUR }],
    [{ AUTH_PASSKEY_RP_ID: 'example' }, { rpId: 'example' }],
    [
      { AUTH_PASSKEY_ORIGINS: 'https://a.example, https://b.example' },
      { rpOrigins: ['https://a.example', 'https://b.example'] },
    ],
    [{ AUTH_WEB3: false }, { web3: false }],
    [{ AUTH_OIDC_PROVIDERS: JSON.stringify([oidc]) }, { oidc: [{ ...oidc, domains: [] }] }],
    [
      { AUTH_OIDC_PROVIDERS: JSON.stringify([{ ...oidc, domains: ['corp.example'] }]) },
      { oidc: [{ ...oidc, domains: ['corp.example'] }] },
    ],
  ])('are read from the environment: %o', (env, expected) => {
    expect(getAuthSettings({ origin, ...env })).toMatchObject(expected);
  });

  it('are parsed once per environment', () => {
    const env = { origin };
    expect(getAuthSettings(env)).toBe(getAuthSettings(env));
  });
});

describe('rate limits', () => {
  it('are high enough for users to sign in and too low for bots', () => {
    const MINUTE = 60;
    expect(limits).toMatchObject({
      password: { points: 10, seconds: 15 * MINUTE },
      passwordAccount: { points: 60, seconds: HOUR },
      passwordAddress: { points: 100, seconds: HOUR },
      code: { points: 15, seconds: 15 * MINUTE },
      codeAddress: { points: 100, seconds: HOUR },
      factor: { points: 10, seconds: 15 * MINUTE },
      message: { points: 1, seconds: MINUTE },
      messageHour: { points: 8, seconds: HOUR },
      messageAddress: { points: 40, seconds: HOUR },
      reports: { points: 20, seconds: HOUR },
      signUpAddress: { points: 40, seconds: HOUR },
      anonymousAddress: { points: 30, seconds: HOUR },
      authorizeAddress: { points: 120, seconds: HOUR },
      programAddress: { points: 100, seconds: HOUR },
      passkeyAddress: { points: 120, seconds: HOUR },
    });
  });
});

describe('email address rules', () => {
  const label = (length: number) => 'a'.repeat(length);
  it.each([
    ['a@b.example', true],
    [`${label(64)}@b.example`, true],
    [`${label(65)}@b.example`, false],
    [`a@${label(63)}.example`, true],
    [`a@${label(64)}.example`, false],
    [`a@${`${label(60)}.`.repeat(4)}${label(9)}`, true],
    [`a@${`${label(60)}.`.repeat(4)}${label(10)}`, false],
    ['a@example', false],
    ['a@-b.example', false],
    ['a@b-.example', false],
    ['a@b.example.', false],
    ['a b@c.example', false],
    ['A@b.example', false],
    ['x a@b.example', false],
    ['a@b.example x', false],
    ["o'brien+tag@sub.b-c.example", true],
  ])('validate %s as %s', (address, isValid) => {
    expect(isEmail(address)).toBe(isValid);
  });

  it('ignore case and surrounding whitespace', () => {
    expect(normalizeEmail('  Ann@Example.TEST ')).toBe('ann@example.test');
  });
});

describe('phone number rules', () => {
  it.each([
    ['+49 (151) 234-567', '49151234567'],
    ['12', '12'],
    ['1', undefined],
    ['123456789012345', '123456789012345'],
    ['1234567890123456', undefined],
    ['0491512345', undefined],
    ['-49151', undefined],
    ['49151-', undefined],
    ['49151a', undefined],
    ['a49151', undefined],
  ])('normalize %s to %s', (text, normalized) => {
    expect(normalizePhone(text)).toBe(normalized);
  });
});

describe('PKCE challenge rules', () => {
  const fine = 'aZ0.~-_'.padEnd(43, 'x');
  it.each([
    [undefined, undefined, undefined],
    [null, null, undefined],
    [fine, undefined, 'requires code_challenge_method and code_challenge'],
    [undefined, 's256', 'requires code_challenge_method and code_challenge'],
    [fine, 'S256', undefined],
    [fine, 'plain', 'must be s256'],
    [fine, 'md5', 'must be s256'],
    ['x'.repeat(42), 's256', 'between 43 and 128'],
    ['x'.repeat(43), 's256', undefined],
    ['x'.repeat(128), 's256', undefined],
    ['x'.repeat(129), 's256', 'between 43 and 128'],
    [`!${fine}`, 's256', 'can only contain'],
    [`${fine}!`, 's256', 'can only contain'],
  ])('check %s with method %s: %s', (challenge, method, problem) => {
    if (problem) expect(findChallengeProblem(challenge, method)).toContain(problem);
    else expect(findChallengeProblem(challenge, method)).toBeUndefined();
  });
});

describe('ban length rules', () => {
  it.each([
    ['24h', 24 * HOUR],
    ['1h30m', 1.5 * HOUR],
    ['1.5h', 1.5 * HOUR],
    ['10.25s', 10.25],
    ['90m', 1.5 * HOUR],
    ['2s500ms', 2.5],
    ['3000000us', 3],
    ['4000000000ns', 4],
  ])('parse %s', (text, seconds) => {
    expect(getBanEnd(text, NOW)).toEqual(new Date(NOW.getTime() + seconds * 1000));
  });

  it('accept "none" as no ban and reject malformed durations', () => {
    expect(getBanEnd('none', NOW)).toBeNull();
    for (const text of ['', '24', 'h', '24h ', ' 24h', '1h-30m', '24d', 'nonsense', '.h']) {
      expect([text, getBanEnd(text, NOW)]).toEqual([text, undefined]);
    }
  });
});

describe('password hash rules', () => {
  const bcrypt = `$2a$10$${'./Az09'.padEnd(53, 'x')}`;
  it.each([
    [bcrypt, true],
    [bcrypt.replace('2a', '2b'), true],
    [bcrypt.replace('2a', '2y'), true],
    [bcrypt.replace('2a', '2x'), false],
    [`x${bcrypt}`, false],
    [`${bcrypt}x`, false],
    [bcrypt.slice(0, -1), false],
    [bcrypt.replace('$10$', '$1$'), false],
    [bcrypt.replace('$10$', '$ab$'), false],
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
    ['x$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=x$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=x,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=19456,t=x,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=19456,t=2,p=x$c2FsdA$aGFzaA', false],
    ['', false],
  ])('recognize %s: %s', (text, isRecognized) => {
    expect(isPasswordHash(text)).toBe(isRecognized);
  });
});

describe('password rules', () => {
  it('allow up to 72 bytes', () => {
    expect(findLengthProblem('x'.repeat(72))).toBeUndefined();
    expect(findLengthProblem('x'.repeat(73))).toContain('73 bytes');
  });

  const commonWords = new Set(['known word']);
  it.each<[string, string[], string[] | undefined]>([
    ['1234567', [], ['length']],
    ['12345678', [], undefined],
    ['😀😀😀😀', [], ['length']],
    ['Known Word', [], ['pwned']],
    ['known', ['known'], ['length', 'pwned']],
    ['hooper of night', ['Hooper of Night'], ['pwned']],
    ['abcd', ['abcd'], ['length', 'pwned']],
    ['abc', ['abc'], ['length']],
  ])('find the weaknesses of %s given %o: %o', (password, about, reasons) => {
    expect(findWeakness(password, 8, commonWords, about)?.reasons).toEqual(reasons);
  });

  it('report all weaknesses at once', () => {
    expect(findWeakness('abcd', 8, commonWords, ['abcd'])!.message).toBe(
      'Password should be at least 8 characters. Password is known to be weak and easy to guess, please choose a different one.',
    );
  });
});

describe('a sign-in', () => {
  it.each([
    [24 * HOUR, true],
    [24 * HOUR + 0.001, false],
    [0, true],
  ])('is recent after %s seconds: %s', (seconds, recent) => {
    expect(isRecent(new Date(NOW.getTime() - seconds * 1000), NOW)).toBe(recent);
  });
});

describe('one-time codes', () => {
  it('have a purpose for each code type of the protocol', () => {
    expect(
      ['signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change', 'sms', 'phone_change', 'other'].map(
        listPurposesOfType,
      ),
    ).toEqual([
      ['confirmation'],
      ['invite'],
      ['recovery'],
      ['magiclink', 'confirmation'],
      ['magiclink', 'confirmation', 'invite', 'recovery'],
      ['email_change_new', 'email_change_current'],
      ['sms'],
      ['phone_change'],
      [],
    ]);
  });

  it('are hashed with the user and purpose, ignoring spaces in the input', () => {
    const hash = hashCode('one', 'sms', '123456');
    expect(hashCode('one', 'sms', ' 123456 ')).toBe(hash);
    expect(new Set([hash, hashCode('two', 'sms', '123456'), hashCode('one', 'invite', '123456')]).size).toBe(3);
  });
});

describe('an authenticator app code', () => {
  const secret = 'JBSWY3DPEHPK3PXP';
  const STEP = 40_000_000;
  const findAt = (seconds: number, code: string) => findTotpStep(secret, code, new Date((STEP * 30 + seconds) * 1000));

  // From RFC 6238, computed without the library.
  it.each([
    ['811094', -2, undefined],
    ['540811', -1, STEP - 1],
    ['434344', 0, STEP],
    [' 434344 ', 0, STEP],
    ['600989', 1, STEP + 1],
    ['968322', 2, undefined],
    ['000000', 0, undefined],
  ])('matches at most one time step away: %s, %i steps from now, gives %s', (code, _offset, step) => {
    expect([findAt(0, code), findAt(29.999, code)]).toEqual([step, step]);
  });

  it('expires one step later', () => {
    expect([findAt(30, '434344'), findAt(60, '434344')]).toEqual([STEP, undefined]);
  });

  it('has a setup URI that authenticator apps can read', () => {
    const url = new URL(createTotpUri(secret, 'Crew', 'ann@example.test'));
    expect([url.protocol, url.host, url.pathname]).toEqual(['otpauth:', 'totp', '/Crew:ann%40example.test']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Crew',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('a refresh token', () => {
  const session = '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001';
  const key = Buffer.alloc(32, 7).toString('base64url');
  const refreshToken = writeRefreshToken(session, 258, key);

  it('contains its session, counter and signature', () => {
    const read = readRefreshToken(refreshToken)!;
    expect(read).toMatchObject({ sessionId: session, counter: 258 });
    expect(isGenuine(read, key)).toBe(true);
    expect(isGenuine(read, Buffer.alloc(32, 8).toString('base64url'))).toBe(false);
    expect(isGenuine({ ...read, counter: 259 }, key)).toBe(false);
    expect(Buffer.from(refreshToken, 'base64url')).toHaveLength(16 + 6 + 24);
  });

  it('is rejected at any other length', () => {
    const bytes = Buffer.from(refreshToken, 'base64url');
    for (const other of [bytes.subarray(1), Buffer.concat([bytes, Buffer.alloc(1)]), Buffer.alloc(0)]) {
      expect(readRefreshToken(other.toString('base64url'))).toBeUndefined();
    }
  });

  const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
  it.each([
    [5, 5, ago(1_000), 'tolerate'],
    [4, 5, ago(1_000), 'tolerate'],
    [3, 5, ago(10), 'tolerate'],
    [3, 5, ago(10.001), 'revoke'],
    [3, 5, null, 'revoke'],
  ])(
    'is tolerated or revokes its session on reuse of number %i, with %i active and rotated at %o: %s',
    (counter, refreshTokenCounter, refreshedAt, verdict) => {
      const token = { sessionId: session, counter, mac: Buffer.alloc(24) };
      expect(decideTokenReuse(token, { refreshTokenCounter, refreshedAt }, NOW, 10)).toBe(verdict);
    },
  );
});

describe('device rules', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/130.0 Safari/604.1', 'Chrome on iPad'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Safari/537.36', 'Chrome on Android'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Chrome/130.0 Safari/537.36 OPR/115.0', 'Opera on Mac'],
    ['Mozilla/5.0 (Macintosh; PPC) Safari/1', 'Safari on Mac'],
    ['Mozilla/5.0 (X11; CrOS x86_64) Chrome/130.0', 'Chrome on Chromebook'],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', 'Firefox on Linux'],
    ['FxiOS/130.0 (iPhone)', 'Firefox on iPhone'],
    ['Firefox/130.0', 'Firefox'],
    ['something on Windows', 'Windows'],
    ['curl/8', 'Unknown device'],
    [null, 'Unknown device'],
  ])('describe %s as %s', (userAgent, name) => {
    expect(describeDevice(english, userAgent)).toBe(name);
    expect(translateDevice(english, name)).toBe(name);
  });

  it.each([
    ['Chrome on Linux', 'Chrome sur Linux'],
    ['Firefox', 'Firefox'],
    ['Windows', 'Windows'],
    ['Unknown device', 'Appareil inconnu'],
  ])('translate the stored %s to French as %s', (device, name) => {
    expect(translateDevice(getTranslator('fr'), device)).toBe(name);
  });
});

describe('redirect URLs', () => {
  const resolveTarget = (target: string | null, ...allowedTargets: string[]) =>
    toSafeRedirect(target, origin, allowedTargets);
  it.each([
    ['/back#part', [], `${origin}/back`],
    [null, [], origin],
    ['', [], origin],
    ['http://[', [], origin],
    [`https://a:b@crew.example/`, [], origin],
    [`https://:b@crew.example/`, [], origin],
    ['/a\\b', [], origin],
    ['https://partner.example/', ['https://**'], 'https://partner.example/'],
    ['https://partner.example/', [], origin],
    ['http://127.0.0.1:9/x', ['http://127.0.0.1:*/x'], 'http://127.0.0.1:9/x'],
    ['http://[::1]:9/x', ['http://**'], 'http://[::1]:9/x'],
    ['http://localhost:9/x', ['http://**'], 'http://localhost:9/x'],
    ['http://[2001:db8::1]/x', ['http://**'], origin],
    ['http://10.0.0.1/x', ['http://**'], origin],
    ['https://a.example/1', ['https://a.example/?'], 'https://a.example/1'],
    ['https://a.example/12', ['https://a.example/?'], origin],
    ['https://a.example/.', ['https://a.example/x'], origin],
    ['https://aXexample/', ['https://a.example/'], origin],
    ['https://a.example/x', ['https://a.example/'], origin],
    ['crew:a', ['crew:b'], origin],
    ['crew:a#part', ['crew:a**'], origin],
    ['https://a.example', ['https://a.example'], 'https://a.example/'],
    ['https://a.example/x?y', ['https://b.example/**', 'https://a.example/**'], 'https://a.example/x?y'],
  ])('resolve from %s, when %o is allowed, to %s', (target, allowedTargets, where) => {
    expect(resolveTarget(target, ...allowedTargets)).toBe(where);
  });

  it('keep existing parameters when new ones are added', () => {
    expect(addParameters('https://a.example/x?a=1&code=old', { code: 'new', b: '2' })).toBe(
      'https://a.example/x?a=1&code=new&b=2',
    );
  });
});

describe('OAuth client rules', () => {
  it.each([
    ['nothing', "isn't a full address"],
    ['https://a.example/#', 'must not have a fragment'],
    ['https://a@b.example/', 'must not carry a password'],
    ['https://:a@b.example/', 'must not carry a password'],
    ['data:text/html,x', 'data: addresses are not allowed'],
    ...['javascript', 'vbscript', 'file', 'blob', 'about', 'ws', 'wss', 'ftp'].map((scheme): [string, string] => [
      `${scheme}://x`,
      `${scheme}: addresses are not allowed`,
    ]),
    ['http://a.example/', 'must use https'],
    ['http://localhost/', undefined],
    ['http://127.0.0.1:8/', undefined],
    ['http://[::1]/', undefined],
    ['https://a.example/x?y', undefined],
    ['org.app:/x', undefined],
  ])('check the redirect URL %s: %s', (address, problem) => {
    if (problem) expect(findRedirectProblem(address!)).toContain(problem);
    else expect(findRedirectProblem(address!)).toBeUndefined();
  });

  it.each([
    [null, undefined],
    ['', undefined],
    ['https://a.example', undefined],
    ['http://a.example', undefined],
    ['ftp://a.example', 'logo_uri must be a full https address.'],
    ['a.example', 'logo_uri must be a full https address.'],
  ])('check the logo URL %s: %s', (address, problem) => {
    expect(findSiteProblem('logo_uri', address)).toBe(problem);
  });

  it.each([
    ['https://a.example/x', ['https://a.example/x'], true],
    ['https://a.example/x', ['https://b.example/', 'https://a.example/x'], true],
    ['https://a.example/x', [], false],
    ['nonsense', ['http://localhost/x'], false],
    ['http://localhost:5/x', ['nonsense'], false],
    ['http://localhost:5/x', ['http://localhost/x'], true],
    ['http://[::1]:5/x', ['http://[::1]:6/x'], true],
    ['http://localhost:5/y', ['http://localhost/x'], false],
    ['http://localhost:5/x#', ['http://localhost/x'], false],
    ['http://a.example:5/x', ['http://a.example/x'], false],
    ['https://localhost:5/x', ['https://localhost/x'], false],
    ['https://localhost:5/x', ['http://localhost/x'], false],
  ])('match %s against the registered %o: %s', (address, registeredUrls, expected) => {
    expect(isRegistered(address, registeredUrls)).toBe(expected);
  });

  it('parse known scopes without duplicates, in our order', () => {
    expect(parseScopes('email  openid email')).toEqual(['openid', 'email']);
    expect(parseScopes('openid profile email')).toEqual(['openid', 'profile', 'email']);
    expect(parseScopes('openid phone')).toBeUndefined();
    expect(parseScopes(' ')).toEqual([]);
  });

  it('skip consent only when every requested scope was already granted', () => {
    expect(areScopesCovered('openid email', 'email')).toBe(true);
    expect(areScopesCovered('openid email', 'email profile')).toBe(false);
    expect(areScopesCovered('openid', 'email')).toBe(false);
  });

  it.each([
    [undefined, undefined, 'confidential', 'client_secret_basic'],
    [undefined, 'none', 'public', 'none'],
    [undefined, 'client_secret_post', 'confidential', 'client_secret_post'],
    ['public', undefined, 'public', 'none'],
    ['confidential', null, 'confidential', 'client_secret_basic'],
    ['public', 'client_secret_basic', undefined, undefined],
    ['confidential', 'none', undefined, undefined],
  ] as const)('resolve type %s and auth method %s to type %s and method %s', (type, method, clientType, authMethod) => {
    expect(resolveClientKind(type, method)).toEqual(clientType ? { clientType, authMethod } : undefined);
  });
});

describe('an encrypted secret', () => {
  const [one, two] = [parseEncryptionKey('the one key'), parseEncryptionKey('the other key')];
  const iv = Buffer.alloc(12, 3);

  it('names its key and is decrypted with that key when there are several', () => {
    const text = encrypt(one, 'Grüße', 'here', iv);
    expect(text).toMatch(new RegExp(`^sealed:1:${one.id}:[\\w-]+$`));
    expect(one.id).toMatch(/^[0-9a-f]{8}$/);
    expect(one.bytes).toHaveLength(32);
    expect(decrypt([two, one], text, 'here')).toBe('Grüße');
    expect([isEncryptedWith(one, text), isEncryptedWith(two, text)]).toEqual([true, false]);
    expect([isEncrypted(text), isEncrypted('plain'), isEncrypted(`x${text}`)]).toEqual([true, false, false]);
    expect(() => decrypt([two], text, 'here')).toThrow(
      'A stored secret was encrypted with a key that AUTH_ENCRYPTION_KEY no longer lists.',
    );
    expect(() => decrypt([one], text, 'there')).toThrow();
  });
});

describe('the id in the response to a sign-up', () => {
  it('looks like a random UUID and is stable for an address', () => {
    const id = createDecoyId('secret', 'a@example.test');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(createDecoyId('secret', 'a@example.test')).toBe(id);
    expect(createDecoyId('secret', 'b@example.test')).not.toBe(id);
    expect(createDecoyId('other', 'a@example.test')).not.toBe(id);
  });
});
