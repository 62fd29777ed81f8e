import { describe, expect, test } from 'vitest';
import type { BanScope } from './ban-reasons.schema.ts';
import {
  canUndo,
  computeBanEnd,
  computeQueueRank,
  computeReporterWeight,
  getUndoDeadline,
  isBanActive,
  isBanOutlasted,
  isCoveredByBan,
} from './moderation.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const timeAt = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const DAY = 86_400;

describe('a ban', () => {
  const forever = { scope: 'all' as const, expiresAt: null, liftedAt: null };

  test('stays active until its end or until it is lifted', () => {
    expect(isBanActive(forever, now)).toBe(true);
    expect(isBanActive({ ...forever, expiresAt: timeAt(1) }, now)).toBe(true);
    expect(isBanActive({ ...forever, expiresAt: now }, now)).toBe(false);
    expect(isBanActive({ ...forever, liftedAt: timeAt(-1) }, now)).toBe(false);
  });

  test('ends after its number of days, or never', () => {
    expect(computeBanEnd(30, now)).toEqual(timeAt(30 * DAY));
    expect(computeBanEnd(null, now)).toBeNull();
  });

  test('covers another ban of the same scope that ends no later', () => {
    const week = { ...forever, expiresAt: timeAt(7 * DAY) };
    expect(isCoveredByBan(forever, 'listing', null, now)).toBe(true);
    expect(isCoveredByBan(week, 'all', timeAt(7 * DAY), now)).toBe(true);
    expect(isCoveredByBan(week, 'all', timeAt(7 * DAY + 1), now)).toBe(false);
    expect(isCoveredByBan(week, 'all', null, now)).toBe(false);
    expect(isCoveredByBan({ ...week, scope: 'listing' }, 'listing', timeAt(DAY), now)).toBe(true);
    expect(isCoveredByBan({ ...week, scope: 'listing' }, 'applying', timeAt(DAY), now)).toBe(false);
    expect(isCoveredByBan({ ...week, scope: 'listing' }, 'all', timeAt(DAY), now)).toBe(false);
    expect(isCoveredByBan({ ...forever, liftedAt: timeAt(-1) }, 'all', timeAt(DAY), now)).toBe(false);
  });

  test('covers a shorter ban when permanent, and never covers a permanent one when temporary', () => {
    expect(isCoveredByBan({ ...forever, scope: 'applying' }, 'applying', timeAt(DAY), now)).toBe(true);
    expect(isCoveredByBan({ ...forever, scope: 'applying' }, 'all', null, now)).toBe(false);
    expect(isCoveredByBan({ ...forever, expiresAt: now }, 'all', timeAt(-DAY), now)).toBe(false);
  });
});

describe('reporter weight', () => {
  test('starts at its maximum and drops with every dismissed report', () => {
    expect(computeReporterWeight(0, 0)).toBe(1);
    expect(computeReporterWeight(5, 0)).toBe(1);
    expect(computeReporterWeight(0, 2)).toBe(0.5);
    expect(computeReporterWeight(2, 4)).toBe(0.5);
  });

  test('ranks a report at most three days older when its reporter is usually wrong', () => {
    expect(computeQueueRank(now, 1)).toBe(now.getTime());
    expect(computeQueueRank(now, 0)).toBe(timeAt(-3 * DAY).getTime());
    expect(computeQueueRank(now, 0.5)).toBe(timeAt(-1.5 * DAY).getTime());
  });
});

test('allows an undo for 30 seconds plus 5 for network latency', () => {
  expect(getUndoDeadline(now)).toEqual(timeAt(30));
  expect(canUndo(now, timeAt(30))).toBe(true);
  expect(canUndo(now, timeAt(35))).toBe(true);
  expect(canUndo(now, timeAt(35.001))).toBe(false);
});

describe('isBanOutlasted', () => {
  const createSpan = (
    id: string,
    scope: BanScope,
    [from, to]: [number, number | null],
    liftedAt: Date | null = null,
  ) => ({
    id,
    scope,
    createdAt: timeAt(from),
    expiresAt: to === null ? null : timeAt(to),
    liftedAt,
  });
  const ban = createSpan('b', 'listing', [0, 100]);

  test.each([
    ['longer', createSpan('c', 'listing', [50, 200]), true],
    ['longer, from everything', createSpan('c', 'all', [50, null]), true],
    ['longer, from something else', createSpan('c', 'matching', [50, null]), false],
    ['created after the end', createSpan('c', 'all', [101, 300]), false],
    ['lifted before the end', createSpan('c', 'all', [50, null], timeAt(99)), false],
    ['lifted after the end', createSpan('c', 'all', [50, null], timeAt(101)), true],
    ['shorter', createSpan('c', 'all', [50, 99]), false],
    ['itself', ban, false],
  ])('compares a ban with another one that is %s', (_what, other, isOutlasted) => {
    expect(isBanOutlasted(other, ban)).toBe(isOutlasted);
  });

  test('is true for exactly one of two bans that end together', () => {
    for (const scope of ['listing', 'all'] as const) {
      for (const id of ['a', 'c']) {
        const other = createSpan(id, scope, [50, 100]);
        expect(isBanOutlasted(other, ban)).not.toBe(isBanOutlasted(ban, other));
      }
    }
  });
});
