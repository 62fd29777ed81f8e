import { levenbergMarquardt } from 'ml-levenberg-marquardt';
import { mapParts, PARTS, type PartName } from '../../../matcher/score-parts.ts';

type Points = Readonly<Record<PartName, number>>;

/** A matched squad that played: its share of each part's points, from 0 to 1, and whether it played again. */
export type Outcome = {
  earned: Points;
  /** Points out of 100 under the current rules. */
  score: number;
  again: boolean;
};

/** Logistic model: chance of playing again = 1 / (1 + e^-(start + Σ slopes × shares)). */
export type Fit = { start: number; slopes: Points };

/**
 * Minimum number of outcomes for a meaningful result, in total and of each kind: squads that played again and squads
 * that didn't.
 */
export const MIN_OUTCOMES = { outcomes: 300, ofEachKind: 60 } as const;
/** Number of parts for cross-validation. Each is held out in turn and predicted from the rest. */
const FOLD_COUNT = 5;
/** Number of standard errors from which a difference is significant (about 1 in 40 on each side). */
const CONFIDENCE = 2;
const WEIGHT_SUM = 100;
const CALIBRATION_BINS = 5;
/** Number of iterations, after which the significant digits no longer change. */
const ITERATION_COUNT = 20;
/** Chances stay at least this far from 0 and 1, where a wrong prediction would cost infinitely much. */
const MIN_CHANCE = 1e-4;

const computeSigmoid = (value: number) => 1 / (1 + Math.exp(-value));
const clampChance = (chance: number) => Math.min(1 - MIN_CHANCE, Math.max(MIN_CHANCE, chance));
const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns a match's share of each part's points. @param weights the weights the match was scored with */
export const toEarnedShares = (parts: Partial<Points>, weights: Points): Points =>
  mapParts((part) => (weights[part] > 0 ? Math.min(1, (parts[part] ?? 0) / weights[part]) : 0));

export const computeWeightedScore = (earnedShares: Points, weights: Points): number =>
  PARTS.reduce((sum, part) => sum + earnedShares[part] * weights[part], 0);

/**
 * Fits a logistic curve by least squares, which gives the chances closest to the outcomes on average. Omits parts with
 * a negative effect, because a match's score only adds positive points.
 * @param rows shares of one outcome each, all of the same length
 * @returns the curve's start, and the slope of each share, at least 0
 */
function fitRegression(rows: readonly (readonly number[])[], playedAgain: readonly boolean[]): number[] {
  const x = rows.map((_, index) => index);
  const y = playedAgain.map(Number);
  let countedRows = rows[0]!.map((_, index) => index);
  for (;;) {
    const computeChance = (params: readonly number[]) => (index: number) =>
      computeSigmoid(countedRows.reduce((sum, at, place) => sum + rows[index]![at]! * params[place + 1]!, params[0]!));
    const { parameterValues } = levenbergMarquardt({ x, y }, computeChance, {
      initialValues: [0, ...countedRows.map(() => 0)],
      maxIterations: ITERATION_COUNT,
      jacobianFunction: (params) => (index) => {
        const probability = computeChance(params)(index);
        const slope = probability * (1 - probability);
        return [slope, ...countedRows.map((at) => slope * rows[index]![at]!)];
      },
    });
    const [start, ...slopes] = parameterValues;
    const places = countedRows.filter((_, place) => slopes[place]! >= 0);
    if (places.length === countedRows.length)
      return [
        start!,
        ...rows[0]!.map((_, index) => (countedRows.includes(index) ? slopes[countedRows.indexOf(index)]! : 0)),
      ];
    countedRows = places;
  }
}

/** Fits the chance of playing again to the shares of points for each part. */
export function fitOutcomes(outcomes: readonly Outcome[]): Fit {
  const [start, ...slopes] = fitRegression(
    outcomes.map(({ earned }) => PARTS.map((part) => earned[part])),
    outcomes.map(({ again }) => again),
  );
  return { start: start!, slopes: mapParts((part) => slopes[PARTS.indexOf(part)]!) };
}

const predictChance = ({ start, slopes }: Fit, earnedShares: Points): number =>
  computeSigmoid(start + computeWeightedScore(earnedShares, slopes));

/**
 * Converts slopes to score points that are proportional, whole, and add up to 100.
 * @returns undefined when no part makes a difference
 */
export function getWeights({ slopes }: Fit): Points | undefined {
  const sum = PARTS.reduce((total, part) => total + slopes[part], 0);
  if (sum <= 0) return undefined;
  const exact = mapParts((part) => (WEIGHT_SUM * slopes[part]) / sum);
  const roundedDown = mapParts((part) => Math.floor(exact[part]));
  const missingPoints = WEIGHT_SUM - PARTS.reduce((total, part) => total + roundedDown[part], 0);
  const byRest = PARTS.toSorted((one, other) => exact[other] - roundedDown[other] - (exact[one] - roundedDown[one]));
  for (const part of byRest.slice(0, missingPoints)) roundedDown[part] += 1;
  return roundedDown;
}

type Bin = { outcomes: number; predicted: number; came: number };

export type Comparison = {
  /** How often a squad that played again has a higher score than one that didn't, by current and learned weights. */
  ranked: { current: number; learned: number };
  /**
   * Gain of the learned chances over the current score when predicting held-out squads, in bits per squad, with the
   * standard error.
   */
  gain: number;
  error: number;
  /** Learned chances of held-out squads, from low to high, with the actual outcomes. */
  calibration: Bin[];
  better: boolean;
};

export type LearnedWeights = {
  outcomes: number;
  again: number;
  current: Points;
  /** Why no weights were learned, as a sentence; null when there's enough data. */
  problem: string | null;
  found: { weights: Points; comparison: Comparison } | null;
};

/** Predicts each outcome from the others, once with the current score and once with learned weights. */
export function compareRankings(outcomes: readonly Outcome[]): Comparison {
  const currentScores: number[] = [];
  const weights: number[] = [];
  const ranks: number[] = [];
  for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
    const others = outcomes.filter((_, index) => index % FOLD_COUNT !== fold);
    const [start, slope] = fitRegression(
      others.map(({ score }) => [score / WEIGHT_SUM]),
      others.map(({ again }) => again),
    );
    const model = fitOutcomes(others);
    for (let index = fold; index < outcomes.length; index += FOLD_COUNT) {
      const { earned, score } = outcomes[index]!;
      currentScores[index] = clampChance(computeSigmoid(start! + (slope! * score) / WEIGHT_SUM));
      weights[index] = clampChance(predictChance(model, earned));
      ranks[index] = computeWeightedScore(earned, model.slopes);
    }
  }
  const gains = outcomes.map(({ again }, index) => {
    const countBits = (chance: number) => Math.log2(again ? chance : 1 - chance);
    return countBits(weights[index]!) - countBits(currentScores[index]!);
  });
  const gain = computeMean(gains);
  const error = Math.sqrt(computeMean(gains.map((one) => (one - gain) ** 2)) / gains.length);
  const playedAgain = outcomes.map((outcome) => outcome.again);
  return {
    ranked: {
      current: computeRankingAccuracy(
        outcomes.map(({ score }) => score),
        playedAgain,
      ),
      learned: computeRankingAccuracy(ranks, playedAgain),
    },
    gain,
    error,
    calibration: computeCalibration(weights, playedAgain),
    better: gain > CONFIDENCE * error,
  };
}

/**
 * Returns the share of pairs in which the squad that played again has a higher value than the one that didn't. Ties
 * count as half.
 */
export function computeRankingAccuracy(values: readonly number[], playedAgain: readonly boolean[]): number {
  const order = values.map((value, index) => ({ value, again: playedAgain[index]! })).sort((a, b) => a.value - b.value);
  let rightCount = 0;
  let lowerCount = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && order[to]!.value === order[from]!.value) to += 1;
    const same = order.slice(from, to);
    const againCount = same.filter((one) => one.again).length;
    rightCount += againCount * (lowerCount + (same.length - againCount) / 2);
    lowerCount += same.length - againCount;
    from = to;
  }
  const pairs = lowerCount * (order.length - lowerCount);
  return pairs === 0 ? 0.5 : rightCount / pairs;
}

/** Groups chances into five equal-size bins, from low to high. */
function computeCalibration(chances: readonly number[], playedAgain: readonly boolean[]): Bin[] {
  const order = chances.map((_, index) => index).sort((one, other) => chances[one]! - chances[other]!);
  return Array.from({ length: CALIBRATION_BINS }, (_, bin) => {
    const getEdge = (edge: number) => Math.floor((edge * order.length) / CALIBRATION_BINS);
    const outcomes = order.slice(getEdge(bin), getEdge(bin + 1));
    return {
      outcomes: outcomes.length,
      predicted: computeMean(outcomes.map((index) => chances[index]!)),
      came: computeMean(outcomes.map((index) => Number(playedAgain[index]))),
    };
  });
}

/** Returns the reason there are too few outcomes, as a sentence; undefined when there are enough. */
export function findTooFewOutcomes(outcomes: readonly Outcome[]): string | undefined {
  const againCount = outcomes.filter((outcome) => outcome.again).length;
  const other = outcomes.length - againCount;
  if (outcomes.length >= MIN_OUTCOMES.outcomes && Math.min(againCount, other) >= MIN_OUTCOMES.ofEachKind)
    return undefined;
  return `${outcomes.length} squads have enough history: ${againCount} played again and ${other} didn’t. We learn weights from at least ${MIN_OUTCOMES.outcomes}, with at least ${MIN_OUTCOMES.ofEachKind} of each kind. With fewer, the result would be chance.`;
}
