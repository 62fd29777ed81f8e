import type { Compiled } from './compile.ts';
import { type Likeness, likenessOf, ORDERS, sortKey } from './order.ts';
import type { Care, Task, TaskResult } from './task.ts';

/** Sizes and cares of the phases of a run. */
export type Effort = {
  name: string;
  phases: { order: number; size: number; care: Care; onlyNearLeftOver: boolean }[];
};

/** 'quick', 'full', or a multiple of full's work. */
export function effortOf(effort: 'quick' | 'full' | number): Effort {
  if (effort === 'quick') {
    const care: Care = {
      grow: { scan: 24, beam: 2, tries: 3 },
      augmentRounds: 1,
      augmentDepth: 1,
      augment: { scan: 12, beam: 2, tries: 3 },
      shakes: 0,
      improvePasses: 0,
      improveTries: 0,
      improveBudget: 0,
    };
    return {
      name: 'quick',
      phases: [
        { order: 0, size: 256, care, onlyNearLeftOver: false },
        { order: 1, size: 256, care, onlyNearLeftOver: true },
      ],
    };
  }
  const times = effort === 'full' ? 1 : effort;
  const care: Care = {
    grow: { scan: 64, beam: 2, tries: 6 },
    augmentRounds: 3,
    augmentDepth: 3,
    augment: { scan: 24, beam: 3, tries: 8 },
    shakes: 0,
    improvePasses: 3,
    improveTries: 24,
    improveBudget: 60 * times,
  };
  const X = JSON.parse((globalThis as any).process.env.PH ?? '[[512,0,{}],[1024,1,{}],[4096,3,{}]]');
  const phases = X.map(([size, order, over]: any) => ({ order, size, care: { ...care, ...over }, onlyNearLeftOver: false }));
  return { name: effort === 'full' ? 'full' : String(effort), phases };
}

/** Largest number of players a task of this effort can hold. */
export function roomOf(effort: Effort): number {
  return Math.max(...effort.phases.map((phase) => phase.size)) * 2 + 64;
}

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
 * returns the squads as pool indexes. Whoever drives it decides on how many threads a batch is worked out.
 */
export function* planRun(
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
    const tasks = cut(units, phase.size, compiled.columns.terms.seats).filter(
      (task) => !phase.onlyNearLeftOver || task.formed.length < task.players.length,
    );
    const untouched = phase.onlyNearLeftOver ? untouchedSquads(formed, tasks, compiled) : new Int32Array(0);
    const results = yield tasks.map((task, at) => ({ ...task, seed: mixSeed(seed, number, at), care: phase.care }));
    work += results.reduce((sum, result) => sum + result.work, 0);
    formed = join([untouched, ...results.map((result) => result.formed)]);
  }
  return { formed, work };
}

/** Squads of `formed` of which no task has the players. */
function untouchedSquads(formed: Int32Array, tasks: { formed: Int32Array }[], compiled: Compiled): Int32Array {
  const seats = compiled.columns.terms.seats;
  const touched = new Uint8Array(compiled.columns.size);
  for (const task of tasks) for (const player of task.formed) touched[player] = 1;
  const rest: number[] = [];
  for (let at = 0; at < formed.length; at += seats) {
    if (touched[formed[at]!]) continue;
    for (let k = 0; k < seats; k++) rest.push(formed[at + k]!);
  }
  return Int32Array.from(rest);
}

/** Squads, parties and lone players in one order; `component` for cutting. */
type Units = { players: Int32Array[]; isSquad: Uint8Array; component: Uint8Array };

function unitsOf(compiled: Compiled, eligible: Uint8Array, like: Likeness, formed: Int32Array, order: number): Units {
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

type Piece = { players: Int32Array; formed: Int32Array };

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

function piece(units: Units, from: number, until: number, seats: number): Piece {
  const players: Int32Array[] = [];
  const formed: Int32Array[] = [];
  for (let at = from; at < until; at++) {
    players.push(units.players[at]!);
    if (units.isSquad[at]) formed.push(units.players[at]!);
  }
  return { players: join(players), formed: join(formed, formed.length * seats) };
}

function join(lists: Int32Array[], length = lists.reduce((sum, list) => sum + list.length, 0)): Int32Array {
  const joined = new Int32Array(length);
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}

function mixSeed(seed: number, phase: number, task: number): number {
  return Math.imul(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (phase * 0x10001 + task), 0xc2b2ae35);
}
