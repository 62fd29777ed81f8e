import { type AvailabilityWindow, WEEK_DAYS } from '../profiles.schema.ts';
import type { Chance } from './chance.generator.ts';

const WORKDAYS = WEEK_DAYS.slice(0, 5);
const WEEKEND = WEEK_DAYS.slice(5);

/** Formats half hours since midnight as a clock time. Values past the end of the day wrap around. */
const formatClock = (halves: number) => {
  const within = ((halves % 48) + 48) % 48;
  return `${String(Math.floor(within / 2)).padStart(2, '0')}:${within % 2 ? '30' : '00'}`;
};

const createWindow = (days: readonly (typeof WEEK_DAYS)[number][], start: number, end: number): AvailabilityWindow[] =>
  days.length > 0 && end > start ? [{ days: [...days], start: formatClock(start), end: formatClock(end) }] : [];

type Routine = 'evenings' | 'nights' | 'school' | 'shifts' | 'weekends';
const ROUTINES: readonly (readonly [Routine, number])[] = [
  ['evenings', 50],
  ['nights', 16],
  ['school', 16],
  ['weekends', 11],
  ['shifts', 7],
];

/**
 * Generates a realistic week in the player's own time zone: most are free in the evening, some play past midnight, some
 * after school, some only on weekends, a few around their shifts.
 */
export function pickWeek(chance: Chance): AvailabilityWindow[] {
  const life = chance.weighted(ROUTINES);
  if (life === 'evenings') {
    const start = chance.whole(36, 42);
    return [
      ...createWindow(chance.some(WORKDAYS, chance.whole(2, 5)), start, Math.max(start + 4, chance.whole(44, 48))),
      ...(chance.is(0.65)
        ? createWindow(chance.some(WEEKEND, chance.whole(1, 2)), chance.whole(26, 38), chance.whole(44, 50))
        : []),
    ];
  }
  if (life === 'nights')
    return createWindow(chance.some(WEEK_DAYS, chance.whole(3, 6)), chance.whole(41, 46), chance.whole(49, 54));
  if (life === 'school') {
    return [
      ...createWindow(chance.some(WORKDAYS, chance.whole(3, 5)), chance.whole(31, 34), chance.whole(39, 43)),
      ...createWindow(chance.some(WEEKEND, chance.whole(1, 2)), chance.whole(22, 30), chance.whole(40, 47)),
    ];
  }
  if (life === 'weekends') {
    return [
      ...createWindow(['Fri'], chance.whole(38, 42), chance.whole(46, 52)),
      ...createWindow(WEEKEND, chance.whole(24, 32), chance.whole(42, 52)),
    ];
  }
  const start = chance.whole(14, 30);
  return [
    ...createWindow(chance.some(WORKDAYS, chance.whole(2, 4)), start, start + chance.whole(5, 10)),
    ...(chance.is(0.5) ? createWindow(chance.some(WEEKEND, 1), chance.whole(36, 40), chance.whole(44, 51)) : []),
  ];
}
