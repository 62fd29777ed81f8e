import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDirectoryAddress, parseFilters, toStoredPlatform } from './directory.rules.ts';
import { decodeCursor, encodeCursor } from './directory-cursors.rules.ts';

describe('directory URL', () => {
  test.each([
    ['PSN', 'PS5'],
    ['Xbox', 'Xbox Series'],
    ['PC', 'PC'],
    ['Switch', 'Switch'],
    ['Other', 'Other'],
  ] as const)('maps the label %s to the stored platform %s', (label, platform) => {
    expect(toStoredPlatform(label)).toBe(platform);
  });

  test('parses filters from a URL, ignoring unknown values, empty values and "any" as mic', () => {
    expect(parseFilters(new URLSearchParams('platform=Xbox&role=&region=NA-East&mic=any&x=1'))).toEqual({
      platform: 'Xbox',
      region: 'NA-East',
    });
    expect(parseFilters(new URLSearchParams('role=Coach&mic=yes'))).toEqual({ mic: 'yes' });
  });

  test('formats a URL that parses to the same filters', () => {
    const filters = { platform: 'Xbox', role: 'C', region: 'SA', mic: 'no' } as const;
    const address = formatDirectoryAddress(filters, 'abc');
    expect(address).toBe('/protocol/find?platform=Xbox&role=C&region=SA&mic=no&cursor=abc');
    expect(parseFilters(new URL(address, 'http://x').searchParams)).toEqual(filters);
    expect(formatDirectoryAddress({})).toBe('/protocol/find');
  });
});

describe('directory cursor', () => {
  test('preserves the microseconds of the last row', () => {
    const cursor = { createdAt: '2026-11-20 06:54:10.123456+00', id: '3f9a0000-0000-4000-8000-000000000000' };
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    expect(encodeCursor(cursor)).toMatch(/^[\w-]+$/);
  });

  test('returns undefined for invalid cursors', () => {
    fc.assert(fc.property(fc.string(), (word) => decodeCursor(word) === undefined));
    expect(decodeCursor(encodeCursor({ createdAt: "2026'; drop", id: 'x' }))).toBeUndefined();
    expect(
      decodeCursor(encodeCursor({ createdAt: '2026-13-45 06:54:10+00', id: '3f9a0000-0000-4000-8000-000000000000' })),
    ).toBeUndefined();
  });
});
