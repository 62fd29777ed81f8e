import { expect, test } from 'vitest';
import { parseFieldTimes, toFieldTime } from './session-times.ts';

test.each([
  ['America/New_York', '2026-11-25T21:00', '2026-11-26T02:00:00.000Z'],
  ['Europe/Paris', '2026-07-01T00:15', '2026-06-30T22:15:00.000Z'],
  ['Asia/Kathmandu', '2026-11-25T21:00', '2026-11-25T15:15:00.000Z'],
  ['UTC', '2026-11-25T21:00', '2026-11-25T21:00:00.000Z'],
])("parses a day and time in %s as local to that zone, regardless of the browser's zone", (zone, field, index) => {
  expect(parseFieldTimes(field, zone)).toEqual([new Date(index)]);
  expect(toFieldTime(new Date(index), zone)).toBe(field);
});

test('returns no instants for incomplete input', () => {
  for (const field of ['', '2026-11-25', 'T21:00', '2026-13-01T00:00']) {
    expect(parseFieldTimes(field, 'Europe/Paris')).toEqual([]);
  }
});

test('returns two instants for a time that repeats when clocks go back', () => {
  expect(parseFieldTimes('2026-11-01T01:30', 'America/New_York')).toEqual([
    new Date('2026-11-01T05:30:00Z'),
    new Date('2026-11-01T06:30:00Z'),
  ]);
});

test('moves a time skipped by daylight saving to a later instant', () => {
  const [at] = parseFieldTimes('2026-03-08T02:30', 'America/New_York');
  expect(at).toEqual(new Date('2026-03-08T07:30:00Z'));
  expect(toFieldTime(at!, 'America/New_York')).toBe('2026-03-08T03:30');
});
