import { Simplex } from './proof-simplex.ts';
import { listViolatedTriples } from './proof-triples.ts';

/** Maximum number of triples to cut off at a time, and in total. */
const CUTS_PER_ROUND = 30;
const MAX_CUTS = 400;
/** Minimum amount by which a round of cuts must lower the ceiling for another round. */
const MIN_GAIN = 0.002;
const EPSILON = 1e-6;
/** Distance from 0 or 1 below which a share counts as 0 or 1. */
const WHOLE_TOLERANCE = 1e-4;
/**
 * The turns of the search, each with a limit of operations. In each turn, branching starts with the two players whose
 * combined share is closest to `share`. The best `share` differs widely between pools, so two values get a short turn
 * before the first value gets the rest.
 */
const SEARCH_TURNS = [
  { share: 0.6, work: 250e6 },
  { share: 0.8, work: 250e6 },
  { share: 0.6, work: Number.POSITIVE_INFINITY },
];

/** The disjoint squads found; 'none' if there aren't that many; 'open' if the work ran out. */
export type SearchOutcome = number[] | 'none' | 'open';

/**
 * Looks for `wanted` disjoint squads among all candidates by branch and cut. It solves the linear program of their
 * shares and cuts off triples of players with more shares than whole squads could have. Where shares are still
 * fractions, it branches on whether two players are together or apart. It only drops what `Simplex.ceiling` rules out,
 * which is valid no matter how the program was solved.
 */
export class SquadSearch {
  readonly #squads: readonly (readonly number[])[];
  readonly #program: Simplex;
  readonly #squadsOf = new Map<number, number[]>();
  readonly #wanted: number;
  /** The current turn ends when only this much work is left. */
  #until = 0;
  #luckyShare = 0;

  constructor(squads: readonly (readonly number[])[], minimum: number, work: number) {
    this.#squads = squads;
    this.#wanted = minimum;
    squads.forEach((members, index) => {
      for (const i of members) {
        const ownSquads = this.#squadsOf.get(i);
        if (ownSquads) ownSquads.push(index);
        else this.#squadsOf.set(i, [index]);
      }
    });
    const row = new Map([...this.#squadsOf.keys()].map((i, index) => [i, index]));
    const columns = squads.map((members) => members.map((i) => row.get(i)!));
    this.#program = new Simplex(columns, { rows: row.size, room: row.size + MAX_CUTS, work });
  }

  /** Elementary operations left. */
  get work(): number {
    return this.#program.work;
  }

  /** Runs the search; a result lists the squads by index. */
  run(): SearchOutcome {
    const program = this.#program;
    if (this.#squads.length < this.#wanted) return 'none';
    program.optimize();
    if (program.isLost) return 'open';
    this.#cut();
    const state = program.save();
    for (const { share, work } of SEARCH_TURNS) {
      this.#luckyShare = share;
      this.#until = Math.max(0, program.work - work);
      const outcome = this.#branch();
      if (outcome !== 'open' || program.work > this.#until) return outcome;
      program.restore(state);
    }
    return 'open';
  }

  #isBeyond(): boolean {
    return this.#program.computeUpperBound() < this.#wanted - EPSILON;
  }

  #cut(): void {
    const program = this.#program;
    let before = program.computeUpperBound();
    for (let cutsLeft = MAX_CUTS; cutsLeft >= CUTS_PER_ROUND && program.work > 0; ) {
      const triples = listViolatedTriples(this.#formed(), CUTS_PER_ROUND);
      if (triples.length === 0) return;
      cutsLeft -= triples.length;
      for (const triple of triples) program.addRow(this.#withTwoOf(triple));
      program.restoreFeasibility(this.#wanted - EPSILON);
      const ceiling = program.computeUpperBound();
      this.#shutHopeless(ceiling);
      if (ceiling < this.#wanted - EPSILON || before - ceiling < MIN_GAIN) return;
      before = ceiling;
    }
  }

  /** Returns the squads that contain at least two of three players. */
  #withTwoOf(triple: readonly number[]): number[] {
    const times = new Map<number, number>();
    for (const i of triple) for (const at of this.#squadsOf.get(i)!) times.set(at, (times.get(at) ?? 0) + 1);
    return [...times].flatMap(([at, count]) => (count >= 2 ? [at] : []));
  }

  /** Excludes and returns the squads that cost more than the ceiling allows, so they can't be among the wanted ones. */
  #shutHopeless(ceiling: number): number[] {
    const { isExcluded } = this.#program;
    const excludedSquads: number[] = [];
    for (let index = 0; index < isExcluded.length; index++) {
      if (isExcluded[index] === 1 || this.#program.computeGain(index) + ceiling >= this.#wanted - EPSILON) continue;
      isExcluded[index] = 1;
      excludedSquads.push(index);
    }
    return excludedSquads;
  }

  #formed(): { at: number; members: readonly number[]; share: number }[] {
    const program = this.#program;
    return this.#squads.flatMap((members, index) => {
      const share = program.isExcluded[index] === 1 ? 0 : program.getShare(index);
      return share > EPSILON ? [{ at: index, members, share }] : [];
    });
  }

  /** Branches on a pair of players that the solution only partly puts together. The program must be solved already. */
  #branch(): SearchOutcome {
    const ceiling = this.#program.computeUpperBound();
    if (ceiling < this.#wanted - EPSILON) return 'none';
    if (this.#program.work <= this.#until) return 'open';
    const excludedSquads = this.#shutHopeless(ceiling);
    const outcome = this.#halve();
    for (const at of excludedSquads) this.#program.isExcluded[at] = 0;
    return outcome;
  }

  #halve(): SearchOutcome {
    const pair = this.#mostTorn();
    if (pair === null) return this.#whole();
    const program = this.#program;
    const state = program.save();
    const [togetherSquads, apartSquads] = this.#halves(pair);
    let isOpen = false;
    for (const excludedSquads of [togetherSquads, apartSquads]) {
      for (const at of excludedSquads) program.isExcluded[at] = 1;
      program.restoreFeasibility(this.#wanted - EPSILON);
      const outcome = program.isLost && !this.#isBeyond() ? 'open' : this.#branch();
      if (Array.isArray(outcome)) return outcome;
      isOpen ||= outcome === 'open';
      for (const at of excludedSquads) program.isExcluded[at] = 0;
      program.restore(state);
      if (this.#program.work <= this.#until) return 'open';
    }
    return isOpen ? 'open' : 'none';
  }

  /**
   * Returns two lists of open squads to drop, one for each branch: the two players must be together or in no squad, or
   * they must be apart.
   */
  #halves([a, b]: readonly [number, number]): [number[], number[]] {
    const { isExcluded } = this.#program;
    const listOpenSquads = (i: number) => this.#squadsOf.get(i)!.filter((at) => isExcluded[at] === 0);
    const [ofA, ofB] = [listOpenSquads(a), listOpenSquads(b)];
    const bothSquads = ofA.filter((at) => ofB.includes(at));
    return [[...ofA, ...ofB].filter((at) => !bothSquads.includes(at)), bothSquads];
  }

  /**
   * Returns the two players whose combined share is closest to the current target. At least one of them must also have
   * a share in squads without the other. Null if no pair is split.
   */
  #mostTorn(): [number, number] | null {
    const shares = this.#formed();
    const usageByPlayer = new Map<number, number>();
    const shareByPair = new Map<string, { pair: [number, number]; share: number }>();
    for (const { members, share } of shares) {
      for (const [k, a] of members.entries()) {
        usageByPlayer.set(a, (usageByPlayer.get(a) ?? 0) + share);
        for (const b of members.slice(k + 1)) {
          const name = a < b ? `${a} ${b}` : `${b} ${a}`;
          const constraint = shareByPair.get(name);
          if (constraint) constraint.share += share;
          else shareByPair.set(name, { pair: [a, b], share });
        }
      }
    }
    let best: [number, number] | null = null;
    let nearest = 1;
    for (const { pair, share } of shareByPair.values()) {
      const distance = Math.abs(share - this.#luckyShare);
      if (
        distance >= nearest ||
        share < WHOLE_TOLERANCE ||
        Math.max(usageByPlayer.get(pair[0])!, usageByPlayer.get(pair[1])!) - share < WHOLE_TOLERANCE
      )
        continue;
      nearest = distance;
      best = pair;
    }
    return best;
  }

  /** Returns the squads with a full share, if there are `wanted` of them. */
  #whole(): SearchOutcome {
    const squads: number[] = [];
    const takenSquads = new Set<number>();
    for (const { at, members, share } of this.#formed()) {
      if (share < 0.5 || members.some((i) => takenSquads.has(i))) continue;
      for (const i of members) takenSquads.add(i);
      squads.push(at);
    }
    return squads.length < this.#wanted ? 'open' : squads.slice(0, this.#wanted);
  }
}
