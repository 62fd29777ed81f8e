import type { Columns } from './columns.ts';
import { isSeatable } from './proof-seats.ts';
import type { TakeList } from './proof-times.ts';

/**
 * Windows of ratings that a list is cut into at most, each as wide as the limit; in longer lists windows are wider by
 * a step, so that there are fewer of them.
 */
const MOST_WINDOWS = 96;

/**
 * Lists out of `players` such that each valid squad of theirs lies within one. The ratings of a squad are no further
 * apart than the least limit of its members: for each limit that occurs, those who allow it, and of them, from the
 * lowest rating on, those within the limit. Whoever's rating is unknown is within every window.
 */
export function ratingWindows(c: Columns, players: Int32Array, size: number, take: TakeList): void {
  const limits = new Set<number>();
  for (let k = 0; k < size; k++) limits.add(c.maxSpread[players[k]!]!);
  for (const limit of limits) {
    const allowing = players.subarray(0, size).filter((i) => c.maxSpread[i]! >= limit);
    if (limit === Number.POSITIVE_INFINITY) take(allowing, allowing.length);
    else windowsOf(c, allowing, limit, take);
  }
}

function windowsOf(c: Columns, players: Int32Array, limit: number, take: TakeList): void {
  const unknown = players.filter((i) => Number.isNaN(c.rating[i]!));
  const known = players.filter((i) => !Number.isNaN(c.rating[i]!)).sort((a, b) => c.rating[a]! - c.rating[b]!);
  const range = known.length === 0 ? 0 : c.rating[known.at(-1)!]! - c.rating[known[0]!]!;
  const step = known.length <= MOST_WINDOWS ? 0 : range / MOST_WINDOWS;
  let until = 0;
  let from = 0;
  do {
    const lowest = known.length === 0 ? 0 : c.rating[known[from]!]!;
    // All squads whose lowest rating is from here to a step further.
    const before = until;
    while (until < known.length && c.rating[known[until]!]! <= lowest + step + limit) until++;
    const isNew = until > before || from === 0;
    // Without anybody new at the upper end, the window before has all of this one's squads.
    if (isNew) {
      const list = new Int32Array(until - from + unknown.length);
      list.set(known.subarray(from, until));
      list.set(unknown, until - from);
      if (isSeatable(c, list, list.length)) take(list.sort(), list.length);
    }
    while (from < known.length && c.rating[known[from]!]! <= lowest + step) from++;
  } while (from < known.length);
}
