import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type EnvironmentError, readEnv } from './env.ts';
import { VARIABLES } from './variables.ts';

function listSentences(variables: Record<string, string>): string[] {
  try {
    readEnv(variables);
  } catch (error) {
    return (error as EnvironmentError).messages;
  }
  return [];
}

const OIDC = { name: 'corp', issuer: 'https://login.corp.example', clientId: 'a', clientSecret: 'b' };

describe('readEnv', () => {
  test('starts as a demo on localhost when nothing is set', () => {
    const env = readEnv({});
    expect(env).toMatchObject({ demo: true, origin: 'http://localhost:3000', ROLE: 'all', DATA_DIR: 'data' });
  });

  test('reads an empty variable as unset', () => {
    const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']));
    expect(readEnv(empty)).toEqual(readEnv({}));
  });

  test('reports all problems at once, in one sentence per variable', () => {
    const sentences = listSentences({ PORT: 'x', ROLE: 'boss', DATABASE_URL: 'mysql://x', PUBLIC_ORIGIN: 'nowhere' });
    expect(sentences).toEqual([
      'PORT must be a number.',
      'PUBLIC_ORIGIN must be a full address such as https://example.org.',
      'ROLE must be web, worker or all.',
      'DATABASE_URL must start with postgres:// or postgresql://.',
    ]);
  });

  test('refuses placeholders of the deploy files', () => {
    expect(listSentences({ METRICS_TOKEN: 'CHANGE-ME' })).toEqual([
      'METRICS_TOKEN still has a placeholder: replace CHANGE-ME.',
    ]);
  });

  test('refuses a key when the other key of its pair is missing', () => {
    expect(listSentences({ TWITCH_CLIENT_SECRET: 's' })).toEqual([
      'TWITCH_CLIENT_SECRET is set but TWITCH_CLIENT_ID is not: set both, or neither.',
    ]);
  });

  test('refuses a DKIM domain without a selector, but not a selector without a domain', () => {
    const { privateKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    expect(listSentences({ MAIL_DKIM_DOMAIN: 'crew.example', MAIL_DKIM_KEY: privateKey })).toEqual([
      'MAIL_DKIM_DOMAIN is set but MAIL_DKIM_SELECTOR is not: set both.',
    ]);
    expect(listSentences({ MAIL_DKIM_SELECTOR: 'key1' })).toEqual([]);
  });

  test('refuses a demo on a public address in production', () => {
    const variables = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://crew.example' };
    expect(listSentences(variables)[0]).toContain('demonstration on the public address https://crew.example');
    const keys = { TWITCH_CLIENT_ID: 'a', TWITCH_CLIENT_SECRET: 'b', DATABASE_URL: 'postgres://db' };
    expect(listSentences({ ...variables, ...keys })).toEqual([]);
  });

  test('refuses a symmetric key for signing', () => {
    const AUTH_SIGNING_KEYS = JSON.stringify([{ kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }]);
    expect(listSentences({ AUTH_SIGNING_KEYS })[0]).toContain('is symmetric');
    expect(listSentences({ AUTH_LEGACY_SECRET: 'short' })[0]).toContain('at least 32 characters');
  });

  test.each([
    ['MAIL_FROM', 'Planet Crew', 'MAIL_FROM must be an address such as crew@example.org'],
    ['MAIL_FROM', 'a@b.example, c@d.example', 'MAIL_FROM must be an address'],
    ['MAIL_FROM', 'Crew <crew@b.example>\r\nBcc: x@y.example', 'MAIL_FROM must be an address'],
    ['AUTH_REDIRECT_ALLOW', 'app.example.org', `"app.example.org" isn't valid.`],
    ['AUTH_REDIRECT_ALLOW', 'https://ok.example/**, **', `"**" isn't valid.`],
    ['AUTH_REDIRECT_ALLOW', 'https://**', `"https://**" isn't valid.`],
    ['AUTH_REDIRECT_ALLOW', 'https://*.*/callback', `"https://*.*/callback" isn't valid.`],
    ['AUTH_REDIRECT_ALLOW', 'https://**example.org', `"https://**example.org" isn't valid.`],
    ['AUTH_REDIRECT_ALLOW', 'https://*.com', `"https://*.com" isn't valid.`],
    ['AUTH_PASSKEY_RP_ID', 'https://crew.example', 'a host name only'],
    ['AUTH_PASSKEY_ORIGINS', 'crew.example', 'scheme, host and port only'],
    ['PROXY_COUNTRY_HEADER', 'CF IPCountry', 'the name of one header'],
    ['AUTH_OIDC_PROVIDERS', 'x', 'AUTH_OIDC_PROVIDERS must be a JSON array.'],
    ['AUTH_OIDC_PROVIDERS', '[null]', "entry 1 can't be used (it isn't an object)"],
    ['AUTH_OIDC_PROVIDERS', JSON.stringify([{ name: 'a' }]), '("issuer" is missing or invalid)'],
    ['AUTH_OIDC_PROVIDERS', JSON.stringify([{ ...OIDC, issuer: 'corp' }]), '("issuer" is missing or invalid)'],
    ['AUTH_OIDC_PROVIDERS', JSON.stringify([{ ...OIDC, secret: 'x' }]), `("secret" isn't a known field)`],
    ['AUTH_OIDC_PROVIDERS', JSON.stringify([OIDC, OIDC]), 'the name "corp" occurs twice'],
  ])('refuses an invalid %s: %s', (name, value, sentence) => {
    const problems = listSentences({ [name]: value });
    expect(problems.join()).toContain(sentence);
    expect(problems.every((one) => one.startsWith(name))).toBe(true);
  });

  test('accepts valid values', () => {
    const sets: Record<string, string>[] = [
      { MAIL_FROM: 'crew@b.example' },
      { MAIL_FROM: 'Planet Crew <crew@b.example>' },
      { AUTH_REDIRECT_ALLOW: 'https://app.example/**, https://*.example.org/*, http://localhost:*/**, my-app://**' },
      { AUTH_REDIRECT_ALLOW: 'com.example.app:/callback' },
      { AUTH_PASSKEY_RP_ID: 'crew.example', AUTH_PASSKEY_ORIGINS: 'https://crew.example, http://localhost:3000' },
      { AUTH_OIDC_PROVIDERS: JSON.stringify([{ ...OIDC, domains: ['corp.example'] }]) },
      { AUTH_OIDC_PROVIDERS: '[]' },
    ];
    for (const variables of sets) expect(listSentences(variables)).toEqual([]);
  });

  test('accepts only scheme, host and port as the origin, and strips a trailing slash', () => {
    for (const PUBLIC_ORIGIN of [
      'https://u:p@crew.example',
      'https://crew.example/a?b#c',
      'ftp://crew.example',
      'https://*',
    ]) {
      expect(listSentences({ PUBLIC_ORIGIN }).join()).toContain('scheme, host and port only');
    }
    expect(readEnv({ PUBLIC_ORIGIN: 'https://crew.example/' }).origin).toBe('https://crew.example');
  });
});
