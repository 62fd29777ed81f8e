import { describe, expect, test } from 'vitest';
import { findProductionFaults, findSeedFault, findUnsetMode } from './production.ts';

const realSettings = { HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://crew.example', DATABASE_URL: 'postgres://db' };
const DEMO = true;
const NOT_DEMO = false;

describe('a server in production mode', () => {
  test('starts with keys, an https address and PostgreSQL', () => {
    expect(findProductionFaults({ ...realSettings, HOST: '0.0.0.0', TRUST_PROXY: true }, NOT_DEMO)).toEqual([]);
  });

  test.each([
    [{ HOST: '0.0.0.0' }, '0.0.0.0'],
    [{ HOST: '::' }, '::'],
    [{ HOST: '192.0.2.7' }, '192.0.2.7'],
    [{ HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://crew.example/' }, 'https://crew.example'],
    [{ HOST: '127.0.0.1', TRUST_PROXY: true }, '127.0.0.1 behind a proxy (TRUST_PROXY)'],
  ])('refuses to run as a publicly reachable demo: %o', (settings, where) => {
    const [fault, ...others] = findProductionFaults(settings, DEMO);
    expect(fault).toContain(`a demonstration on the public address ${where}.`);
    expect(others).toEqual([]);
  });

  test.each([
    { HOST: '127.0.0.1' },
    { HOST: 'localhost', PUBLIC_ORIGIN: 'http://localhost:3000' },
    { HOST: '::1', PUBLIC_ORIGIN: 'http://[::1]:3000' },
    { HOST: '127.0.0.2' },
  ])('allows a demo that only this machine can reach: %o', (settings) => {
    expect(findProductionFaults(settings, DEMO)).toEqual([]);
  });

  test.each(['AUTH_LIMITS_DISABLED', 'AUTH_AUTOCONFIRM', 'AUTH_PHONE_AUTOCONFIRM'])('starts without %s', (name) => {
    const fault = [`${name} is for tests. Remove it with NODE_ENV=production.`];
    expect(findProductionFaults({ ...realSettings, [name]: true }, NOT_DEMO)).toEqual(fault);
    expect(findProductionFaults({ HOST: '127.0.0.1', [name]: true }, DEMO)).toEqual(fault);
    expect(findProductionFaults({ ...realSettings, [name]: false }, NOT_DEMO)).toEqual([]);
  });

  test('refuses the embedded database unless the operator opts in explicitly', () => {
    const embedded = { ...realSettings, DATABASE_URL: undefined };
    expect(findProductionFaults(embedded, NOT_DEMO).join()).toMatch(
      /^DATABASE_URL is not set.*EMBEDDED_IN_PRODUCTION=true/,
    );
    expect(findProductionFaults({ ...embedded, EMBEDDED_IN_PRODUCTION: false }, NOT_DEMO)).toHaveLength(1);
    expect(findProductionFaults({ ...embedded, EMBEDDED_IN_PRODUCTION: true }, NOT_DEMO)).toEqual([]);
  });

  test('requires https for sign-in providers, except on this machine', () => {
    const findFaultsFor = (issuer: string) =>
      findProductionFaults(
        { ...realSettings, AUTH_OIDC_PROVIDERS: JSON.stringify([{ name: 'club', issuer }]) },
        NOT_DEMO,
      );
    expect(findFaultsFor('https://club.example')).toEqual([]);
    expect(findFaultsFor('http://127.0.0.1:9000')).toEqual([]);
    expect(findFaultsFor('http://club.example')).toEqual([
      'AUTH_OIDC_PROVIDERS: club uses http://club.example, where others could change its responses in transit. Use its https address.',
    ]);
  });

  test("sends the payment provider's key over https only, except on this machine", () => {
    const findFaultsFor = (STRIPE_API_URL: string) =>
      findProductionFaults({ ...realSettings, STRIPE_API_URL }, NOT_DEMO);
    expect(findFaultsFor('https://api.stripe.com')).toEqual([]);
    expect(findFaultsFor('http://127.0.0.1:9000')).toEqual([]);
    expect(findFaultsFor('http://stripe.example')).toEqual([
      'STRIPE_API_URL is http://stripe.example, where others could read the secret key in transit. Use an https address, or remove it.',
    ]);
  });

  test('requires an https address once other machines can reach it', () => {
    for (const PUBLIC_ORIGIN of ['HTTP://crew.example', 'ftp://crew.example']) {
      expect(findProductionFaults({ ...realSettings, PUBLIC_ORIGIN }, NOT_DEMO).join()).toMatch(
        /Use its https address/,
      );
    }
    const reachableEnv = { ...realSettings, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:3000' };
    expect(findProductionFaults(reachableEnv, NOT_DEMO).join()).toMatch(/Use its https address/);
    expect(findProductionFaults({ ...reachableEnv, HOST: '127.999.0.1' }, NOT_DEMO)).toHaveLength(1);
    expect(findProductionFaults({ ...realSettings, PUBLIC_ORIGIN: 'http://crew.example' }, NOT_DEMO).join()).toMatch(
      /its https address/,
    );
    expect(
      findProductionFaults({ ...realSettings, HOST: '0.0.0.0', PUBLIC_ORIGIN: undefined }, NOT_DEMO).join(),
    ).toMatch(/PUBLIC_ORIGIN is not set/);
    expect(findProductionFaults({ ...realSettings, PUBLIC_ORIGIN: 'http://localhost:3000' }, NOT_DEMO)).toEqual([]);
  });
});

describe('a server without NODE_ENV', () => {
  const unset = { ...realSettings, modeIsSet: false, demo: false };

  test.each([
    { PUBLIC_ORIGIN: 'https://crew.example' },
    { PUBLIC_ORIGIN: undefined, HOST: '0.0.0.0' },
    { PUBLIC_ORIGIN: undefined, TRUST_PROXY: true },
  ])('refuses to start with real keys when other machines can reach it: %o', (settings) => {
    expect(findUnsetMode({ ...unset, ...settings })).toMatch(
      /^NODE_ENV is not set, .*Set NODE_ENV=production, or NODE_ENV=dev/,
    );
  });

  test.each([
    { modeIsSet: true },
    { demo: true },
    { PUBLIC_ORIGIN: 'http://localhost:3000' },
    { PUBLIC_ORIGIN: undefined },
  ])('starts with %o', (settings) => {
    expect(findUnsetMode({ ...unset, ...settings })).toBeUndefined();
  });
});

test('refuses to seed players in an environment that looks like production', () => {
  const development = { HOST: '127.0.0.1', NODE_ENV: 'development', demo: true };
  expect(findSeedFault(development)).toBeUndefined();
  for (const change of [{ NODE_ENV: 'production' }, { demo: false }, { HOST: '0.0.0.0' }, { TRUST_PROXY: true }]) {
    expect([change, findSeedFault({ ...development, ...change })]).toEqual([
      change,
      expect.stringContaining('production'),
    ]);
  }
});
