import type { Columns } from '../../matcher/columns.ts';
import type { Compiled } from '../../matcher/compile.ts';
import { groupValue } from '../../matcher/group-score.ts';
import { reachWith } from '../../matcher/seating.ts';

/** Maximum number of open groups. A player who fits none of them opens another one, and the oldest is dropped. */
const OPEN = 12;

/**
 * The simplest approach that respects every rule: for each shard (region, platform, mode, language) and hour, it takes
 * the players who are available long enough from that hour, in rating order, and puts each in the first group they fit.
 */
export function matchBySlotGreedily(compiled: Compiled, players: readonly number[]): number[][] {
  const { columns: c } = compiled;
  const taken = new Uint8Array(c.size);
  const squads: number[][] = [];
  const rating = (i: number) => (Number.isNaN(c.rating[i]!) ? 0 : c.rating[i]!);
  const shards = Map.groupBy(players, (i) => findShard(c, i));
  for (const shard of shards.values()) {
    const ranked = shard.sort((a, b) => rating(a) - rating(b) || a - b);
    const starts = ranked.map((i) => listStarts(c, i));
    for (let hour = 0; hour < 168; hour++) {
      const free = ranked.filter((i, at) => !taken[i] && starts[at]!.has(hour));
      fitSequentially(c, free, taken, squads);
    }
  }
  return squads;
}

const findShard = (c: Columns, i: number) =>
  `${c.gate[i]} ${c.modes[i]! & -c.modes[i]!} ${c.languages[2 * i]! & -c.languages[2 * i]!}`;

/** Returns the hours of the week from which a player is available for long enough. */
function listStarts(c: Columns, i: number): Set<number> {
  const starts = new Set<number>();
  let run = 0;
  for (let bin = 671; bin >= 0; bin--) {
    run = (c.schedule[i * 21 + (bin >> 5)]! >>> (bin & 31)) & 1 ? run + 1 : 0;
    if (bin % 4 === 0 && run >= c.minBins[i]!) starts.add(bin / 4);
  }
  return starts;
}

function fitSequentially(c: Columns, free: readonly number[], taken: Uint8Array, squads: number[][]): void {
  const seats = c.terms.seats;
  const group = new Int32Array(5);
  const open: { members: number[]; reach: number }[] = [];
  for (const i of free) {
    // In rating order, a player too far above a group's lowest rating means that all later players are too.
    while (open.length > 0 && c.rating[i]! - c.rating[open[0]!.members[0]!]! > c.maxSpread[i]!) open.shift();
    let placed = false;
    for (let g = 0; g < open.length && !placed; g++) {
      const { members, reach } = open[g]!;
      const next = reachWith(reach, c.seatMask[i]!);
      if (next === 0) continue;
      members.push(i);
      group.set(members);
      if (members.length < seats) {
        open[g]!.reach = next;
        placed = true;
      } else if (groupValue(c, group, seats, false) >= 0) {
        for (const member of members) taken[member] = 1;
        squads.push(members);
        open.splice(g, 1);
        placed = true;
      } else members.pop();
    }
    if (placed) continue;
    if (open.length === OPEN) open.shift();
    open.push({ members: [i], reach: reachWith(1, c.seatMask[i]!) });
  }
}
