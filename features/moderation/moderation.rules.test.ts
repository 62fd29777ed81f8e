import { describe, expect, test } from 'vitest';
import type { BanScope } from './ban-reasons.schema.ts';
import {
  banCovers,
  banEnd,
  banIsActive,
  canUndo,
  outlasts,
  queueRank,
  reporterWeight,
  undoUntil,
} from './moderation.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const DAY = 86_400;

describe('a ban', () => {
  const forever = { scope: 'all' as const, expiresAt: null, liftedAt: null };

  test('holds until its end or until it is lifted', () => {
    expect(banIsActive(forever, now)).toBe(true);
    expect(banIsActive({ ...forever, expiresAt: at(1) }, now)).toBe(true);
    expect(banIsActive({ ...forever, expiresAt: now }, now)).toBe(false);
    expect(banIsActive({ ...forever, liftedAt: at(-1) }, now)).toBe(false);
  });

  test('ends some days from now, or never', () => {
    expect(banEnd(30, now)).toEqual(at(30 * DAY));
    expect(banEnd(null, now)).toBeNull();
  });

  test('covers another of its scope that ends no later', () => {
    const week = { ...forever, expiresAt: at(7 * DAY) };
    expect(banCovers(forever, 'listing', null, now)).toBe(true);
    expect(banCovers(week, 'all', at(7 * DAY), now)).toBe(true);
    expect(banCovers(week, 'all', at(7 * DAY + 1), now)).toBe(false);
    expect(banCovers(week, 'all', null, now)).toBe(false);
    expect(banCovers({ ...week, scope: 'listing' }, 'listing', at(DAY), now)).toBe(true);
    expect(banCovers({ ...week, scope: 'listing' }, 'applying', at(DAY), now)).toBe(false);
    expect(banCovers({ ...week, scope: 'listing' }, 'all', at(DAY), now)).toBe(false);
    expect(banCovers({ ...forever, liftedAt: at(-1) }, 'all', at(DAY), now)).toBe(false);
  });

  test('covers a shorter one of its scope while it has no end, and a lasting one never when it has', () => {
    expect(banCovers({ ...forever, scope: 'applying' }, 'applying', at(DAY), now)).toBe(true);
    expect(banCovers({ ...forever, scope: 'applying' }, 'all', null, now)).toBe(false);
    expect(banCovers({ ...forever, expiresAt: now }, 'all', at(-DAY), now)).toBe(false);
  });
});

describe('a reporter', () => {
  test('counts in full at first, less with every dismissed report', () => {
    expect(reporterWeight(0, 0)).toBe(1);
    expect(reporterWeight(5, 0)).toBe(1);
    expect(reporterWeight(0, 2)).toBe(0.5);
    expect(reporterWeight(2, 4)).toBe(0.5);
  });

  test('who is usually wrong stands in the queue as if three days earlier at most', () => {
    expect(queueRank(now, 1)).toBe(now.getTime());
    expect(queueRank(now, 0)).toBe(at(-3 * DAY).getTime());
    expect(queueRank(now, 0.5)).toBe(at(-1.5 * DAY).getTime());
  });
});

test('an act can be taken back for thirty seconds, and five more for the way', () => {
  expect(undoUntil(now)).toEqual(at(30));
  expect(canUndo(now, at(30))).toBe(true);
  expect(canUndo(now, at(35))).toBe(true);
  expect(canUndo(now, at(35.001))).toBe(false);
});

describe('a ban that takes over where another ends', () => {
  const span = (id: string, scope: BanScope, [from, to]: [number, number | null], liftedAt: Date | null = null) => ({
    id,
    scope,
    createdAt: at(from),
    expiresAt: to === null ? null : at(to),
    liftedAt,
  });
  const ban = span('b', 'listing', [0, 100]);

  test.each([
    ['longer', span('c', 'listing', [50, 200]), true],
    ['longer, from everything', span('c', 'all', [50, null]), true],
    ['longer, from something else', span('c', 'matching', [50, null]), false],
    ['made after the end', span('c', 'all', [101, 300]), false],
    ['lifted before the end', span('c', 'all', [50, null], at(99)), false],
    ['lifted after the end', span('c', 'all', [50, null], at(101)), true],
    ['shorter', span('c', 'all', [50, 99]), false],
    ['itself', ban, false],
  ])('%s', (_what, other, takesOver) => {
    expect(outlasts(other, ban)).toBe(takesOver);
  });

  test('of two that end together one is told', () => {
    for (const scope of ['listing', 'all'] as const) {
      for (const id of ['a', 'c']) {
        const other = span(id, scope, [50, 100]);
        expect(outlasts(other, ban)).not.toBe(outlasts(ban, other));
      }
    }
  });
});
