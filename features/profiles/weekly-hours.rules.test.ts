import { describe, expect, it } from 'vitest';
import { countWeeklyMinutes, hasTooFewHours } from './weekly-hours.rules.ts';

const createWindow = (days: 'Mon' | 'Sun', start: string, end: string) => ({ days: [days] as const, start, end });

describe('the hours of a week', () => {
  it('are counted to the minute, past midnight, and once where they overlap', () => {
    expect(countWeeklyMinutes([createWindow('Mon', '19:30', '21:15')])).toBe(105);
    expect(countWeeklyMinutes([createWindow('Sun', '23:00', '01:00'), createWindow('Mon', '00:00', '02:00')])).toBe(
      180,
    );
  });

  it.each([
    ['20:59', true],
    ['21:00', false],
  ])('are too few when they end at %s', (end, expected) => {
    expect(hasTooFewHours([createWindow('Mon', '19:00', end)])).toBe(expected);
  });

  it('are too few when there are none', () => {
    expect(hasTooFewHours([])).toBe(true);
  });
});
