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
const createChecks = (madeCount: number, failedCount: number) => [
  ...Array(madeCount).fill({ state: 'made' as const }),
  ...Array(failedCount).fill({ state: 'failed' as const }),
];

test.each([
  ['none when no one was kept waiting', [], null],
  ['a warning the first time', [0], { warning: true, until: null }],
  ['a warning for a full day', [DAY - 1], { warning: true, until: null }],
  ['none once the warning is a day old', [DAY], null],
  ['a 15-minute lockout the second time', [60, 1], { warning: false, until: ago(-14) }],
  ['the same lockout when the times are unsorted', [1, 60], { warning: false, until: ago(-14) }],
  ['no lockout after 15 minutes', [60, 15], { warning: false, until: null }],
  ['a new lockout the third time', [300, 60, 2], { warning: false, until: ago(-13) }],
  ['a warning when the earlier time is over a day old', [DAY + 5, 3], { warning: true, until: null }],
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
  ['none when four checks fail', 0, 4, false],
  ['an outage when five of five fail', 0, 5, true],
  ['an outage when six of ten fail', 4, 6, true],
  ['none when six of eleven fail', 5, 6, false],
  ['none without any checks', 0, 0, false],
])("detects an outage from one minute's checks: %s", (_, madeCount, failedCount, isOutage) => {
  expect(isGroupFailure(createChecks(madeCount, failedCount))).toBe(isOutage);
});

test.each([
  ['no pause the first time', [0], null],
  ['15 minutes the second time within an hour', [59, 1], ago(-14)],
  ['the same pause when the times are unsorted', [1, 59], ago(-14)],
  ['no pause after 15 minutes', [59, 15], null],
  ['a new pause the third time', [59, 40, 2], ago(-13)],
  ['no pause when the first time is over an hour ago', [60, 1], null],
])('pauses an unreachable player: %s', (_, minutes, until) => {
  expect(
    getUnreachedPauseEnd(
      minutes.map((each) => ago(each)),
      now,
    ),
  ).toEqual(until);
});
