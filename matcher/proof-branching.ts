import type { Columns } from './columns.ts';
import { AFFORDABLE } from './effort.ts';
import { goTogether } from './go-together.ts';
import { groupValue } from './group-score.ts';
import { hashOf, type Keys } from './proof-keys.ts';
import { reachWith } from './seating.ts';

/** Players who can meet, by lists they share, and what their prices prove. */
export type Island = { players: number[]; keys: number[]; bound: number };
/** No more disjoint squads are possible than `bound`; `squads` are that many, flat, or null: not known. */
export type Settled = { bound: number; squads: number[] | null };
/** Looks beside those that every island has; what one takes, others do not have. */
export type Pot = { looks: number };
/** Nothing in a pool whose proof runs wait for, unless it is so small that all of it is done in time. */
export const potOf = (players: number): Pot => ({
  looks: players > AFFORDABLE.value && players <= AFFORDABLE.number ? 0 : LOOKS_BESIDE,
});

/** Larger islands are not branched on. */
const MOST_PLAYERS = 400;
const MOST_SQUADS = 30_000;
/** Squads looked at for one number of squads of an island, and groups tried while they are listed. */
const MOST_LOOKS = 10_000_000;
/** Looks that islands for which that is not enough may take beside, all of them together: some seconds. */
const LOOKS_BESIDE = 75_000_000;
const EPSILON = 1e-6;

/** The lists of all squads and the prices that leave a fraction open. */
type Priced = { c: Columns; keys: Keys; prices: Float64Array; pot: Pot };

/**
 * How many disjoint squads are really possible on an island, by branching.
 *
 * T disjoint squads use up Σ p of all players but for Σ p − T: each squad q costs p(q) − 1 of that (its price above its
 * worth), each player left over costs p(i), and nothing of it is negative. So only squads within that budget can be
 * among T, whoever's price is above what is left of it must be in one, and both cut the search short. When T squads
 * are impossible, T − 1 are tried. Beyond some work it stops, and what was proven until then holds.
 */
export function settle({ c, keys, prices, pot }: Priced, island: Island): Settled {
  const sum = island.players.reduce((all, i) => all + prices[i]!, 0);
  let { bound } = island;
  if (island.players.length > MOST_PLAYERS) return { bound, squads: null };
  for (; bound > 0; bound--) {
    const branching = new Branching({ c, keys, prices, pot }, island);
    const found = branching.list(sum - bound + EPSILON) && branching.search(bound);
    pot.looks = Math.min(pot.looks, Math.max(0, branching.looks));
    if (branching.gaveUp) return { bound, squads: null };
    if (found) return { bound, squads: branching.chosen() };
  }
  return { bound: 0, squads: [] };
}

class Branching {
  gaveUp = false;
  readonly #c: Columns;
  readonly #keys: Keys;
  readonly #prices: Float64Array;
  readonly #island: Island;
  #budget = 0;
  /** Looks that are left. */
  looks: number;
  readonly #squads: { members: number[]; cost: number }[] = [];
  readonly #squadsOf = new Map<number, number[]>();
  readonly #known = new Set<number>();
  /** Players who are in a chosen squad or left over. */
  readonly #decided = new Set<number>();
  readonly #chosen: number[] = [];
  readonly #group = new Int32Array(5);

  constructor({ c, keys, prices, pot }: Priced, island: Island) {
    this.looks = MOST_LOOKS + pot.looks;
    this.#c = c;
    this.#keys = keys;
    this.#prices = prices;
    this.#island = island;
  }

  chosen(): number[] {
    return this.#chosen.flatMap((at) => this.#squads[at]!.members);
  }

  /** Lists the valid squads that cost no more than `budget`; false: there are too many. */
  list(budget: number): boolean {
    this.#budget = budget;
    const { start, members } = this.#keys;
    for (const key of this.#island.keys) {
      const list = Array.from(members.subarray(start[key], start[key + 1]));
      this.#extend(list, { from: 0, depth: 0, reach: 1, price: 0 });
      if (this.gaveUp) return false;
    }
    for (const own of this.#squadsOf.values())
      own.sort((a, b) => this.#squads[a]!.cost - this.#squads[b]!.cost || a - b);
    return true;
  }

  #extend(list: readonly number[], so: { from: number; depth: number; reach: number; price: number }): void {
    const { seats } = this.#c.terms;
    if (so.depth === seats) {
      this.#take(so.price - 1);
      return;
    }
    for (let at = so.from; at <= list.length - (seats - so.depth) && !this.gaveUp; at++) {
      const player = list[at]!;
      const price = so.price + this.#prices[player]!;
      if (price > 1 + this.#budget) continue;
      const reach = reachWith(so.reach, this.#c.seatMask[player]!);
      if (reach === 0 || !this.#goesWith(player, so.depth)) continue;
      this.#group[so.depth] = player;
      this.#extend(list, { from: at + 1, depth: so.depth + 1, reach, price });
    }
  }

  #goesWith(player: number, depth: number): boolean {
    if (--this.looks < 0) this.gaveUp = true;
    for (let k = 0; k < depth; k++) if (!goTogether(this.#c, this.#group[k]!, player)) return false;
    return true;
  }

  #take(cost: number): void {
    const { seats } = this.#c.terms;
    const hash = hashOf(this.#group, seats);
    if (this.#known.has(hash) || groupValue(this.#c, this.#group, seats, false) < 0) return;
    this.#known.add(hash);
    const members = Array.from(this.#group.subarray(0, seats));
    const at = this.#squads.push({ members, cost: Math.max(0, cost) }) - 1;
    if (at >= MOST_SQUADS) this.gaveUp = true;
    for (const i of members) {
      const own = this.#squadsOf.get(i);
      if (own) own.push(at);
      else this.#squadsOf.set(i, [at]);
    }
  }

  /** Whether `missing` more disjoint squads are possible with what is left of the budget. */
  search(missing: number): boolean {
    if (missing === 0) return true;
    const next = this.#mostBound();
    if (next === null) return false;
    const { player, options, price } = next;
    for (const at of options) {
      const { members, cost } = this.#squads[at]!;
      for (const i of members) this.#decided.add(i);
      this.#chosen.push(at);
      this.#budget -= cost;
      if (this.search(missing - 1)) return true;
      this.#budget += cost;
      this.#chosen.pop();
      for (const i of members) this.#decided.delete(i);
      if (this.gaveUp) return false;
    }
    if (price > this.#budget) return false;
    this.#decided.add(player);
    this.#budget -= price;
    if (this.search(missing)) return true;
    this.#budget += price;
    this.#decided.delete(player);
    return false;
  }

  /**
   * The undecided player with the fewest ways on; null: nobody with a price is left, or all of them together will cost
   * more than is left, each at least their share of their cheapest squad.
   */
  #mostBound(): { player: number; options: number[]; price: number } | null {
    let best: { player: number; options: number[]; price: number } | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    let least = 0;
    for (const player of this.#island.players) {
      const price = this.#prices[player]!;
      if (price <= EPSILON || this.#decided.has(player)) continue;
      const options = (this.#squadsOf.get(player) ?? []).filter((at) => this.#isOpen(at));
      const share = options.length === 0 ? price : this.#squads[options[0]!]!.cost / this.#c.terms.seats;
      least += Math.min(price, share);
      if (least > this.#budget) return null;
      const ways = options.length + (price > this.#budget ? 0 : 1);
      if (ways > fewest || (ways === fewest && best !== null && price <= best.price)) continue;
      fewest = ways;
      best = { player, options, price };
      if (ways <= 1) break;
    }
    return best;
  }

  #isOpen(at: number): boolean {
    if (--this.looks < 0) this.gaveUp = true;
    const { members, cost } = this.#squads[at]!;
    return cost <= this.#budget && members.every((i) => !this.#decided.has(i));
  }
}
