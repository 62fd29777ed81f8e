import { describe, expect, test } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { findWindowProblem } from '../queue.rules.ts';
import { PLAY_DEFAULTS, parsePlaySettings } from './play-settings.ts';
import { listEndsAfter, listTonightTimes } from './tonight-times.ts';

const ZONE = 'America/New_York';
const chosenAt = (now: string, zone = ZONE) => {
  const tonight = listTonightTimes(Date.parse(now), zone);
  return [tonight.from, tonight.until].map((instant) =>
    formatReaderTime(english, instant, 'clock', { zone, clock: 12 }),
  );
};

describe('times for tonight', () => {
  test.each([
    ['in the morning', '2026-11-24T15:10:00Z', ['7:00 PM', '11:00 PM']],
    ['in the evening', '2026-11-25T01:40:00Z', ['9:00 PM', '11:00 PM']],
    ['late', '2026-11-25T03:10:00Z', ['10:30 PM', '12:30 AM']],
    ['at night, which still belongs to the previous evening', '2026-11-25T06:05:00Z', ['1:30 AM', '3:30 AM']],
    ['just before morning', '2026-11-25T09:40:00Z', ['5:00 AM', '6:30 AM']],
  ])('picks default times %s', (_when, now, hours) => {
    expect(chosenAt(now)).toEqual(hours);
  });

  test("offers evening hours in the reader's time zone", () => {
    expect(chosenAt('2026-11-24T15:10:00Z', 'Asia/Kolkata')).toEqual(['9:00 PM', '11:00 PM']);
  });

  test('never offers times that the queue refuses, even around clock changes', () => {
    for (const day of ['2026-11-24T00:00:00Z', '2026-11-01T00:00:00Z', '2026-03-08T00:00:00Z']) {
      for (let minute = 0; minute < 2 * 24 * 60; minute += 7) {
        const now = Date.parse(day) + minute * 60_000;
        const tonight = listTonightTimes(now, ZONE);
        expect(tonight.starts).toContain(tonight.from);
        expect(listEndsAfter(tonight, tonight.from)).toContain(tonight.until);
        for (const from of tonight.starts) {
          const endTimes = listEndsAfter(tonight, from);
          expect(endTimes.length).toBeGreaterThan(0);
          for (const until of [endTimes[0]!, endTimes.at(-1)!]) {
            expect(findWindowProblem(new Date(from), new Date(until), new Date(now))).toBeUndefined();
          }
        }
      }
    }
  });
});

describe('queue settings stored on this device', () => {
  test('keeps valid values, clamps the volume and drops the rest', () => {
    expect(parsePlaySettings(null)).toEqual(PLAY_DEFAULTS);
    expect(parsePlaySettings('nonsense')).toEqual(PLAY_DEFAULTS);
    expect(parsePlaySettings('null')).toEqual(PLAY_DEFAULTS);
    expect(parsePlaySettings('{"sound":false,"volume":7,"ticks":"loud","other":1}')).toEqual({
      ...PLAY_DEFAULTS,
      ...{ sound: false, volume: 1 },
    });
  });
});
