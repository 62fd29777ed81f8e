import type { Columns } from './columns.ts';
import { computeGroupValue } from './group-score.ts';
import { canPlayTogether } from './player-compatibility.ts';
import { hashList, type Keys } from './proof-keys.ts';
import { addSeats } from './seating.ts';

const MAX_SQUADS = 30_000;

/** Lists the valid squads of some lists whose total price is within a limit. */
export class SquadListing {
  /** Number of groups that may still be tried. */
  lookCount: number;
  readonly #c: Columns;
  readonly #prices: Float64Array;
  #limit = 0;
  #squads: number[][] = [];
  readonly #known = new Set<number>();
  readonly #group = new Int32Array(5);

  constructor(c: Columns, prices: Float64Array, looks: number) {
    this.lookCount = looks;
    this.#c = c;
    this.#prices = prices;
  }

  /** Returns the squads in the order of the lists, or null if there are too many or the work runs out. */
  listSquads(limit: number, keys: Keys, ofKeys: readonly number[]): number[][] | null {
    this.#limit = limit;
    for (const key of ofKeys) {
      const list = keys.members.subarray(keys.start[key], keys.start[key + 1]);
      this.#extend(list, { from: 0, depth: 0, reach: 1, price: 0 });
      if (this.#isEnough()) return null;
    }
    return this.#squads;
  }

  #isEnough(): boolean {
    return this.lookCount < 0 || this.#squads.length > MAX_SQUADS;
  }

  #extend(list: Int32Array, so: { from: number; depth: number; reach: number; price: number }): void {
    const { seats } = this.#c.terms;
    if (so.depth === seats) {
      this.#take();
      return;
    }
    for (let index = so.from; index <= list.length - (seats - so.depth) && !this.#isEnough(); index++) {
      const player = list[index]!;
      const price = so.price + this.#prices[player]!;
      if (price > this.#limit) continue;
      const reachableSeats = addSeats(so.reach, this.#c.seatMask[player]!);
      if (reachableSeats === 0 || !this.#goesWith(player, so.depth)) continue;
      this.#group[so.depth] = player;
      this.#extend(list, { from: index + 1, depth: so.depth + 1, reach: reachableSeats, price });
    }
  }

  #goesWith(player: number, depth: number): boolean {
    this.lookCount--;
    for (let k = 0; k < depth; k++) if (!canPlayTogether(this.#c, this.#group[k]!, player)) return false;
    return true;
  }

  #take(): void {
    const { seats } = this.#c.terms;
    const hash = hashList(this.#group, seats);
    if (this.#known.has(hash) || computeGroupValue(this.#c, this.#group, seats, false) < 0) return;
    this.#known.add(hash);
    this.#squads.push(Array.from(this.#group.subarray(0, seats)));
  }
}
