import type { Columns } from '../../matcher/columns.ts';
import { canPlayTogether } from '../../matcher/player-compatibility.ts';
import { reachWith } from '../../matcher/seating.ts';
import type { Guest } from './simulated-session.ts';

const ALL_SEATED = 1 << 31;

/**
 * Computes the shortest wait in seconds any matcher could have given each player: until the first moment when four
 * others were present for the other seats, each compatible with them. It counts everyone who had arrived and not yet
 * given up, even players already in another squad, and applies fully relaxed limits. It doesn't check whether the four
 * are compatible with each other or how good the squad would be. So nobody can do better than this, and even a matcher
 * that knows the future couldn't reach it for everyone at once.
 * @param guests in order of arrival, as in the columns
 * @returns Infinity for players who never had four others
 */
export function findLeastWaits(guests: readonly Guest[], c: Columns, wanted: ReadonlySet<string>): Map<string, number> {
  const least = new Map<string, number>();
  let first = 0;
  // Drop players who left before the earliest of the wanted players arrived.
  const longest = Math.max(...guests.map(({ arrives, leaves }) => leaves - arrives));
  for (let i = 0; i < guests.length; i += 1) {
    const guest = guests[i]!;
    while (guests[first]!.arrives < guest.arrives - longest) first += 1;
    if (wanted.has(guest.player.id)) least.set(guest.player.id, findLeastWait(guests, c, { i, first }));
  }
  return least;
}

function findLeastWait(guests: readonly Guest[], c: Columns, { i, first }: { i: number; first: number }): number {
  const { arrives, leaves } = guests[i]!;
  const fitting: number[] = [];
  for (let j = first; j < i; j += 1) if (guests[j]!.leaves > arrives && canPlayTogether(c, i, j)) fitting.push(j);
  if (canSeat(guests, c, i, { fitting, at: arrives })) return 0;
  for (let j = i + 1; j < guests.length && guests[j]!.arrives < leaves; j += 1) {
    if (!canPlayTogether(c, i, j)) continue;
    fitting.push(j);
    const at = guests[j]!.arrives;
    if (canSeat(guests, c, i, { fitting, at })) return at - arrives;
  }
  return Number.POSITIVE_INFINITY;
}

function canSeat(
  guests: readonly Guest[],
  c: Columns,
  i: number,
  { fitting, at }: { fitting: readonly number[]; at: number },
): boolean {
  let reach = reachWith(1, c.seatMask[i]!);
  for (const j of fitting) {
    if (guests[j]!.leaves <= at) continue;
    reach |= reachWith(reach, c.seatMask[j]!);
    if ((reach & ALL_SEATED) !== 0) return true;
  }
  return false;
}
