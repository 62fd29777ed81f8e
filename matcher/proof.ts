import type { Columns } from './columns.ts';
import { solveIslands, type WorkBudget } from './proof-islands.ts';
import { buildKeys, hashList, type Keys } from './proof-keys.ts';
import { SquadPacking } from './proof-packing.ts';
import { SquadPricing } from './proof-pricing.ts';

/** Player prices that prove a ceiling; see `proveByPrices`. */
export type Proof = {
  /**
   * Price of each player of the columns, in points (or squads): no valid squad is worth more than its members' prices.
   */
  prices: Float64Array;
  /** No set of disjoint valid squads is worth more than this. */
  bound: number;
  /** Value of a fractional packing of squads. No prices can prove a bound below it. */
  fractional: number;
  /**
   * Disjoint squads from that packing, as a flat list. They're a good start for a search, but some may not be valid.
   */
  packed: Int32Array;
  /** Number of player lists checked against the prices, and number of squads found. */
  keys: number;
  squads: number;
  rounds: number;
};

/** Tolerance as a share; rounding errors of floating-point sums are far smaller. */
export const ROUNDING = 1e-9;
const ROUND_COUNT = 40;
const STEP_COUNT = 200;
const MAX_STEPS = 1600;
/** Distance from the fractional packing, as a share, at which the prices are good enough. */
const CLOSE_GAP = 0.0003;
/** Excess that's too small to justify adding a squad, as a share of the scale. */
const SLACK = 1e-4;
/** Squads without a share are dropped if their prices exceed their value by more than this share of the scale. */
const DROP_SHARE = 0.02;
/** How often each list is searched per round. Each search finds as many disjoint squads as fit together. */
const SEARCHES_PER_ROUND = 4;

/**
 * Computes an upper bound by duality. Give each player i a price p(i) ≥ 0 such that the prices of the members of any
 * valid squad add up to at least its value. Then no set of disjoint squads is worth more than the sum of all prices.
 * The prices are optimized over the squads found so far (`SquadPacking`) and then checked against all possible squads
 * (`SquadPricing`, list by list of `buildKeys`). Let g(k) be the most by which any squad of list k exceeds its members'
 * prices. Then p(i) + (greatest g(k) of i's lists) / seats is a proof, because each member of a squad of list k is
 * raised by at least g(k) / seats. Squads that exceed their prices are added to those found. The prices are a proof no
 * matter how they were computed.
 */
export function proveByPrices(c: Columns, players: readonly number[], countOnly: boolean, budget: WorkBudget): Proof {
  const keys = buildKeys(c, players, countOnly);
  const scale = countOnly ? 1 : Math.max(1, ...c.terms.weights);
  const search = new Search(c, keys, countOnly, scale);
  const proof: Proof = {
    prices: new Float64Array(c.size),
    bound: Number.POSITIVE_INFINITY,
    fractional: 0,
    packed: new Int32Array(0),
    keys: keys.count,
    squads: 0,
    rounds: 0,
  };
  let steps = STEP_COUNT;
  while (proof.rounds < ROUND_COUNT) {
    const addedCount = search.addExceedingSquads();
    const raisedPrices = search.computeRaisedPrices();
    const sum = raisedPrices.reduce((all, price) => all + price, 0);
    if (sum < proof.bound) {
      proof.bound = sum;
      proof.prices = raisedPrices;
    }
    proof.rounds++;
    proof.squads = search.packing.count;
    proof.fractional = Math.max(proof.fractional, search.packing.computeFeasibleValue() * scale);
    if (proof.bound - proof.fractional <= CLOSE_GAP * proof.bound) break;
    if (addedCount * 100 < search.packing.count) steps = Math.min(MAX_STEPS, steps * 2);
    search.packing.improve(steps);
    search.forget();
  }
  proof.packed = search.packing.listDisjointSquads();
  if (countOnly) return { ...proof, ...solveIslands(c, keys, proof, budget) };
  proof.bound *= 1 + ROUNDING;
  return proof;
}

/** The squads found so far with their prices, and the search over all others. */
class Search {
  readonly packing: SquadPacking;
  readonly #c: Columns;
  readonly #keys: Keys;
  readonly #pricing: SquadPricing;
  readonly #scale: number;
  readonly #known = new Set<number>();
  readonly #prices: Float64Array;
  /** For each list, the largest amount by which a squad's value exceeds its prices; 0 if none does. */
  readonly #excess: Float64Array;
  readonly #used: Uint8Array;

  constructor(c: Columns, keys: Keys, countOnly: boolean, scale: number) {
    this.#c = c;
    this.#keys = keys;
    this.#pricing = new SquadPricing(c, keys, countOnly);
    this.packing = new SquadPacking(c.size, c.terms.seats);
    this.#scale = scale;
    this.#prices = new Float64Array(c.size);
    this.#excess = new Float64Array(keys.count);
    this.#used = new Uint8Array(c.size);
  }

  /**
   * Checks all lists against the packing's prices. Adds disjoint squads whose value exceeds their members' prices, and
   * returns how many it added.
   */
  addExceedingSquads(): number {
    const prices = this.#prices;
    for (let i = 0; i < prices.length; i++) prices[i] = this.packing.prices[i]! * this.#scale;
    let addedCount = 0;
    for (let key = 0; key < this.#keys.count; key++) {
      this.#excess[key] = this.#pricing.findBest(key, prices, 0, null);
      if (this.#excess[key]! > SLACK * this.#scale) addedCount += this.#takeDisjoint(key);
    }
    return addedCount;
  }

  #takeDisjoint(key: number): number {
    const pricing = this.#pricing;
    const seats = this.#c.terms.seats;
    const minExcess = SLACK * this.#scale;
    const chosenMembers: number[] = [];
    let addedCount = 0;
    let excess = this.#excess[key]!;
    for (let times = 0; times < SEARCHES_PER_ROUND && excess > minExcess; times++) {
      while (excess > minExcess) {
        const members = pricing.squad.slice(0, seats).sort();
        const hash = this.#nameOf(members, pricing.value / this.#scale);
        if (!this.#known.has(hash)) {
          this.#known.add(hash);
          this.packing.add(members, pricing.value / this.#scale);
          addedCount++;
        }
        for (const i of members) {
          this.#used[i] = 1;
          chosenMembers.push(i);
        }
        excess = pricing.findNext(minExcess);
      }
      excess = pricing.findBest(key, this.#prices, minExcess, this.#used);
    }
    for (const i of chosenMembers) this.#used[i] = 0;
    return addedCount;
  }

  forget(): void {
    const { packing } = this;
    const seats = this.#c.terms.seats;
    this.#known.clear();
    packing.forget(DROP_SHARE, (at) => {
      const members = packing.members.subarray(at * seats, (at + 1) * seats);
      this.#known.add(this.#nameOf(members, packing.values[at]!));
    });
  }

  #nameOf(members: Int32Array, value: number): number {
    return hashList(members, this.#c.terms.seats) + Math.round(value * 1e8);
  }

  /** Returns the raised prices after the last `addExceedingSquads`. Their sum is an upper bound for any result. */
  computeRaisedPrices(): Float64Array {
    const { start, members } = this.#keys;
    const priceRaises = new Float64Array(this.#c.size);
    for (let key = 0; key < this.#keys.count; key++) {
      const share = this.#excess[key]! / this.#c.terms.seats;
      for (let index = start[key]!; index < start[key + 1]!; index++) {
        if (share > priceRaises[members[index]!]!) priceRaises[members[index]!] = share;
      }
    }
    for (let i = 0; i < priceRaises.length; i++) priceRaises[i]! += this.#prices[i]!;
    return priceRaises;
  }
}
