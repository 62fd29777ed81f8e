import {
  addSquad,
  type Board,
  clearBit,
  computeSquadValue,
  hasBit,
  releasePlayer,
  seatPlayer,
  setBit,
} from './board.ts';
import { listFreePlayers } from './construct.ts';
import type { SearchBreadth, SquadGrower } from './grow.ts';
import { Opening, type Openings } from './opening.ts';

/** Level of players who can't be freed. */
const UNREACHABLE_LEVEL = 99;
/** Maximum number of moves in a chain. */
const MAX_DEPTH = 6;

/** Maximum number of candidates for a place: how many are examined, and how many of them are tried. */
const MAX_VISITED = 24;
const MAX_RANKED = 8;

/** A place being vacated, and its squad with that place open. */
type SeatOpening = { squad: number; at: number; leaving: number; opening: Opening };
type Move = { squad: number; place: number; from: number; to: number; value: number };

/**
 * Forms more squads with augmenting chains: a player leaves a squad for the new one, another takes their place, and so
 * on, until a leftover player comes in. Level 0 contains the leftover players; level n contains those whom someone of
 * level n − 1 can replace.
 */
export class SquadAugmenter {
  readonly #board: Board;
  readonly #grower: SquadGrower;
  readonly #openings: Openings;
  /** One opening for all places, because most places are opened only once. */
  readonly #trial: Opening;
  readonly #level: Uint8Array;
  /** The player who made a replacement possible when the levels were computed. */
  readonly #witness: Int32Array;
  readonly #cost: Float64Array;
  /** Bit sets: players who may join a new squad, and players exactly at the current level. */
  readonly #within: Int32Array;
  readonly #frontier: Int32Array;
  /** One bit set per level, each `words` long: the players below that level. */
  readonly #below: Int32Array;
  readonly #words: number;
  readonly #rows = new Int32Array(5);
  readonly #looked = new Int32Array(MAX_VISITED);
  /**
   * Ranked candidates, in one block per level of the leaving player. The level decreases along a chain, so no two steps
   * share a block.
   */
  readonly #ranked = new Int32Array((MAX_DEPTH + 1) * MAX_RANKED);
  #firstWord = 0;
  #lastWord = 0;
  readonly #moves: Move[] = [];
  /** 1: already in the new squad or in a chain to it. */
  readonly #used: Uint8Array;
  readonly #usedList: number[] = [];
  /** 1: a place in this squad is being filled, so the chain can't return to the squad until it's filled. */
  readonly #busy: Uint8Array;
  #steps = 0;
  /** Number of consecutive groups whose members couldn't all be freed. */
  #failed = 0;

  constructor(board: Board, grower: SquadGrower, openings: Openings) {
    this.#board = board;
    this.#openings = openings;
    this.#trial = new Opening(board);
    this.#grower = grower;
    this.#level = new Uint8Array(board.room);
    this.#witness = new Int32Array(board.room);
    this.#cost = new Float64Array(board.room);
    this.#used = new Uint8Array(board.room);
    this.#busy = new Uint8Array(board.value.length);
    const wordCount = (board.room + 31) >> 5;
    this.#within = new Int32Array(wordCount);
    this.#frontier = new Int32Array(wordCount);
    this.#below = new Int32Array(wordCount * (MAX_DEPTH + 1));
    this.#words = wordCount;
  }

  /**
   * Runs up to `rounds` rounds with chains of up to `depth` moves, and returns the number of squads gained. Ends a
   * round after `patience` consecutive groups whose members couldn't be freed, because later groups have even fewer
   * options.
   */
  run(rounds: number, depth: number, breadth: SearchBreadth, patience: number): number {
    const searchOptions = { from: this.#within, breadth, cost: this.#cost };
    const accept = (group: Int32Array) => this.#take(group);
    let gainSum = 0;
    for (let round = 0; round < rounds; round++) {
      this.#failed = 0;
      const anchors = listFreePlayers(this.#board);
      if (anchors.length === 0) break;
      this.#findLevels(depth);
      let wonNow = 0;
      for (const anchor of anchors) {
        if (this.#board.squadOf[anchor]! >= 0) continue;
        if (this.#failed >= patience) break;
        if (this.#grower.search([anchor], searchOptions, accept)) wonNow++;
      }
      gainSum += wonNow;
      if (wonNow === 0) break;
    }
    return gainSum;
  }

  /** Tries once to place a leftover player, and returns whether they're in a squad afterwards. */
  runFor(anchor: number, depth: number, breadth: SearchBreadth): boolean {
    this.#findLevels(depth);
    const searchOptions = { from: this.#within, breadth, cost: this.#cost };
    return this.#grower.search([anchor], searchOptions, (group) => this.#take(group));
  }

  #findLevels(depth: number): void {
    const { c, row, free } = this.#board;
    const level = this.#level;
    for (let i = 0; i < c.size; i++) level[i] = hasBit(free, 0, i) ? 0 : UNREACHABLE_LEVEL;
    this.#within.set(free.subarray(0, row));
    this.#frontier.set(free.subarray(0, row));
    for (let next = 1; next <= depth && next < MAX_DEPTH; next++) {
      this.#below.set(this.#within.subarray(0, row), next * this.#words);
      const replaceable: number[] = [];
      for (let squad = 0; squad < this.#board.squadCount; squad++) this.#replaceable(squad, replaceable);
      if (replaceable.length === 0) break;
      this.#frontier.fill(0, 0, row);
      for (const player of replaceable) {
        level[player] = next;
        setBit(this.#frontier, 0, player);
        setBit(this.#within, 0, player);
      }
    }
    for (let i = 0; i < c.size; i++) this.#cost[i] = level[i]! * 10;
  }

  /** Adds to `replaceable` those members of `squad` whom a frontier player can replace. */
  #replaceable(squad: number, replaceable: number[]): void {
    const { c, squads } = this.#board;
    const seats = c.terms.seats;
    for (let k = 0; k < seats; k++) {
      const player = squads[squad * seats + k]!;
      if (this.#level[player] !== UNREACHABLE_LEVEL || c.party[player]! >= 0) continue;
      const candidate = this.#candidate(squad, k);
      if (candidate < 0) continue;
      this.#witness[player] = candidate;
      replaceable.push(player);
    }
  }

  /**
   * Tries a few frontier candidates as the squad's member `k`. Returns the first who makes the squad valid, or -1.
   */
  #candidate(squad: number, k: number): number {
    const { squadOf, ableOf, row, squads, c } = this.#board;
    const opening = this.#trial;
    opening.open(squads, squad * c.terms.seats, k);
    this.#rowsOfOthers(squad, k);
    const seatsOffset = opening.seatsLeft * row;
    let tries = 6;
    const last = this.#lastWord;
    for (let w = this.#firstWord; w <= last; w++) {
      let bits = this.#frontier[w]! & ableOf[seatsOffset + w]!;
      if (bits === 0) continue;
      bits &= this.#othersAllow(w);
      while (bits !== 0) {
        const lowBit = bits & -bits;
        bits ^= lowBit;
        const player = (w << 5) + 31 - Math.clz32(lowBit);
        if (squadOf[player] === squad) continue;
        if (opening.isAllowed(player)) return player;
        if (--tries === 0) return -1;
      }
    }
    return -1;
  }

  /**
   * Records where the bit rows of the squad's members begin (except for the member at `excludedPlayer`) and which of
   * their words can contain candidates.
   */
  #rowsOfOthers(squad: number, excludedPlayer: number): void {
    const { c, row, squads, firstWord, lastWord } = this.#board;
    const seats = c.terms.seats;
    let count = 0;
    this.#firstWord = 0;
    this.#lastWord = row - 1;
    for (let k = 0; k < seats; k++) {
      if (k === excludedPlayer) continue;
      const player = squads[squad * seats + k]!;
      this.#rows[count++] = player * row;
      if (firstWord[player]! > this.#firstWord) this.#firstWord = firstWord[player]!;
      if (lastWord[player]! < this.#lastWord) this.#lastWord = lastWord[player]!;
    }
    // In squads of fewer than five, repeat a row, which doesn't change the result.
    while (count < 4) this.#rows[count++] = this.#rows[0]!;
  }

  /** Returns word `w` of the players who are pairwise compatible with everyone whose rows were last recorded. */
  #othersAllow(w: number): number {
    const { compatible } = this.#board;
    const rows = this.#rows;
    return (
      compatible[rows[0]! + w]! & compatible[rows[1]! + w]! & compatible[rows[2]! + w]! & compatible[rows[3]! + w]!
    );
  }

  /** Forms a complete new group: frees its members from their squads through chains, or undoes everything. */
  #take(group: Int32Array): boolean {
    const board = this.#board;
    const seats = board.c.terms.seats;
    const value = computeSquadValue(board, group);
    if (value < 0) return false;
    this.#moves.length = 0;
    for (const player of this.#usedList) this.#used[player] = 0;
    this.#usedList.length = 0;
    for (let k = 0; k < seats; k++) this.#use(group[k]!);
    this.#steps = 40;
    for (let k = 0; k < seats; k++) {
      const member = group[k]!;
      if (board.squadOf[member]! < 0) continue;
      if (this.#vacate(member)) continue;
      this.#undo();
      this.#failed++;
      return false;
    }
    this.#failed = 0;
    for (let k = 0; k < seats; k++) {
      board.squadOf[group[k]!] = -1;
      clearBit(board.free, 0, group[k]!);
    }
    addSquad(board, group, value);
    for (let k = 0; k < seats; k++) this.#settle(group[k]!);
    for (const move of this.#moves) this.#settle(move.to);
    return true;
  }

  #use(player: number): void {
    this.#used[player] = 1;
    this.#usedList.push(player);
  }

  #settle(player: number): void {
    for (let level = this.#level[player]! + 1; level <= MAX_DEPTH; level++) {
      clearBit(this.#below, level * this.#words, player);
    }
    this.#level[player] = UNREACHABLE_LEVEL;
    clearBit(this.#within, 0, player);
  }

  /** Finds a replacement for `player`, who's leaving. Applies the moves to the board immediately. */
  #vacate(player: number): boolean {
    const squad = this.#board.squadOf[player]!;
    this.#busy[squad] = 1;
    const wasFilled = this.#fillPlaceOf(player, squad);
    this.#busy[squad] = 0;
    return wasFilled;
  }

  #fillPlaceOf(player: number, squad: number): boolean {
    const k = getPlace(this.#board, squad, player);
    const opening = this.#openings.at(squad, k);
    const place: SeatOpening = { squad, at: k, leaving: player, opening };
    const witness = this.#witness[player]!;
    if (this.#level[witness]! < this.#level[player]! && opening.canSeat(witness) && this.#isFree(witness)) {
      if (this.#steps-- <= 0) return false;
      if (this.#replace(place, witness)) return true;
    }
    this.#rowsOfOthers(squad, k);
    const level = this.#level[player]!;
    const rankedCount = this.#rankCandidates(level, opening);
    for (let n = 0; n < rankedCount; n++) {
      const other = this.#ranked[level * MAX_RANKED + n]!;
      if (other === witness) continue;
      if (this.#steps-- <= 0) return false;
      if (this.#replace(place, other)) return true;
    }
    return false;
  }

  /** Moves `other` into the vacated place, after filling the place that `other` leaves. */
  #replace({ squad, at, leaving, opening }: SeatOpening, other: number): boolean {
    const board = this.#board;
    const value = opening.computeValueWith(other);
    if (value < 0) return false;
    this.#use(other);
    if (board.squadOf[other]! >= 0 && !this.#vacate(other)) {
      this.#used[other] = 0;
      return false;
    }
    this.#moves.push({ squad, place: at, from: leaving, to: other, value: board.value[squad]! });
    seatPlayer(board, squad, at, other);
    board.value[squad] = value;
    return true;
  }

  /** Returns whether a player isn't in a chain yet and isn't in a squad that's being filled. */
  #isFree(player: number): boolean {
    if (this.#used[player] === 1) return false;
    const squad = this.#board.squadOf[player]!;
    return squad < 0 || this.#busy[squad] === 0;
  }

  /**
   * Collects unused candidates below `level` in `#ranked`, lowest levels first. They're compatible with everyone whose
   * rows were last recorded. Returns how many there are.
   */
  #rankCandidates(level: number, opening: Opening): number {
    const { row, ableOf } = this.#board;
    const visitedBits = this.#looked;
    const offset = this.#words * level;
    const seatsOffset = opening.seatsLeft * row;
    const last = this.#lastWord;
    let count = 0;
    for (let w = this.#firstWord; w <= last && count < MAX_VISITED; w++) {
      let bits = this.#below[offset + w]! & ableOf[seatsOffset + w]!;
      if (bits === 0) continue;
      bits &= this.#othersAllow(w);
      while (bits !== 0 && count < MAX_VISITED) {
        const lowBit = bits & -bits;
        bits ^= lowBit;
        const player = (w << 5) + 31 - Math.clz32(lowBit);
        if (this.#isFree(player)) visitedBits[count++] = player;
      }
    }
    let rankedCount = 0;
    for (let ownLevel = 0; ownLevel < level && rankedCount < MAX_RANKED; ownLevel++) {
      for (let n = 0; n < count && rankedCount < MAX_RANKED; n++) {
        if (this.#level[visitedBits[n]!] === ownLevel)
          this.#ranked[level * MAX_RANKED + rankedCount++] = visitedBits[n]!;
      }
    }
    return rankedCount;
  }

  #undo(): void {
    const board = this.#board;
    for (let n = this.#moves.length - 1; n >= 0; n--) {
      const move = this.#moves[n]!;
      const wasFree = this.#level[move.to] === 0;
      seatPlayer(board, move.squad, move.place, move.from);
      board.value[move.squad] = move.value;
      if (wasFree) releasePlayer(board, move.to);
    }
    this.#moves.length = 0;
  }
}

function getPlace(board: Board, squad: number, player: number): number {
  const seats = board.c.terms.seats;
  for (let k = 0; k < seats; k++) if (board.squads[squad * seats + k] === player) return k;
  return -1;
}
