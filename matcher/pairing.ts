import { type Board, isForbidden, layOut } from './board.ts';
import type { Compiled } from './compile.ts';
import { found, groupValue } from './group-score.ts';
import { type Likeness, sortKey } from './order.ts';
import type { Bench } from './task.ts';

const GROUP = new Int32Array(5);

/** Value of two local players as a pair; -1: not allowed. */
export function pairValue(board: Board, a: number, b: number): number {
  GROUP[0] = a;
  GROUP[1] = b;
  board.work++;
  const value = groupValue(board.c, GROUP, 2, false);
  if (value < 0 || found.fault !== 0) return -1;
  return board.forbidden.size > 0 && isForbidden(board.forbidden, board.c, GROUP, 2) ? -1 : value;
}

/**
 * Pairs among `players` (pool indexes), flat. Players are put in order of likeness and cut into pieces; within a piece
 * the best edges are taken first, then pairs are re-made two by two while that gains.
 */
export function makePairs(compiled: Compiled, bench: Bench, like: Likeness, players: number[], size: number): Int32Array {
  const pairs: number[] = [];
  let open = players;
  for (let order = 0; order < 2; order++) {
    const sorted = open.slice().sort((a, b) => sortKey(like, a, order) - sortKey(like, b, order) || a - b);
    const left: number[] = [];
    for (let from = 0; from < sorted.length; from += size) {
      pairPiece(bench, sorted.slice(from, from + size), pairs, left);
    }
    open = left;
  }
  return Int32Array.from(pairs.concat(partyPairs(compiled, bench, players)));
}

function pairPiece(bench: Bench, players: number[], pairs: number[], left: number[]): void {
  const { board } = bench;
  layOut(board, players, [], new Float64Array(5));
  const { c, compatible, row } = board;
  const edges: { a: number; b: number; value: number }[] = [];
  for (let a = 0; a < c.size; a++) {
    if (c.party[a]! >= 0) continue;
    for (let w = a >> 5; w < row; w++) {
      let bits = compatible[a * row + w]!;
      while (bits !== 0) {
        const low = bits & -bits;
        bits ^= low;
        const b = (w << 5) + 31 - Math.clz32(low);
        if (b <= a || c.party[b]! >= 0) continue;
        const value = pairValue(board, a, b);
        if (value >= 0) edges.push({ a, b, value });
      }
    }
  }
  edges.sort((x, y) => y.value - x.value || x.a - y.a || x.b - y.b);
  const partner = new Int32Array(c.size).fill(-1);
  for (const { a, b } of edges) {
    if (partner[a]! >= 0 || partner[b]! >= 0) continue;
    partner[a] = b;
    partner[b] = a;
  }
  for (let a = 0; a < c.size; a++) {
    if (partner[a]! > a) pairs.push(c.origin[a]!, c.origin[partner[a]!]!);
    if (partner[a]! < 0 && c.party[a]! < 0) left.push(c.origin[a]!);
  }
}

/** Parties of two may be a pair by themselves; larger ones cannot be split. */
function partyPairs(compiled: Compiled, bench: Bench, players: number[]): number[] {
  const open = new Set(players);
  const pairs: number[] = [];
  for (const party of compiled.parties) {
    if (party.length !== 2 || !party.every((member) => open.has(member))) continue;
    layOut(bench.board, party, [], new Float64Array(5));
    if (pairValue(bench.board, 0, 1) >= 0) pairs.push(...party);
  }
  return pairs;
}
