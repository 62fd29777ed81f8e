import { addSquad, type Board, clearBit, hasBit, release, seatPlayer, setBit, squadValue } from './board.ts';
import { freePlayers } from './construct.ts';
import type { Breadth, Grower } from './grow.ts';
import { reachWith } from './seating.ts';

/** Nobody can be had from there. */
const NEVER = 99;

type Move = { squad: number; place: number; from: number; to: number; value: number };

/**
 * Forms further squads by chains: a player leaves a squad for the new one, another takes the place, and so on, until
 * somebody who was left over comes in. Level 0 are the players left over, level n those who can be replaced by
 * somebody of level n − 1.
 */
export class Augmenter {
  readonly #board: Board;
  readonly #grower: Grower;
  readonly #level: Uint8Array;
  readonly #cost: Float64Array;
  /** Bit sets: who may join a new squad; who is exactly at the level being worked on. */
  readonly #within: Int32Array;
  readonly #frontier: Int32Array;
  readonly #bits: Int32Array;
  readonly #trial = new Int32Array(5);
  #moves: Move[] = [];
  /** 1: already in the new squad or in a chain to it. */
  readonly #used: Uint8Array;
  #usedList: number[] = [];
  /** 1: a place of this squad is being filled; the chain must not come back to it before that is done. */
  readonly #busy: Uint8Array;
  #steps = 0;

  constructor(board: Board, grower: Grower) {
    this.#board = board;
    this.#grower = grower;
    this.#level = new Uint8Array(board.room);
    this.#cost = new Float64Array(board.room);
    this.#used = new Uint8Array(board.room);
    this.#busy = new Uint8Array(board.value.length);
    const words = (board.room + 31) >> 5;
    this.#within = new Int32Array(words);
    this.#frontier = new Int32Array(words);
    this.#bits = new Int32Array(words);
  }

  /** Runs up to `rounds` rounds with chains of up to `depth` moves; returns the number of squads won. */
  run(rounds: number, depth: number, breadth: Breadth): number {
    let won = 0;
    for (let round = 0; round < rounds; round++) {
      const anchors = freePlayers(this.#board);
      if (anchors.length === 0) break;
      this.#findLevels(depth);
      let wonNow = 0;
      for (const anchor of anchors) {
        if (this.#board.squadOf[anchor]! >= 0) continue;
        if (this.#grower.search([anchor], this.#within, breadth, this.#cost, (group) => this.#take(group))) wonNow++;
      }
      won += wonNow;
      if (wonNow === 0) break;
    }
    return won;
  }

  /** One try for one player who was left over; true when they are in a squad afterwards. */
  runFor(anchor: number, depth: number, breadth: Breadth): boolean {
    this.#findLevels(depth);
    return this.#grower.search([anchor], this.#within, breadth, this.#cost, (group) => this.#take(group));
  }

  #findLevels(depth: number): void {
    const { c, row, free } = this.#board;
    const level = this.#level;
    for (let i = 0; i < c.size; i++) level[i] = hasBit(free, 0, i) ? 0 : NEVER;
    this.#within.set(free.subarray(0, row));
    this.#frontier.set(free.subarray(0, row));
    for (let next = 1; next <= depth; next++) {
      const found: number[] = [];
      for (let squad = 0; squad < this.#board.squadCount; squad++) this.#replaceable(squad, found);
      this.#frontier.fill(0, 0, row);
      for (const player of found) {
        level[player] = next;
        setBit(this.#frontier, 0, player);
        setBit(this.#within, 0, player);
      }
      if (found.length === 0) break;
    }
    for (let i = 0; i < c.size; i++) this.#cost[i] = level[i]! * 10;
  }

  /** Adds to `found` the members of `squad` whom somebody of the frontier can replace. */
  #replaceable(squad: number, found: number[]): void {
    const { c, squads } = this.#board;
    const seats = c.terms.seats;
    for (let k = 0; k < seats; k++) {
      const player = squads[squad * seats + k]!;
      if (this.#level[player] !== NEVER || c.party[player]! >= 0) continue;
      const replacement = this.#candidate(squad, k, (other) => this.#frontierHas(other));
      if (replacement >= 0) found.push(player);
    }
  }

  #frontierHas(player: number): boolean {
    return hasBit(this.#frontier, 0, player);
  }

  /** First of a few candidates that satisfy `wanted` and make the squad valid with `k` replaced; -1: none. */
  #candidate(squad: number, k: number, wanted: (player: number) => boolean): number {
    const board = this.#board;
    const { row } = board;
    const seats = board.c.terms.seats;
    const base = squad * seats;
    let tries = 6;
    const othersReach = this.#reachWithout(base, k);
    this.#fillCompatible(base, k, this.#frontier);
    for (let w = 0; w < row; w++) {
      let bits = this.#bits[w]!;
      while (bits !== 0) {
        const low = bits & -bits;
        bits ^= low;
        const player = (w << 5) + 31 - Math.clz32(low);
        if (!wanted(player) || board.squadOf[player] === squad) continue;
        if (reachWith(othersReach, board.c.seatMask[player]!) === 0) continue;
        for (let j = 0; j < seats; j++) this.#trial[j] = board.squads[base + j]!;
        this.#trial[k] = player;
        if (squadValue(board, this.#trial) >= 0) return player;
        if (--tries === 0) return -1;
      }
    }
    return -1;
  }

  #reachWithout(base: number, except: number): number {
    const { c, squads } = this.#board;
    let reach = 1;
    for (let k = 0; k < c.terms.seats; k++) if (k !== except) reach = reachWith(reach, c.seatMask[squads[base + k]!]!);
    return reach;
  }

  #fillCompatible(base: number, except: number, within: Int32Array): void {
    const { c, row, compatible, squads } = this.#board;
    const bits = this.#bits;
    for (let w = 0; w < row; w++) bits[w] = within[w]!;
    for (let k = 0; k < c.terms.seats; k++) {
      if (k === except) continue;
      const at = squads[base + k]! * row;
      for (let w = 0; w < row; w++) bits[w]! &= compatible[at + w]!;
    }
  }

  /** Takes a complete new group: frees its members from their squads by chains, or undoes everything. */
  #take(group: Int32Array): boolean {
    const board = this.#board;
    const members = Array.from(group.subarray(0, board.c.terms.seats));
    const value = squadValue(board, group);
    if (value < 0) return false;
    this.#moves = [];
    for (const player of this.#usedList) this.#used[player] = 0;
    this.#usedList = [];
    for (const member of members) this.#use(member);
    this.#steps = 40;
    for (const member of members) {
      if (board.squadOf[member]! < 0) continue;
      if (this.#vacate(member)) continue;
      this.#undo();
      return false;
    }
    for (const member of members) {
      board.squadOf[member] = -1;
      clearBit(board.free, 0, member);
    }
    addSquad(board, Int32Array.from(members), value);
    for (const member of members) this.#settle(member);
    for (const move of this.#moves) this.#settle(move.to);
    return true;
  }

  #use(player: number): void {
    this.#used[player] = 1;
    this.#usedList.push(player);
  }

  #settle(player: number): void {
    this.#level[player] = NEVER;
    clearBit(this.#within, 0, player);
  }

  /** Finds somebody for the place of `player`, who leaves; moves are done on the board at once. */
  #vacate(player: number): boolean {
    const squad = this.#board.squadOf[player]!;
    this.#busy[squad] = 1;
    const filled = this.#fillPlaceOf(player, squad);
    this.#busy[squad] = 0;
    return filled;
  }

  #fillPlaceOf(player: number, squad: number): boolean {
    const board = this.#board;
    const seats = board.c.terms.seats;
    const base = squad * seats;
    const k = placeOf(board, squad, player);
    const othersReach = this.#reachWithout(base, k);
    this.#fillCompatible(base, k, this.#within);
    const candidates = this.#rankedCandidates(this.#level[player]!, othersReach);
    for (const other of candidates) {
      if (this.#steps-- <= 0) return false;
      for (let j = 0; j < seats; j++) this.#trial[j] = board.squads[base + j]!;
      this.#trial[k] = other;
      const value = squadValue(board, this.#trial);
      if (value < 0) continue;
      this.#use(other);
      if (board.squadOf[other]! >= 0 && !this.#vacate(other)) {
        this.#used[other] = 0;
        continue;
      }
      this.#moves.push({ squad, place: k, from: player, to: other, value: board.value[squad]! });
      seatPlayer(board, squad, k, other);
      board.value[squad] = value;
      return true;
    }
    return false;
  }

  /** Unused candidates in `#bits` of a level below `level`, lowest levels first, at most 8. */
  #rankedCandidates(level: number, othersReach: number): number[] {
    const board = this.#board;
    const ranked: number[] = [];
    for (let w = 0; w < board.row && ranked.length < 24; w++) {
      let bits = this.#bits[w]!;
      while (bits !== 0) {
        const low = bits & -bits;
        bits ^= low;
        const player = (w << 5) + 31 - Math.clz32(low);
        if (this.#level[player]! >= level || this.#used[player] === 1) continue;
        const squad = board.squadOf[player]!;
        if (squad >= 0 && this.#busy[squad] === 1) continue;
        if (reachWith(othersReach, board.c.seatMask[player]!) === 0) continue;
        ranked.push(player);
        if (ranked.length === 24) break;
      }
    }
    return ranked.sort((a, b) => this.#level[a]! - this.#level[b]! || a - b).slice(0, 8);
  }

  #undo(): void {
    const board = this.#board;
    for (const move of this.#moves.reverse()) {
      const wasFree = this.#level[move.to] === 0;
      seatPlayer(board, move.squad, move.place, move.from);
      board.value[move.squad] = move.value;
      if (wasFree) release(board, move.to);
    }
    this.#moves = [];
  }
}

export function placeOf(board: Board, squad: number, player: number): number {
  const seats = board.c.terms.seats;
  for (let k = 0; k < seats; k++) if (board.squads[squad * seats + k] === player) return k;
  return -1;
}
