import { type Board, hasBit } from './board.ts';
import type { Columns } from './columns.ts';
import { bitCount, WEEK_WORDS } from './week.ts';

/** How widely a squad is searched for. */
export type Breadth = {
  /** Candidates looked at for a seat. */
  scan: number;
  /** Best candidates followed at each seat. */
  beam: number;
  /** Complete or dead-end branches before giving up. */
  tries: number;
};

/** Takes a complete group; returns true to stop the search. */
export type Accept = (group: Int32Array) => boolean;

const MAX_BEAM = 8;

/** Buffers of a search, by depth. */
export class Grower {
  readonly group = new Int32Array(5);
  readonly #board: Board;
  readonly #common = new Int32Array(6 * WEEK_WORDS);
  readonly #candidates: Int32Array;
  readonly #rowRoom: number;
  readonly #top = new Int32Array(6 * MAX_BEAM);
  readonly #topWorth = new Float64Array(6 * MAX_BEAM);
  /** Words of the bit sets in which the seeds have any candidate; the search looks at no others. */
  readonly #active: Int32Array;
  #activeCount = 0;
  #breadth: Breadth = { scan: 0, beam: 1, tries: 0 };
  #left = 0;
  #need = 0;
  #accept: Accept = () => true;
  /** Extra cost of taking a player, by local index; null: none. */
  #cost: Float64Array | null = null;

  constructor(board: Board) {
    this.#board = board;
    this.#rowRoom = (board.room + 31) >> 5;
    this.#candidates = new Int32Array(6 * this.#rowRoom);
    this.#active = new Int32Array(this.#rowRoom);
  }

  /**
   * Looks for squads that contain `seeds` (local indexes, at least one; for a lone seed each of its seats is tried),
   * the others being out of the bit set `from`. Best-looking first; stops when `accept` says so or the tries are used up.
   */
  search(
    seeds: readonly number[],
    from: Int32Array,
    breadth: Breadth,
    cost: Float64Array | null,
    accept: Accept,
  ): boolean {
    const { c, row, compatible } = this.#board;
    this.#breadth = breadth;
    this.#left = breadth.tries;
    this.#accept = accept;
    this.#cost = cost;
    this.#need = 0;
    const depth = seeds.length;
    for (let w = 0; w < WEEK_WORDS; w++) this.#common[depth * WEEK_WORDS + w] = -1;
    for (let w = 0; w < row; w++) this.#candidates[depth * this.#rowRoom + w] = from[w]!;
    for (let k = 0; k < depth; k++) {
      const seed = seeds[k]!;
      this.group[k] = seed;
      if (c.minBins[seed]! > this.#need) this.#need = c.minBins[seed]!;
      for (let w = 0; w < WEEK_WORDS; w++) this.#common[depth * WEEK_WORDS + w]! &= c.schedule[seed * WEEK_WORDS + w]!;
      for (let w = 0; w < row; w++) this.#candidates[depth * this.#rowRoom + w]! &= compatible[seed * row + w]!;
    }
    this.#activeCount = 0;
    for (let w = 0; w < row; w++) {
      if (this.#candidates[depth * this.#rowRoom + w] !== 0) this.#active[this.#activeCount++] = w;
    }
    return this.#seatSeeds(seeds, 0, 0);
  }

  /** Tries the seatings of the seeds, dearest seats first. */
  #seatSeeds(seeds: readonly number[], k: number, taken: number): boolean {
    const { c, prices } = this.#board;
    if (k === seeds.length) return this.#extend(k, taken);
    const open = c.seatMask[seeds[k]!]! & ~taken;
    const seats = c.terms.seats;
    let tried = 0;
    for (;;) {
      let best = -1;
      let bestWorth = Number.NEGATIVE_INFINITY;
      for (let s = 0; s < seats; s++) {
        if (((open & ~tried) >> s) % 2 === 0) continue;
        const worth = prices[s]! * 2 + c.fit[seeds[k]! * seats + s]!;
        if (worth <= bestWorth) continue;
        best = s;
        bestWorth = worth;
      }
      if (best < 0) return false;
      tried |= 1 << best;
      if (this.#seatSeeds(seeds, k + 1, taken | (1 << best))) return true;
      if (this.#left <= 0) return false;
    }
  }

  #extend(depth: number, taken: number): boolean {
    const { c } = this.#board;
    if (depth === c.terms.seats) {
      this.#left--;
      return this.#accept(this.group);
    }
    const seat = this.#scarcestSeat(depth, taken);
    const found = seat < 0 ? 0 : this.#rank(depth, seat);
    if (found === 0) this.#left--;
    for (let t = 0; t < found; t++) {
      const player = this.#top[depth * MAX_BEAM + t]!;
      this.#descend(depth, player);
      if (this.#extend(depth + 1, taken | (1 << seat))) return true;
      if (this.#left <= 0) return false;
    }
    return false;
  }

  #descend(depth: number, player: number): void {
    const { c, row, compatible } = this.#board;
    this.group[depth] = player;
    const here = depth * WEEK_WORDS;
    for (let w = 0; w < WEEK_WORDS; w++) {
      this.#common[here + WEEK_WORDS + w] = this.#common[here + w]! & c.schedule[player * WEEK_WORDS + w]!;
    }
    const at = depth * this.#rowRoom;
    const next = at + this.#rowRoom;
    for (let a = 0; a < this.#activeCount; a++) {
      const w = this.#active[a]!;
      this.#candidates[next + w] = this.#candidates[at + w]! & compatible[player * row + w]!;
    }
  }

  /** The open seat with the fewest candidates; -1 when one has none. */
  #scarcestSeat(depth: number, taken: number): number {
    const { c, row, able } = this.#board;
    const at = depth * this.#rowRoom;
    let best = -1;
    let fewest = 1e9;
    for (let s = 0; s < c.terms.seats; s++) {
      if ((taken >> s) & 1) continue;
      let count = 0;
      for (let a = 0; a < this.#activeCount && count < fewest; a++) {
        const w = this.#active[a]!;
        const bits = this.#candidates[at + w]! & able[s * row + w]!;
        if (bits !== 0) count += bitCount(bits);
      }
      if (count === 0) return -1;
      if (count >= fewest) continue;
      fewest = count;
      best = s;
    }
    return best;
  }

  /** Ranks candidates for `seat`, nearest in the board's order first; returns how many were kept. */
  #rank(depth: number, seat: number): number {
    const { row, able } = this.#board;
    const at = depth * this.#rowRoom;
    const first = this.group[0]! >> 5;
    let start = 0;
    while (start < this.#activeCount - 1 && this.#active[start]! < first) start++;
    let scanned = 0;
    let kept = 0;
    // Outwards from the first member's place: the board is in the order of likeness.
    for (let step = 0; step < 2 * this.#activeCount && scanned < this.#breadth.scan; step++) {
      const a = (step & 1) === 0 ? start + (step >> 1) : start - ((step + 1) >> 1);
      if (a < 0 || a >= this.#activeCount) continue;
      const w = this.#active[a]!;
      let bits = this.#candidates[at + w]! & able[seat * row + w]!;
      while (bits !== 0 && scanned < this.#breadth.scan) {
        const low = bits & -bits;
        bits ^= low;
        scanned++;
        const player = (w << 5) + 31 - Math.clz32(low);
        const worth = this.#worth(depth, seat, player);
        if (worth > Number.NEGATIVE_INFINITY) kept = this.#keep(depth, kept, player, worth);
      }
    }
    return kept;
  }

  #keep(depth: number, kept: number, player: number, worth: number): number {
    const base = depth * MAX_BEAM;
    const beam = Math.min(MAX_BEAM, this.#breadth.beam);
    let at = kept < beam ? kept : beam - 1;
    if (kept >= beam && this.#topWorth[base + at]! >= worth) return kept;
    while (at > 0 && this.#topWorth[base + at - 1]! < worth) {
      this.#topWorth[base + at] = this.#topWorth[base + at - 1]!;
      this.#top[base + at] = this.#top[base + at - 1]!;
      at--;
    }
    this.#topWorth[base + at] = worth;
    this.#top[base + at] = player;
    return Math.min(beam, kept + 1);
  }

  /** A guess at what `player` adds; -Infinity when the group would have too little time. */
  #worth(depth: number, seat: number, player: number): number {
    const board = this.#board;
    const { c, prices } = board;
    const { terms } = c;
    let need = this.#need;
    if (c.minBins[player]! > need) need = c.minBins[player]!;
    const enough = need > terms.fullBins ? need : terms.fullBins;
    const bins = overlap(this.#common, depth * WEEK_WORDS, c.schedule, player * WEEK_WORDS, enough);
    board.work += 0.2;
    if (bins < need) return Number.NEGATIVE_INFINITY;
    // Keep players who could take a dearer seat, and players who go with many, for later.
    const seats = terms.seats;
    let dearest = 0;
    for (let s = 0; s < seats; s++) {
      if ((c.seatMask[player]! >> s) & 1 && prices[s]! > dearest) dearest = prices[s]!;
    }
    const waste = dearest - prices[seat]!;
    const scarce = 1 - board.degree[player]! / c.size;
    let worth =
      (terms.count
        ? 8 * Math.min(1, bins / enough)
        : terms.weights[1]! * terms.hourShare[Math.min(bins, terms.fullBins)]!) -
      waste * 60 +
      scarce * (terms.count ? 12 : 6);
    if (this.#cost !== null) worth -= this.#cost[player]!;
    if (terms.count) return worth + c.waiting[player]! * 4;
    return worth + likeness(c, this.group[0]!, player, seat) + c.bonus[player]!;
  }
}

/** Points that a player brings beside the first member, leaving out time. */
function likeness(c: Columns, first: number, player: number, seat: number): number {
  const { weights, ratingFree, ratingSlope, ratingShare, levelSpan, regions, closeness, seats } = c.terms;
  const apart = (Math.abs(c.rating[player]! - c.rating[first]!) - ratingFree) * ratingSlope;
  const rating = Number.isNaN(apart) ? 0.5 : apart <= 0 ? 1 : apart >= 1 ? 0 : 1 - apart;
  const level = 1 - Math.abs(c.level[player]! - c.level[first]!) / levelSpan;
  const newJobs = (c.jobs[player]! & ~c.jobs[first]!) === 0 ? 0 : 1;
  const language = c.firstLanguage[player] === c.firstLanguage[first] ? 1 : 0;
  return (
    weights[0]! * c.fit[player * seats + seat]! +
    weights[2]! * (ratingShare * rating + (1 - ratingShare) * level) +
    weights[3]! * newJobs * 0.5 +
    weights[5]! * (c.mic[player]! + language) * 0.5 +
    weights[6]! * closeness[c.region[player]! * regions + c.region[first]!]!
  );
}

/** Bins that two schedules share, counted up to `enough`. */
export function overlap(a: Int32Array, atA: number, b: Int32Array, atB: number, enough: number): number {
  let bins = 0;
  for (let w = 0; w < WEEK_WORDS; w++) {
    const common = a[atA + w]! & b[atB + w]!;
    if (common === 0) continue;
    bins += bitCount(common);
    if (bins >= enough) return bins;
  }
  return bins;
}

/** Whether `player` goes, two by two, with all of `group` but place `except`. */
export function goesWith(board: Board, player: number, group: Int32Array, offset: number, except: number): boolean {
  const { compatible, row } = board;
  for (let k = 0; k < board.c.terms.seats; k++) {
    if (k !== except && !hasBit(compatible, player * row, group[offset + k]!)) return false;
  }
  return true;
}
