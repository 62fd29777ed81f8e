import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIso } from './instants.ts';
import { parseInstant } from './postgres-instants.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-03-01 12:00:00+00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00.123456+05:30', '2026-03-01T06:30:00.123Z'],
    ['2026-03-01T12:00:00+00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['infinity', '9999-12-31T23:59:59.999Z'],
    ['20000-01-01t00:00:00+00:00', '9999-12-31T23:59:59.999Z'],
    ['12345-01-01', '9999-12-31T23:59:59.999Z'],
    ['-infinity', '0001-01-01T00:00:00.000Z'],
    ['0044-03-15 00:00:00+00 BC', '0001-01-01T00:00:00.000Z'],
    ['0044-03-15T00:00:00+00:00 BC', '0001-01-01T00:00:00.000Z'],
    ['0044-03-15 00:00:00+00', '0044-03-15T00:00:00.000Z'],
    ['0044-03-15T00:00:00.5+00:00', '0044-03-15T00:00:00.500Z'],
    ['12026-01-01 00:00:00+00', '9999-12-31T23:59:59.999Z'],
    ['294276-12-31 23:59:59.999999+00', '9999-12-31T23:59:59.999Z'],
    ['1883-11-18 12:00:00-04:56:02', '1883-11-18T16:56:02.000Z'],
  ])('parses %s', (text, expected) => {
    expect(parseInstant(text).toISOString()).toBe(expected);
    expect(toIso(text)).toBe(expected);
  });

  it('parses every instant with a four-digit year to the same ISO text as JavaScript', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        (date) => {
          expect(parseInstant(date.toISOString())).toEqual(date);
          expect(parseInstant(date.toISOString().replace('T', ' ').replace('Z', '+00'))).toEqual(date);
        },
      ),
    );
  });

  it('returns an invalid date for invalid input', () => {
    expect(parseInstant('never').getTime()).toBeNaN();
  });
});
