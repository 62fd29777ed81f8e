import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { formatHourMark, formatWallHours, formatWallTime } from './reader-hours.ts';
import { formatReaderRange, formatWeekHours } from './reader-ranges.ts';
import {
  defaultClock,
  describeZone,
  ENGLISH,
  formatCalendarDay,
  formatReaderTime,
  formatUtcDay,
  formatWeekday,
  formatZoneName,
  toTimePreferences,
} from './reader-times.ts';

const NEW_YORK = { zone: 'America/New_York', clock: 12 } as const;
const PARIS = { zone: 'Europe/Paris', clock: 24 } as const;
const AT = '2026-11-26T02:00:00Z';
const UNTIL = '2026-11-26T04:30:00Z';

test.each([
  ['clock', '9:00 PM', '03:00'],
  ['weekday-clock', 'Wed 9:00 PM', 'Thu 03:00'],
  ['moment', 'Wed, Nov 25, 9:00 PM', 'Thu, Nov 26, 03:00'],
  ['long-date', 'Wednesday, November 25', 'Thursday, November 26'],
  ['long-day', 'November 25, 2026', 'November 26, 2026'],
  ['exact', 'Nov 25, 2026, 9:00 PM', 'Nov 26, 2026, 03:00'],
  ['full', 'Wednesday, November 25, 2026 at 9:00 PM', 'Thursday, November 26, 2026 at 03:00'],
] as const)("formats a time as %s in the reader's zone and on their clock", (shape, ofOne, ofOther) => {
  expect(formatReaderTime(ENGLISH, AT, shape, NEW_YORK)).toBe(ofOne);
  expect(formatReaderTime(ENGLISH, AT, shape, PARIS)).toBe(ofOther);
});

test('writes midnight as 12:00 AM or 00:00, never as 24:00', () => {
  expect(formatReaderTime(ENGLISH, '2026-11-26T05:00:00Z', 'clock', NEW_YORK)).toBe('12:00 AM');
  expect(formatReaderTime(ENGLISH, '2026-11-25T23:00:00Z', 'clock', PARIS)).toBe('00:00');
});

test("includes the year when it isn't the current one", () => {
  const now = new Date('2026-12-31T23:30:00Z');
  expect(formatReaderTime(ENGLISH, '2027-01-01T04:00:00Z', 'date', { ...NEW_YORK, now })).toBe('Thu, Dec 31');
  expect(formatReaderTime(ENGLISH, '2027-01-01T06:00:00Z', 'date', { ...NEW_YORK, now })).toBe('Fri, Jan 1, 2027');
});

test('writes the shared parts of a range only once', () => {
  expect(formatReaderRange(ENGLISH, [AT, UNTIL], 'moment', NEW_YORK)).toBe('Wed, Nov 25, 9:00–11:30 PM');
  expect(formatReaderRange(ENGLISH, [AT, UNTIL], 'zoned-moment', PARIS)).toBe('Thu, Nov 26, 03:00–05:30 GMT+1');
  const nextDay = '2026-11-26T06:00:00Z';
  expect(formatReaderRange(ENGLISH, [AT, nextDay], 'moment', NEW_YORK)).toBe(
    'Wed, Nov 25, 9:00 PM – Thu, Nov 26, 1:00 AM',
  );
  const formatWeek = (from: string, until: string, reader = NEW_YORK as typeof NEW_YORK | typeof PARIS) =>
    formatWeekHours(ENGLISH, new Date(from), new Date(until), reader);
  expect(formatWeek(AT, UNTIL)).toBe('Wed 9:00–11:30 PM');
  expect(formatWeek(AT, nextDay)).toBe('Wed 9:00 PM–1:00 AM');
  expect(formatWeek(AT, '2026-11-27T02:00:00Z')).toBe('Wed 9:00 PM–9:00 PM');
  expect(formatWeek(AT, UNTIL, PARIS)).toBe('Thu 03:00–05:30');
});

test("formats times of day on the reader's clock, including midnight and whole days", () => {
  expect(formatWallHours(ENGLISH, [19 * 60, 23 * 60], 12, 'all day')).toBe('7:00–11:00 PM');
  expect(formatWallHours(ENGLISH, [19 * 60, 23 * 60], 24, 'all day')).toBe('19:00–23:00');
  expect(formatWallHours(ENGLISH, [22 * 60, 2 * 60], 12, 'all day')).toBe('10:00 PM–2:00 AM');
  expect(formatWallHours(ENGLISH, [9 * 60, 24 * 60], 12, 'all day')).toBe('9:00 AM–12:00 AM');
  expect(formatWallHours(ENGLISH, [9 * 60, 24 * 60], 24, 'all day')).toBe('09:00–24:00');
  expect(formatWallHours(ENGLISH, [0, 24 * 60], 24, 'all day')).toBe('all day');
  expect(formatWallTime(ENGLISH, 0, 12)).toBe('12:00 AM');
  expect([0, 6, 12, 18, 24].map((hour) => formatHourMark(ENGLISH, hour, 12))).toEqual([
    '12 AM',
    '6 AM',
    '12 PM',
    '6 PM',
    '12 AM',
  ]);
  expect([0, 18, 24].map((hour) => formatHourMark(ENGLISH, hour, 24))).toEqual(['00', '18', '24']);
  expect([0, 9, 12, 23].map((hour) => formatHourMark(ENGLISH, hour, 12, true))).toEqual(['12a', '9a', '12p', '11p']);
});

describe('a time that repeats when clocks go back', () => {
  const [first, second] = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'];

  it('includes the offset in every format with a time', () => {
    expect(formatReaderTime(ENGLISH, first, 'clock', NEW_YORK)).toBe('1:30 AM EDT');
    expect(formatReaderTime(ENGLISH, second, 'clock', NEW_YORK)).toBe('1:30 AM EST');
    expect(formatReaderTime(ENGLISH, second, 'moment', NEW_YORK)).toBe('Sun, Nov 1, 1:30 AM EST');
    expect(formatReaderTime(ENGLISH, first, 'zoned-moment', NEW_YORK)).toBe('Sun, Nov 1, 1:30 AM EDT');
    expect(formatReaderTime(ENGLISH, first, 'exact', NEW_YORK)).toBe('Nov 1, 2026, 1:30 AM EDT');
    expect(formatReaderTime(ENGLISH, second, 'full', NEW_YORK)).toBe('Sunday, November 1, 2026 at 1:30 AM EST');
    expect(formatReaderTime(ENGLISH, '2026-10-25T00:30:00Z', 'clock', PARIS)).toBe('02:30 GMT+2');
    expect(formatReaderTime(ENGLISH, '2026-10-25T01:30:00Z', 'clock', PARIS)).toBe('02:30 GMT+1');
    expect(formatReaderTime(ENGLISH, first, 'date', NEW_YORK)).toBe('Sun, Nov 1');
  });

  it('leaves out the offset for times before and after the repeated hour', () => {
    expect(formatReaderTime(ENGLISH, '2026-11-01T04:59:00Z', 'clock', NEW_YORK)).toBe('12:59 AM');
    expect(formatReaderTime(ENGLISH, '2026-11-01T07:00:00Z', 'clock', NEW_YORK)).toBe('2:00 AM');
    expect(formatReaderTime(ENGLISH, '2026-03-08T07:30:00Z', 'clock', NEW_YORK)).toBe('3:30 AM');
  });

  it('includes the offset at either end of a range', () => {
    expect(formatReaderRange(ENGLISH, [first, second], 'moment', NEW_YORK)).toBe('Sun, Nov 1, 1:30 AM EDT–1:30 AM EST');
    expect(formatReaderRange(ENGLISH, [second, '2026-11-01T08:00:00Z'], 'moment', NEW_YORK)).toBe(
      'Sun, Nov 1, 1:30 AM EST–3:00 AM',
    );
    expect(formatReaderRange(ENGLISH, ['2026-11-01T02:00:00Z', first], 'moment', NEW_YORK)).toBe(
      'Sat, Oct 31, 10:00 PM – Sun, Nov 1, 1:30 AM EDT',
    );
    expect(formatReaderRange(ENGLISH, [second, '2026-11-01T08:00:00Z'], 'zoned-moment', NEW_YORK)).toBe(
      'Sun, Nov 1, 1:30 AM EST–3:00 AM EST',
    );
    expect(formatReaderRange(ENGLISH, [first, second], 'zoned-moment', NEW_YORK)).toBe(
      'Sun, Nov 1, 1:30 AM EDT–1:30 AM EST',
    );
    expect(formatWeekHours(ENGLISH, new Date('2026-11-01T03:00:00Z'), new Date(second), NEW_YORK)).toBe(
      'Sat 11:00 PM–1:30 AM EST',
    );
  });
});

test('formats calendar days the same for everyone', () => {
  expect(formatCalendarDay(ENGLISH, '2025-10-11', 'long-day')).toBe('October 11, 2025');
  expect(formatUtcDay(ENGLISH, '2026-12-01T23:59:00Z')).toBe('December 1, 2026');
  expect(formatZoneName(ENGLISH, 'America/New_York')).toBe('Eastern');
  expect(describeZone(ENGLISH, 'America/New_York')).toBe('Eastern time');
  expect(describeZone(ENGLISH, 'UTC')).toBe('UTC time');
});

describe('formatting in another language', () => {
  const [spanish, french, german] = ['es-419', 'fr', 'de'].map((locale) => ({ locale })) as [
    { locale: string },
    { locale: string },
    { locale: string },
  ];

  it('formats times and ranges by the rules of the language', () => {
    expect(formatReaderTime(german, AT, 'moment', PARIS)).toBe('Do., 26. Nov., 03:00');
    expect(formatReaderTime(french, AT, 'long-day', PARIS)).toBe('26 novembre 2026');
    expect(formatReaderRange(french, [AT, UNTIL], 'moment', PARIS)).toBe('jeu. 26 nov., 03:00–05:30');
    expect(formatWallHours(spanish, [19 * 60, 23 * 60], 12, 'todo el día')).toBe('7:00–11:00 p.m.');
    expect(formatWallHours(spanish, [0, 24 * 60], 12, 'todo el día')).toBe('todo el día');
    expect(formatHourMark(spanish, 18, 12, true)).toBe('6p');
  });

  it('names days and zones without English words', () => {
    expect([0, 6].map((day) => formatWeekday(ENGLISH, day))).toEqual(['Mon', 'Sun']);
    expect([0, 6].map((day) => formatWeekday(german, day))).toEqual(['Mo', 'So']);
    expect(describeZone(german, 'Europe/Berlin')).toBe('Mitteleuropäische Zeit');
    expect(formatZoneName(spanish, 'America/New_York')).toBe('hora oriental');
    expect(describeZone(french, 'UTC')).toBe('UTC');
  });
});

describe('the clock of a reader', () => {
  const inChicago = { timezone: 'America/Chicago', clock_hours: null };
  const format = (locale: string, stored: Parameters<typeof toTimePreferences>[0]) =>
    formatReaderTime({ locale }, AT, 'clock', toTimePreferences(stored));

  it('is the one they chose, in every language', () => {
    expect(format('de', { ...inChicago, clock_hours: 12 })).toBe('8:00 PM');
    expect(format('en', { ...inChicago, clock_hours: 24 })).toBe('20:00');
    expect(format('en', { timezone: 'Europe/Berlin', clock_hours: 12 })).toBe('3:00 AM');
  });

  it('is the usual one in their language when they chose none, whatever their zone', () => {
    expect(['en', 'es-419', 'pt-BR', 'fr', 'de'].map((locale) => format(locale, inChicago))).toEqual([
      '8:00 PM',
      '8:00 p.m.',
      '20:00',
      '20:00',
      '20:00',
    ]);
    expect(format('en', { timezone: null })).toBe('2:00 AM');
    expect(format('fr', undefined)).toBe('02:00');
  });

  it('has 24 hours in Europe, as in British English and European Spanish', () => {
    expect(['en', 'es-419'].map((locale) => defaultClock({ locale }, 'Europe/Madrid'))).toEqual([24, 24]);
    expect(['en', 'en-GB'].map((locale) => defaultClock({ locale }, 'UTC'))).toEqual([12, 24]);
  });

  it('applies to ranges', () => {
    expect(formatReaderRange({ locale: 'fr' }, [AT, UNTIL], 'moment', toTimePreferences(inChicago))).toBe(
      'mer. 25 nov., 20:00–22:30',
    );
  });
});

/** Code that formats times without this module. Reading the browser's zone with `resolvedOptions` is fine. */
const OWN_FORMAT =
  /toLocale(Date|Time)String|Date\([^()]*\)\s*\.toLocaleString|toLocaleString\((undefined|'[\w-]+'), \{ (weekday|dateStyle|timeStyle|hour|month)|Intl\.DateTimeFormat\((?![^;]{0,80}resolvedOptions)/;

const PRODUCT = ['content', 'features', 'integrations', 'matcher', 'pictures', 'server', 'web'];

test('finds no product code that formats times without this module', () => {
  const found = PRODUCT.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)test-/.test(name))
      .map((name) => join(folder, name))
      .filter((path) => OWN_FORMAT.test(readFileSync(path, 'utf8'))),
  );
  expect(found).toEqual([]);
});

test.each([
  "new Date(at).toLocaleDateString('en-US')",
  "new Date(at).toLocaleString(undefined, { hour: 'numeric' })",
  "moment.toLocaleString('en-US', { dateStyle: 'long' })",
  "const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });",
  "new Intl.DateTimeFormat('en-US', { timeZone }).format(new Date(at))",
])('detects %s as time formatting', (planted) => expect(planted).toMatch(OWN_FORMAT));

test.each(["count.toLocaleString('en')", 'Intl.DateTimeFormat().resolvedOptions().timeZone'])(
  "doesn't detect %s as time formatting",
  (planted) => expect(planted).not.toMatch(OWN_FORMAT),
);
