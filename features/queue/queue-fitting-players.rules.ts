import type { Compiled } from '../../matcher/compile.ts';
import { canPlayTogether } from '../../matcher/player-compatibility.ts';
import { reachWith } from '../../matcher/seating.ts';
import { SEATS } from './ready-check.rules.ts';

/** Others who are looked at for one person: enough to find some who fit, little enough to do it for many a second. */
const MAX_SCANNED = 400;

/**
 * How many of the five fit together by now around a group that waits, themselves included: everybody with everybody, on
 * seats of their own. A start, found by going through those who wait once; there may be a larger one.
 * @param members pool indexes of who queues together
 * @param from where to begin among the others, so that not always the same are looked at
 * @returns 1 to 4
 */
export function countFittingAround({ columns: c }: Compiled, members: readonly number[], from: number): number {
  let reach = 1;
  const group = [...members];
  for (const member of members) reach = reachWith(reach, c.seatMask[member]!);
  const most = Math.min(c.size, MAX_SCANNED);
  for (let n = 0; n < most && group.length < SEATS - 1; n++) {
    const other = (from + n) % c.size;
    if (group.includes(other) || c.party[other]! >= 0) continue;
    const next = reachWith(reach, c.seatMask[other]!);
    if (next === 0 || !group.every((one) => canPlayTogether(c, one, other))) continue;
    reach = next;
    group.push(other);
  }
  return Math.min(group.length, SEATS - 1);
}
