import { placeOf } from './augment.ts';
import { type Board, release, seatPlayer } from './board.ts';
import { goesWith } from './grow.ts';
import type { Openings } from './opening.ts';
import type { Random } from './random.ts';
import { reachWith } from './seating.ts';

/** What the search keeps at hand. */
type Work = { board: Board; random: Random; openings: Openings; freeBonus: number };

/** Points that a place must promise for candidates to be tried there. */
const WORTHWHILE = 0.5;

/** Best exchange seen for one place. */
type Exchange = { player: number; valueA: number; valueB: number; gain: number };

/**
 * Raises the sum of values by exchanging members with players left over or with members of other squads, worst
 * squads first. `budget` is counted in evaluated groups, `tries` in candidates a place.
 */
export function improve(
  board: Board,
  openings: Openings,
  random: Random,
  passes: number,
  tries: number,
  budget: number,
): void {
  const until = board.work + budget;
  const work: Work = {
    board,
    random,
    openings,
    freeBonus: highestFreeBonus(board),
  };
  const most = bestPossible(board);
  for (let pass = 0; pass < passes; pass++) {
    const order = Array.from({ length: board.squadCount }, (_, squad) => squad);
    order.sort((a, b) => board.value[a]! - most[a]! - (board.value[b]! - most[b]!) || a - b);
    let gained = 0;
    for (const squad of order) {
      if (board.work > until) return;
      gained += improveSquad(work, squad, tries);
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

/** The most waiting points that anybody left over would bring. */
function highestFreeBonus({ c, squadOf }: Board): number {
  let most = 0;
  for (let i = 0; i < c.size; i++) if (squadOf[i]! < 0 && c.bonus[i]! > most) most = c.bonus[i]!;
  return most;
}

function improveSquad(work: Work, squad: number, tries: number): number {
  const { board } = work;
  const { c } = board;
  const seats = c.terms.seats;
  let gained = 0;
  for (let k = 0; k < seats; k++) {
    const player = board.squads[squad * seats + k]!;
    if (c.party[player]! >= 0) continue;
    const best = bestExchange(work, squad, k, tries);
    if (best.gain <= 1e-9) continue;
    gained += best.gain;
    exchange(board, squad, k, best);
  }
  return gained;
}

function bestExchange(work: Work, squad: number, k: number, tries: number): Exchange {
  const { board, openings } = work;
  const { c, row, squads, squadOf, value } = board;
  const seats = c.terms.seats;
  const base = squad * seats;
  const leaving = squads[base + k]!;
  const opening = openings.at(squad, k);
  const best: Exchange = { player: -1, valueA: 0, valueB: 0, gain: 0 };
  // What an ideal player would win here, and one with waiting points from among those left over.
  const hope = opening.most() + opening.bonus + Math.max(c.bonus[leaving]!, work.freeBonus) - value[squad]!;
  if (hope < WORTHWHILE) return best;
  const start = ((leaving >> 5) + row - work.random.below(3)) % row;
  let left = tries;
  for (let step = 0; step < row && left > 0; step++) {
    const w = start + step < row ? start + step : start + step - row;
    let word = candidateWord(board, base, k, w);
    while (word !== 0 && left > 0) {
      const low = word & -word;
      word ^= low;
      const player = (w << 5) + 31 - Math.clz32(low);
      if (c.party[player]! >= 0 || reachWith(opening.reach, c.seatMask[player]!) === 0) continue;
      const other = squadOf[player]!;
      const place = other < 0 ? -1 : placeOf(board, other, player);
      if (other >= 0 && !goesWith(board, leaving, squads, other * seats, place)) continue;
      left--;
      const valueA = opening.valueWith(player);
      if (valueA < 0) continue;
      let gain = valueA - value[squad]!;
      let valueB = 0;
      if (other >= 0) {
        const otherOpening = openings.at(other, place);
        if (gain + otherOpening.most() + otherOpening.bonus + c.bonus[leaving]! - value[other]! <= best.gain) continue;
        valueB = otherOpening.valueWith(leaving);
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

/** Word `w` of the players who go with all members of the squad but the one at `k`; its own members go with nobody of it. */
function candidateWord(board: Board, base: number, k: number, w: number): number {
  const { c, row, compatible, squads } = board;
  let word = -1;
  for (let j = 0; j < c.terms.seats; j++) if (j !== k) word &= compatible[squads[base + j]! * row + w]!;
  // Nobody is in their own row, so that only the one who leaves can be left of the squad.
  const leaving = squads[base + k]!;
  return leaving >> 5 === w ? word & ~(1 << (leaving & 31)) : word;
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
