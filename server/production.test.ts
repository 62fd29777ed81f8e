import { describe, expect, test } from 'vitest';
import { findProductionFaults, findSeedFault, findUnsetMode } from './production.ts';

const real = { HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://crew.example', DATABASE_URL: 'postgres://db' };
const DEMO = true;
const REAL = false;

describe('a server in production mode', () => {
  test('starts with keys, an https address and PostgreSQL', () => {
    expect(findProductionFaults({ ...real, HOST: '0.0.0.0', TRUST_PROXY: true }, REAL)).toEqual([]);
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
    expect(findProductionFaults({ ...real, [name]: true }, REAL)).toEqual(fault);
    expect(findProductionFaults({ HOST: '127.0.0.1', [name]: true }, DEMO)).toEqual(fault);
    expect(findProductionFaults({ ...real, [name]: false }, REAL)).toEqual([]);
  });

  test('refuses the embedded database unless the operator opts in explicitly', () => {
    const embedded = { ...real, DATABASE_URL: undefined };
    expect(findProductionFaults(embedded, REAL).join()).toMatch(
      /^DATABASE_URL is not set.*EMBEDDED_IN_PRODUCTION=true/,
    );
    expect(findProductionFaults({ ...embedded, EMBEDDED_IN_PRODUCTION: false }, REAL)).toHaveLength(1);
    expect(findProductionFaults({ ...embedded, EMBEDDED_IN_PRODUCTION: true }, REAL)).toEqual([]);
  });

  test('requires https for sign-in providers, except on this machine', () => {
    const asking = (issuer: string) =>
      findProductionFaults({ ...real, AUTH_OIDC_PROVIDERS: JSON.stringify([{ name: 'club', issuer }]) }, REAL);
    expect(asking('https://club.example')).toEqual([]);
    expect(asking('http://127.0.0.1:9000')).toEqual([]);
    expect(asking('http://club.example')).toEqual([
      'AUTH_OIDC_PROVIDERS: club uses http://club.example, where others could change its responses in transit. Use its https address.',
    ]);
  });

  test("sends the payment provider's key over https only, except on this machine", () => {
    const asking = (STRIPE_API_URL: string) => findProductionFaults({ ...real, STRIPE_API_URL }, REAL);
    expect(asking('https://api.stripe.com')).toEqual([]);
    expect(asking('http://127.0.0.1:9000')).toEqual([]);
    expect(asking('http://stripe.example')).toEqual([
      'STRIPE_API_URL is http://stripe.example, where others could read the secret key in transit. Use an https address, or remove it.',
    ]);
  });

  test('requires an https address once other machines can reach it', () => {
    for (const PUBLIC_ORIGIN of ['HTTP://crew.example', 'ftp://crew.example']) {
      expect(findProductionFaults({ ...real, PUBLIC_ORIGIN }, REAL).join()).toMatch(/Use its https address/);
    }
    const reached = { ...real, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:3000' };
    expect(findProductionFaults(reached, REAL).join()).toMatch(/Use its https address/);
    expect(findProductionFaults({ ...reached, HOST: '127.999.0.1' }, REAL)).toHaveLength(1);
    expect(findProductionFaults({ ...real, PUBLIC_ORIGIN: 'http://crew.example' }, REAL).join()).toMatch(
      /its https address/,
    );
    expect(findProductionFaults({ ...real, HOST: '0.0.0.0', PUBLIC_ORIGIN: undefined }, REAL).join()).toMatch(
      /PUBLIC_ORIGIN is not set/,
    );
    expect(findProductionFaults({ ...real, PUBLIC_ORIGIN: 'http://localhost:3000' }, REAL)).toEqual([]);
  });
});

describe('a server without NODE_ENV', () => {
  const unset = { ...real, modeIsSet: false, demo: false };

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

test('refuses to seed players in anything that looks like production', () => {
  const development = { HOST: '127.0.0.1', NODE_ENV: 'development', demo: true };
  expect(findSeedFault(development)).toBeUndefined();
  for (const change of [{ NODE_ENV: 'production' }, { demo: false }, { HOST: '0.0.0.0' }, { TRUST_PROXY: true }]) {
    expect([change, findSeedFault({ ...development, ...change })]).toEqual([
      change,
      expect.stringContaining('production'),
    ]);
  }
});
