import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts';
import { isRepeatedTime, toWallClock } from './wall-clock.ts';
import { findInstants, listLastDays, toInstant } from './wall-instants.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const START = Date.UTC(2024, 0, 1);
const UNTIL = Date.UTC(2031, 0, 1);

/** Lists every clock change in a zone from 2024 to 2030. */
function listClockChanges(zone: string): number[] {
  const found: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(START).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds >= UNTIL) return found;
    found.push(next.epochMilliseconds);
    at = next;
  }
}

const CHANGES = new Map(ZONES.map((zone) => [zone, listClockChanges(zone)]));
const ZONES_WITH_CHANGES = ZONES.filter((zone) => CHANGES.get(zone)!.length > 0);

const getPlainText = (wall: number) => Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1));

/** Returns all times at which Temporal shows this wall time, the earliest first; none if a clock change skips it. */
function findTemporalInstants(wall: number, zone: string): number[] {
  const found = (['earlier', 'later'] as const).map((disambiguation) =>
    getPlainText(wall).toZonedDateTime(zone, { disambiguation }),
  );
  return [
    ...new Set(found.filter((at) => at.toPlainDateTime().equals(getPlainText(wall))).map((at) => at.epochMilliseconds)),
  ];
}

const getTemporalWall = (instant: number, zone: string) => {
  const clockTime = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  return Date.parse(`${clockTime.toString({ smallestUnit: 'second' })}Z`);
};

/** A zone and a time; half of the times are near a clock change. */
const ANYWHERE = fc.tuple(fc.constantFrom(...ZONES), fc.integer({ min: START / 1000, max: UNTIL / 1000 }));
const NEAR_A_CHANGE = fc
  .tuple(fc.constantFrom(...ZONES_WITH_CHANGES), fc.nat(), fc.integer({ min: -36 * 3600, max: 36 * 3600 }))
  .map(([zone, changeIndex, seconds]) => {
    const changes = CHANGES.get(zone)!;
    return [zone, changes[changeIndex % changes.length]! / 1000 + seconds] as [string, number];
  });
const MOMENT = fc.oneof(ANYWHERE, NEAR_A_CHANGE).map(([zone, seconds]) => ({ zone, at: seconds * 1000 }));
const RUNS = { numRuns: 3_000 };

describe("a zone's wall clock compared with Temporal, in all zones from 2024 to 2030", () => {
  it('shows the same time', () => {
    fc.assert(
      fc.property(MOMENT, ({ zone, at }) => {
        expect(toWallClock(at, zone)).toBe(getTemporalWall(at, zone));
      }),
      RUNS,
    );
  });

  it('converts a wall time to the same instant, including skipped and repeated times', () => {
    fc.assert(
      fc.property(MOMENT, ({ zone, at }) => {
        expect(toInstant(at, zone)).toBe(getPlainText(at).toZonedDateTime(zone).epochMilliseconds);
        expect(findInstants(at, zone)).toEqual(findTemporalInstants(at, zone));
      }),
      RUNS,
    );
  });

  it('returns the same instant around every single clock change', () => {
    for (const [zone, changes] of CHANGES)
      for (const change of changes)
        for (const minutes of [-121, -61, -60, -31, -30, -15, -1, 0, 1, 15, 29, 30, 59, 60, 61, 120]) {
          const wall = getTemporalWall(change - 1000, zone) + 1000 + minutes * MINUTE_MS;
          const expected = getPlainText(wall).toZonedDateTime(zone).epochMilliseconds;
          if (toInstant(wall, zone) !== expected)
            expect([zone, change, minutes, toInstant(wall, zone)]).toEqual([expected]);
        }
  });

  it('detects whether another instant shows the same time', () => {
    fc.assert(
      fc.property(MOMENT, ({ zone, at }) => {
        expect(isRepeatedTime(at, zone)).toBe(findTemporalInstants(getTemporalWall(at, zone), zone).length > 1);
      }),
      RUNS,
    );
  });

  it('starts and ends calendar days at the same instants', () => {
    fc.assert(
      fc.property(MOMENT, ({ zone, at }) => {
        const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
        const getStart = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds;
        expect(listLastDays(at, zone, 3)).toEqual(
          [-2, -1, 0]
            .map((days) => today.add({ days }))
            .map((day) => ({
              day: day.toString(),
              from: new Date(getStart(day)),
              until: new Date(getStart(day.add({ days: 1 }))),
            })),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

it('finds both instants of the half hour that repeats on Lord Howe Island', () => {
  const second = Date.UTC(2026, 3, 4, 15, 10);
  expect(findInstants(toWallClock(second, 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toEqual([
    second - HOUR_MS / 2,
    second,
  ]);
  expect(isRepeatedTime(second - DAY_MS, 'Australia/Lord_Howe')).toBe(false);
});
