import type { Columns } from './columns.ts';

const STEP_COUNT = 256;

/** Writes the players whose rating is close enough to a player's, for the words listed in `words`. */
export type RatingRows = (i: number, words: Int32Array, into: Int32Array) => void;

/**
 * Builds bit sets of the players below each of several rating steps. The difference of two sets contains the players
 * who are definitely close enough. Only players on the same steps as the ends of a player's range are checked
 * individually.
 */
export function createRatingRows(c: Columns, row: number): RatingRows {
  const { size, rating, maxSpread } = c;
  let [low, high, least] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < size; i++) {
    if (maxSpread[i]! < least) least = maxSpread[i]!;
    if (rating[i]! < low) low = rating[i]!;
    if (rating[i]! > high) high = rating[i]!;
  }
  const scale = high > low ? STEP_COUNT / (high - low) : 0;
  const getStep = (value: number): number => Math.max(0, Math.min(STEP_COUNT - 1, Math.floor((value - low) * scale)));
  const members: number[][] = Array.from({ length: STEP_COUNT }, () => []);
  const unratedRow = new Int32Array(row);
  for (let i = 0; i < size; i++) {
    if (Number.isNaN(rating[i]!)) unratedRow[i >> 5]! |= 1 << (i & 31);
    else members[getStep(rating[i]!)]!.push(i);
  }
  /** Row n: the players on a step below n. */
  const lowerRows = new Int32Array((STEP_COUNT + 1) * row);
  for (let step = 0; step < STEP_COUNT; step++) {
    lowerRows.copyWithin((step + 1) * row, step * row, (step + 1) * row);
    for (const i of members[step]!) lowerRows[(step + 1) * row + (i >> 5)]! |= 1 << (i & 31);
  }
  const isNear = (i: number, j: number) => Math.abs(rating[i]! - rating[j]!) <= Math.min(maxSpread[i]!, maxSpread[j]!);
  return (i, wordIndexes, into) => {
    const count = wordIndexes.length;
    const ownRating = rating[i]!;
    if (Number.isNaN(ownRating)) {
      for (let index = 0; index < count; index++) into[wordIndexes[index]!] = -1;
      return;
    }
    // Everyone within the narrowest range qualifies. Beyond that range, both players' own ranges must allow it.
    const [from, until] = [getStep(ownRating - least), getStep(ownRating + least)];
    const [start, end] = [(from + 1) * row, until * row];
    for (let index = 0; index < count; index++) {
      const v = wordIndexes[index]!;
      into[v] = unratedRow[v]! | (end > start ? lowerRows[end + v]! & ~lowerRows[start + v]! : 0);
    }
    const widestStep = getStep(ownRating + maxSpread[i]!);
    for (let step = getStep(ownRating - maxSpread[i]!); step <= widestStep; step++) {
      if (step > from && step < until) continue;
      for (const j of members[step]!) if (isNear(i, j)) into[j >> 5]! |= 1 << (j & 31);
    }
  };
}
