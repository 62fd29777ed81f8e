import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeUsualWait, MIN_OBSERVATIONS, type Observation } from './queue-waits.rules.ts';

const createWaits = (found: boolean, ...seconds: number[]): Observation[] =>
  seconds.map((each) => ({ seconds: each, found }));
const repeatTime = (count: number, seconds: number) => Array<number>(count).fill(seconds);

/**
 * Computed by hand. Twenty players wait; S is the fraction that hasn't found a group:
 *   10: two of 20 find one, S = 18/20 = 0.90
 *   15: three of the 18 give up
 *   20: three of 15 find one: 0.90 · 14/15 = 0.84, · 13/14 = 0.78, · 12/13 = 0.72; at the second, a fifth have found one
 *   25: two of the 12 give up
 *   30: five of 10 find one, S = 0.72 · 5/10 = 0.36
 *   40: one of 5, S = 0.288; 50: one of 4, S = 0.216; 60: one of 3, S = 0.144; with that, four fifths have found one
 *   70: the last two give up
 */
const table = [
  ...createWaits(true, ...repeatTime(2, 10), ...repeatTime(3, 20), ...repeatTime(5, 30), 40, 50, 60),
  ...createWaits(false, ...repeatTime(3, 15), ...repeatTime(2, 25), ...repeatTime(2, 70)),
];

test('estimates the wait of the hand-calculated example', () => {
  expect(computeUsualWait(table)).toEqual({ low: 20, high: 60 });
});

test('counts giving up as a longer wait, not as a match or missing data', () => {
  const all = table.map((one) => ({ ...one, found: true }));
  const withoutNotFound = [...table.filter(({ found }) => found), ...createWaits(true, ...repeatTime(7, 30))];
  expect(computeUsualWait(all)).toEqual({ low: 15, high: 40 });
  expect(computeUsualWait(withoutNotFound)?.high).toBeLessThan(60);
});

test('counts a player who gives up the moment others match as still waiting', () => {
  const same = [
    ...createWaits(false, ...repeatTime(10, 30)),
    ...createWaits(true, ...repeatTime(10, 30), ...repeatTime(2, 90)),
  ];
  // 10 of 22 at 30, S = 12/22; then the remaining two at 90.
  expect(computeUsualWait(same)).toEqual({ low: 30, high: 90 });
});

test('returns null with fewer than twenty waits or too few matches', () => {
  expect(MIN_OBSERVATIONS).toBe(20);
  expect(computeUsualWait(createWaits(true, ...repeatTime(19, 30)))).toBeNull();
  expect(computeUsualWait(createWaits(true, ...repeatTime(20, 30)))).toEqual({ low: 30, high: 30 });
  expect(
    computeUsualWait([...createWaits(true, ...repeatTime(3, 30)), ...createWaits(false, ...repeatTime(17, 40))]),
  ).toBeNull();
});

test('uses the longest wait as the upper bound when many give up at the end', () => {
  expect(
    computeUsualWait([...createWaits(true, ...repeatTime(8, 30)), ...createWaits(false, ...repeatTime(12, 100), 250)]),
  ).toEqual({
    low: 30,
    high: 250,
  });
});

const second = fc.integer({ min: 0, max: 600 });
const observed = fc.array(fc.record({ seconds: second, found: fc.boolean() }), { minLength: 20, maxLength: 60 });

test('returns the middle 60% of the waits when nobody gives up', () => {
  fc.assert(
    fc.property(fc.array(second, { minLength: 20, maxLength: 60 }), (seconds) => {
      const sorted = seconds.toSorted((a, b) => a - b);
      const getNth = (part: number) => sorted[Math.ceil(part * sorted.length - 1e-6) - 1];
      expect(computeUsualWait(createWaits(true, ...seconds))).toEqual({ low: getNth(0.2), high: getNth(0.8) });
    }),
  );
});

test('ignores the order of waits, and never estimates less when a player gives up', () => {
  fc.assert(
    fc.property(observed, fc.nat(), (all, pick) => {
      const usualWait = computeUsualWait(all);
      expect(computeUsualWait(all.toReversed())).toEqual(usualWait);
      const at = pick % all.length;
      const waitWithoutFound = computeUsualWait(all.with(at, { ...all[at]!, found: false }));
      if (!usualWait) return expect(waitWithoutFound).toBeNull();
      expect(usualWait.low).toBeLessThanOrEqual(usualWait.high);
      if (waitWithoutFound)
        expect([waitWithoutFound.low >= usualWait.low, waitWithoutFound.high >= usualWait.high]).toEqual([true, true]);
    }),
  );
});
