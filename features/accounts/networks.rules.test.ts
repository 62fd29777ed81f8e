import { describe, expect, test } from 'vitest';
import { getNetwork, getRateLimitSubject } from './networks.rules.ts';

describe('getRateLimitSubject', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::ffff:1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('maps %s to %s', (ip, one) => expect(getRateLimitSubject(ip)).toBe(one));

  test('returns null without an address', () => expect(getRateLimitSubject(null)).toBeNull());
});

test('returns the network to log, and null for an invalid address', () => {
  expect(getNetwork('203.0.113.7')).toBe('203.0.113.0/24');
  expect(getNetwork('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
  expect([getNetwork(null), getNetwork('nowhere')]).toEqual([null, null]);
});
