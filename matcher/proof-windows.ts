import type { Columns } from './columns.ts';
import { isSeatable } from './proof-seats.ts';
import type { TakeList } from './proof-times.ts';

/**
 * Maximum number of rating windows per list, each as wide as the limit. For longer lists, the windows' lowest ratings
 * are a step apart and the windows are one step wider, so there are fewer.
 */
const MAX_WINDOWS = 96;

/**
 * Produces lists from `players` such that each of their valid squads lies within one list. The ratings of a squad are
 * no further apart than the smallest limit of its members. For each limit that occurs, it considers the players who
 * allow at least that limit. From the lowest rating up, it lists those whose ratings lie within the limit. Players with
 * an unknown rating are in every window.
 */
export function listRatingWindows(c: Columns, players: Int32Array, size: number, take: TakeList): void {
  const limits = new Set<number>();
  for (let k = 0; k < size; k++) limits.add(c.maxSpread[players[k]!]!);
  for (const limit of limits) {
    const allowedPlayers = players.subarray(0, size).filter((i) => c.maxSpread[i]! >= limit);
    if (limit === Number.POSITIVE_INFINITY) take(allowedPlayers, allowedPlayers.length);
    else listWindows(c, allowedPlayers, limit, take);
  }
}

function listWindows(c: Columns, players: Int32Array, limit: number, take: TakeList): void {
  const unratedPlayers = players.filter((i) => Number.isNaN(c.rating[i]!));
  const ratedPlayers = players.filter((i) => !Number.isNaN(c.rating[i]!)).sort((a, b) => c.rating[a]! - c.rating[b]!);
  const range = ratedPlayers.length === 0 ? 0 : c.rating[ratedPlayers.at(-1)!]! - c.rating[ratedPlayers[0]!]!;
  const step = ratedPlayers.length <= MAX_WINDOWS ? 0 : range / MAX_WINDOWS;
  let endIndex = 0;
  let startIndex = 0;
  do {
    const lowest = ratedPlayers.length === 0 ? 0 : c.rating[ratedPlayers[startIndex]!]!;
    // Include all squads whose lowest rating is at most one step above `lowest`.
    const before = endIndex;
    while (endIndex < ratedPlayers.length && c.rating[ratedPlayers[endIndex]!]! <= lowest + step + limit) endIndex++;
    const isNew = endIndex > before || startIndex === 0;
    // If the upper end adds no one, the previous window already contains all squads of this window.
    if (isNew) {
      const list = new Int32Array(endIndex - startIndex + unratedPlayers.length);
      list.set(ratedPlayers.subarray(startIndex, endIndex));
      list.set(unratedPlayers, endIndex - startIndex);
      if (isSeatable(c, list, list.length)) take(list.sort(), list.length);
    }
    while (startIndex < ratedPlayers.length && c.rating[ratedPlayers[startIndex]!]! <= lowest + step) startIndex++;
  } while (startIndex < ratedPlayers.length);
}
