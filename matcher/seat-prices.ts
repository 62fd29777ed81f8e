import type { Columns } from './columns.ts';

/**
 * Returns the maximum number of squads that positions alone allow, and the prices (sum 1) that prove it. For a set P of
 * seats, each squad takes |P| different players who can sit in P. So there are at most (players who can sit in P) / |P|
 * squads. By Hall's theorem, the minimum over all P is the optimum of the flow "players to seats".
 */
export function computeSeatPrices(c: Columns, players: ArrayLike<number>): { prices: Float64Array; squads: number } {
  const seats = c.terms.seats;
  const byMask = new Float64Array(1 << seats);
  for (let i = 0; i < players.length; i++) byMask[c.seatMask[players[i]!]!]!++;
  let leastBound = Number.POSITIVE_INFINITY;
  let tightestSeats = 0;
  for (let set = 1; set < 1 << seats; set++) {
    let ableSum = 0;
    let size = 0;
    for (let s = 0; s < seats; s++) size += (set >> s) & 1;
    for (let mask = 0; mask < 1 << seats; mask++) if (mask & set) ableSum += byMask[mask]!;
    // On a tie, take the larger set, because its prices are spread out and less misleading.
    if (ableSum / size < leastBound - 1e-9 || (ableSum / size <= leastBound + 1e-9 && set > tightestSeats)) {
      leastBound = ableSum / size;
      tightestSeats = set;
    }
  }
  const prices = new Float64Array(5);
  let size = 0;
  for (let s = 0; s < seats; s++) size += (tightestSeats >> s) & 1;
  for (let s = 0; s < seats; s++) prices[s] = ((tightestSeats >> s) & 1) / size;
  return { prices, squads: leastBound };
}
