import { describe, expect, it } from 'vitest';
import {
  commonIntervals,
  hourLines,
  hoursIn,
  mondayOf,
  slotLines,
  slotsOfWindows,
  weekCells,
  weekIntervals,
  weekShares,
} from './listing-hours.rules.ts';

const in24 = (zone: string) => ({ zone, clock: 24 as const });
const at = (iso: string) => Date.parse(iso);
const slot = (day: 'Mon' | 'Sun' | 'Sat' | 'Tue', start: string, end: string) => ({ day, start, end });

describe('hours in the viewer’s zone', () => {
  it('begin on the viewer’s own Monday', () => {
    expect(mondayOf(new Date('2026-03-05T12:00:00Z'), 'America/New_York')).toBe(at('2026-03-02T05:00:00Z'));
    expect(mondayOf(new Date('2026-03-02T03:00:00Z'), 'America/New_York')).toBe(at('2026-02-23T05:00:00Z'));
    expect(mondayOf(new Date('2026-03-01T20:00:00Z'), 'Australia/Sydney')).toBe(at('2026-03-01T13:00:00Z'));
  });

  it('are the owner’s wall clock, shown in the viewer’s', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'Europe/Paris');
    const found = weekIntervals([slot('Mon', '20:00', '23:00')], 'America/New_York', from);
    expect(hourLines(found, in24('Europe/Paris'))).toEqual(['Tue 02:00–05:00']);
    expect(hoursIn(found)).toBe(3);
    expect(weekCells(found, 'Europe/Paris').flatMap((free, hour) => (free ? [hour] : []))).toEqual([26, 27, 28]);
  });

  it('cross midnight, and from Sunday into the next week', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'UTC');
    const found = weekIntervals([slot('Sun', '22:00', '02:00')], 'UTC', from);
    expect(hourLines(found, in24('UTC'))).toEqual(['Mon 00:00–02:00', 'Sun 22:00–00:00']);
    expect(hoursIn(found)).toBe(4);
  });

  it('are as many lines as there are slots, whatever the viewer’s week cuts in two or runs together', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'Europe/Paris');
    const slots = [
      slot('Mon', '20:00', '22:00'),
      slot('Mon', '22:00', '23:00'),
      slot('Sat', '20:00', '23:00'),
      slot('Sun', '16:00', '22:00'),
    ];
    expect(slotLines(slots, { of: 'America/New_York', reader: in24('Europe/Paris'), from })).toEqual([
      'Tue 02:00–04:00',
      'Tue 04:00–05:00',
      'Sun 02:00–05:00',
      // There the clocks have changed by then, and here not yet.
      'Sun 21:00–03:00',
    ]);
    expect(slotLines([], { of: 'UTC', reader: in24('UTC'), from })).toEqual([]);
  });

  it('in common are counted to the half hour, and never more than there are', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'UTC');
    expect(hoursIn(weekIntervals([slot('Mon', '20:00', '22:30')], 'UTC', from))).toBe(2.5);
    expect(hoursIn(weekIntervals([slot('Mon', '20:00', '22:59')], 'UTC', from))).toBe(2.5);
  });

  it('are as long as they really are when the clocks change', () => {
    // Clocks in New York go from 02:00 to 03:00 on Sunday, 8 March 2026.
    const from = mondayOf(new Date('2026-03-04T12:00:00Z'), 'America/New_York');
    expect(hoursIn(weekIntervals([slot('Sun', '00:00', '06:00')], 'America/New_York', from))).toBe(5);
    const later = mondayOf(new Date('2026-03-10T12:00:00Z'), 'America/New_York');
    expect(hoursIn(weekIntervals([slot('Sun', '00:00', '06:00')], 'America/New_York', later))).toBe(6);
  });

  it('overlap with a player’s own windows, wherever both live', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'America/Chicago');
    const listing = weekIntervals(
      [slot('Mon', '20:00', '23:00'), slot('Tue', '20:00', '23:00')],
      'America/New_York',
      from,
    );
    const mine = weekIntervals(
      slotsOfWindows([{ days: ['Mon', 'Tue'], start: '18:00', end: '21:00' }]),
      'America/Chicago',
      from,
    );
    expect(hoursIn(commonIntervals(listing, mine))).toBe(4);
    expect(hoursIn(commonIntervals(listing, []))).toBe(0);
  });

  it('merge where slots touch or one lies in another, whatever their order, and no empty one is left', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'UTC');
    const lines = (...slots: ReturnType<typeof slot>[]) => hourLines(weekIntervals(slots, 'UTC', from), in24('UTC'));
    expect(lines(slot('Mon', '22:00', '23:00'), slot('Mon', '20:00', '22:00'))).toEqual(['Mon 20:00–23:00']);
    expect(lines(slot('Mon', '20:00', '23:00'), slot('Mon', '21:00', '22:00'))).toEqual(['Mon 20:00–23:00']);
    expect(lines(slot('Sun', '22:00', '24:00'))).toEqual(['Sun 22:00–00:00']);
    expect(lines(slot('Mon', '20:30', '21:45'), slot('Sun', '09:15', '10:00'))).toEqual([
      'Mon 20:30–21:45',
      'Sun 09:15–10:00',
    ]);
    expect(lines(slot('Tue', '20:00', '20:00'))).toEqual(['Tue 20:00–20:00']);
    expect(hoursIn(weekIntervals([slot('Tue', '20:00', '20:00')], 'UTC', from))).toBe(24);
  });

  it('are common where both are free, not where one ends as the other begins', () => {
    expect(commonIntervals([[0, 5]], [[5, 9]])).toEqual([]);
    expect(
      commonIntervals(
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

  it('fill an hour of the drawn week only when all of it is free', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'UTC');
    const cells = (start: string, end: string) =>
      weekCells(weekIntervals([slot('Mon', start, end)], 'UTC', from), 'UTC').flatMap((free, hour) =>
        free ? [hour] : [],
      );
    expect(cells('20:30', '22:30')).toEqual([21]);
    expect(cells('20:00', '22:00')).toEqual([20, 21]);
    expect(cells('20:15', '20:45')).toEqual([]);
    expect(weekCells([], 'UTC')).toHaveLength(168);
    const shares = weekShares(weekIntervals([slot('Mon', '20:30', '22:15')], 'UTC', from), 'UTC');
    expect(shares.slice(19, 24)).toEqual([0, 0.5, 1, 0.25, 0]);
  });

  it('merge where slots touch, and know 24:00', () => {
    const from = mondayOf(new Date('2026-03-03T12:00:00Z'), 'UTC');
    expect(
      hourLines(
        weekIntervals([slot('Mon', '20:00', '22:00'), slot('Mon', '21:00', '24:00')], 'UTC', from),
        in24('UTC'),
      ),
    ).toEqual(['Mon 20:00–00:00']);
  });
});
