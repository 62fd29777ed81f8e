import type { Columns } from './columns.ts';
import type { LikenessGroups } from './order.ts';
import { proveByPrices } from './proof.ts';
import { computePriceCeiling, type PriceCeiling } from './proof-check.ts';
import { getWorkBudget, type WorkBudget } from './proof-islands.ts';
import { PART_INDEX } from './score-parts.ts';
import { computeSeatPrices } from './seat-prices.ts';

/** A proven ceiling: no set of disjoint valid squads has a greater total (`value`) or number (`squads`). */
export type SquadBound = {
  value: number;
  squads: number;
  /** Scarcity of each seat: by how much one more player who can take it would raise the bound, on average. */
  seatPrice: Float64Array;
  /**
   * Only for a tight bound: the player prices that prove it, for the number and for the value of squads; see proof.ts.
   */
  prices: PlayerPrices | null;
  /** Only for a tight bound: disjoint squads from which to start the search, flat; some may not be valid. */
  packed: number[];
};
export type PlayerPrices = { squads: Float64Array; value: Float64Array };
/**
 * How to compute the bound. 'quick' uses only positions and best cases. 'tight' also searches for prices, which takes
 * seconds, and 'affordable' does so with less work. If prices are given, it checks which bound they prove.
 */
export type ProofBy = 'quick' | 'tight' | 'affordable' | PlayerPrices;

const SAMPLE_SIZE = 4096;
const STEP_COUNT = 120;

/**
 * Computes upper bounds by relaxation, component by component (players of different components never meet).
 * Number: positions alone (see `computeSeatPrices`), rounded down in each component.
 * Value: in any squad, player i at seat s brings at most cap(i, s), the sum of their best case for each part. What
 * remains is the problem "assign players to seats, the same number to every seat, at most Y squads". By Lagrangian
 * duality, for any prices m(s) with Σ m(s) ≥ 0, its value is at most Σ_i max(0, max_s cap(i, s) − m(s)) + Y·Σ m(s). So
 * m can be found on a sample and by any means, as long as the sum covers all players. 'tight' also uses player prices
 * (see proof.ts), which takes seconds, and takes the lower of the two bounds in each component.
 */
export function computeSquadBound(c: Columns, eligible: Uint8Array, like: LikenessGroups, proof: ProofBy): SquadBound {
  const members: number[][] = Array.from({ length: like.components }, () => []);
  for (let i = 0; i < c.size; i++) if (eligible[i]) members[like.component[i]!]!.push(i);
  const tightPrices: PlayerPrices | null =
    proof !== 'quick' ? { squads: new Float64Array(c.size), value: new Float64Array(c.size) } : null;
  const total: SquadBound = { value: 0, squads: 0, seatPrice: new Float64Array(5), prices: tightPrices, packed: [] };
  // A check of given prices gets the largest budget that the search for them may have had.
  const budget = getWorkBudget(proof === 'affordable' ? 'affordable' : 'tight', c.size);
  for (const players of members) {
    if (players.length < c.terms.seats) continue;
    const { squads, prices } = computeSeatPrices(c, players);
    const byNumber = computeCeiling(proof, c, players, { counting: true, pot: budget });
    const maxSquads = Math.min(Math.floor(squads + 1e-9), byNumber ? byNumber.bound : Infinity);
    total.squads += maxSquads;
    const value = c.terms.count ? { bound: maxSquads, scarcity: prices } : computeValueBound(c, players, maxSquads);
    const byValue = c.terms.count ? byNumber : computeCeiling(proof, c, players, { counting: false, pot: budget });
    total.value += Math.min(value.bound, byValue ? byValue.bound : Infinity);
    for (const i of tightPrices ? players : []) {
      tightPrices!.squads[i] = byNumber!.prices[i]!;
      tightPrices!.value[i] = byValue!.prices[i]!;
    }
    if (byValue) for (const i of byValue.packed) total.packed.push(i);
    for (let s = 0; s < c.terms.seats; s++) total.seatPrice[s]! += (value.scarcity[s]! * players.length) / c.size;
  }
  return total;
}

function computeCeiling(
  proof: ProofBy,
  c: Columns,
  players: number[],
  { counting, pot: budget }: { counting: boolean; pot: WorkBudget },
): PriceCeiling | null {
  if (proof === 'quick') return null;
  if (proof === 'tight' || proof === 'affordable') return proveByPrices(c, players, counting, budget);
  return computePriceCeiling(c, players, counting ? proof.squads : proof.value, { counting, pot: budget });
}

/** Assigns `players` players, with their caps per seat, to the seats of at most `most` squads. */
type Assignment = { caps: Float64Array; players: number; seats: number; most: number };

function computeValueBound(c: Columns, players: number[], most: number): { bound: number; scarcity: Float64Array } {
  const seats = c.terms.seats;
  const step = Math.max(1, Math.floor(players.length / SAMPLE_SIZE));
  const sample = players.filter((_, index) => index % step === 0);
  const caps = computeCaps(c, sample, seats);
  const prices = new Float64Array(5);
  const bestPrices = new Float64Array(5);
  const slope = new Float64Array(5);
  const sampleTask: Assignment = { caps, players: sample.length, seats, most: (most * sample.length) / players.length };
  let best = Number.POSITIVE_INFINITY;
  let length = 12;
  for (let round = 0; round < STEP_COUNT; round++) {
    const upperBound = computeDual(sampleTask, prices, slope);
    if (upperBound < best - 1e-9) {
      best = upperBound;
      bestPrices.set(prices);
    } else {
      length *= 0.93;
      if (round % 10 === 9) prices.set(bestPrices);
    }
    let norm = 0;
    for (let s = 0; s < seats; s++) norm += slope[s]! * slope[s]!;
    if (norm === 0) break;
    norm = Math.sqrt(norm);
    for (let s = 0; s < seats; s++) prices[s] = prices[s]! - (length * slope[s]!) / norm;
    liftSum(prices, seats);
  }
  const scarcity = computeScarcity(sampleTask, bestPrices);
  const assignment: Assignment = { caps: computeCaps(c, players, seats), players: players.length, seats, most };
  return { bound: computeDual(assignment, bestPrices, slope), scarcity };
}

/** Returns, for each seat, by how much one more player who can take it would raise the bound, on average. */
function computeScarcity({ caps, players, seats }: Assignment, prices: Float64Array): Float64Array {
  const scarcity = new Float64Array(5);
  for (let s = 0; s < seats; s++) {
    let capSum = 0;
    for (let i = 0; i < players; i++) {
      const cap = caps[i * seats + s]!;
      if (cap === Number.NEGATIVE_INFINITY) continue;
      capSum++;
      scarcity[s]! += Math.max(0, cap - prices[s]!);
    }
    if (capSum > 0) scarcity[s]! /= capSum;
  }
  return scarcity;
}

/** Raises the prices to a sum of at least 0; otherwise the dual isn't a bound. */
function liftSum(prices: Float64Array, seats: number): void {
  let sum = 0;
  for (let s = 0; s < seats; s++) sum += prices[s]!;
  if (sum >= 0) return;
  for (let s = 0; s < seats; s++) prices[s] = prices[s]! - sum / seats;
}

/** Returns the dual at `prices` and writes its slope for each price. */
function computeDual({ caps, players, seats, most }: Assignment, prices: Float64Array, slope: Float64Array): number {
  let upperBound = 0;
  for (let s = 0; s < seats; s++) {
    upperBound += most * prices[s]!;
    slope[s] = most;
  }
  for (let i = 0; i < players; i++) {
    let best = 0;
    let at = -1;
    for (let s = 0; s < seats; s++) {
      const worth = caps[i * seats + s]! - prices[s]!;
      if (worth <= best) continue;
      best = worth;
      at = s;
    }
    upperBound += best;
    if (at >= 0) slope[at]!--;
  }
  return upperBound;
}

/**
 * Returns an upper bound on the total of disjoint valid pairs among `players`: each player brings at most half of the
 * best pair.
 */
export function computePairBound(c: Columns, players: number[]): number {
  if (c.terms.count) return Math.floor(players.length / 2);
  const { seats } = c.terms;
  const caps = computeCaps(c, players, 2);
  let sum = 0;
  for (let index = 0; index < players.length; index++) {
    let best = 0;
    for (let s = 0; s < seats; s++) best = Math.max(best, caps[index * seats + s]!);
    sum += best;
  }
  return sum;
}

/** Returns cap(i, s), the maximum that player i can bring at seat s; -Infinity if they can't sit there. */
function computeCaps(c: Columns, players: number[], size: number): Float64Array {
  const { seats, weights, fullBins, hourShare, modeShare, micShare, unknownSkill, ratingShare } = c.terms;
  const caps = new Float64Array(players.length * seats).fill(Number.NEGATIVE_INFINITY);
  for (let index = 0; index < players.length; index++) {
    const i = players[index]!;
    const rating = Number.isNaN(c.rating[i]!) ? unknownSkill : 1;
    const level = c.level[i]! < 0 ? unknownSkill : 1;
    let modes = 0;
    for (let bits = c.modes[i]!; bits !== 0; bits &= bits - 1) modes++;
    const ownValue =
      weights[PART_INDEX.commonHours]! * hourShare[Math.min(fullBins, c.bins[i]!)]! +
      weights[PART_INDEX.skill]! * (ratingShare * rating + (1 - ratingShare) * level) +
      weights[PART_INDEX.complement]! +
      weights[PART_INDEX.modes]! * modeShare[modes]! +
      weights[PART_INDEX.communication]! * (micShare * c.mic[i]! + 1 - micShare) +
      weights[PART_INDEX.region]!;
    for (let s = 0; s < seats; s++) {
      if (((c.seatMask[i]! >> s) & 1) === 0) continue;
      caps[index * seats + s] =
        (ownValue + weights[PART_INDEX.positionFit]! * c.fit[i * seats + s]!) / size + c.bonus[i]!;
    }
  }
  return caps;
}
