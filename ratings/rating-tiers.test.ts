import { describe, expect, it } from 'vitest';
import { toPoints, toShownNumber } from './rating-points.ts';
import { computeSigmaAt, describeRating, findTier, TIER_STEPS } from './rating-tiers.ts';
import { DAY_MS, FIRST_DAY, SEASON_DAYS } from './test-games.ts';

const SEASONS = [FIRST_DAY, FIRST_DAY + SEASON_DAYS * DAY_MS];
const SETTLED = { mu: 30, sigma: 1.6, settledSigma: 1.5, games: 80, season: 1, lastPlayedAt: FIRST_DAY };

describe('tiers', () => {
  it('have three divisions each, except champion', () => {
    expect(TIER_STEPS.map(({ tier, division }) => `${tier} ${division}`).slice(0, 4)).toEqual([
      'bronze 3',
      'bronze 2',
      'bronze 1',
      'silver 3',
    ]);
    expect(TIER_STEPS).toHaveLength(16);
    expect(TIER_STEPS.at(-1)).toEqual({ tier: 'champion', division: null, from: 2100 });
    expect(TIER_STEPS.map(({ from }) => from)).toEqual(TIER_STEPS.map(({ from }) => from).toSorted((a, b) => a - b));
  });

  it('start at the documented number', () => {
    expect(findTier(0)).toMatchObject({ tier: 'bronze', division: 3 });
    expect(findTier(699)).toMatchObject({ tier: 'bronze', division: 1 });
    expect(findTier(700)).toMatchObject({ tier: 'silver', division: 3 });
    expect(findTier(3000)).toMatchObject({ tier: 'champion' });
  });
});

describe('toShownNumber', () => {
  it('scales mean minus three sigma to 0 to 3000', () => {
    expect(toShownNumber(toPoints(25, 25 / 3))).toBe(0);
    expect(toShownNumber(toPoints(30, 1.5))).toBe(1530);
    expect(toShownNumber(toPoints(10, 8))).toBe(0);
    expect(toShownNumber(toPoints(80, 1))).toBe(3000);
  });
});

describe('describeRating', () => {
  it('shows placement instead of a tier before five games', () => {
    const shown = describeRating({ ...SETTLED, games: 2 }, FIRST_DAY, SEASONS);
    expect(shown).toMatchObject({ placement: { played: 2, of: 5 }, tier: null, division: null });
    expect(describeRating({ ...SETTLED, games: 5 }, FIRST_DAY, SEASONS)).toMatchObject({
      placement: null,
      tier: 'platinum',
    });
  });

  it('lowers only the certainty while a player is away', () => {
    let last = describeRating(SETTLED, FIRST_DAY, SEASONS);
    expect(last.certainty).toBeGreaterThan(0.95);
    for (let days = 1; days < 3_000; days += 10) {
      const shown = describeRating(SETTLED, FIRST_DAY + days * DAY_MS, SEASONS);
      expect(shown).toMatchObject({ number: last.number, tier: last.tier, division: last.division });
      expect(shown.certainty).toBeLessThanOrEqual(last.certainty);
      last = shown;
    }
    expect(last.certainty).toBe(0);
  });
});

describe('computeSigmaAt', () => {
  const sigmaAfter = (days: number) => computeSigmaAt(SETTLED, FIRST_DAY + days * DAY_MS, SEASONS);

  it("doesn't grow for a week, then grows, and rises when a season starts", () => {
    expect(sigmaAfter(7)).toBe(1.6);
    expect(sigmaAfter(30)).toBeGreaterThan(1.7);
    const reset = sigmaAfter(SEASON_DAYS) ** 2 - sigmaAfter(SEASON_DAYS - 0.001) ** 2;
    expect(reset).toBeCloseTo(2, 3);
  });

  it('never exceeds that of a new player', () => {
    expect(sigmaAfter(100_000)).toBe(25 / 3);
  });
});
