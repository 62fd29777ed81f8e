import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../time/units.ts';
import { getPlayedAt, isFeedbackOpen, isNoShow } from './match-feedback.rules.ts';

describe('reliability rules', () => {
  const getDay = (n: number) => new Date(Date.UTC(2026, 2, 1 + n));
  const mutualMatch = { status: 'mutual', sessions: [{ end: getDay(2).toISOString() }], closedAt: getDay(0) };

  it('ask for feedback for two weeks after the first session of a mutual match', () => {
    expect([1, 2, 16, 17].map((n) => isFeedbackOpen(mutualMatch, getDay(n)))).toEqual([false, true, true, false]);
    expect(isFeedbackOpen({ ...mutualMatch, status: 'declined' }, getDay(3))).toBe(false);
    expect([6, 7, 21, 22].map((n) => isFeedbackOpen({ ...mutualMatch, sessions: [] }, getDay(n)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('ask for feedback only on closed matches, and exactly within the window', () => {
    const { end } = mutualMatch.sessions[0]!;
    const timeAt = (ms: number) => new Date(Date.parse(end) + ms);
    expect(getPlayedAt(mutualMatch)).toEqual(new Date(end));
    expect(getPlayedAt({ ...mutualMatch, closedAt: null })).toBeNull();
    expect(getPlayedAt({ ...mutualMatch, sessions: null })).toEqual(getDay(7));
    expect([-1, 0, 14 * DAY_MS, 14 * DAY_MS + 1].map((ms) => isFeedbackOpen(mutualMatch, timeAt(ms)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    [1, 1, 5, false],
    [2, 2, 5, true],
    [4, 2, 5, false],
    [3, 2, 5, true],
    [1, 1, 2, true],
    [1, 0, 2, false],
  ])('detect a no-show with %i reports, %i absent, in a match of %i: %s', (reports, absentReports, size, expected) => {
    expect(isNoShow(reports, absentReports, size)).toBe(expected);
  });
});
