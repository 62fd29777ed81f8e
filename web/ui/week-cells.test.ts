import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { WEEK_STARTS } from '../../time/week-start.ts';
import { listDaysFrom } from './drawn-spans.ts';
import {
  countHours,
  createEmptyWeek,
  formatWeekLines,
  parseWeekWindows,
  rotateWeek,
  toWeekWindows,
  unrotateWeek,
} from './week-cells.ts';

const week = fc.array(fc.boolean(), { minLength: 168, maxLength: 168 });

describe('week grid', () => {
  test('turns 19:00–23:00 into four hourly cells', () => {
    const cells = parseWeekWindows([{ days: ['Tue'], start: '19:00', end: '23:00' }]);
    expect(cells.flatMap((on, index) => (on ? [index] : []))).toEqual([24 + 19, 24 + 20, 24 + 21, 24 + 22]);
  });

  test('continues past midnight into the next day, and from Sunday into Monday', () => {
    const cells = parseWeekWindows([{ days: ['Fri', 'Sun'], start: '22:00', end: '02:00' }]);
    const on = cells.flatMap((cell, index) => (cell ? [index] : []));
    expect(on).toEqual([0, 1, 4 * 24 + 22, 4 * 24 + 23, 5 * 24, 5 * 24 + 1, 6 * 24 + 22, 6 * 24 + 23]);
    expect(formatWeekLines(english, cells, 24)).toEqual(['Fri, Sun 22:00–02:00']);
    expect(formatWeekLines(english, cells, 12)).toEqual(['Fri, Sun 10:00 PM–2:00 AM']);
  });

  test('leaves out hours that a window only partly covers', () => {
    expect(countHours(parseWeekWindows([{ days: ['Mon'], start: '19:30', end: '21:30' }]))).toBe(1);
  });

  test.each(['24:00', '00:00'])('reads an end at %s as midnight', (end) => {
    expect(countHours(parseWeekWindows([{ days: ['Wed'], start: '20:00', end }]))).toBe(4);
  });

  test('formats a whole day or week as "all day"', () => {
    const day = parseWeekWindows([{ days: ['Sat'], start: '00:00', end: '24:00' }]);
    expect(formatWeekLines(english, day, 24)).toEqual(['Sat all day']);
    expect(
      formatWeekLines(
        english,
        createEmptyWeek().map(() => true),
        24,
      ),
    ).toEqual(['Mon, Tue, Wed, Thu, Fri, Sat, Sun all day']);
  });

  test('returns no windows when the week is empty', () => {
    expect(toWeekWindows(createEmptyWeek())).toEqual([]);
  });

  test("orders lines and days by the first day of the reader's week", () => {
    const cells = parseWeekWindows([
      { days: ['Mon', 'Sun'], start: '20:00', end: '23:00' },
      { days: ['Sat'], start: '10:00', end: '12:00' },
    ]);
    expect(formatWeekLines(english, cells, 24, 1)).toEqual(['Mon, Sun 20:00–23:00', 'Sat 10:00–12:00']);
    expect(formatWeekLines(english, cells, 24, 7)).toEqual(['Sun, Mon 20:00–23:00', 'Sat 10:00–12:00']);
    expect(formatWeekLines(english, cells, 24, 6)).toEqual(['Sat 10:00–12:00', 'Sun, Mon 20:00–23:00']);
    expect(listDaysFrom(7)).toEqual([6, 0, 1, 2, 3, 4, 5]);
    expect(listDaysFrom(6)).toEqual([5, 6, 0, 1, 2, 3, 4]);
  });

  test('returns the same cells when the week is rotated and rotated back', () => {
    fc.assert(
      fc.property(week, fc.constantFrom(...WEEK_STARTS), (cells, start) => {
        const rotatedWeek = rotateWeek(cells, start);
        expect(listDaysFrom(start).flatMap((day) => cells.slice(day * 24, day * 24 + 24))).toEqual(rotatedWeek);
        expect(unrotateWeek(rotatedWeek, start)).toEqual(cells);
      }),
    );
  });

  test('survives a round trip between windows and cells for any painted week', () => {
    fc.assert(
      fc.property(week, (cells) => {
        expect(parseWeekWindows(toWeekWindows(cells))).toEqual(cells);
      }),
    );
  });
});
