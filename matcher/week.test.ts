import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { WEEKDAYS, type WeeklyWindow } from './matcher-schema.ts';
import { weekArbitrary, windowArbitrary, zoneArbitrary } from './test-arbitraries.ts';
import { BIN_MINUTES, bitCount, intervalInstants, listIntervals, toWeekBins, WEEK_BINS, WEEK_WORDS } from './week.ts';

function binsOf(weekOf: string, zone: string, windows: WeeklyWindow[], slots: [number, number][] = []): Int32Array {
  const words = new Int32Array(WEEK_WORDS);
  toWeekBins(weekOf).fill(words, 0, { timezone: zone, windows, slots });
  return words;
}

function hoursOf(words: Int32Array): number {
  return (words.reduce((sum, word) => sum + bitCount(word), 0) * BIN_MINUTES) / 60;
}

/** Whether a wall clock in `zone` shows a time within the window at this instant; knows nothing of bins. */
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
  test('an evening in New York is the same wall-clock time before and after the change of clocks', () => {
    const window: WeeklyWindow = { days: ['Wed'], start: '19:00', end: '23:00' };
    const winter = listIntervals(binsOf('2026-03-02', 'America/New_York', [window]));
    const summer = listIntervals(binsOf('2026-03-09', 'America/New_York', [window]));
    expect(winter).toEqual([[3 * 1440, 3 * 1440 + 240]]);
    expect(summer).toEqual([[2 * 1440 + 1380, 3 * 1440 + 180]]);
  });

  test('a night across the change of clocks has as many hours as the night really has', () => {
    const night: WeeklyWindow = { days: ['Sat'], start: '22:00', end: '06:00' };
    expect(hoursOf(binsOf('2026-03-16', 'Europe/Berlin', [night]))).toBe(8);
    expect(hoursOf(binsOf('2026-03-23', 'Europe/Berlin', [night]))).toBe(7);
    expect(hoursOf(binsOf('2026-10-19', 'Europe/Berlin', [night]))).toBe(9);
  });

  test('a window across midnight loses nothing', () => {
    expect(listIntervals(binsOf('2026-01-12', 'UTC', [{ days: ['Fri'], start: '22:00', end: '03:00' }]))).toEqual([
      [4 * 1440 + 1320, 5 * 1440 + 180],
    ]);
  });

  test('an unknown zone gives no availability', () => {
    expect(hoursOf(binsOf('2026-01-12', 'Nowhere/Land', [{ days: ['Fri'], start: '10:00', end: '12:00' }]))).toBe(0);
  });

  test('slots count whole bins only', () => {
    expect(listIntervals(binsOf('2026-01-12', 'UTC', [], [[5, 64]]))).toEqual([[15, 60]]);
  });

  test('a bin is free exactly when the wall clock says so at all its minutes', () => {
    fc.assert(
      fc.property(
        weekArbitrary,
        zoneArbitrary,
        windowArbitrary,
        fc.array(fc.integer({ min: 0, max: WEEK_BINS - 1 }), { minLength: 12, maxLength: 12 }),
        (weekOf, zone, window, bins) => {
          // Round the clock from 12:07 on, two days' windows meet within a bin, and neither covers it by itself.
          fc.pre(window.start !== window.end);
          const words = binsOf(weekOf, zone, [window]);
          const origin = Temporal.Instant.from(`${weekOf}T00:00Z`);
          for (const bin of bins) {
            const free = [0, 14].every((minute) => isFree(origin.add({ minutes: bin * 15 + minute }), zone, window));
            // On the days of a change the two clocks may differ within the repeated or skipped hour.
            if (clocksChangeNear(origin.add({ minutes: bin * 15 }), zone)) continue;
            expect(((words[bin >> 5]! >>> (bin & 31)) & 1) === 1).toBe(free);
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('intervals are the bins, told otherwise', () => {
    fc.assert(
      fc.property(
        weekArbitrary,
        zoneArbitrary,
        fc.array(windowArbitrary, { maxLength: 3 }),
        (weekOf, zone, windows) => {
          const words = binsOf(weekOf, zone, windows);
          const intervals = listIntervals(words);
          const again = new Int32Array(WEEK_WORDS);
          toWeekBins(weekOf).fill(again, 0, { timezone: 'UTC', windows: [], slots: intervals });
          expect(again).toEqual(words);
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
  const offset = (hours: number) => instant.add({ hours }).toZonedDateTimeISO(zone).offsetNanoseconds;
  return offset(-36) !== offset(36);
}
