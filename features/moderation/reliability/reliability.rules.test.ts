import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../time/units.ts';
import { computeReliability, evaluateReliability, MIN_EVIDENCE, RELIABILITY_LIMIT } from './reliability.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const noShow = (days: number) => ({ happenedAt: ago(days), missed: true });
const createAttendance = (days: number) => ({ happenedAt: ago(days), missed: false });

test('gives one no-show little weight, and less as it gets older', () => {
  expect(computeReliability([], NOW)).toBeNull();
  expect(computeReliability([createAttendance(0)], NOW)).toBe(100);
  expect(computeReliability([noShow(0)], NOW)).toBe(67);
  expect(computeReliability([noShow(90)], NOW)).toBe(80);
  expect(computeReliability([noShow(900)], NOW)).toBe(100);
  expect(computeReliability([noShow(0), noShow(0), noShow(0)], NOW)).toBe(40);
  expect(computeReliability([noShow(-90)], NOW)).toBe(67);
  expect(computeReliability([noShow(0), createAttendance(0)], NOW)).toBe(75);
});

describe('the reliability limit', () => {
  test.each([
    ['without evidence', [], false],
    ['who missed two of two', [noShow(0), noShow(0)], false],
    ['who missed three of three', [noShow(0), noShow(0), noShow(0)], true],
    ['who missed three of four', [noShow(0), noShow(0), noShow(0), createAttendance(0)], false],
    ['who missed four of five', [noShow(0), noShow(0), noShow(0), noShow(0), createAttendance(0)], true],
    ['who missed three long ago', [noShow(60), noShow(60), noShow(60)], false],
  ])('decides whether a user %s is below the limit: %s', (_what, evidence, isBelowLimit) => {
    expect(evaluateReliability(evidence, NOW).wayBack !== null).toBe(isBelowLimit);
  });

  test('never applies below the minimum evidence', () => {
    for (let count = 0; count < MIN_EVIDENCE; count += 1) {
      expect(
        evaluateReliability(
          Array.from({ length: count }, () => noShow(0)),
          NOW,
        ).wayBack,
      ).toBeNull();
    }
  });

  test.each([3, 4, 7, 20])('computes the exact recovery match and day after %i no-shows', (count) => {
    const evidence = Array.from({ length: count }, (_, index) => noShow(index));
    const { score, wayBack } = evaluateReliability(evidence, NOW);
    expect(score).toBeLessThan(RELIABILITY_LIMIT);
    const { matchesToCome, returnsAt } = wayBack!;
    const evaluateAfter = (matches: number) =>
      evaluateReliability([...evidence, ...Array.from({ length: matches }, () => createAttendance(0))], NOW);
    expect([evaluateAfter(matchesToCome - 1).wayBack === null, evaluateAfter(matchesToCome).wayBack === null]).toEqual([
      false,
      true,
    ]);
    const isReliableAt = (ms: number) =>
      evaluateReliability(evidence, new Date(returnsAt.getTime() + ms)).wayBack === null;
    expect([isReliableAt(-DAY_MS), isReliableAt(0)]).toEqual([false, true]);
  });
});
