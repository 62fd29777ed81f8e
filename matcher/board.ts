import { type Columns, createColumns, createLocalIndex, gatherColumns } from './columns.ts';
import { type Compatibility, fillCompatible } from './compatible.ts';
import { computeGroupValue } from './group-score.ts';

/**
 * The workspace of one task: a few hundred players with local indexes, their compatibility as a bit matrix, and the
 * squads formed so far. A thread reuses one board for all its tasks.
 */
export type Board = Compatibility & {
  poolColumns: Columns;
  localIndex: Int32Array;
  forbidden: Map<number, number[][]>;
  c: Columns;
  room: number;
  /** The players who can take each seat: one bit row of `row` words per seat. */
  able: Int32Array;
  /**
   * The players who can take at least one seat of a set: one bit row of `row` words per set of seats, which is a bit
   * mask.
   */
  ableOf: Int32Array;
  /** Players in no squad and no party. Squads may only take these. */
  free: Int32Array;
  /** Each player's squad; -1 if none. */
  squadOf: Int32Array;
  /**
   * `seats` players per squad. A player's index within the squad is their place, which doesn't determine their seat.
   */
  squads: Int32Array;
  squadCount: number;
  value: Float64Array;
  /** Incremented whenever a squad's members change, to invalidate cached sums. */
  version: Float64Array;
  stamp: number;
  /** Prices of the seats, which add up to 1. A scarcer seat in this shard has a higher price. */
  prices: Float64Array;
  /** The seats, scarcest first. */
  seatOrder: Int32Array;
  /** Price of the most expensive seat each player can take. */
  dearest: Float64Array;
  /** Candidate groups evaluated so far. */
  work: number;
};

/** Creates a board for up to `room` players of `columns`. */
export function createBoard(columns: Columns, forbiddenGroups: readonly number[][], room: number): Board {
  const row = (room + 31) >> 5;
  const seats = columns.terms.seats;
  return {
    poolColumns: columns,
    localIndex: createLocalIndex(columns),
    forbidden: groupForbiddenByHash(forbiddenGroups),
    c: createColumns(room, room, columns.terms),
    room,
    row,
    compatible: new Int32Array(room * row),
    degree: new Int32Array(room),
    firstWord: new Int32Array(room),
    lastWord: new Int32Array(room),
    able: new Int32Array(5 * row),
    ableOf: new Int32Array(row << seats),
    free: new Int32Array(row),
    squadOf: new Int32Array(room),
    squads: new Int32Array(room + 5),
    squadCount: 0,
    value: new Float64Array(Math.ceil(room / seats) + 1),
    version: new Float64Array(Math.ceil(room / seats) + 1),
    stamp: 0,
    prices: new Float64Array(5),
    seatOrder: new Int32Array(seats),
    dearest: new Float64Array(room),
    work: 0,
  };
}

/** The prices of the seats, and `unbroken` (see `Care`). */
type LayoutScratch = { prices: Float64Array; unbroken?: boolean };

/**
 * Lays out `players` (pool indexes) with the squads they already form. `squadMembers` has `seats` pool indexes per
 * squad, all of them in `players`.
 */
export function layOutBoard(
  board: Board,
  players: ArrayLike<number>,
  squadMembers: ArrayLike<number>,
  { prices, unbroken = false }: LayoutScratch,
): void {
  const { c, localIndex } = board;
  const size = players.length;
  board.row = (size + 31) >> 5;
  board.work = 0;
  board.prices = prices;
  gatherColumns(board.poolColumns, players, c, localIndex);
  fillCompatible(c, board, unbroken);
  fillSets(board);
  board.squadCount = 0;
  const seats = c.terms.seats;
  for (let i = 0; i < size; i++) localIndex[players[i]!] = i;
  for (let index = 0; index < squadMembers.length; index += seats) {
    for (let k = 0; k < seats; k++) groupScratch[k] = localIndex[squadMembers[index + k]!]!;
    addSquad(board, groupScratch, computeSquadValue(board, groupScratch));
  }
  for (let i = 0; i < size; i++) localIndex[players[i]!] = -1;
}

const groupScratch = new Int32Array(5);

function fillSets(board: Board): void {
  const { c, row, able, free, squadOf, prices, dearest } = board;
  const count = new Int32Array(c.terms.seats);
  able.fill(0, 0, row * c.terms.seats);
  free.fill(0, 0, row);
  for (let i = 0; i < c.size; i++) {
    squadOf[i] = -1;
    dearest[i] = 0;
    for (let s = 0; s < c.terms.seats; s++) {
      if (((c.seatMask[i]! >> s) & 1) === 0) continue;
      setBit(able, s * row, i);
      count[s]!++;
      if (prices[s]! > dearest[i]!) dearest[i] = prices[s]!;
    }
    if (c.party[i]! < 0) setBit(free, 0, i);
  }
  fillPlayersBySeat(board);
  board.seatOrder = Int32Array.from(count.keys()).sort((a, b) => count[a]! - count[b]! || a - b);
}

function fillPlayersBySeat({ c, row, able, ableOf }: Board): void {
  ableOf.fill(0, 0, row);
  for (let set = 1; set < 1 << c.terms.seats; set++) {
    const seat = 31 - Math.clz32(set);
    const others = (set ^ (1 << seat)) * row;
    for (let v = 0; v < row; v++) ableOf[set * row + v] = ableOf[others + v]! | able[seat * row + v]!;
  }
}

export function setBit(bits: Int32Array, offset: number, index: number): void {
  bits[offset + (index >> 5)]! |= 1 << (index & 31);
}

export function clearBit(bits: Int32Array, offset: number, index: number): void {
  bits[offset + (index >> 5)]! &= ~(1 << (index & 31));
}

export function hasBit(bits: Int32Array, offset: number, index: number): boolean {
  return ((bits[offset + (index >> 5)]! >>> (index & 31)) & 1) === 1;
}

/** Returns the value of a full group as a squad, or -1 if it isn't allowed. */
export function computeSquadValue(board: Board, group: Int32Array): number {
  board.work++;
  const { c } = board;
  const value = computeGroupValue(c, group, c.terms.seats, false);
  if (value < 0 || board.forbidden.size === 0) return value;
  return isForbidden(board.forbidden, c, group, c.terms.seats) ? -1 : value;
}

export function addSquad(board: Board, group: Int32Array, value: number): void {
  const seats = board.c.terms.seats;
  const squad = board.squadCount++;
  board.value[squad] = value;
  for (let k = 0; k < seats; k++) seatPlayer(board, squad, k, group[k]!);
}

/** Puts a player into place `k` of a squad; the caller must move the previous player. */
export function seatPlayer(board: Board, squad: number, k: number, player: number): void {
  board.squads[squad * board.c.terms.seats + k] = player;
  board.squadOf[player] = squad;
  board.version[squad] = ++board.stamp;
  clearBit(board.free, 0, player);
}

export function releasePlayer(board: Board, player: number): void {
  board.squadOf[player] = -1;
  if (board.c.party[player]! < 0) setBit(board.free, 0, player);
}

/** Mixes a pool index for an order-independent hash of a group. */
function mixBits(index: number): number {
  let h = Math.imul(index + 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

export function groupForbiddenByHash(groups: readonly number[][]): Map<number, number[][]> {
  const byHash = new Map<number, number[][]>();
  for (const group of groups) {
    let hash = 0;
    for (const index of group) hash ^= mixBits(index);
    const groupsWithHash = byHash.get(hash);
    if (groupsWithHash) groupsWithHash.push(group);
    else byHash.set(hash, [group]);
  }
  return byHash;
}

export function isForbidden(
  forbiddenGroups: Map<number, number[][]>,
  c: Columns,
  group: Int32Array,
  size: number,
): boolean {
  let hash = 0;
  for (let k = 0; k < size; k++) hash ^= mixBits(c.origin[group[k]!]!);
  const candidates = forbiddenGroups.get(hash);
  if (!candidates) return false;
  const origins = Array.from(group.subarray(0, size), (player) => c.origin[player]!);
  return candidates.some((indexes) => indexes.length === size && indexes.every((index) => origins.includes(index)));
}
