import type { Columns } from './columns.ts';

const EVERY_SEAT_SET = -1;
/** In entry s, bit m is set if seat set m lacks seat s. */
const SEAT_SETS_WITHOUT = Int32Array.from({ length: 5 }, (_, seat) => {
  let bits = 0;
  for (let set = 0; set < 32; set++) if (((set >> seat) & 1) === 0) bits |= 1 << set;
  return bits;
});

/**
 * Extends a set of reachable seat sets (one bit for each of up to 32 sets) by one more player with the seats of `mask`.
 * Start with 1, where only the empty set is reachable.
 * @returns 0 if the players can't all be seated
 */
export function addSeats(reach: number, mask: number): number {
  let next = 0;
  if (mask & 1) next |= (reach & SEAT_SETS_WITHOUT[0]!) << 1;
  if (mask & 2) next |= (reach & SEAT_SETS_WITHOUT[1]!) << 2;
  if (mask & 4) next |= (reach & SEAT_SETS_WITHOUT[2]!) << 4;
  if (mask & 8) next |= (reach & SEAT_SETS_WITHOUT[3]!) << 8;
  if (mask & 16) next |= (reach & SEAT_SETS_WITHOUT[4]! & EVERY_SEAT_SET) << 16;
  return next;
}

/** Returns the seats, as bits, that one more player could take if the current players reach `reach`. */
export function findOpenSeats(reach: number, seats: number): number {
  const allSeats = (1 << seats) - 1;
  let openSeats = 0;
  for (let seat = 0; seat < seats; seat++) openSeats |= ((reach >>> (allSeats ^ (1 << seat))) & 1) << seat;
  return openSeats;
}

/** The seat of each group member after `seatBest`; -1 if they have none. */
export const seatOf = new Int32Array(5);
const trial = new Int32Array(5);
let bestFit = 0;

/**
 * Finds the seating of `size` players of `group` in different seats with the greatest sum of fits. Fills `seatOf` and
 * returns the sum, or -1 if `mustSeatAll` is set and not everyone can sit.
 */
export function seatBest(c: Columns, group: Int32Array, size: number, mustSeatAll: boolean): number {
  if (seatPrimaries(c, group, size)) return bestFit;
  bestFit = -1;
  tryMember({ c, group, size, all: mustSeatAll }, 0, 0, 0);
  return bestFit;
}

/** Seats everyone in their primary role if those are all different, because no other seating fits better. */
function seatPrimaries(c: Columns, group: Int32Array, size: number): boolean {
  let takenSeats = 0;
  let fit = 0;
  for (let k = 0; k < size; k++) {
    const player = group[k]!;
    const seat = c.primary[player]!;
    if (seat >= 5 || (takenSeats >> seat) & 1) return false;
    takenSeats |= 1 << seat;
    seatOf[k] = seat;
    fit += c.fit[player * c.terms.seats + seat]!;
  }
  bestFit = fit;
  return true;
}

/** Players to seat: `size` players of `group` in `c`. If `all` is set, every player must get a seat. */
type Seating = { c: Columns; group: Int32Array; size: number; all: boolean };

function tryMember(seating: Seating, member: number, takenSeats: number, fit: number): void {
  const { c, group, size, all } = seating;
  if (member === size) {
    if (fit <= bestFit) return;
    bestFit = fit;
    for (let k = 0; k < size; k++) seatOf[k] = trial[k]!;
    return;
  }
  // Stop if even a perfect fit for the remaining players can't beat the best so far.
  if (fit + (size - member) <= bestFit) return;
  const player = group[member]!;
  const seats = c.terms.seats;
  let mask = c.seatMask[player]! & ~takenSeats;
  while (mask !== 0) {
    const lowBit = mask & -mask;
    mask ^= lowBit;
    const s = 31 - Math.clz32(lowBit);
    trial[member] = s;
    tryMember(seating, member + 1, takenSeats | (1 << s), fit + c.fit[player * seats + s]!);
  }
  if (all) return;
  trial[member] = -1;
  tryMember(seating, member + 1, takenSeats, fit);
}
