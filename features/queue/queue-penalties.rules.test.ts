import { expect, test } from 'vitest';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import {
  computePenalty,
  getPenaltyWindowStart,
  getUnreachedPauseEnd,
  isGroupFailure,
} from './queue-penalties.rules.ts';

const now = new Date('2026-03-03T20:00:00Z');
const ago = (minutes: number) => subtractMs(now, minutes * MINUTE_MS);
const DAY = DAY_MS / MINUTE_MS;
const checks = (made: number, failed: number) => [
  ...Array(made).fill({ state: 'made' as const }),
  ...Array(failed).fill({ state: 'failed' as const }),
];

test.each([
  ['nobody let anybody wait', [], null],
  ['the first time is a warning', [0], { warning: true, until: null }],
  ['a warning lasts for a day', [DAY - 1], { warning: true, until: null }],
  ['and is forgotten then', [DAY], null],
  ['the second time keeps somebody out for a quarter of an hour', [60, 1], { warning: false, until: ago(-14) }],
  ['in whatever order they are read', [1, 60], { warning: false, until: ago(-14) }],
  ['which ends', [60, 15], { warning: false, until: null }],
  ['the third time begins it anew', [300, 60, 2], { warning: false, until: ago(-13) }],
  ['what is forgotten makes no second time', [DAY + 5, 3], { warning: true, until: null }],
])('computes the penalty: %s', (_, minutes, mark) => {
  expect(
    computePenalty(
      minutes.map((each) => ago(each)),
      now,
    ),
  ).toEqual(mark);
});

test('only considers penalties from the last 24 hours', () => {
  expect(getPenaltyWindowStart(now)).toEqual(ago(DAY));
});

test.each([
  ['four that fail are people', 0, 4, false],
  ['five of five are not', 0, 5, true],
  ['six of ten are not', 4, 6, true],
  ['six of eleven are people', 5, 6, false],
  ['nothing at all is no reason', 0, 0, false],
])("detects an outage from one minute's checks: %s", (_, made, failed, together) => {
  expect(isGroupFailure(checks(made, failed))).toBe(together);
});

test.each([
  ['the first time is bad luck', [0], null],
  ['the second time within an hour pauses for a quarter of an hour', [59, 1], ago(-14)],
  ['in whatever order they are read', [1, 59], ago(-14)],
  ['which ends', [59, 15], null],
  ['the third time begins it anew', [59, 40, 2], ago(-13)],
  ['after an hour it is forgotten', [60, 1], null],
])('pauses an unreachable player: %s', (_, minutes, until) => {
  expect(
    getUnreachedPauseEnd(
      minutes.map((each) => ago(each)),
      now,
    ),
  ).toEqual(until);
});
