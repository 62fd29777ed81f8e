import type { Columns } from './columns.ts';
import { isSeatable } from './proof-seats.ts';
import { countBits, WEEK_BINS, WEEK_WORDS } from './week.ts';

/** Receives a list of players that may contain squads; the array is reused after the call. */
export type TakeList = (players: Int32Array, size: number) => void;

/**
 * Produces lists of `players` such that each of their squads with at least `minBins` common bins lies within one list,
 * no matter how its bins are spread over the week. There are two kinds:
 * 1. Squads with an unbroken stretch of `minBins` common bins: for each first bin, the players who are free throughout
 * the stretch. A stretch is listed only if someone's time begins with it, because otherwise the previous stretch has
 * the same players. Also, someone's time must end before the next such stretch, because otherwise that stretch has the
 * same players and perhaps more.
 * 2. All other squads: let a be their first common bin and b the `minBins`-th. All members are free in a, in b and in
 * `minBins` common bins from a to b. Pairs (a, b) are found by halving the range of either bin, and repeatedly dropping
 * players who have fewer than `minBins` bins in which enough others are free.
 * `work` is the number of players that may be visited for the second kind. When it runs out, all of `players` become
 * one list. Returns the work left.
 */
export function listTimeWindows(
  c: Columns,
  players: Int32Array,
  { minBins, work }: { minBins: number; work: number },
  take: TakeList,
): number {
  if (minBins <= 0) {
    take(players, players.length);
    return work;
  }
  const gaps = new GapSearch(c, minBins, work);
  gaps.look({ a0: 0, a1: WEEK_BINS - 1, b0: 0, b1: WEEK_BINS - 1 }, players);
  if (gaps.work < 0) {
    take(players, players.length);
    return 0;
  }
  for (const list of gaps.found) take(list, list.length);
  listStretches(c, players, minBins, take);
  return gaps.work;
}

function listStretches(c: Columns, players: Int32Array, minBins: number, take: TakeList): void {
  const lists: number[][] = Array.from({ length: WEEK_BINS }, () => []);
  const startBits = new Uint8Array(WEEK_BINS);
  const endBits = new Uint8Array(WEEK_BINS);
  for (const i of players) {
    let run = 0;
    for (let bin = 0; bin <= WEEK_BINS; bin++) {
      // Skip words in which no availability begins or ends.
      if (run === 0 && (bin & 31) === 0)
        while (bin < WEEK_BINS && c.schedule[i * WEEK_WORDS + (bin >> 5)] === 0) bin += 32;
      if (bin < WEEK_BINS && isFree(c, i, bin)) {
        run++;
        if (run < minBins) continue;
        lists[bin - minBins + 1]!.push(i);
        if (run === minBins) startBits[bin - minBins + 1] = 1;
        continue;
      }
      if (run >= minBins) endBits[bin - minBins] = 1;
      run = 0;
    }
  }
  // Scan backward. Take a list only if someone's availability ended since the last start considered. Otherwise that
  // later list already contains these players.
  let hasEnded = false;
  for (let a = WEEK_BINS - 1; a >= 0; a--) {
    if (endBits[a] === 1) hasEnded = true;
    if (startBits[a] === 0 || !hasEnded) continue;
    hasEnded = false;
    if (isSeatable(c, lists[a]!, lists[a]!.length)) take(Int32Array.from(lists[a]!), lists[a]!.length);
  }
}

function isFree(c: Columns, player: number, bin: number): boolean {
  return ((c.schedule[player * WEEK_WORDS + (bin >> 5)]! >>> (bin & 31)) & 1) === 1;
}

/** Returns whether the player is free in all bins from `from` up to, but not including, `until`. */
function isFreeThrough(c: Columns, player: number, from: number, until: number): boolean {
  for (let bin = from; bin < until; bin++) if (!isFree(c, player, bin)) return false;
  return true;
}

/** Size in bins below which ranges aren't halved, because availability mostly begins on the half hour. */
const MIN_RANGE_BINS = 2;

const counts = new Int32Array(WEEK_BINS);
const bins = new Int32Array(WEEK_WORDS);
const firstBits = new Int32Array(WEEK_WORDS);
const lastBits = new Int32Array(WEEK_WORDS);

/** Ranges of the first bin (a0 to a1) and the last bin (b0 to b1). */
type PairBounds = { a0: number; a1: number; b0: number; b1: number };

/** Finds the lists of squads whose common time has breaks; see `listTimeWindows`. */
class GapSearch {
  readonly found: Int32Array[] = [];
  work: number;
  readonly #c: Columns;
  readonly #need: number;

  constructor(c: Columns, minBins: number, work: number) {
    this.#c = c;
    this.#need = minBins;
    this.work = work;
  }

  /** Finds the squads of `players` whose first and last bins are in these ranges. */
  look({ a0, a1, b0, b1 }: PairBounds, players: Int32Array): void {
    const minBins = this.#need;
    const bLow = Math.max(b0, a0 + minBins - 1);
    const aHigh = Math.min(a1, b1 - minBins + 1);
    if (bLow > b1 || aHigh < a0 || this.work < 0) return;
    const pairEnds: PairBounds = { a0, a1: aHigh, b0: bLow, b1 };
    const list = this.#peel(pairEnds, players);
    if (list === null || this.#areUnbroken(a0, b1, list)) return;
    const isBroken = bLow - aHigh + 1 > minBins;
    if (isBroken && aHigh - a0 < MIN_RANGE_BINS && b1 - bLow < MIN_RANGE_BINS) {
      if (!this.#isCovered(pairEnds, list)) this.found.push(list);
      return;
    }
    // All bins from a to b are common, so the stretch is unbroken.
    if (b1 - a0 + 1 === minBins) return;
    if (aHigh - a0 >= b1 - bLow) {
      const middle = (a0 + aHigh) >> 1;
      this.look({ ...pairEnds, a1: middle }, list);
      this.look({ ...pairEnds, a0: middle + 1 }, list);
      return;
    }
    const middle = (bLow + b1) >> 1;
    this.look({ ...pairEnds, b1: middle }, list);
    this.look({ ...pairEnds, b0: middle + 1 }, list);
  }

  /**
   * Returns whether no player's time has a break from bin a0 to b1. If so, no common time has a break either, and the
   * unbroken stretches cover all squads.
   */
  #areUnbroken(a0: number, b1: number, list: Int32Array): boolean {
    const { schedule } = this.#c;
    const [from, to] = [a0 >> 5, b1 >> 5];
    setBins(firstBits, a0, b1);
    return list.every((i) => {
      let runs = 0;
      let before = 0;
      for (let w = from; w <= to && runs < 2; w++) {
        const word = schedule[i * WEEK_WORDS + w]! & firstBits[w]!;
        runs += countBits(word & ~((word << 1) | before));
        before = word >>> 31;
      }
      return runs < 2;
    });
  }

  /**
   * Returns whether other lists already cover the squads of this one: an unbroken stretch, or a list with an earlier
   * first bin.
   */
  #isCovered({ a0, a1, b0, b1 }: PairBounds, list: Int32Array): boolean {
    const c = this.#c;
    const minBins = this.#need;
    return (
      (a0 > 0 && list.every((i) => isFree(c, i, a0 - 1))) ||
      list.every((i) => isFreeThrough(c, i, a0, a1 + minBins)) ||
      list.every((i) => isFreeThrough(c, i, b0 - minBins + 1, b1 + 1))
    );
  }

  /**
   * Returns the players who can be in a squad with first and last bins in these ranges, or null if they're too few for
   * a squad.
   */
  #peel({ a0, a1, b0, b1 }: PairBounds, players: Int32Array): Int32Array | null {
    const { schedule, terms } = this.#c;
    const [from, to] = [a0 >> 5, b1 >> 5];
    setBins(bins, a0, b1);
    setBins(firstBits, a0, a1);
    setBins(lastBits, b0, b1);
    let list = players;
    for (;;) {
      this.work -= list.length;
      const next = new Int32Array(list.length);
      let size = 0;
      for (let index = 0; index < list.length; index++) {
        const scheduleStart = list[index]! * WEEK_WORDS;
        let freeBins = 0;
        let earlyBits = 0;
        let lateBits = 0;
        for (let w = from; w <= to; w++) {
          const word = schedule[scheduleStart + w]! & bins[w]!;
          if (word === 0) continue;
          freeBins += countBits(word);
          earlyBits |= word & firstBits[w]!;
          lateBits |= word & lastBits[w]!;
        }
        if (freeBins >= this.#need && earlyBits !== 0 && lateBits !== 0) next[size++] = list[index]!;
      }
      if (!isSeatable(this.#c, next, size)) return null;
      list = next.subarray(0, size);
      counts.fill(0, a0, b1 + 1);
      for (let index = 0; index < size; index++) {
        const scheduleStart = list[index]! * WEEK_WORDS;
        for (let w = from; w <= to; w++) {
          for (let word = schedule[scheduleStart + w]! & bins[w]!; word !== 0; word &= word - 1) {
            counts[(w << 5) + 31 - Math.clz32(word & -word)]!++;
          }
        }
      }
      let hasDropped = false;
      for (let w = from; w <= to; w++) {
        for (let word = bins[w]!; word !== 0; word &= word - 1) {
          const lowBit = word & -word;
          if (counts[(w << 5) + 31 - Math.clz32(lowBit)]! >= terms.seats) continue;
          bins[w]! ^= lowBit;
          hasDropped = true;
        }
      }
      if (!hasDropped) return list.slice();
    }
  }
}

/** Sets exactly the bins from `low` to `high`. */
function setBins(weekBits: Int32Array, low: number, high: number): void {
  weekBits.fill(0);
  for (let bin = low; bin <= high; bin++) weekBits[bin >> 5]! |= 1 << (bin & 31);
}
