import { type Board, groupForbiddenByHash, isForbidden, layOutBoard } from './board.ts';
import type { CompiledPool } from './compile.ts';
import { computeGroupValue } from './group-score.ts';
import { computeMaximumMatching } from './matching.ts';
import { computeSortKey, type LikenessGroups } from './order.ts';
import { joinLists } from './plan.ts';
import type { PairCare, Task, TaskResult } from './task-shapes.ts';

const GROUP = new Int32Array(5);
/** Number of open players above which pairs are plentiful, so smaller tasks work just as well. */
const PLENTIFUL_PAIRS_MIN = 2_000;

/** Returns how much two local players are worth as a pair; -1 if they may not be one. */
export function computePairValue(board: Board, a: number, b: number): number {
  GROUP[0] = a;
  GROUP[1] = b;
  board.work++;
  const value = computeGroupValue(board.c, GROUP, 2, false);
  if (value < 0) return -1;
  return board.forbidden.size > 0 && isForbidden(board.forbidden, board.c, GROUP, 2) ? -1 : value;
}

/**
 * Pairs up `players` (pool indexes) and returns a flat list. Sorts the players by similarity and cuts them into pieces,
 * in two rounds with different orders. A party of two may form a pair. It's a generator, like `planSquads`, so the
 * pieces can run on any number of threads.
 */
export function* planPairs(
  compiledPool: CompiledPool,
  like: LikenessGroups,
  players: number[],
  { care, previous }: { care: PairCare; previous: ArrayLike<number> },
): Generator<Task[], Int32Array, TaskResult[]> {
  const { party } = compiledPool.columns;
  const formedPairs: Int32Array[] = [
    listPartyPairs(compiledPool, players),
    listKeptPairs(compiledPool, players, previous),
  ];
  const pairedPlayers = new Set(formedPairs[1]!);
  let openPlayers = players.filter((player) => party[player]! < 0 && !pairedPlayers.has(player));
  for (const order of [0, 1]) {
    const sortedPlayers = sortPlayers(like, openPlayers, order);
    const size = openPlayers.length > PLENTIFUL_PAIRS_MIN ? care.many : care.few;
    const tasks: Task[] = [];
    for (let offset = 0; offset < sortedPlayers.length; offset += size) {
      tasks.push({ kind: 'pairs', players: sortedPlayers.subarray(offset, offset + size), exact: care.exact });
    }
    const results = yield tasks;
    const pairedPlayers = new Set<number>();
    for (const result of results) {
      formedPairs.push(result.formed);
      for (const player of result.formed) pairedPlayers.add(player);
    }
    openPlayers = openPlayers.filter((player) => !pairedPlayers.has(player));
  }
  return joinLists(formedPairs);
}

function sortPlayers(like: LikenessGroups, players: number[], order: number): Int32Array {
  const keys = Float64Array.from(players, (player, index) => computeSortKey(like, player, order) * 4194304 + index);
  return Int32Array.from(keys.sort(), (key) => players[key % 4194304]!);
}

/**
 * Returns the optimal pairs among the players if `isExact`; otherwise takes the best edges first and improves them by
 * pairwise swaps.
 */
export function runPairingTask(board: Board, players: Int32Array, isExact: boolean): TaskResult {
  layOutBoard(board, players, [], { prices: new Float64Array(5) });
  const { c } = board;
  const worth = new Float64Array(c.size * c.size).fill(-1);
  const edges = listEdges(board, worth);
  const partner = isExact ? findExactPartners(c.size, edges, worth) : findGreedyPartners(c.size, edges, worth);
  const pairMembers: number[] = [];
  for (let a = 0; a < c.size; a++) if (partner[a]! > a) pairMembers.push(c.origin[a]!, c.origin[partner[a]!]!);
  return { formed: Int32Array.from(pairMembers), work: board.work };
}

/** Minimum worth of a pair, because even a pair without points is better than no pair. */
const MIN_WORTH = 0.001;

function findExactPartners(size: number, edges: readonly number[], worth: Float64Array): Int32Array {
  return computeMaximumMatching(size, {
    from: edges.map((edge) => Math.floor(edge / size)),
    to: edges.map((edge) => edge % size),
    weight: edges.map((edge) => Math.max(MIN_WORTH, worth[edge]!)),
  }).partner;
}

function findGreedyPartners(size: number, edges: readonly number[], worth: Float64Array): Int32Array {
  const partner = new Int32Array(size).fill(-1);
  for (const edge of edges) {
    const a = Math.floor(edge / size);
    const b = edge % size;
    if (partner[a]! >= 0 || partner[b]! >= 0) continue;
    partner[a] = b;
    partner[b] = a;
  }
  exchangePartners(worth, partner);
  return partner;
}

/** Fills `worth` (symmetrically) and returns the edges, best first, as a · size + b with a < b. */
function listEdges(board: Board, worth: Float64Array): number[] {
  const { c, compatible, row } = board;
  const edges: number[] = [];
  for (let a = 0; a < c.size; a++) {
    for (let w = a >> 5; w < row; w++) {
      let bits = compatible[a * row + w]!;
      while (bits !== 0) {
        const lowBit = bits & -bits;
        bits ^= lowBit;
        const b = (w << 5) + 31 - Math.clz32(lowBit);
        if (b <= a) continue;
        const value = computePairValue(board, a, b);
        if (value < 0) continue;
        worth[a * c.size + b] = value;
        worth[b * c.size + a] = value;
        edges.push(a * c.size + b);
      }
    }
  }
  return edges.sort((x, y) => worth[y]! - worth[x]! || x - y);
}

/**
 * Exchanges partners while that raises the sum. Either an unpaired player a takes b, and b's partner may find another
 * unpaired player c. Or two pairs (a b) (c d) become (a c) (b d).
 */
function exchangePartners(worth: Float64Array, partner: Int32Array): void {
  const size = partner.length;
  const getWorth = (a: number, b: number) => (b < 0 ? 0 : worth[a * size + b]!);
  for (let hasGained = true, rounds = 0; hasGained && rounds < 8; rounds++) {
    hasGained = false;
    for (let a = 0; a < size; a++) {
      const b = partner[a]!;
      for (let c = 0; c < size; c++) {
        if (c === a || c === b || getWorth(a, c) < 0) continue;
        const d = partner[c]!;
        const pairWorth = b >= 0 && d >= 0 ? worth[b * size + d]! : -1;
        const gain = getWorth(a, c) + Math.max(0, pairWorth) - getWorth(a, partner[a]!) - getWorth(c, d);
        if (gain <= 1e-9) continue;
        linkPartners(partner, a, c, pairWorth >= 0);
        hasGained = true;
        break;
      }
    }
  }
  pairLeftovers(worth, partner);
}

/** Makes a and c partners and, if `isLinked`, also their previous partners. */
function linkPartners(partner: Int32Array, a: number, c: number, isLinked: boolean): void {
  const [b, d] = [partner[a]!, partner[c]!];
  if (b >= 0) partner[b] = isLinked ? d : -1;
  if (d >= 0) partner[d] = isLinked ? b : -1;
  partner[a] = c;
  partner[c] = a;
}

/** Pairs up the players who are still unpaired and compatible. */
function pairLeftovers(worth: Float64Array, partner: Int32Array): void {
  const size = partner.length;
  for (let a = 0; a < size; a++) {
    if (partner[a]! >= 0) continue;
    let best = -1;
    for (let b = 0; b < size; b++) {
      if (partner[b]! >= 0 || worth[a * size + b]! < 0) continue;
      if (best < 0 || worth[a * size + b]! > worth[a * size + best]!) best = b;
    }
    if (best < 0) continue;
    partner[a] = best;
    partner[best] = a;
  }
}

/** Returns the earlier pairs that may be kept: both players are open, in no party, and still allowed together. */
function listKeptPairs(compiledPool: CompiledPool, players: number[], previous: ArrayLike<number>): Int32Array {
  const { columns: c, forbidden } = compiledPool;
  const openPlayers = new Set(players);
  const forbiddenGroups = groupForbiddenByHash(forbidden);
  const pairs: number[] = [];
  for (let index = 0; index < previous.length; index += 2) {
    const [a, b] = [previous[index]!, previous[index + 1]!];
    if (!openPlayers.has(a) || !openPlayers.has(b) || c.party[a]! >= 0 || c.party[b]! >= 0) continue;
    GROUP[0] = a;
    GROUP[1] = b;
    if (computeGroupValue(c, GROUP, 2, false) >= 0 && !isForbidden(forbiddenGroups, c, GROUP, 2)) pairs.push(a, b);
  }
  return Int32Array.from(pairs);
}

/** Returns parties of two that may form a pair; larger parties can't be split and are left out. */
function listPartyPairs(compiledPool: CompiledPool, players: number[]): Int32Array {
  const { columns: c, forbidden } = compiledPool;
  const openPlayers = new Set(players);
  const forbiddenGroups = groupForbiddenByHash(forbidden);
  const pairs: number[] = [];
  for (const party of compiledPool.parties) {
    if (party.length !== 2 || !party.every((member) => openPlayers.has(member))) continue;
    GROUP.set(party);
    if (computeGroupValue(c, GROUP, 2, false) >= 0 && !isForbidden(forbiddenGroups, c, GROUP, 2)) pairs.push(...party);
  }
  return Int32Array.from(pairs);
}
