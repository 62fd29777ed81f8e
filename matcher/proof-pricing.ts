import type { Columns } from './columns.ts';
import type { Keys } from './proof-keys.ts';
import { Variants } from './proof-variants.ts';
import { PART_INDEX } from './score-parts.ts';

/**
 * Finds, for given player prices, the squad of a key whose value exceeds its members' prices by the most. Values are at
 * least what `computeGroupValue` returns: fit, time, modes, region, waiting and microphones are exact as far as the key
 * determines them. Skill uses the most favorable squad rating (in steps of three points) and level, and language the
 * most favorable first language. All jobs count as filled, and no one avoids anyone.
 */
export class SquadPricing {
  /** The members and the value of the squad that `findBest` found. */
  readonly squad = new Int32Array(5);
  value = 0;
  readonly #c: Columns;
  readonly #keys: Keys;
  readonly #counting: boolean;
  readonly #seats: number;
  /** Points a player brings at any seat: waiting and microphone. */
  readonly #own: Float64Array;
  readonly #fit: number;
  readonly #constant: number;
  readonly #variants = new Variants();
  /** For each seat, the best players found so far and their gains. */
  readonly #top: Int32Array;
  readonly #topGain: Float64Array;
  readonly #topSize = new Int32Array(5);
  #base = new Float64Array(64);
  #gain = new Float64Array(64);
  readonly #sum = new Float64Array(32);
  readonly #node = new Int32Array(32);
  readonly #nodePlace: number[] = [];
  readonly #nodeBefore: number[] = [];
  readonly #chosen: number[] = [];
  readonly #seen: Int32Array;
  #tick = 0;
  #list = { from: 0, size: 0, fixed: 0 };
  #prices: Float64Array = new Float64Array(0);
  /** The variant in which `findBest` found its squad, and the positions of its members in the list. */
  #variant = -1;
  readonly #places: number[] = [];

  constructor(c: Columns, keys: Keys, countOnly: boolean) {
    this.#c = c;
    this.#keys = keys;
    this.#counting = countOnly;
    this.#seats = c.terms.seats;
    this.#top = new Int32Array(25);
    this.#topGain = new Float64Array(25);
    this.#seen = new Int32Array(c.size);
    const { weights, micShare, seats } = c.terms;
    this.#fit = countOnly ? 0 : weights[PART_INDEX.positionFit]! / seats;
    this.#constant = countOnly ? 0 : weights[PART_INDEX.complement]!;
    this.#own = new Float64Array(c.size);
    if (countOnly) return;
    for (let i = 0; i < c.size; i++)
      this.#own[i] = c.bonus[i]! + (weights[PART_INDEX.communication]! * micShare * c.mic[i]!) / seats;
  }

  /**
   * Returns the largest amount by which the value of a squad of `key` exceeds its prices, or `floor` if no squad
   * exceeds them by more. Skips players marked in `excluded`. If the result is above `floor`, `squad` and `value` hold
   * the squad.
   */
  findBest(key: number, prices: Float64Array, floor: number, excluded: Uint8Array | null): number {
    const { start, members, points } = this.#keys;
    const memberStart = start[key]!;
    const size = start[key + 1]! - memberStart;
    if (size > this.#base.length) {
      this.#base = new Float64Array(2 * size);
      this.#gain = new Float64Array(2 * size);
    }
    for (let k = 0; k < size; k++) {
      const i = members[memberStart + k]!;
      this.#base[k] = excluded !== null && excluded[i] === 1 ? Number.NEGATIVE_INFINITY : this.#own[i]! - prices[i]!;
    }
    const basePoints = points[key]! + this.#constant;
    this.#list = { from: memberStart, size, fixed: basePoints };
    this.#prices = prices;
    this.#variant = -1;
    if (this.#counting) return this.#seatBest(this.#base, basePoints, floor);
    const variants = this.#variants;
    variants.read({ c: this.#c, members, from: memberStart, size });
    // First try everyone's best across all variants, which is usually enough to skip the key.
    for (let k = 0; k < size; k++) this.#gain[k] = this.#base[k]! + variants.most;
    if (this.#mostOf(this.#gain) + basePoints <= floor) return floor;
    let best = floor;
    for (let variant = 0; variant < variants.count; variant++) {
      const plus = variants.fill(variant, this.#base, this.#gain);
      const excess = this.#seatBest(this.#gain, basePoints + plus, best);
      if (excess > best) this.#variant = variant;
      best = excess;
    }
    return best;
  }

  /** Repeats `findBest` without the members it just found, in the same variant. */
  findNext(floor: number): number {
    const { fixed } = this.#list;
    for (const k of this.#places) this.#base[k] = Number.NEGATIVE_INFINITY;
    if (this.#counting) return this.#seatBest(this.#base, fixed, floor);
    const plus = this.#variants.fill(this.#variant, this.#base, this.#gain);
    return this.#seatBest(this.#gain, fixed + plus, floor);
  }

  /** Sums the best gain at each seat, an upper bound for any seating. */
  #mostOf(gain: Float64Array): number {
    const { seatMask, fit } = this.#c;
    const { from, size } = this.#list;
    const { members } = this.#keys;
    const seats = this.#seats;
    const top = this.#topGain;
    for (let s = 0; s < seats; s++) top[s] = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < size; k++) {
      const i = members[from + k]!;
      for (let mask = seatMask[i]!; mask !== 0; mask &= mask - 1) {
        const s = 31 - Math.clz32(mask & -mask);
        const worth = gain[k]! + this.#fit * fit[i * seats + s]!;
        if (worth > top[s]!) top[s] = worth;
      }
    }
    let sum = 0;
    for (let s = 0; s < seats; s++) sum += top[s]!;
    return sum;
  }

  /** Finds the best seating of the list. In some best seating, everyone is among the `seats` best at their seat. */
  #seatBest(gain: Float64Array, basePoints: number, floor: number): number {
    if (this.#mostOf(gain) + basePoints <= floor + 1e-9) return floor;
    this.#chooseTop(gain);
    const { seatMask, fit } = this.#c;
    const { from } = this.#list;
    const { members } = this.#keys;
    const seats = this.#seats;
    const fullMask = (1 << seats) - 1;
    const sum = this.#sum;
    const node = this.#node;
    sum.fill(Number.NEGATIVE_INFINITY);
    sum[0] = 0;
    node.fill(-1);
    this.#nodePlace.length = 0;
    this.#nodeBefore.length = 0;
    for (const k of this.#chosen) {
      const i = members[from + k]!;
      const mask = seatMask[i]!;
      // Larger sets first, so no player is used twice.
      for (let set = fullMask; set > 0; set--) {
        let best = sum[set]!;
        let before = -1;
        for (let remainingBits = mask & set; remainingBits !== 0; remainingBits &= remainingBits - 1) {
          const lowBit = remainingBits & -remainingBits;
          const worth = sum[set ^ lowBit]! + gain[k]! + this.#fit * fit[i * seats + 31 - Math.clz32(lowBit)]!;
          if (worth <= best) continue;
          best = worth;
          before = set ^ lowBit;
        }
        if (before < 0) continue;
        sum[set] = best;
        this.#nodePlace.push(k);
        this.#nodeBefore.push(node[before]!);
        node[set] = this.#nodePlace.length - 1;
      }
    }
    const excess = sum[fullMask]! + basePoints;
    if (!(excess > floor + 1e-9)) return floor;
    this.value = excess;
    let at = node[fullMask]!;
    for (let s = 0; s < seats; s++) {
      const k = this.#nodePlace[at]!;
      this.#places[s] = k;
      this.squad[s] = members[from + k]!;
      this.value += this.#prices[this.squad[s]!]!;
      at = this.#nodeBefore[at]!;
    }
    return excess;
  }

  /** Fills `chosen` with the list positions of the best `seats` players at each seat. */
  #chooseTop(gain: Float64Array): void {
    const { seatMask, fit } = this.#c;
    const { from, size } = this.#list;
    const { members } = this.#keys;
    const seats = this.#seats;
    const top = this.#top;
    const topGain = this.#topGain;
    const topSize = this.#topSize;
    topSize.fill(0);
    for (let k = 0; k < size; k++) {
      if (gain[k] === Number.NEGATIVE_INFINITY) continue;
      const i = members[from + k]!;
      for (let mask = seatMask[i]!; mask !== 0; mask &= mask - 1) {
        const s = 31 - Math.clz32(mask & -mask);
        const worth = gain[k]! + this.#fit * fit[i * seats + s]!;
        let at = topSize[s]!;
        if (at === seats) {
          if (worth <= topGain[s * 5 + seats - 1]!) continue;
          at = seats - 1;
        } else topSize[s] = at + 1;
        for (; at > 0 && topGain[s * 5 + at - 1]! < worth; at--) {
          top[s * 5 + at] = top[s * 5 + at - 1]!;
          topGain[s * 5 + at] = topGain[s * 5 + at - 1]!;
        }
        top[s * 5 + at] = k;
        topGain[s * 5 + at] = worth;
      }
    }
    this.#chosen.length = 0;
    this.#tick++;
    for (let s = 0; s < seats; s++) {
      for (let index = 0; index < topSize[s]!; index++) {
        const k = top[s * 5 + index]!;
        const i = members[from + k]!;
        if (this.#seen[i] === this.#tick) continue;
        this.#seen[i] = this.#tick;
        this.#chosen.push(k);
      }
    }
  }
}
