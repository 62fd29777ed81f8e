import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../time/units.ts';
import { computeReliability, evaluateReliability, MIN_EVIDENCE, RELIABILITY_LIMIT } from './reliability.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const missed = (days: number) => ({ happenedAt: ago(days), missed: true });
const came = (days: number) => ({ happenedAt: ago(days), missed: false });

test('gives one no-show little weight, and less as it gets older', () => {
  expect(computeReliability([], NOW)).toBeNull();
  expect(computeReliability([came(0)], NOW)).toBe(100);
  expect(computeReliability([missed(0)], NOW)).toBe(67);
  expect(computeReliability([missed(90)], NOW)).toBe(80);
  expect(computeReliability([missed(900)], NOW)).toBe(100);
  expect(computeReliability([missed(0), missed(0), missed(0)], NOW)).toBe(40);
  expect(computeReliability([missed(-90)], NOW)).toBe(67);
  expect(computeReliability([missed(0), came(0)], NOW)).toBe(75);
});

describe('the reliability limit', () => {
  test.each([
    ['with nothing known', [], false],
    ['with two missed of two', [missed(0), missed(0)], false],
    ['with three missed of three', [missed(0), missed(0), missed(0)], true],
    ['with three missed of four', [missed(0), missed(0), missed(0), came(0)], false],
    ['with four missed of five', [missed(0), missed(0), missed(0), missed(0), came(0)], true],
    ['with three missed long ago', [missed(60), missed(60), missed(60)], false],
  ])('evaluates a user %s: %s', (_what, evidence, below) => {
    expect(evaluateReliability(evidence, NOW).wayBack !== null).toBe(below);
  });

  test('never applies below the minimum evidence', () => {
    for (let count = 0; count < MIN_EVIDENCE; count += 1) {
      expect(
        evaluateReliability(
          Array.from({ length: count }, () => missed(0)),
          NOW,
        ).wayBack,
      ).toBeNull();
    }
  });

  test.each([3, 4, 7, 20])('computes the exact recovery match and day after %i no-shows', (count) => {
    const evidence = Array.from({ length: count }, (_, index) => missed(index));
    const { score, wayBack } = evaluateReliability(evidence, NOW);
    expect(score).toBeLessThan(RELIABILITY_LIMIT);
    const { matchesToCome, returnsAt } = wayBack!;
    const afterComing = (matches: number) =>
      evaluateReliability([...evidence, ...Array.from({ length: matches }, () => came(0))], NOW);
    expect([afterComing(matchesToCome - 1).wayBack === null, afterComing(matchesToCome).wayBack === null]).toEqual([
      false,
      true,
    ]);
    const at = (ms: number) => evaluateReliability(evidence, new Date(returnsAt.getTime() + ms)).wayBack === null;
    expect([at(-DAY_MS), at(0)]).toEqual([false, true]);
  });
});
