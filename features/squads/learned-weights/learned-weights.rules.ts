import { levenbergMarquardt } from 'ml-levenberg-marquardt';
import { eachPart, PARTS, type PartName } from '../../../matcher/score-parts.ts';

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
const FOLDS = 5;
/** Number of standard errors from which a difference is significant (about 1 in 40 on each side). */
const CONFIDENCE = 2;
const WEIGHT_SUM = 100;
const CALIBRATION_BINS = 5;
/** Number of iterations, after which the significant digits no longer change. */
const ITERATIONS = 20;
/** Chances stay at least this far from 0 and 1, where a wrong prediction would cost infinitely much. */
const MIN_CHANCE = 1e-4;

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
const within = (chance: number) => Math.min(1 - MIN_CHANCE, Math.max(MIN_CHANCE, chance));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns a match's share of each part's points. @param weights the weights the match was scored with */
export const toEarnedShares = (parts: Partial<Points>, weights: Points): Points =>
  eachPart((part) => (weights[part] > 0 ? Math.min(1, (parts[part] ?? 0) / weights[part]) : 0));

export const scoreBy = (earned: Points, weights: Points): number =>
  PARTS.reduce((sum, part) => sum + earned[part] * weights[part], 0);

/**
 * Fits a logistic curve by least squares, which gives the chances closest to the outcomes on average. Omits parts with
 * a negative effect, because a match's score only adds positive points.
 * @param rows shares of one outcome each, all of the same length
 * @returns the curve's start, and the slope of each share, at least 0
 */
function regression(rows: readonly (readonly number[])[], again: readonly boolean[]): number[] {
  const x = rows.map((_, index) => index);
  const y = again.map(Number);
  let counted = rows[0]!.map((_, at) => at);
  for (;;) {
    const chance = (params: readonly number[]) => (index: number) =>
      sigmoid(counted.reduce((sum, at, place) => sum + rows[index]![at]! * params[place + 1]!, params[0]!));
    const { parameterValues } = levenbergMarquardt({ x, y }, chance, {
      initialValues: [0, ...counted.map(() => 0)],
      maxIterations: ITERATIONS,
      jacobianFunction: (params) => (index) => {
        const came = chance(params)(index);
        const slope = came * (1 - came);
        return [slope, ...counted.map((at) => slope * rows[index]![at]!)];
      },
    });
    const [start, ...slopes] = parameterValues;
    const good = counted.filter((_, place) => slopes[place]! >= 0);
    if (good.length === counted.length)
      return [start!, ...rows[0]!.map((_, at) => (counted.includes(at) ? slopes[counted.indexOf(at)]! : 0))];
    counted = good;
  }
}

/** Fits the chance of playing again to the shares of points for each part. */
export function fitOutcomes(outcomes: readonly Outcome[]): Fit {
  const [start, ...slopes] = regression(
    outcomes.map(({ earned }) => PARTS.map((part) => earned[part])),
    outcomes.map(({ again }) => again),
  );
  return { start: start!, slopes: eachPart((part) => slopes[PARTS.indexOf(part)]!) };
}

const chanceBy = ({ start, slopes }: Fit, earned: Points): number => sigmoid(start + scoreBy(earned, slopes));

/**
 * Converts slopes to score points that are proportional, whole, and add up to 100.
 * @returns undefined when no part makes a difference
 */
export function getWeights({ slopes }: Fit): Points | undefined {
  const sum = PARTS.reduce((total, part) => total + slopes[part], 0);
  if (sum <= 0) return undefined;
  const exact = eachPart((part) => (WEIGHT_SUM * slopes[part]) / sum);
  const roundedDown = eachPart((part) => Math.floor(exact[part]));
  const missing = WEIGHT_SUM - PARTS.reduce((total, part) => total + roundedDown[part], 0);
  const byRest = PARTS.toSorted((one, other) => exact[other] - roundedDown[other] - (exact[one] - roundedDown[one]));
  for (const part of byRest.slice(0, missing)) roundedDown[part] += 1;
  return roundedDown;
}

type Bin = { outcomes: number; foretold: number; came: number };

export type Comparison = {
  /** How often a squad that played again has a higher score than one that didn't, by present and learned weights. */
  ranked: { present: number; learned: number };
  /** How much better the learned chances predict held-out squads, in bits per squad, and the standard error. */
  gain: number;
  error: number;
  /** Learned chances of held-out squads, from low to high, with the actual outcomes. */
  calibration: Bin[];
  better: boolean;
};

export type Learned = {
  outcomes: number;
  again: number;
  present: Points;
  /** Why no weights were learned, as a sentence; null when there's enough data. */
  problem: string | null;
  found: { weights: Points; comparison: Comparison } | null;
};

/** Predicts each outcome from the others, once with the present score and once with learned weights. */
export function compareRankings(outcomes: readonly Outcome[]): Comparison {
  const present: number[] = [];
  const learned: number[] = [];
  const ranks: number[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = outcomes.filter((_, index) => index % FOLDS !== fold);
    const [start, slope] = regression(
      others.map(({ score }) => [score / WEIGHT_SUM]),
      others.map(({ again }) => again),
    );
    const model = fitOutcomes(others);
    for (let index = fold; index < outcomes.length; index += FOLDS) {
      const { earned, score } = outcomes[index]!;
      present[index] = within(sigmoid(start! + (slope! * score) / WEIGHT_SUM));
      learned[index] = within(chanceBy(model, earned));
      ranks[index] = scoreBy(earned, model.slopes);
    }
  }
  const gains = outcomes.map(({ again }, index) => {
    const bits = (chance: number) => Math.log2(again ? chance : 1 - chance);
    return bits(learned[index]!) - bits(present[index]!);
  });
  const gain = mean(gains);
  const error = Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / gains.length);
  const again = outcomes.map((outcome) => outcome.again);
  return {
    ranked: {
      present: computeRankingAccuracy(
        outcomes.map(({ score }) => score),
        again,
      ),
      learned: computeRankingAccuracy(ranks, again),
    },
    gain,
    error,
    calibration: computeCalibration(learned, again),
    better: gain > CONFIDENCE * error,
  };
}

/**
 * Returns the share of pairs in which the squad that played again has a higher value than the one that didn't. Ties
 * count as half.
 */
export function computeRankingAccuracy(values: readonly number[], again: readonly boolean[]): number {
  const order = values.map((value, index) => ({ value, again: again[index]! })).sort((a, b) => a.value - b.value);
  let right = 0;
  let below = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && order[to]!.value === order[from]!.value) to += 1;
    const same = order.slice(from, to);
    const came = same.filter((one) => one.again).length;
    right += came * (below + (same.length - came) / 2);
    below += same.length - came;
    from = to;
  }
  const pairs = below * (order.length - below);
  return pairs === 0 ? 0.5 : right / pairs;
}

/** Groups chances into five equal-size bins, from low to high. */
function computeCalibration(chances: readonly number[], again: readonly boolean[]): Bin[] {
  const order = chances.map((_, index) => index).sort((one, other) => chances[one]! - chances[other]!);
  return Array.from({ length: CALIBRATION_BINS }, (_, bin) => {
    const at = (edge: number) => Math.floor((edge * order.length) / CALIBRATION_BINS);
    const those = order.slice(at(bin), at(bin + 1));
    return {
      outcomes: those.length,
      foretold: mean(those.map((index) => chances[index]!)),
      came: mean(those.map((index) => Number(again[index]))),
    };
  });
}

/** Returns the reason there are too few outcomes, as a sentence; undefined when there are enough. */
export function findTooFewOutcomes(outcomes: readonly Outcome[]): string | undefined {
  const again = outcomes.filter((outcome) => outcome.again).length;
  const other = outcomes.length - again;
  if (outcomes.length >= MIN_OUTCOMES.outcomes && Math.min(again, other) >= MIN_OUTCOMES.ofEachKind) return undefined;
  return `${outcomes.length} squads have enough history: ${again} played again and ${other} didn’t. We learn weights from at least ${MIN_OUTCOMES.outcomes}, with at least ${MIN_OUTCOMES.ofEachKind} of each kind. With fewer, the result would be chance.`;
}
