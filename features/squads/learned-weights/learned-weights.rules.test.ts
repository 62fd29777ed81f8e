import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../../matcher/default-rules.ts';
import { mapParts, PARTS, type PartName } from '../../../matcher/score-parts.ts';
import {
  compareRankings,
  computeRankingAccuracy,
  computeWeightedScore,
  findTooFewOutcomes,
  fitOutcomes,
  getWeights,
  MIN_OUTCOMES,
  type Outcome,
  toEarnedShares,
} from './learned-weights.rules.ts';

type Points = Record<PartName, number>;
const TRUE_WEIGHTS: Points = {
  ...{ positionFit: 10, commonHours: 30, skill: 15, complement: 5 },
  ...{ modes: 20, communication: 12, region: 8 },
};
const inForce = defaultRules.weights;

/** Returns a seeded generator of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/**
 * Simulates squads whose chance of playing again follows the given weights. @param steepness 0: all squads are equal
 */
function simulate(count: number, { weights = TRUE_WEIGHTS, steepness = 10, seed = 7 } = {}): Outcome[] {
  const draw = createRandom(seed);
  return Array.from({ length: count }, () => {
    const earnedShares = mapParts(() => draw());
    const goodShare = computeWeightedScore(earnedShares, weights) / 100 - 0.5;
    return {
      earned: earnedShares,
      score: computeWeightedScore(earnedShares, inForce),
      again: draw() < 1 / (1 + Math.exp(-steepness * goodShare)),
    };
  });
}

describe('weight learning', () => {
  it('recovers known weights to within a tenth', () => {
    const { slopes } = fitOutcomes(simulate(100_000));
    const sum = PARTS.reduce((total, part) => total + slopes[part], 0);
    for (const part of PARTS)
      expect(Math.abs((100 * slopes[part]) / sum / TRUE_WEIGHTS[part] - 1), part).toBeLessThan(0.1);
  });

  it('measures the improvement in predicting held-out squads', () => {
    const { better, gain, error, ranked, calibration } = compareRankings(simulate(4_000));
    expect(better).toBe(true);
    expect(gain).toBeGreaterThan(2 * error);
    expect(ranked.learned).toBeGreaterThan(ranked.current);
    expect(calibration.reduce((sum, bin) => sum + bin.outcomes, 0)).toBe(4_000);
    for (const { predicted, came } of calibration) expect(Math.abs(predicted - came)).toBeLessThan(0.05);
  });

  it("reports no improvement when the current weights are right or squads don't differ", () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      expect(compareRankings(simulate(1_500, { weights: inForce, seed })).better, `right ones, ${seed}`).toBe(false);
      expect(compareRankings(simulate(1_500, { steepness: 0, seed })).better, `chance, ${seed}`).toBe(false);
    }
  });

  it('assigns no points to a part that lowers the chance of playing again', () => {
    const draw = createRandom(3);
    const outcomes = simulate(5_000).map((outcome) => {
      const region = draw();
      return { ...outcome, earned: { ...outcome.earned, region }, again: outcome.again && draw() > region * 0.8 };
    });
    expect(getWeights(fitOutcomes(outcomes))).toMatchObject({ region: 0 });
  });

  it('returns whole points that add up to 100', () => {
    const slopes = mapParts((part) => (part === 'region' ? 0.4 : 1));
    const weights = getWeights({ start: -3, slopes })!;
    expect(PARTS.reduce((sum, part) => sum + weights[part], 0)).toBe(100);
    expect(Object.values(weights).every(Number.isInteger)).toBe(true);
    expect(getWeights({ start: 0, slopes: mapParts(() => 0) })).toBeUndefined();
  });

  it('converts points to shares of the maximum at the time of the match', () => {
    const weights = { ...inForce, region: 0 };
    expect(toEarnedShares({ positionFit: 12.5, region: 5 }, weights)).toEqual({
      ...mapParts(() => 0),
      positionFit: 0.5,
    });
  });

  it('computes ranking accuracy over pairs and counts ties as half', () => {
    expect(computeRankingAccuracy([1, 2, 3, 4], [false, false, true, true])).toBe(1);
    expect(computeRankingAccuracy([1, 2, 3, 4], [true, true, false, false])).toBe(0);
    expect(computeRankingAccuracy([2, 2], [true, false])).toBe(0.5);
    expect(computeRankingAccuracy([1, 2], [true, true])).toBe(0.5);
  });

  it("requires enough squads that played again and enough that didn't", () => {
    const outcomes = simulate(MIN_OUTCOMES.outcomes);
    expect(findTooFewOutcomes(outcomes)).toBeUndefined();
    expect(findTooFewOutcomes(outcomes.slice(1))).toContain(`${MIN_OUTCOMES.outcomes - 1} squads`);
    expect(
      findTooFewOutcomes(
        outcomes.map((outcome, index) => ({ ...outcome, again: index < MIN_OUTCOMES.ofEachKind - 1 })),
      ),
    ).toContain(`${MIN_OUTCOMES.ofEachKind - 1} played again`);
  });
});
