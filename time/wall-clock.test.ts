import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from './units.ts';
import { toWallClock } from './wall-clock.ts';
import { toInstant } from './wall-instants.ts';

const ZONES = ['America/New_York', 'Europe/Paris', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const YEAR = Date.UTC(2026, 0, 1);

/** Returns the system's wall clock without using a cache. */
function readSystemClock(instant: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`);
}

test.each(ZONES)('shows the same time as the system in %s, including around clock changes', (zone) => {
  let before = readSystemClock(YEAR, zone) - YEAR;
  for (let index = YEAR; index < YEAR + 400 * DAY_MS; index += 7 * HOUR_MS + 11_137) {
    const clock = readSystemClock(index, zone);
    expect(toWallClock(index, zone)).toBe(clock);
    const offset = clock - Math.floor(index / 1000) * 1000;
    // The clocks changed within these hours, so check each minute of them.
    if (offset !== before)
      for (let nearInstant = index - 8 * HOUR_MS; nearInstant <= index; nearInstant += 60_001)
        expect(toWallClock(nearInstant, zone)).toBe(readSystemClock(nearInstant, zone));
    before = offset;
  }
});

test('converts wall time back to the same instant', () => {
  for (const zone of ZONES) expect(toInstant(toWallClock(YEAR + 1_234_000, zone), zone)).toBe(YEAR + 1_234_000);
});

test('throws for an unknown zone on every call', () => {
  for (let time = 0; time < 2; time += 1) expect(() => toWallClock(YEAR, 'Nowhere/None')).toThrow(RangeError);
});
