import type { Board } from './board.ts';
import { PART_INDEX } from './score-parts.ts';
import { countBits, WEEK_WORDS } from './week.ts';

/** How broadly to search for a squad. */
export type SearchBreadth = {
  /** Number of candidates examined per seat. */
  scan: number;
  /** Number of best candidates followed at each seat. */
  beam: number;
  /** Number of complete or dead-end branches before giving up. */
  tries: number;
};

/**
 * The players to search, how broadly to search, and the extra cost of taking each player (by local index; null if there
 * are no costs).
 */
export type SearchSpace = { from: Int32Array; breadth: SearchBreadth; cost: Float64Array | null };

/** Receives a complete group; returns true to stop the search. */
export type AcceptSquad = (group: Int32Array) => boolean;

const MAX_BEAM = 8;

/** Searches for squads, with one set of buffers per depth. */
export class SquadGrower {
  readonly group = new Int32Array(5);
  readonly #board: Board;
  /**
   * By depth: the words of the week in which all members so far have time, and the positions of these words in the
   * week.
   */
  readonly #common = new Int32Array(6 * WEEK_WORDS);
  readonly #commonAt = new Int32Array(6 * WEEK_WORDS);
  readonly #commonCount = new Int32Array(6);
  /** The modes that all members so far play, and the jobs that any of them does, by depth. */
  readonly #modes = new Int32Array(6);
  readonly #jobs = new Int32Array(6);
  readonly #candidates: Int32Array;
  readonly #rowRoom: number;
  readonly #top = new Int32Array(6 * MAX_BEAM);
  readonly #topWorth = new Float64Array(6 * MAX_BEAM);
  /** The words of the bit sets that contain any candidate, by depth; the search examines only these. */
  readonly #active: Int32Array;
  readonly #activeCount = new Int32Array(6);
  #breadth: SearchBreadth = { scan: 0, beam: 1, tries: 0 };
  #left = 0;
  #need = 0;
  #accept: AcceptSquad = () => true;
  /** Extra cost of taking a player, by local index; null if there's none. */
  #cost: Float64Array | null = null;

  constructor(board: Board) {
    this.#board = board;
    this.#rowRoom = (board.room + 31) >> 5;
    this.#candidates = new Int32Array(6 * this.#rowRoom);
    this.#active = new Int32Array(6 * this.#rowRoom);
  }

  /**
   * Searches for squads that contain `seeds` (local indexes, at least one) and fills the other places from the bit set
   * `from`. A single seed is tried in each of the seats it can take. The most promising groups come first. Stops when
   * `accept` returns true or the tries are used up.
   */
  search(seeds: readonly number[], { from, breadth, cost }: SearchSpace, accept: AcceptSquad): boolean {
    const { c, row, compatible, firstWord, lastWord } = this.#board;
    this.#breadth = breadth;
    this.#left = breadth.tries;
    this.#accept = accept;
    this.#cost = cost;
    this.#need = 0;
    const depth = seeds.length;
    const at = depth * this.#rowRoom;
    for (let k = 0; k < depth; k++) {
      this.group[k] = seeds[k]!;
      if (c.minBins[seeds[k]!]! > this.#need) this.#need = c.minBins[seeds[k]!]!;
    }
    this.#meet(depth, seeds);
    let active = 0;
    const last = lastWord[seeds[0]!]!;
    for (let w = firstWord[seeds[0]!]!; w <= last; w++) {
      let bits = from[w]!;
      for (let k = 0; k < depth && bits !== 0; k++) bits &= compatible[seeds[k]! * row + w]!;
      if (bits === 0) continue;
      this.#candidates[at + w] = bits;
      this.#active[at + active++] = w;
    }
    this.#activeCount[depth] = active;
    return this.#seatSeeds(seeds, 0, 0);
  }

  /** Computes the common time of the seeds. */
  #meet(depth: number, seeds: readonly number[]): void {
    const { schedule } = this.#board.c;
    const offset = depth * WEEK_WORDS;
    let count = 0;
    for (let w = 0; w < WEEK_WORDS; w++) {
      let word = -1;
      for (let k = 0; k < depth; k++) word &= schedule[seeds[k]! * WEEK_WORDS + w]!;
      if (word === 0) continue;
      this.#common[offset + count] = word;
      this.#commonAt[offset + count++] = w;
    }
    this.#commonCount[depth] = count;
    this.#modes[depth] = -1;
    this.#jobs[depth] = 0;
    for (let k = 0; k < depth; k++) {
      this.#modes[depth]! &= this.#board.c.modes[seeds[k]!]!;
      this.#jobs[depth]! |= this.#board.c.jobs[seeds[k]!]!;
    }
  }

  /** Tries the seatings of the seeds, most expensive seats first. */
  #seatSeeds(seeds: readonly number[], k: number, takenSeats: number): boolean {
    const { c, prices } = this.#board;
    if (k === seeds.length) return this.#extend(k, takenSeats);
    const openSeats = c.seatMask[seeds[k]!]! & ~takenSeats;
    const seats = c.terms.seats;
    let triedSeats = 0;
    for (;;) {
      let best = -1;
      let bestWorth = Number.NEGATIVE_INFINITY;
      for (let s = 0; s < seats; s++) {
        if (((openSeats & ~triedSeats) >> s) % 2 === 0) continue;
        const worth = prices[s]! * 2 + c.fit[seeds[k]! * seats + s]!;
        if (worth <= bestWorth) continue;
        best = s;
        bestWorth = worth;
      }
      if (best < 0) return false;
      triedSeats |= 1 << best;
      if (this.#seatSeeds(seeds, k + 1, takenSeats | (1 << best))) return true;
      if (this.#left <= 0) return false;
    }
  }

  #extend(depth: number, takenSeats: number): boolean {
    const { c } = this.#board;
    if (depth === c.terms.seats) {
      this.#left--;
      return this.#accept(this.group);
    }
    const seat = this.#scarcestSeat(depth, takenSeats);
    const candidateCount = seat < 0 ? 0 : this.#rank(depth, seat);
    if (candidateCount === 0) this.#left--;
    for (let t = 0; t < candidateCount; t++) {
      const player = this.#top[depth * MAX_BEAM + t]!;
      this.#descend(depth, player);
      if (this.#extend(depth + 1, takenSeats | (1 << seat))) return true;
      if (this.#left <= 0) return false;
    }
    return false;
  }

  #descend(depth: number, player: number): void {
    const { c, row, compatible } = this.#board;
    this.group[depth] = player;
    this.#modes[depth + 1] = this.#modes[depth]! & c.modes[player]!;
    this.#jobs[depth + 1] = this.#jobs[depth]! | c.jobs[player]!;
    const offset = depth * WEEK_WORDS;
    const nextOffset = offset + WEEK_WORDS;
    let count = 0;
    for (let n = 0; n < this.#commonCount[depth]!; n++) {
      const w = this.#commonAt[offset + n]!;
      const word = this.#common[offset + n]! & c.schedule[player * WEEK_WORDS + w]!;
      if (word === 0) continue;
      this.#common[nextOffset + count] = word;
      this.#commonAt[nextOffset + count++] = w;
    }
    this.#commonCount[depth + 1] = count;
    const at = depth * this.#rowRoom;
    const next = at + this.#rowRoom;
    let active = 0;
    for (let a = 0; a < this.#activeCount[depth]!; a++) {
      const w = this.#active[at + a]!;
      const bits = this.#candidates[at + w]! & compatible[player * row + w]!;
      if (bits === 0) continue;
      this.#candidates[next + w] = bits;
      this.#active[next + active++] = w;
    }
    this.#activeCount[depth + 1] = active;
  }

  /** Returns the open seat with the fewest candidates, or -1 if a seat has none. */
  #scarcestSeat(depth: number, takenSeats: number): number {
    const { c, row, able, seatOrder } = this.#board;
    const at = depth * this.#rowRoom;
    let best = -1;
    let smallestCount = 1e9;
    for (let n = 0; n < c.terms.seats; n++) {
      const s = seatOrder[n]!;
      if ((takenSeats >> s) & 1) continue;
      let count = 0;
      for (let a = 0; a < this.#activeCount[depth]! && count < smallestCount; a++) {
        const w = this.#active[at + a]!;
        const bits = this.#candidates[at + w]! & able[s * row + w]!;
        if (bits !== 0) count += countBits(bits);
      }
      if (count === 0) return -1;
      if (count >= smallestCount) continue;
      smallestCount = count;
      best = s;
    }
    return best;
  }

  /** Ranks candidates for `seat`, nearest in board order first, and returns how many it kept. */
  #rank(depth: number, seat: number): number {
    const { row, able } = this.#board;
    const at = depth * this.#rowRoom;
    const firstWord = this.group[0]! >> 5;
    let start = 0;
    const active = this.#activeCount[depth]!;
    while (start < active - 1 && this.#active[at + start]! < firstWord) start++;
    let scanCount = 0;
    let keptCount = 0;
    // The board is in similarity order, so search outwards from the first member's position.
    for (let step = 0; step < 2 * active && scanCount < this.#breadth.scan; step++) {
      const a = (step & 1) === 0 ? start + (step >> 1) : start - ((step + 1) >> 1);
      if (a < 0 || a >= active) continue;
      const w = this.#active[at + a]!;
      let bits = this.#candidates[at + w]! & able[seat * row + w]!;
      while (bits !== 0 && scanCount < this.#breadth.scan) {
        const lowBit = bits & -bits;
        bits ^= lowBit;
        scanCount++;
        const player = (w << 5) + 31 - Math.clz32(lowBit);
        const worth = this.#worth(depth, seat, player);
        if (worth > Number.NEGATIVE_INFINITY) keptCount = this.#keep(depth, keptCount, player, worth);
      }
    }
    return keptCount;
  }

  #keep(depth: number, count: number, player: number, worth: number): number {
    const base = depth * MAX_BEAM;
    const beam = Math.min(MAX_BEAM, this.#breadth.beam);
    let at = count < beam ? count : beam - 1;
    if (count >= beam && this.#topWorth[base + at]! >= worth) return count;
    while (at > 0 && this.#topWorth[base + at - 1]! < worth) {
      this.#topWorth[base + at] = this.#topWorth[base + at - 1]!;
      this.#top[base + at] = this.#top[base + at - 1]!;
      at--;
    }
    this.#topWorth[base + at] = worth;
    this.#top[base + at] = player;
    return Math.min(beam, count + 1);
  }

  /** Estimates what `player` adds; -Infinity if the group would have too little time. */
  #worth(depth: number, seat: number, player: number): number {
    const board = this.#board;
    const { c, prices, dearest } = board;
    const { terms } = c;
    let minBins = this.#need;
    if (c.minBins[player]! > minBins) minBins = c.minBins[player]!;
    const binLimit = minBins > terms.fullBins ? minBins : terms.fullBins;
    const bins = this.#binsWith(depth, player, binLimit);
    board.work += 0.2;
    if (bins < minBins) return Number.NEGATIVE_INFINITY;
    // Keep players who could take a more expensive seat, and players compatible with many, for later.
    const waste = dearest[player]! - prices[seat]!;
    const scarcity = 1 - board.degree[player]! / c.size;
    let worth =
      (terms.count
        ? 8 * Math.min(1, bins / binLimit)
        : 2 * terms.weights[PART_INDEX.commonHours]! * terms.hourShare[Math.min(bins, terms.fullBins)]!) -
      waste * 60 +
      scarcity * (terms.count ? 12 : 6);
    if (this.#cost !== null) worth -= this.#cost[player]!;
    if (terms.count) return worth + c.waiting[player]! * 4;
    return worth + this.#likeness(depth, player, seat) + c.bonus[player]!;
  }

  /** Returns the points that a player would add to the members so far, not counting time. */
  #likeness(depth: number, player: number, seat: number): number {
    const { c } = this.#board;
    const { weights, ratingFree, ratingSlope, ratingShare, levelSpan, regions, closeness, seats, modeShare } = c.terms;
    const firstPlayer = this.group[0]!;
    const difference = (Math.abs(c.rating[player]! - c.rating[firstPlayer]!) - ratingFree) * ratingSlope;
    const rating = Number.isNaN(difference) ? 0.5 : difference <= 0 ? 1 : difference >= 1 ? 0 : 1 - difference;
    const level = 1 - Math.abs(c.level[player]! - c.level[firstPlayer]!) / levelSpan;
    const newJobs = (c.jobs[player]! & ~this.#jobs[depth]!) === 0 ? 0 : 1;
    const language = c.firstLanguage[player] === c.firstLanguage[firstPlayer] ? 1 : 0;
    return (
      weights[PART_INDEX.positionFit]! * c.fit[player * seats + seat]! +
      weights[PART_INDEX.skill]! * (ratingShare * rating + (1 - ratingShare) * level) +
      weights[PART_INDEX.complement]! * newJobs * 0.5 +
      3 * weights[PART_INDEX.modes]! * modeShare[countBits(this.#modes[depth]! & c.modes[player]!)]! +
      weights[PART_INDEX.communication]! * (c.mic[player]! + language) * 0.5 +
      weights[PART_INDEX.region]! * closeness[c.region[player]! * regions + c.region[firstPlayer]!]!
    );
  }

  /** Counts the bins that the members so far share with `player`, up to `binLimit`. */
  #binsWith(depth: number, player: number, binLimit: number): number {
    const { schedule } = this.#board.c;
    const offset = depth * WEEK_WORDS;
    const ownStart = player * WEEK_WORDS;
    let bins = 0;
    for (let n = 0; n < this.#commonCount[depth]!; n++) {
      const commonBits = this.#common[offset + n]! & schedule[ownStart + this.#commonAt[offset + n]!]!;
      if (commonBits === 0) continue;
      bins += countBits(commonBits);
      if (bins >= binLimit) break;
    }
    return bins;
  }
}
