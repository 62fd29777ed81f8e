import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { WEEKDAYS, type WeeklyWindow } from './matcher-schema.ts';
import { weekArbitrary, windowArbitrary, zoneArbitrary } from './test-arbitraries.ts';
import { BIN_MINUTES, countBits, intervalInstants, listIntervals, toWeekBins, WEEK_BINS, WEEK_WORDS } from './week.ts';

function listBins(weekOf: string, zone: string, windows: WeeklyWindow[], slots: [number, number][] = []): Int32Array {
  const weekBits = new Int32Array(WEEK_WORDS);
  toWeekBins(weekOf).fill(weekBits, 0, { timezone: zone, windows, slots });
  return weekBits;
}

function getHours(weekBits: Int32Array): number {
  return (weekBits.reduce((sum, word) => sum + countBits(word), 0) * BIN_MINUTES) / 60;
}

/** Returns whether a wall clock in `zone` shows a time within the window at this time, without using bins. */
function isFree(instant: Temporal.Instant, zone: string, window: WeeklyWindow): boolean {
  const local = instant.toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const today = WEEKDAYS[local.dayOfWeek - 1]!;
  const yesterday = WEEKDAYS[(local.dayOfWeek + 5) % 7]!;
  const { start, end } = window;
  if (end > start) return window.days.includes(today) && time >= start && time < end;
  return (window.days.includes(today) && time >= start) || (window.days.includes(yesterday) && time < end);
}

describe('availability in a concrete week', () => {
  test('keeps a New York evening at the same wall-clock time across a clock change', () => {
    const window: WeeklyWindow = { days: ['Wed'], start: '19:00', end: '23:00' };
    const winter = listIntervals(listBins('2026-03-02', 'America/New_York', [window]));
    const summer = listIntervals(listBins('2026-03-09', 'America/New_York', [window]));
    expect(winter).toEqual([[3 * 1440, 3 * 1440 + 240]]);
    expect(summer).toEqual([[2 * 1440 + 1380, 3 * 1440 + 180]]);
  });

  test('gives a night across a clock change its actual number of hours', () => {
    const night: WeeklyWindow = { days: ['Sat'], start: '22:00', end: '06:00' };
    expect(getHours(listBins('2026-03-16', 'Europe/Berlin', [night]))).toBe(8);
    expect(getHours(listBins('2026-03-23', 'Europe/Berlin', [night]))).toBe(7);
    expect(getHours(listBins('2026-10-19', 'Europe/Berlin', [night]))).toBe(9);
  });

  test('includes all of a window that spans midnight', () => {
    expect(listIntervals(listBins('2026-01-12', 'UTC', [{ days: ['Fri'], start: '22:00', end: '03:00' }]))).toEqual([
      [4 * 1440 + 1320, 5 * 1440 + 180],
    ]);
  });

  test('returns no availability for an unknown zone', () => {
    expect(getHours(listBins('2026-01-12', 'Nowhere/Land', [{ days: ['Fri'], start: '10:00', end: '12:00' }]))).toBe(0);
  });

  test('counts only whole bins of a slot', () => {
    expect(listIntervals(listBins('2026-01-12', 'UTC', [], [[5, 64]]))).toEqual([[15, 60]]);
  });

  test('marks a bin as free only when every minute of it is within the window', () => {
    fc.assert(
      fc.property(
        weekArbitrary,
        zoneArbitrary,
        windowArbitrary,
        fc.array(fc.integer({ min: 0, max: WEEK_BINS - 1 }), { minLength: 12, maxLength: 12 }),
        (weekOf, zone, window, bins) => {
          // Exclude equal start and end, because a window around the clock from 12:07 meets the next day's window in a
          // bin that neither covers alone.
          fc.pre(window.start !== window.end);
          const weekBits = listBins(weekOf, zone, [window]);
          const origin = Temporal.Instant.from(`${weekOf}T00:00Z`);
          for (const bin of bins) {
            const isUnrestricted = [0, 14].every((minute) =>
              isFree(origin.add({ minutes: bin * 15 + minute }), zone, window),
            );
            // Skip days with a clock change, because the two calculations may differ within the repeated or skipped
            // hour.
            if (clocksChangeNear(origin.add({ minutes: bin * 15 }), zone)) continue;
            expect(((weekBits[bin >> 5]! >>> (bin & 31)) & 1) === 1).toBe(isUnrestricted);
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('lists intervals that match the bins', () => {
    fc.assert(
      fc.property(
        weekArbitrary,
        zoneArbitrary,
        fc.array(windowArbitrary, { maxLength: 3 }),
        (weekOf, zone, windows) => {
          const weekBits = listBins(weekOf, zone, windows);
          const intervals = listIntervals(weekBits);
          const secondRow = new Int32Array(WEEK_WORDS);
          toWeekBins(weekOf).fill(secondRow, 0, { timezone: 'UTC', windows: [], slots: intervals });
          expect(secondRow).toEqual(weekBits);
          for (const slot of intervals) {
            const { start, end } = intervalInstants(weekOf, slot);
            expect((Date.parse(end) - Date.parse(start)) / 60_000).toBe(slot[1] - slot[0]);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

function clocksChangeNear(instant: Temporal.Instant, zone: string): boolean {
  const getOffset = (hours: number) => instant.add({ hours }).toZonedDateTimeISO(zone).offsetNanoseconds;
  return getOffset(-36) !== getOffset(36);
}
