/** Share below which a squad counts as noise. */
const MIN_SHARE = 0.02;

/** The squads found so far, with five members each (`seats` of them used), and the value of each. */
export class SquadPacking {
  count = 0;
  members: Int32Array;
  values: Float64Array;
  /** The share of each squad in the fractional packing. */
  shares: Float64Array;
  readonly prices: Float64Array<ArrayBuffer>;
  readonly #seats: number;
  #shareSum: Float64Array;
  readonly #priceSum: Float64Array;
  readonly #load: Float64Array;
  readonly #times: Int32Array;

  constructor(players: number, seats: number) {
    this.#seats = seats;
    const capacity = 1 << 12;
    this.members = new Int32Array(capacity * seats);
    this.values = new Float64Array(capacity);
    this.shares = new Float64Array(capacity);
    this.#shareSum = new Float64Array(capacity);
    this.prices = new Float64Array(players);
    this.#priceSum = new Float64Array(players);
    this.#load = new Float64Array(players);
    this.#times = new Int32Array(players);
  }

  add(squad: Int32Array, value: number): void {
    const seats = this.#seats;
    if (this.count === this.values.length) this.#widen();
    for (let s = 0; s < seats; s++) {
      this.members[this.count * seats + s] = squad[s]!;
      this.#times[squad[s]!]!++;
    }
    this.values[this.count++] = value;
  }

  /**
   * Takes steps toward the best fractional packing of the squads (each player in at most one squad in total) and toward
   * the prices that prove it. Uses the primal-dual method of Chambolle and Pock, with steps scaled by how often a
   * player occurs. Stores the mean of the steps, so the next call continues from it.
   */
  improve(steps: number): void {
    const { count, members, values, shares, prices } = this;
    const seats = this.#seats;
    const load = this.#load;
    const times = this.#times;
    const priceSum = this.#priceSum.fill(0);
    const shareSum = this.#shareSum.fill(0, 0, count);
    for (let step = 0; step < steps; step++) {
      load.fill(-1);
      for (let n = 0, at = 0; n < count; n++, at += seats) {
        let excess = values[n]!;
        for (let s = 0; s < seats; s++) excess -= prices[members[at + s]!]!;
        const before = shares[n]!;
        const priceAfter = Math.max(0, before + excess / seats);
        shares[n] = priceAfter;
        shareSum[n]! += priceAfter;
        const extrapolatedShare = 2 * priceAfter - before;
        if (extrapolatedShare === 0) continue;
        for (let s = 0; s < seats; s++) load[members[at + s]!]! += extrapolatedShare;
      }
      for (let i = 0; i < prices.length; i++) {
        if (times[i] === 0) continue;
        const price = Math.max(0, prices[i]! + load[i]! / times[i]!);
        prices[i] = price;
        priceSum[i]! += price;
      }
    }
    for (let n = 0; n < count; n++) shares[n] = shareSum[n]! / steps;
    for (let i = 0; i < prices.length; i++) prices[i] = times[i] === 0 ? 0 : priceSum[i]! / steps;
  }

  /**
   * Returns the value of the packing after making it feasible: if a player's shares add up to more than 1, the shares
   * of their squads shrink accordingly.
   */
  computeFeasibleValue(): number {
    const seats = this.#seats;
    const load = this.#load.fill(0);
    for (let index = 0; index < this.count * seats; index++)
      load[this.members[index]!]! += this.shares[Math.floor(index / seats)]!;
    let value = 0;
    for (let n = 0; n < this.count; n++) {
      let maxLoad = 1;
      for (let s = 0; s < seats; s++) maxLoad = Math.max(maxLoad, load[this.members[n * seats + s]!]!);
      value += (this.shares[n]! * this.values[n]!) / maxLoad;
    }
    return value;
  }

  /**
   * Returns disjoint squads as a flat list. Takes the squads with the largest shares first and skips those that share a
   * player with an earlier squad.
   */
  listDisjointSquads(): Int32Array {
    const seats = this.#seats;
    const isTaken = new Uint8Array(this.prices.length);
    const squads: number[] = [];
    const order = Array.from({ length: this.count }, (_, n) => n).filter((n) => this.shares[n]! > MIN_SHARE);
    for (const n of order.sort((a, b) => this.shares[b]! - this.shares[a]! || a - b)) {
      const members = this.members.subarray(n * seats, (n + 1) * seats);
      if (members.some((i) => isTaken[i] === 1)) continue;
      for (const i of members) {
        isTaken[i] = 1;
        squads.push(i);
      }
    }
    return Int32Array.from(squads);
  }

  /**
   * Drops squads without a share whose members' prices exceed the squad's value by more than `slack`. Reports which
   * squads stay.
   */
  forget(slack: number, stays: (at: number) => void): void {
    const seats = this.#seats;
    let keptCount = 0;
    this.#times.fill(0);
    for (let n = 0; n < this.count; n++) {
      let excess = this.values[n]!;
      for (let s = 0; s < seats; s++) excess -= this.prices[this.members[n * seats + s]!]!;
      if (this.shares[n] === 0 && excess < -slack) continue;
      for (let s = 0; s < seats; s++) {
        const i = this.members[n * seats + s]!;
        this.members[keptCount * seats + s] = i;
        this.#times[i]!++;
      }
      this.values[keptCount] = this.values[n]!;
      this.shares[keptCount] = this.shares[n]!;
      stays(keptCount++);
    }
    this.count = keptCount;
    this.shares.fill(0, keptCount);
  }

  #widen(): void {
    const copyInto = <T extends Int32Array | Float64Array>(from: T, into: T): T => {
      into.set(from);
      return into;
    };
    this.members = copyInto(this.members, new Int32Array(2 * this.members.length));
    this.values = copyInto(this.values, new Float64Array(2 * this.values.length));
    this.shares = copyInto(this.shares, new Float64Array(2 * this.shares.length));
    this.#shareSum = new Float64Array(this.shares.length);
  }
}
