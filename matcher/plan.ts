import type { Compiled } from './compile.ts';
import type { Effort } from './effort.ts';
import { type Likeness, likenessOf, sortKey } from './order.ts';
import type { Task, TaskResult } from './task.ts';

/** Players of the pool who can be in a squad at all, as far as they themselves are concerned. */
export function eligiblePlayers(compiled: Compiled): Uint8Array {
  const { columns: c, parties } = compiled;
  const eligible = new Uint8Array(c.size);
  for (let i = 0; i < c.size; i++) {
    eligible[i] = (c.wants[i]! & 1) !== 0 && c.seatMask[i]! !== 0 && c.bins[i]! >= c.minBins[i]! ? 1 : 0;
  }
  for (const party of parties) {
    if (party.length < c.terms.seats && party.every((member) => eligible[member] === 1)) continue;
    for (const member of party) eligible[member] = 0;
  }
  return eligible;
}

/**
 * The course of a run: yields batches of independent tasks and takes their results, in order, until no phase is left;
 * returns the squads as pool indexes. `kept` are squads to start from. Whoever drives it decides on how many threads a
 * batch is worked out.
 */
export function* planSquads(
  compiled: Compiled,
  effort: Effort,
  seed: number,
  kept: Int32Array,
): Generator<Task[], { formed: Int32Array; work: number }, TaskResult[]> {
  const eligible = eligiblePlayers(compiled);
  const likeness = likenessOf(compiled.columns);
  let formed = kept;
  let work = 0;
  for (let number = 0; number < effort.phases.length; number++) {
    const phase = effort.phases[number]!;
    const units = unitsOf(compiled, eligible, likeness, formed, phase.order);
    const pieces = cut(units, phase.size, compiled.columns.terms.seats);
    const results = yield pieces.map((piece, at) => ({
      kind: 'squads',
      ...piece,
      seed: mixSeed(seed, number, at),
      care: phase.care,
    }));
    work += results.reduce((sum, result) => sum + result.work, 0);
    formed = join(results.map((result) => result.formed));
  }
  return { formed, work };
}

/** Squads, parties and lone players in one order; `component` for cutting. */
export type Units = { players: Int32Array[]; isSquad: Uint8Array; component: Uint8Array };

export function unitsOf(
  compiled: Compiled,
  eligible: Uint8Array,
  like: Likeness,
  formed: Int32Array,
  order: number,
): Units {
  const { columns: c, parties } = compiled;
  const seats = c.terms.seats;
  const taken = new Uint8Array(c.size);
  const players: Int32Array[] = [];
  const squads = formed.length / seats;
  for (let squad = 0; squad < squads; squad++) {
    const members = formed.subarray(squad * seats, squad * seats + seats);
    for (const member of members) taken[member] = 1;
    players.push(members);
  }
  for (const party of parties) {
    if (taken[party[0]!] || !eligible[party[0]!]) continue;
    for (const member of party) taken[member] = 1;
    players.push(Int32Array.from(party));
  }
  const lone: number[] = [];
  for (let i = 0; i < c.size; i++) if (eligible[i] && !taken[i]) lone.push(i);
  const loneList = Int32Array.from(lone);
  for (let at = 0; at < loneList.length; at++) players.push(loneList.subarray(at, at + 1));
  // Key and place in one number, so that a plain numeric sort is stable and needs no comparator.
  const keys = new Float64Array(players.length);
  for (let u = 0; u < players.length; u++) keys[u] = sortKey(like, players[u]![0]!, order) * 4194304 + u;
  keys.sort();
  const sorted: Units = { players: [], isSquad: new Uint8Array(keys.length), component: new Uint8Array(keys.length) };
  for (let at = 0; at < keys.length; at++) {
    const u = keys[at]! % 4194304;
    sorted.players.push(players[u]!);
    sorted.isSquad[at] = u < squads ? 1 : 0;
    sorted.component[at] = like.component[players[u]![0]!]!;
  }
  return sorted;
}

/** Players of a task and the squads they form already. */
export type Piece = { players: Int32Array; formed: Int32Array };

/** Cuts the units into even pieces of about `size` players that do not straddle components of some size. */
function cut(units: Units, size: number, seats: number): Piece[] {
  const pieces: Piece[] = [];
  const count = units.players.length;
  let from = 0;
  while (from < count) {
    let until = from;
    let total = 0;
    // Small components share a piece.
    while (until < count && (total < size / 3 || units.component[until] === units.component[until - 1])) {
      total += units.players[until]!.length;
      until++;
    }
    const parts = Math.max(1, Math.round(total / size));
    let at = from;
    for (let part = 1; part <= parts; part++) {
      const start = at;
      let taken = 0;
      while (at < until && (part === parts || taken < total / parts)) taken += units.players[at++]!.length;
      pieces.push(piece(units, start, at, seats));
    }
    from = until;
  }
  return pieces;
}

/** The units from `from` to before `until` as one piece. */
export function piece(units: Units, from: number, until: number, seats: number): Piece {
  const players: Int32Array[] = [];
  const formed: Int32Array[] = [];
  for (let at = from; at < until; at++) {
    players.push(units.players[at]!);
    if (units.isSquad[at]) formed.push(units.players[at]!);
  }
  return { players: join(players), formed: join(formed, formed.length * seats) };
}

/** Lists one after another in one array. */
export function join(lists: Int32Array[], length = lists.reduce((sum, list) => sum + list.length, 0)): Int32Array {
  const joined = new Int32Array(length);
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}

/** A seed for one task of one phase. */
export function mixSeed(seed: number, phase: number, task: number): number {
  return Math.imul(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (phase * 0x10001 + task), 0xc2b2ae35);
}
