import { describe, expect, test } from 'vitest';
import { readAvailability } from './profile-hours.schema.ts';

describe('availability typed as JSON', () => {
  test('parses into a list of windows', () => {
    expect(readAvailability('[{"days": ["Tue", "Mon"], "start": "22:00", "end": "02:00"}]')).toEqual({
      windows: [{ days: ['Mon', 'Tue'], start: '22:00', end: '02:00' }],
    });
    expect(readAvailability('  ')).toEqual({ windows: [] });
  });

  test.each([
    ['[{"days": ["Mon"]', /^This is not valid JSON: /],
    ['"evenings"', /^Availability is a list such as/],
    ['[{"days": ["Mon"]}, {"days": ["Montag"]}]', /^Window 2: Days are Mon, Tue/],
    ['[{"days": ["Mon"], "start": "7pm"}]', /^Window 1: Times are written as 19:00\.$/],
  ])('reports what is wrong with %s', (text, sentence) => {
    expect(readAvailability(text)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
