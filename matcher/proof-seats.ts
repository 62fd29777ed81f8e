import type { Columns } from './columns.ts';
import { addSeats } from './seating.ts';

const times = new Int32Array(32);

/** Returns whether some of the first `size` players of `list` can fill all seats. */
export function isSeatable(c: Columns, list: ArrayLike<number>, size: number): boolean {
  const { seats } = c.terms;
  if (size < seats) return false;
  const fullMask = (1 << seats) - 1;
  times.fill(0);
  let reachableSeats = 1;
  for (let k = 0; k < size; k++) {
    const mask = c.seatMask[list[k]!]!;
    // More than `seats` players with the same mask add nothing, so skip the rest.
    if (times[mask]!++ >= seats) continue;
    reachableSeats |= addSeats(reachableSeats, mask);
    if ((reachableSeats >>> fullMask) & 1) return true;
  }
  return false;
}
