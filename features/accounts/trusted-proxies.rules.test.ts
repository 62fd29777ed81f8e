import { describe, expect, it } from 'vitest';
import { findClientAddress, parseTrustedProxies } from './trusted-proxies.rules.ts';

const getAddress = (trusted: string, forwardedFor: string | null, peer: string | undefined = '10.0.0.9') =>
  findClientAddress(parseTrustedProxies(trusted) ?? undefined, forwardedFor, peer);

describe('parseTrustedProxies', () => {
  it.each(['yes', '11', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', 'proxy.local', '10.0.0.0/8,'])(
    'refuses %s',
    (text) => expect(parseTrustedProxies(text)).toBeNull(),
  );

  it.each(['false', '0'])('trusts no proxy with %s', (text) => expect(parseTrustedProxies(text)).toBeUndefined());
});

describe('findClientAddress', () => {
  it.each([
    ['false', '1.1.1.1', '10.0.0.9'],
    ['true', '1.1.1.1', '1.1.1.1'],
    ['true', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['true', null, '10.0.0.9'],
    ['true', ' , ', '10.0.0.9'],
    ['2', '6.6.6.6, 1.1.1.1, 10.0.0.8', '1.1.1.1'],
    ['2', '1.1.1.1', '1.1.1.1'],
    ['10.0.0.0/8', '6.6.6.6, 1.1.1.1, 10.0.0.8', '1.1.1.1'],
    ['10.0.0.0/8', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['10.0.0.0/8', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
    ['10.0.0.9', '1.1.1.1:4711', '1.1.1.1'],
    ['10.0.0.0/8,fd00::/8', '[2001:db8::1]:443, fd00::2', '2001:db8::1'],
  ])('returns the client behind %s from the header %s', (trusted, forwardedFor, address) => {
    expect(getAddress(trusted, forwardedFor)).toBe(address);
  });

  it('ignores the header of a caller outside of the trusted networks', () => {
    expect(getAddress('10.0.0.0/8', '1.1.1.1', '203.0.113.5')).toBe('203.0.113.5');
  });

  it('recognizes IPv4 proxies on a dual-stack socket', () => {
    expect(getAddress('10.0.0.0/8', '1.1.1.1', '::ffff:10.0.0.9')).toBe('1.1.1.1');
  });

  it('returns null without a connection', () => {
    expect(findClientAddress(undefined, null, undefined)).toBeNull();
  });
});
