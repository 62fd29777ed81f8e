import type { Columns } from './columns.ts';
import { createPassingRows, type PassingRows } from './mask-rows.ts';
import { createRatingRows } from './rating-rows.ts';
import { countBits, WEEK_WORDS } from './week.ts';
import { createWeekRows, type WeekRows } from './week-rows.ts';

/** Compatibility of the players on a board. */
export type Compatibility = {
  /** Words per row of bits. */
  row: number;
  /**
   * One bit row of `row` words per player. A set bit means the two players may be in the same squad, judging only that
   * pair.
   */
  compatible: Int32Array;
  /** For each player: the number of compatible players, and the first and last nonzero word of their row. */
  degree: Int32Array;
  firstWord: Int32Array;
  lastWord: Int32Array;
};

/**
 * Computes who may be in a squad with whom, pair by pair. Most properties are tested for 32 players at a time: there's
 * one bit row of passing players for each set of equal properties, for each stretch of the week and for each rating
 * step. The exception is broken common time. Bins are counted one by one only for pairs who share part of some half
 * hour but no unbroken stretch of the needed length. With `isUnbroken`, those pairs count as incompatible.
 */
export function fillCompatible(c: Columns, into: Compatibility, isUnbroken = false): void {
  const { row, compatible } = into;
  const passingOf = createPassingRows(c, row);
  const week = createWeekRows(c, row, isUnbroken);
  const ratingRows = c.terms.spreads ? createRatingRows(c, row) : null;
  const inRangeRow = new Int32Array(row).fill(-1);
  const openPairs = isUnbroken ? null : new OpenPairs(c, row, week);
  if (openPairs) compatible.fill(0, 0, c.size * row);
  for (let i = 0; i < c.size; i++) {
    const at = i * row;
    const passingRows = passingOf(i);
    ratingRows?.(i, passingRows.words, inRangeRow);
    if (openPairs) {
      openPairs.recordCompatible(i, passingRows, inRangeRow, compatible);
    } else {
      // Nothing is recorded in the row yet, so clear it while it's in the cache.
      compatible.fill(0, at, at + row);
      week.enough(i, passingRows, compatible, at);
      if (ratingRows) for (const v of passingRows.words) compatible[at + v]! &= inRangeRow[v]!;
    }
    compatible[at + (i >> 5)]! &= ~(1 << (i & 31));
    if (!openPairs) countRow(into, i, passingRows.words);
  }
  if (openPairs) for (let i = 0; i < c.size; i++) countRow(into, i, passingOf(i).words);
  clearBlocked(c, row, compatible);
}

function countRow(
  { row, compatible, degree, firstWord, lastWord }: Compatibility,
  i: number,
  weekBits: Int32Array,
): void {
  let count = 0;
  let firstWordIndex = row;
  let last = -1;
  for (let n = 0; n < weekBits.length; n++) {
    const bits = compatible[i * row + weekBits[n]!]!;
    if (bits === 0) continue;
    count += countBits(bits);
    if (last < 0) firstWordIndex = weekBits[n]!;
    last = weekBits[n]!;
  }
  degree[i] = count;
  firstWord[i] = firstWordIndex;
  lastWord[i] = last;
}

/** Checks the remaining pairs: players who share some time but no full stretch of the needed length. */
class OpenPairs {
  readonly #row: number;
  readonly #week: WeekRows;
  readonly #own: OwnTime;
  readonly #enough: Int32Array;
  readonly #meeting: Int32Array;

  constructor(c: Columns, row: number, week: WeekRows) {
    this.#row = row;
    this.#week = week;
    this.#own = new OwnTime(c);
    this.#enough = new Int32Array(row);
    this.#meeting = new Int32Array(row);
  }

  /**
   * Records in `compatible` which players are compatible with player `i`. Pairs with players before `i` are already
   * recorded.
   */
  recordCompatible(i: number, passingRows: PassingRows, inRange: Int32Array, compatible: Int32Array): void {
    const { words } = passingRows;
    const row = this.#row;
    const ownRow = this.#own;
    const longEnoughRow = this.#enough;
    const overlapping = this.#meeting;
    const at = i * row;
    this.#week.enough(i, passingRows, longEnoughRow, 0);
    this.#week.meeting(i, passingRows, overlapping);
    overlapping[i >> 5]! &= -2 << (i & 31);
    ownRow.of = -1;
    for (let n = 0; n < words.length; n++) {
      const v = words[n]!;
      compatible[at + v]! |= longEnoughRow[v]! & inRange[v]!;
      if (v < i >> 5) continue;
      let openBits = overlapping[v]! & inRange[v]! & ~longEnoughRow[v]!;
      while (openBits !== 0) {
        const lowBit = openBits & -openBits;
        openBits ^= lowBit;
        const j = (v << 5) + 31 - Math.clz32(lowBit);
        if (ownRow.of !== i) ownRow.set(i);
        if (!ownRow.hasEnoughSharedTime(j)) continue;
        compatible[at + v]! |= lowBit;
        compatible[j * row + (i >> 5)]! |= 1 << (i & 31);
      }
    }
  }
}

/** The words of the week in which one player has any time, for comparing them with many others. */
class OwnTime {
  of = -1;
  readonly #c: Columns;
  readonly #words = new Int32Array(WEEK_WORDS);
  readonly #places = new Int32Array(WEEK_WORDS);
  #count = 0;

  constructor(c: Columns) {
    this.#c = c;
  }

  set(i: number): void {
    const { schedule } = this.#c;
    this.of = i;
    this.#count = 0;
    for (let w = 0; w < WEEK_WORDS; w++) {
      const word = schedule[i * WEEK_WORDS + w]!;
      if (word === 0) continue;
      this.#words[this.#count] = word;
      this.#places[this.#count++] = w;
    }
  }

  /** Returns whether the player and `j` share as many bins as both need. */
  hasEnoughSharedTime(j: number): boolean {
    const { schedule, minBins } = this.#c;
    const requiredBins = minBins[this.of]! > minBins[j]! ? minBins[this.of]! : minBins[j]!;
    const weekStart = j * WEEK_WORDS;
    let bins = 0;
    for (let n = 0; n < this.#count; n++) {
      const commonBits = this.#words[n]! & schedule[weekStart + this.#places[n]!]!;
      if (commonBits === 0) continue;
      bins += countBits(commonBits);
      if (bins >= requiredBins) return true;
    }
    return bins >= requiredBins;
  }
}

function clearBlocked(c: Columns, row: number, compatible: Int32Array): void {
  for (let i = 0; i < c.size; i++) {
    for (let r = c.relationStart[i]!; r < c.relationStart[i + 1]!; r++) {
      const other = c.relationOther[r]!;
      if (c.relationKind[r] === 1) compatible[i * row + (other >> 5)]! &= ~(1 << (other & 31));
    }
  }
}
