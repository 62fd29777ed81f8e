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
    ['[{"days": ["Mon"]', /^This isn't valid JSON: /],
    ['"evenings"', /^Write availability as a list, like/],
    ['[{"days": ["Mon"]}, {"days": ["Montag"]}]', /^Window 2: Choose days from Mon, Tue/],
    ['[{"days": ["Mon"], "start": "7pm"}]', /^Window 1: Write times like 19:00\.$/],
  ])('reports what is wrong with %s', (text, sentence) => {
    expect(readAvailability(text)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
