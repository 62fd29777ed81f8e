import { describe, expect, it } from 'vitest';
import { toUtcMonday } from '../../time/instants.ts';
import type { Availability } from '../profiles/local-week.rules.ts';
import { createWeekGridReader, findCommonIntervals, listNextSessions } from './match-calendar.rules.ts';

const createEvenings = (timezone: string, start = '19:00', end = '23:00', days = ['Tue', 'Sat']): Availability => ({
  timezone,
  windows: [{ days: days as Availability['windows'][number]['days'], start, end }],
});

describe('listNextSessions', () => {
  it('returns the common hours of the coming weeks in order, as instants', () => {
    const now = new Date('2026-01-14T12:00:00Z'); // This is a Wednesday.
    const sessions = listNextSessions(
      [createEvenings('America/New_York'), createEvenings('America/Chicago', '17:00', '22:00')],
      now,
      3,
    );
    expect(sessions).toEqual([
      { start: '2026-01-18T00:00:00.000Z', end: '2026-01-18T04:00:00.000Z' },
      { start: '2026-01-21T00:00:00.000Z', end: '2026-01-21T04:00:00.000Z' },
      { start: '2026-01-25T00:00:00.000Z', end: '2026-01-25T04:00:00.000Z' },
    ]);
  });

  it('keeps local time: 19:00 in New York is an hour earlier in UTC once DST begins', () => {
    const now = new Date('2026-03-05T12:00:00Z'); // Clocks change on Sunday, March 8.
    const starts = listNextSessions([createEvenings('America/New_York')], now, 2).map((session) => session.start);
    expect(starts).toEqual(['2026-03-08T00:00:00.000Z', '2026-03-10T23:00:00.000Z']);
  });

  it('finds common hours in weeks when only one time zone has changed its clocks', () => {
    const members = [
      createEvenings('America/New_York', '14:00', '18:00', ['Sun']),
      createEvenings('Europe/Berlin', '19:00', '23:00', ['Sun']),
    ];
    const findFirst = (now: string) => listNextSessions(members, new Date(now), 1)[0];
    // The difference is six hours on March 1, five on March 15 and six again on March 29.
    expect(findFirst('2026-02-27T00:00:00Z')).toEqual({
      start: '2026-03-01T19:00:00.000Z',
      end: '2026-03-01T22:00:00.000Z',
    });
    expect(findFirst('2026-03-13T00:00:00Z')).toEqual({
      start: '2026-03-15T18:00:00.000Z',
      end: '2026-03-15T22:00:00.000Z',
    });
    expect(findFirst('2026-03-27T00:00:00Z')).toEqual({
      start: '2026-03-29T18:00:00.000Z',
      end: '2026-03-29T21:00:00.000Z',
    });
  });

  it('joins a session that crosses Sunday midnight UTC', () => {
    const lateWeek = createEvenings('America/Los_Angeles', '13:00', '20:00', ['Sun']);
    expect(listNextSessions([lateWeek], new Date('2026-01-13T00:00:00Z'), 1)).toEqual([
      { start: '2026-01-18T21:00:00.000Z', end: '2026-01-19T04:00:00.000Z' },
    ]);
  });

  it("splits common time over several days into evenings on the first member's clock", () => {
    const createAlwaysFree = (timezone: string) =>
      createEvenings(timezone, '00:00', '24:00', ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    const now = new Date('2026-01-14T12:00:00Z');
    expect(listNextSessions([createAlwaysFree('Europe/Paris'), createAlwaysFree('America/New_York')], now, 2)).toEqual([
      { start: '2026-01-14T18:00:00.000Z', end: '2026-01-14T22:00:00.000Z' },
      { start: '2026-01-15T18:00:00.000Z', end: '2026-01-15T22:00:00.000Z' },
    ]);
    // From Friday noon to Sunday there are two evenings left, because the first one has already started.
    const weekend = [
      createEvenings('UTC', '12:00', '24:00', ['Fri']),
      createEvenings('UTC', '00:00', '24:00', ['Sat', 'Sun']),
    ];
    const windows = weekend.flatMap((one) => one.windows);
    expect(listNextSessions([{ timezone: 'UTC', windows }], new Date('2026-01-16T20:00:00Z'), 3)).toEqual([
      { start: '2026-01-17T19:00:00.000Z', end: '2026-01-17T23:00:00.000Z' },
      { start: '2026-01-18T19:00:00.000Z', end: '2026-01-18T23:00:00.000Z' },
      { start: '2026-01-23T19:00:00.000Z', end: '2026-01-23T23:00:00.000Z' },
    ]);
  });

  it('leaves out sessions that have started or are shorter than an hour', () => {
    const now = new Date('2026-01-18T00:30:00Z');
    const [next] = listNextSessions([createEvenings('America/New_York')], now, 1);
    expect(next!.start).toBe('2026-01-21T00:00:00.000Z');
    expect(listNextSessions([createEvenings('UTC', '19:00', '19:30')], now, 3)).toEqual([]);
  });
});

describe('listNextSessions', () => {
  const now = new Date('2026-01-12T00:00:00Z'); // This is a Monday.
  const listStarts = (member: Availability, at = now, count = 100) =>
    listNextSessions([member], at, count).map((session) => session.start);

  it('looks four weeks ahead and returns at most the requested number', () => {
    const weekly = createEvenings('UTC', '19:00', '23:00', ['Tue']);
    expect(listStarts(weekly)).toEqual(
      ['2026-01-13', '2026-01-20', '2026-01-27', '2026-02-03'].map((day) => `${day}T19:00:00.000Z`),
    );
    expect(listStarts(weekly, now, 2)).toHaveLength(2);
  });

  it('returns only sessions of at least an hour that start in the future', () => {
    expect(listStarts(createEvenings('UTC', '19:00', '20:00', ['Tue']), now, 1)).toHaveLength(1);
    expect(listStarts(createEvenings('UTC', '19:00', '19:45', ['Tue']))).toEqual([]);
    expect(listStarts(createEvenings('UTC', '19:00', '23:00', ['Tue']), new Date('2026-01-13T19:00:00Z'), 1)).toEqual([
      '2026-01-20T19:00:00.000Z',
    ]);
    expect(listStarts(createEvenings('UTC', '19:00', '23:00', ['Tue']), new Date('2026-01-13T18:59:59Z'), 1)).toEqual([
      '2026-01-13T19:00:00.000Z',
    ]);
  });

  it("returns no common hours without members or when one member isn't free", () => {
    expect(findCommonIntervals('2026-01-12', [])).toEqual([]);
    expect(
      findCommonIntervals('2026-01-12', [
        createEvenings('UTC'),
        createEvenings('UTC'),
        createEvenings('UTC', '08:00', '09:00'),
      ]),
    ).toEqual([]);
  });
});

describe('week grid', () => {
  it("uses the viewer's time zone", () => {
    const draw = createWeekGridReader('America/New_York', '2026-01-12');
    const { zone, own, others, common } = draw(createEvenings('America/New_York'), [
      createEvenings('America/Chicago', '17:00', '20:00'),
      createEvenings('America/New_York', '20:00', '22:00'),
    ]);
    const sliceTuesday = (row: string) => row.slice(24, 48);
    expect(zone).toBe('America/New_York');
    expect(sliceTuesday(own)).toBe('000000000000000000011110');
    expect(sliceTuesday(others)).toBe('000000000000000000112100');
    expect(sliceTuesday(common)).toBe('000000000000000000001000');
    expect(own).toHaveLength(168);
  });

  it('marks an hour that is half free, and uses UTC for an unknown time zone', () => {
    const draw = createWeekGridReader('Moon/Crater', '2026-01-12');
    const { zone, own } = draw(createEvenings('UTC', '19:30', '21:15', ['Tue']), []);
    expect(zone).toBe('UTC');
    expect(own.slice(24 + 18, 24 + 23)).toBe('01100');
    expect(own.match(/1/g)).toHaveLength(2);
  });

  it('ignores a skipped hour and marks a repeated hour once when clocks change', () => {
    // In New York, 2:00 AM doesn't exist on Sunday, March 8, 2026, and 1:00 AM occurs twice on Sunday, November 1.
    const night = createEvenings('America/New_York', '00:00', '04:00', ['Sun']);
    const listSunday = (weekOf: string) =>
      createWeekGridReader('America/New_York', weekOf)(night, []).own.slice(6 * 24, 6 * 24 + 5);
    expect(listSunday('2026-03-02')).toBe('11010');
    expect(listSunday('2026-10-26')).toBe('11110');
    const lateWeek = createEvenings('America/New_York', '20:00', '24:00', ['Sun']);
    for (const weekOf of ['2026-03-02', '2026-10-26'])
      expect(createWeekGridReader('America/New_York', weekOf)(lateWeek, []).own).toBe(`${'0'.repeat(164)}1111`);
  });

  it('wraps times around Monday midnight into the local week', () => {
    const draw = createWeekGridReader('Asia/Tokyo', '2026-01-12');
    const { own } = draw(createEvenings('Asia/Tokyo', '22:00', '02:00', ['Sun']), []);
    expect(own.slice(0, 3)).toBe('110');
    expect(own.slice(-3)).toBe('011');
  });
});

it('returns common intervals in UTC minutes of the week', () => {
  expect(findCommonIntervals('2026-01-12', [createEvenings('UTC'), createEvenings('UTC', '20:00', '24:00')])).toEqual([
    [2640, 2820],
    [8400, 8580],
  ]);
  expect(toUtcMonday(new Date('2026-01-18T23:59:00Z'))).toBe('2026-01-12');
  expect(toUtcMonday(new Date('2026-01-19T00:00:00Z'))).toBe('2026-01-19');
});
