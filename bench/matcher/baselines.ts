import type { Compiled } from '../../matcher/compile.ts';
import { groupValue } from '../../matcher/group-score.ts';
import { eligiblePlayers } from '../../matcher/plan.ts';
import { canPlayTogether } from '../../matcher/player-compatibility.ts';
import { createRandom } from '../../matcher/random.ts';
import { reachWith } from '../../matcher/seating.ts';
import { matchBySlotGreedily } from './slot-greedy.ts';

/** Returns squads as pool indexes, `seats` each, all of them valid. */
export type Baseline = (compiled: Compiled) => number[][];

/** The simplest baseline, which `quick` must never be worse than. */
export const FIRST_FIT = 'first fit by slot and rating';

/**
 * Alternatives a matchmaker user might choose, reimplemented here from how each works in principle. It's not their code
 * and doesn't include what an installation would add.
 */
const LIKE = {
  openMatch: 'like the default function of Open Match',
  nakama: 'like the matchmaker of Nakama',
  openSkill: 'windows sorted by rating, as with OpenSkill',
};

/** Other matching approaches under the same validity rule; none of them forms parties. */
export const baselines: Record<string, Baseline> = {
  'longest waiter first': (compiled) => groupInOrder(compiled, longestFirst(compiled)),
  [LIKE.openMatch]: (compiled) =>
    runByPool(compiled, (a, b) => compiled.columns.waiting[b]! - compiled.columns.waiting[a]!),
  [LIKE.nakama]: queryAndCombine,
  [LIKE.openSkill]: skillWindow,
  [FIRST_FIT]: (compiled) => matchBySlotGreedily(compiled, listPlayers(compiled)),
  random: randomGroups,
};

function listPlayers(compiled: Compiled): number[] {
  const eligible = eligiblePlayers(compiled);
  const { party } = compiled.columns;
  return Array.from({ length: compiled.columns.size }, (_, i) => i).filter((i) => eligible[i] && party[i]! < 0);
}

function longestFirst(compiled: Compiled): number[] {
  const { waiting } = compiled.columns;
  return listPlayers(compiled).sort((a, b) => waiting[b]! - waiting[a]! || a - b);
}

/** Takes the oldest ticket and adds, in queue order, every player compatible with those taken so far. */
function groupInOrder(compiled: Compiled, queue: number[]): number[][] {
  const { columns: c } = compiled;
  const seats = c.terms.seats;
  const group = new Int32Array(5);
  const taken = new Uint8Array(c.size);
  const squads: number[][] = [];
  for (const first of queue) {
    if (taken[first]) continue;
    const members = [first];
    let reach = reachWith(1, c.seatMask[first]!);
    for (const other of queue) {
      if (taken[other] || other === first) continue;
      const next = reachWith(reach, c.seatMask[other]!);
      if (next === 0 || !members.every((member) => canPlayTogether(c, member, other))) continue;
      members.push(other);
      reach = next;
      if (members.length < seats) continue;
      group.set(members);
      if (groupValue(c, group, seats, false) >= 0) break;
      members.pop();
      // Rebuild the mask of seats that the others can fill.
      reach = members.reduce((sum, member) => reachWith(sum, c.seatMask[member]!), 1);
    }
    if (members.length < seats) continue;
    squads.push(members);
    for (const member of members) taken[member] = 1;
  }
  return squads;
}

/** Each ticket's query finds at most 100 hits; hits are combined in order into the first group they fit. */
function queryAndCombine(compiled: Compiled): number[][] {
  const { columns: c } = compiled;
  const seats = c.terms.seats;
  const queue = listPlayers(compiled);
  const taken = new Uint8Array(c.size);
  const group = new Int32Array(5);
  const squads: number[][] = [];
  for (const ticket of queue) {
    if (taken[ticket]) continue;
    const hits: number[] = [];
    for (const other of queue) {
      if (other !== ticket && !taken[other] && canPlayTogether(c, ticket, other)) hits.push(other);
      if (hits.length === 100) break;
    }
    const combos: number[][] = [];
    for (const hit of hits) {
      const combo = combos.find(
        (members) =>
          members.reduce((sum, member) => reachWith(sum, c.seatMask[member]!), reachWith(1, c.seatMask[hit]!)) !== 0 &&
          members.every((member) => canPlayTogether(c, member, hit)),
      );
      const members = combo ?? [ticket];
      if (!combo) combos.push(members);
      members.push(hit);
      if (members.length < seats) continue;
      group.set(members);
      if (groupValue(c, group, seats, false) >= 0) {
        squads.push(members);
        for (const member of members) taken[member] = 1;
        break;
      }
      members.pop();
    }
  }
  return squads;
}

/** Groups by region, platform and mode in rating order: the next player of each role completes a group. */
function skillWindow(compiled: Compiled): number[][] {
  const { rating } = compiled.columns;
  const known = (player: number) => (Number.isNaN(rating[player]!) ? 0 : rating[player]!);
  return runByPool(compiled, (a, b) => known(a) - known(b));
}

/** Sorts pools by region, platform and mode; the next player of each role completes a group. */
function runByPool(compiled: Compiled, order: (a: number, b: number) => number): number[][] {
  const { columns: c } = compiled;
  const buckets = new Map<string, number[]>();
  for (const player of listPlayers(compiled)) {
    const key = `${c.region[player]} ${c.gate[player]} ${c.modes[player]! & -c.modes[player]!}`;
    const bucket = buckets.get(key);
    if (bucket) bucket.push(player);
    else buckets.set(key, [player]);
  }
  const squads: number[][] = [];
  for (const bucket of buckets.values()) {
    bucket.sort((a, b) => order(a, b) || a - b);
    groupByRole(compiled, bucket, squads);
  }
  return squads;
}

function randomGroups(compiled: Compiled): number[][] {
  const random = createRandom(1);
  const queue = listPlayers(compiled);
  for (let i = queue.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [queue[i], queue[j]] = [queue[j]!, queue[i]!];
  }
  const squads: number[][] = [];
  groupByRole(compiled, queue, squads);
  return squads;
}

/** Builds groups with one player of each primary role in the order of `queue`, and drops groups that aren't valid. */
function groupByRole(compiled: Compiled, queue: number[], squads: number[][]): void {
  const { columns: c } = compiled;
  const seats = c.terms.seats;
  const byRole = Array.from({ length: seats }, (_, seat) => queue.filter((player) => c.primary[player] === seat));
  const group = new Int32Array(5);
  for (let at = 0; at < Math.min(...byRole.map((list) => list.length)); at++) {
    byRole.forEach((list, seat) => {
      group[seat] = list[at]!;
    });
    if (groupValue(c, group, seats, false) >= 0) squads.push(Array.from(group.subarray(0, seats)));
  }
}
