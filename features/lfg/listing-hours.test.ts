import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { toWallSpans } from '../../time/week-spans.ts';
import { WEEK_STARTS } from '../../time/week-start.ts';
import { WEEK_DAYS } from '../profiles/game.schema.ts';
import {
  formatIntervals,
  formatSlots,
  getCurrentWeek,
  intersectIntervals,
  sumHours,
  toListingSlots,
  toSlots,
  toWeekIntervals,
} from './listing-hours.rules.ts';

const in24 = (zone: string) => ({ zone, clock: 24 as const });
const toMs = (iso: string) => Date.parse(iso);
const createSlot = (day: 'Mon' | 'Sun' | 'Sat' | 'Tue', start: string, end: string) => ({ day, start, end });

describe('toListingSlots', () => {
  const now = new Date('2026-03-03T12:00:00Z');
  const convert = (windows: { days: string[]; start: string; end: string }[], zone: string) =>
    toListingSlots({ timezone: 'America/New_York', availability: windows }, zone, now);

  it("keeps a player's hours in their own zone", () => {
    const windows = [
      { days: ['Wed', 'Mon'], start: '19:00', end: '23:00' },
      { days: ['Sun'], start: '21:00', end: '24:00' },
    ];
    expect(convert(windows, 'America/New_York')).toEqual([
      createSlot('Mon', '19:00', '23:00'),
      { ...createSlot('Mon', '19:00', '23:00'), day: 'Wed' },
      createSlot('Sun', '21:00', '00:00'),
    ]);
  });

  it('converts hours to another zone, on the day they fall on there', () => {
    expect(convert([{ days: ['Mon', 'Sun'], start: '19:00', end: '23:00' }], 'Europe/Paris')).toEqual([
      createSlot('Mon', '01:00', '05:00'),
      createSlot('Tue', '01:00', '05:00'),
    ]);
  });

  it("ends a whole day a minute earlier, because a slot can't end when it starts", () => {
    expect(convert([{ days: ['Sat'], start: '00:00', end: '24:00' }], 'America/New_York')).toEqual([
      createSlot('Sat', '00:00', '23:59'),
    ]);
  });
});

describe("hours in the viewer's time zone", () => {
  it('begin on Monday', () => {
    expect(getCurrentWeek(new Date('2026-03-05T12:00:00Z'), 'America/New_York')[0]).toBe(toMs('2026-03-02T05:00:00Z'));
    expect(getCurrentWeek(new Date('2026-03-02T03:00:00Z'), 'America/New_York')[0]).toBe(toMs('2026-02-23T05:00:00Z'));
    expect(getCurrentWeek(new Date('2026-03-01T20:00:00Z'), 'Australia/Sydney')[0]).toBe(toMs('2026-03-01T13:00:00Z'));
  });

  it("are converted from the owner's local time", () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'Europe/Paris');
    const found = toWeekIntervals([createSlot('Mon', '20:00', '23:00')], 'America/New_York', week);
    expect(formatIntervals(english, found, in24('Europe/Paris'))).toEqual(['Tue 02:00–05:00']);
    expect(sumHours(found)).toBe(3);
    expect(toWallSpans(found, 'Europe/Paris')).toEqual([[26 * 60, 29 * 60]]);
  });

  it('cross midnight and continue from Sunday into the next week', () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'UTC');
    const found = toWeekIntervals([createSlot('Sun', '22:00', '02:00')], 'UTC', week);
    expect(formatIntervals(english, found, in24('UTC'))).toEqual(['Mon 00:00–02:00', 'Sun 22:00–00:00']);
    expect(sumHours(found)).toBe(4);
  });

  it("have one line per slot, even at the edges of the viewer's week", () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'Europe/Paris');
    const slots = [
      createSlot('Mon', '20:00', '22:00'),
      createSlot('Mon', '22:00', '23:00'),
      createSlot('Sat', '20:00', '23:00'),
      createSlot('Sun', '16:00', '22:00'),
    ];
    expect(formatSlots(english, slots, { of: 'America/New_York', reader: in24('Europe/Paris'), week })).toEqual([
      'Tue 02:00–04:00',
      'Tue 04:00–05:00',
      'Sun 02:00–05:00',
      // By then, the owner's clocks have changed but the viewer's haven't.
      'Sun 21:00–03:00',
    ]);
    expect(formatSlots(english, [], { of: 'UTC', reader: in24('UTC'), week })).toEqual([]);
  });

  it('round shared hours down to half an hour', () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'UTC');
    expect(sumHours(toWeekIntervals([createSlot('Mon', '20:00', '22:30')], 'UTC', week))).toBe(2.5);
    expect(sumHours(toWeekIntervals([createSlot('Mon', '20:00', '22:59')], 'UTC', week))).toBe(2.5);
  });

  it('have their actual length when clocks change', () => {
    // Clocks in New York go from 02:00 to 03:00 on Sunday, March 8, 2026.
    const week = getCurrentWeek(new Date('2026-03-04T12:00:00Z'), 'America/New_York');
    expect(sumHours(toWeekIntervals([createSlot('Sun', '00:00', '06:00')], 'America/New_York', week))).toBe(5);
    const nextWeek = getCurrentWeek(new Date('2026-03-10T12:00:00Z'), 'America/New_York');
    expect(sumHours(toWeekIntervals([createSlot('Sun', '00:00', '06:00')], 'America/New_York', nextWeek))).toBe(6);
  });

  it("end at the week's local midnight when clocks go back", () => {
    // In New York, November 1, 2026 has 25 hours and is the last day of a 169-hour week.
    const week = getCurrentWeek(new Date('2026-10-28T12:00:00Z'), 'America/New_York');
    expect((week[1] - week[0]) / HOUR_MS).toBe(169);
    const sunday = toWeekIntervals([createSlot('Sun', '20:00', '00:00')], 'America/New_York', week);
    expect(formatIntervals(english, sunday, in24('America/New_York'))).toEqual(['Sun 20:00–00:00']);
    expect(sumHours(sunday)).toBe(4);
    const reader = { zone: 'America/New_York', clock: 12 } as const;
    expect(
      formatSlots(english, [createSlot('Sun', '20:00', '00:00')], { of: 'America/New_York', reader, week }),
    ).toEqual(['Sun 8:00 PM–12:00 AM']);
    expect(toWallSpans(sunday, 'America/New_York')).toEqual([[164 * 60, 168 * 60]]);
  });

  it('include no hour twice when clocks go forward', () => {
    const week = getCurrentWeek(new Date('2026-03-04T12:00:00Z'), 'America/New_York');
    expect((week[1] - week[0]) / HOUR_MS).toBe(167);
    const monday = toWeekIntervals([createSlot('Mon', '00:00', '01:00')], 'America/New_York', week);
    expect(sumHours(monday)).toBe(1);
    expect(sumHours(toWeekIntervals([createSlot('Sun', '02:00', '03:00')], 'America/New_York', week))).toBe(0);
  });

  it('are not cut when they run past the end of a week with a clock change', () => {
    const week = getCurrentWeek(new Date('2026-10-28T12:00:00Z'), 'America/New_York');
    const reader = { zone: 'America/New_York', clock: 12 } as const;
    expect(
      formatSlots(english, [createSlot('Sun', '22:00', '02:00')], { of: 'America/New_York', reader, week }),
    ).toEqual(['Sun 10:00 PM–2:00 AM']);
    expect(
      formatSlots(english, [createSlot('Sat', '23:00', '01:30')], { of: 'America/New_York', reader, week }),
    ).toEqual(['Sat 11:00 PM–1:30 AM EDT']);
  });

  it("begin on the first day of the reader's week", () => {
    const now = new Date('2026-03-05T12:00:00Z');
    expect(getCurrentWeek(now, 'UTC', 7)).toEqual([toMs('2026-03-01T00:00:00Z'), toMs('2026-03-08T00:00:00Z')]);
    expect(getCurrentWeek(now, 'UTC', 6)).toEqual([toMs('2026-02-28T00:00:00Z'), toMs('2026-03-07T00:00:00Z')]);
    expect(getCurrentWeek(new Date('2026-03-01T00:00:00Z'), 'UTC', 7)[0]).toBe(toMs('2026-03-01T00:00:00Z'));
    const week = getCurrentWeek(now, 'UTC', 7);
    const slots = [createSlot('Mon', '20:00', '22:00'), createSlot('Sun', '20:00', '22:00')];
    expect(formatSlots(english, slots, { of: 'UTC', reader: in24('UTC'), week })).toEqual([
      'Sun 20:00–22:00',
      'Mon 20:00–22:00',
    ]);
  });

  it('match Temporal in all zones and weeks from 2024 to 2030', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
    const formatText = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const days = fc.constantFrom(...WEEK_DAYS);
    const slots = fc.array(
      fc
        .record({ day: days, start: clock.map(formatText), end: clock.map(formatText) })
        .filter(({ start, end }) => start !== end),
      { minLength: 1, maxLength: 4 },
    );
    const now = fc.integer({ min: Date.UTC(2024, 0, 3) / HOUR_MS, max: Date.UTC(2030, 11, 25) / HOUR_MS });
    const zone = fc.constantFrom(...zones, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Havana');
    const start = fc.constantFrom(...WEEK_STARTS);
    fc.assert(
      fc.property(
        fc.record({ all: slots, of: zone, reader: zone, hour: now, start }),
        ({ all, of, reader, hour, start }) => {
          const today = Temporal.Instant.fromEpochMilliseconds(hour * HOUR_MS)
            .toZonedDateTimeISO(reader)
            .toPlainDate();
          const first = today.subtract({ days: (today.dayOfWeek - start + 7) % 7 });
          const from = first.toZonedDateTime(reader).epochMilliseconds;
          const until = first.add({ days: 7 }).toZonedDateTime(reader).epochMilliseconds;
          const week = getCurrentWeek(new Date(hour * HOUR_MS), reader, start);
          expect(week).toEqual([from, until]);
          const free = new Set<number>();
          for (let hourOffset = -3; hourOffset <= 10; hourOffset += 1) {
            const date = first.add({ days: hourOffset });
            for (const slot of all) {
              if (WEEK_DAYS[date.dayOfWeek - 1] !== slot.day) continue;
              const endDate = slot.end > slot.start ? date : date.add({ days: 1 });
              const toInstant = (day: Temporal.PlainDate, plainTime: string) =>
                day.toZonedDateTime({ timeZone: of, plainTime }).epochMilliseconds;
              const [opens, closes] = [toInstant(date, slot.start), toInstant(endDate, slot.end)];
              for (let index = opens; index < closes; index += 15 * MINUTE_MS)
                if (index >= from && index < until) free.add(index);
            }
          }
          const found = toWeekIntervals(all, of, week);
          expect(found.reduce((sum, [a, b]) => sum + (b - a) / (15 * MINUTE_MS), 0)).toBe(free.size);
          for (const [a, b] of found)
            for (let index = a; index < b; index += 15 * MINUTE_MS) expect(free.has(index)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("overlap with a player's availability in another time zone", () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'America/Chicago');
    const listing = toWeekIntervals(
      [createSlot('Mon', '20:00', '23:00'), createSlot('Tue', '20:00', '23:00')],
      'America/New_York',
      week,
    );
    const ownIntervals = toWeekIntervals(
      toSlots([{ days: ['Mon', 'Tue'], start: '18:00', end: '21:00' }]),
      'America/Chicago',
      week,
    );
    expect(sumHours(intersectIntervals(listing, ownIntervals))).toBe(4);
    expect(sumHours(intersectIntervals(listing, []))).toBe(0);
  });

  it('merge adjacent and nested slots in any order and drop empty ones', () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'UTC');
    const formatLines = (...slots: ReturnType<typeof createSlot>[]) =>
      formatIntervals(english, toWeekIntervals(slots, 'UTC', week), in24('UTC'));
    expect(formatLines(createSlot('Mon', '22:00', '23:00'), createSlot('Mon', '20:00', '22:00'))).toEqual([
      'Mon 20:00–23:00',
    ]);
    expect(formatLines(createSlot('Mon', '20:00', '23:00'), createSlot('Mon', '21:00', '22:00'))).toEqual([
      'Mon 20:00–23:00',
    ]);
    expect(formatLines(createSlot('Sun', '22:00', '24:00'))).toEqual(['Sun 22:00–00:00']);
    expect(formatLines(createSlot('Mon', '20:30', '21:45'), createSlot('Sun', '09:15', '10:00'))).toEqual([
      'Mon 20:30–21:45',
      'Sun 09:15–10:00',
    ]);
    expect(formatLines(createSlot('Tue', '20:00', '20:00'))).toEqual(['Tue 20:00–20:00']);
    expect(sumHours(toWeekIntervals([createSlot('Tue', '20:00', '20:00')], 'UTC', week))).toBe(24);
  });

  it('are shared only where both players are available', () => {
    expect(intersectIntervals([[0, 5]], [[5, 9]])).toEqual([]);
    expect(
      intersectIntervals(
        [
          [0, 4],
          [6, 10],
          [12, 13],
        ],
        [
          [2, 7],
          [8, 9],
          [11, 14],
        ],
      ),
    ).toEqual([
      [2, 4],
      [6, 7],
      [8, 9],
      [12, 13],
    ]);
  });

  it('are drawn to the minute', () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'UTC');
    const toDrawnSpans = (start: string, end: string) =>
      toWallSpans(toWeekIntervals([createSlot('Mon', start, end)], 'UTC', week), 'UTC');
    expect(toDrawnSpans('20:30', '22:15')).toEqual([[1230, 1335]]);
    expect(toDrawnSpans('20:20', '20:45')).toEqual([[1220, 1245]]);
  });

  it('are drawn at their actual length when clocks change', () => {
    const formatNight = (now: string) => {
      const week = getCurrentWeek(new Date(now), 'America/New_York');
      const slots = [createSlot('Sun', '00:30', '04:00')];
      return toWallSpans(toWeekIntervals(slots, 'America/New_York', week), 'America/New_York').map((span) =>
        span.map((minute) => (minute - 6 * 1440) / 60),
      );
    };
    expect(formatNight('2026-01-14T12:00:00Z')).toEqual([[0.5, 4]]);
    expect(formatNight('2026-03-04T12:00:00Z')).toEqual([
      [0.5, 2],
      [3, 4],
    ]);
    expect(formatNight('2026-10-28T12:00:00Z')).toEqual([
      [0.5, 2],
      [1, 4],
    ]);
  });

  it('merge touching and nested slots in any order, without empty ones', () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'UTC');
    const formatLines = (...slots: ReturnType<typeof createSlot>[]) =>
      formatIntervals(english, toWeekIntervals(slots, 'UTC', week), in24('UTC'));
    expect(formatLines(createSlot('Mon', '22:00', '23:00'), createSlot('Mon', '20:00', '22:00'))).toEqual([
      'Mon 20:00–23:00',
    ]);
    expect(formatLines(createSlot('Mon', '20:00', '23:00'), createSlot('Mon', '21:00', '22:00'))).toEqual([
      'Mon 20:00–23:00',
    ]);
    expect(formatLines(createSlot('Sun', '22:00', '24:00'))).toEqual(['Sun 22:00–00:00']);
    expect(formatLines(createSlot('Mon', '20:30', '21:45'), createSlot('Sun', '09:15', '10:00'))).toEqual([
      'Mon 20:30–21:45',
      'Sun 09:15–10:00',
    ]);
    expect(formatLines(createSlot('Tue', '20:00', '20:00'))).toEqual(['Tue 20:00–20:00']);
    expect(sumHours(toWeekIntervals([createSlot('Tue', '20:00', '20:00')], 'UTC', week))).toBe(24);
  });

  it('overlap only where both are available, not at a shared boundary', () => {
    expect(intersectIntervals([[0, 5]], [[5, 9]])).toEqual([]);
    expect(
      intersectIntervals(
        [
          [0, 4],
          [6, 10],
          [12, 13],
        ],
        [
          [2, 7],
          [8, 9],
          [11, 14],
        ],
      ),
    ).toEqual([
      [2, 4],
      [6, 7],
      [8, 9],
      [12, 13],
    ]);
  });

  it('merge touching slots and support 24:00', () => {
    const week = getCurrentWeek(new Date('2026-03-03T12:00:00Z'), 'UTC');
    expect(
      formatIntervals(
        english,
        toWeekIntervals([createSlot('Mon', '20:00', '22:00'), createSlot('Mon', '21:00', '24:00')], 'UTC', week),
        in24('UTC'),
      ),
    ).toEqual(['Mon 20:00–00:00']);
  });
});
