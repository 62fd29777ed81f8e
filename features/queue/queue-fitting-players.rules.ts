import type { CompiledPool } from '../../matcher/compile.ts';
import { canPlayTogether } from '../../matcher/player-compatibility.ts';
import { addSeats } from '../../matcher/seating.ts';
import { SEAT_COUNT } from './ready-check.rules.ts';

/**
 * Maximum number of candidates scanned per player. That's enough to find some who fit, and few enough to do it for many
 * players per second.
 */
const MAX_SCANNED = 400;

/**
 * Counts how many of five players fit together around a waiting group, including the group. All are pairwise
 * compatible, each on their own seat. The count is a lower bound from a single pass over the waiting players; a larger
 * group may exist.
 * @param members pool indexes of the group's players
 * @param from pool index where the scan starts; vary it so different players are scanned
 * @returns a number from 1 to 4
 */
export function countFittingAround({ columns: c }: CompiledPool, members: readonly number[], from: number): number {
  let reachableSeats = 1;
  const group = [...members];
  for (const member of members) reachableSeats = addSeats(reachableSeats, c.seatMask[member]!);
  const scanLimit = Math.min(c.size, MAX_SCANNED);
  for (let n = 0; n < scanLimit && group.length < SEAT_COUNT - 1; n++) {
    const other = (from + n) % c.size;
    if (group.includes(other) || c.party[other]! >= 0) continue;
    const next = addSeats(reachableSeats, c.seatMask[other]!);
    if (next === 0 || !group.every((one) => canPlayTogether(c, one, other))) continue;
    reachableSeats = next;
    group.push(other);
  }
  return Math.min(group.length, SEAT_COUNT - 1);
}
