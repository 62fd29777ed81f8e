import { describe, expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { readAvailability } from './profile-hours.schema.ts';

describe('availability typed as JSON', () => {
  test('parses into a list of windows', () => {
    expect(readAvailability(english, '[{"days": ["Tue", "Mon"], "start": "22:00", "end": "02:00"}]')).toEqual({
      windows: [{ days: ['Mon', 'Tue'], start: '22:00', end: '02:00' }],
    });
    expect(readAvailability(english, '  ')).toEqual({ windows: [] });
  });

  test.each([
    ['[{"days": ["Mon"]', /^This isn't valid JSON: /],
    ['"evenings"', /^Enter your availability as a list, like/],
    ['[{"days": ["Mon"]}, {"days": ["Montag"]}]', /^Time window 2: Choose days from Mon, Tue/],
    ['[{"days": ["Mon"], "start": "7pm"}]', /^Time window 1: Enter times like 19:00\.$/],
  ])('reports what is wrong with %s', (text, sentence) => {
    expect(readAvailability(english, text)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
