import { placeOf } from './augment.ts';
import { type Board, clearBit, release, seatPlayer } from './board.ts';
import { goesWith } from './grow.ts';
import { Opening } from './opening.ts';
import type { Random } from './random.ts';
import { reachWith } from './seating.ts';

/** What the search keeps at hand. */
type Work = { board: Board; random: Random; openingA: Opening; openingB: Opening; bits: Int32Array };

/** Best exchange seen for one place. */
type Exchange = { player: number; valueA: number; valueB: number; gain: number };

/**
 * Raises the sum of values by exchanging members with players left over or with members of other squads, worst
 * squads first. `budget` is counted in evaluated groups, `tries` in candidates a place.
 */
export function improve(board: Board, random: Random, passes: number, tries: number, budget: number): void {
  const until = board.work + budget;
  const work: Work = {
    board,
    random,
    openingA: new Opening(board),
    openingB: new Opening(board),
    bits: new Int32Array(board.row),
  };
  const most = bestPossible(board);
  for (let pass = 0; pass < passes; pass++) {
    const order = Array.from({ length: board.squadCount }, (_, squad) => squad);
    order.sort((a, b) => board.value[a]! - most[a]! - (board.value[b]! - most[b]!) || a - b);
    let gained = 0;
    for (const squad of order) {
      if (board.work > until) return;
      gained += improveSquad(work, squad, tries, most);
    }
    if (gained < 0.02 * board.squadCount) return;
  }
}

/** What each squad could at most be worth: every weight, and the points its members bring. */
function bestPossible(board: Board): Float64Array {
  const { c, squads, squadCount } = board;
  const seats = c.terms.seats;
  const weights = c.terms.weights.reduce((sum, weight) => sum + weight, 0);
  return Float64Array.from({ length: squadCount }, (_, squad) => {
    let bonus = 0;
    for (let k = 0; k < seats; k++) bonus += c.bonus[squads[squad * seats + k]!]!;
    return weights + bonus;
  });
}

function improveSquad(work: Work, squad: number, tries: number, most: Float64Array): number {
  const { board } = work;
  const { c } = board;
  const seats = c.terms.seats;
  let gained = 0;
  for (let k = 0; k < seats; k++) {
    const player = board.squads[squad * seats + k]!;
    if (c.party[player]! >= 0) continue;
    const best = bestExchange(work, squad, k, tries, most);
    if (best.gain <= 1e-9) continue;
    gained += best.gain;
    exchange(board, squad, k, best);
  }
  return gained;
}

function bestExchange(work: Work, squad: number, k: number, tries: number, most: Float64Array): Exchange {
  const { board, openingA, openingB, bits } = work;
  const { c, row, squads, squadOf, value } = board;
  const seats = c.terms.seats;
  const base = squad * seats;
  const leaving = squads[base + k]!;
  openingA.open(squads, base, k);
  fillCandidates(board, bits, base, k);
  const best: Exchange = { player: -1, valueA: 0, valueB: 0, gain: 0 };
  const start = work.random.below(row);
  let left = tries;
  for (let step = 0; step < row && left > 0; step++) {
    const w = start + step < row ? start + step : start + step - row;
    let word = bits[w]!;
    while (word !== 0 && left > 0) {
      const low = word & -word;
      word ^= low;
      const player = (w << 5) + 31 - Math.clz32(low);
      if (c.party[player]! >= 0 || reachWith(openingA.reach, c.seatMask[player]!) === 0) continue;
      const other = squadOf[player]!;
      const place = other < 0 ? -1 : placeOf(board, other, player);
      if (other >= 0 && !goesWith(board, leaving, squads, other * seats, place)) continue;
      left--;
      const valueA = openingA.valueWith(player);
      if (valueA < 0) continue;
      let gain = valueA - value[squad]!;
      let valueB = 0;
      if (other >= 0) {
        const room = most[other]! - c.bonus[player]! + c.bonus[leaving]! - value[other]!;
        if (gain + room <= best.gain) continue;
        openingB.open(squads, other * seats, place);
        valueB = openingB.valueWith(leaving);
        if (valueB < 0) continue;
        gain += valueB - value[other]!;
      }
      if (gain <= best.gain) continue;
      best.player = player;
      best.valueA = valueA;
      best.valueB = valueB;
      best.gain = gain;
    }
  }
  return best;
}

/** Players who go with all members of the squad but the one at `k`, its own members left out. */
function fillCandidates(board: Board, bits: Int32Array, base: number, k: number): void {
  const { c, row, compatible, squads } = board;
  bits.fill(-1, 0, row);
  for (let j = 0; j < c.terms.seats; j++) {
    if (j === k) continue;
    const at = squads[base + j]! * row;
    for (let w = 0; w < row; w++) bits[w]! &= compatible[at + w]!;
  }
  for (let j = 0; j < c.terms.seats; j++) clearBit(bits, 0, squads[base + j]!);
}

function exchange(board: Board, squad: number, k: number, best: Exchange): void {
  const seats = board.c.terms.seats;
  const leaving = board.squads[squad * seats + k]!;
  const other = board.squadOf[best.player]!;
  const place = other < 0 ? -1 : placeOf(board, other, best.player);
  seatPlayer(board, squad, k, best.player);
  board.value[squad] = best.valueA;
  if (other < 0) {
    release(board, leaving);
    return;
  }
  seatPlayer(board, other, place, leaving);
  board.value[other] = best.valueB;
}
