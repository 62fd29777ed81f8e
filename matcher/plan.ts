import type { Compiled } from './compile.ts';
import type { Breadth } from './grow.ts';
import { type Likeness, likenessOf, sortKey } from './order.ts';
import type { Rebuilding } from './rebuild.ts';
import type { Care, Task, TaskResult } from './task.ts';

/** Sizes and cares of the phases of a run. */
export type Effort = {
  name: string;
  phases: Phase[];
  /** Players at a time among whom pairs are sought. */
  pairs: number;
};
export type Phase = { order: number; size: number; care: Care };

/** Above this many players the pool is dense enough for smaller boards to do as well. */
const LARGE_POOL = 30_000;
/** Below it every squad is taken apart many times: small pools are sparse, and there is time. */
const SMALL_POOL = 1_500;

/**
 * 'quick', 'full', or a multiple of full's work, for a pool of `players`. The numbers are measured, not derived: see
 * docs/matcher.md.
 */
export function effortOf(effort: 'quick' | 'full' | number, players: number): Effort {
  if (effort === 'quick') {
    return { name: 'quick', phases: [{ order: 0, size: players > LARGE_POOL ? 384 : 768, care: QUICK }], pairs: 128 };
  }
  const times = effort === 'full' ? 1 : effort;
  const large = players > LARGE_POOL;
  const small = players < SMALL_POOL;
  const rebuild = small ? rebuildSmall(players) : { times: large ? 2 : 5, heat: 0, widest: 3, noise: 6 };
  const first: Phase = { order: 1, size: large ? 512 : 1024, care: scaled(FIRST, times) };
  const care = scaled({ ...SECOND, rebuild, augment: small ? WIDE : SECOND.augment }, times);
  const wide: Phase[] = large
    ? [{ order: 3, size: 2048, care }]
    : [
        { order: 3, size: 4096, care },
        { order: 2, size: 4096, care },
      ];
  return { name: effort === 'full' ? 'full' : String(effort), phases: [first, ...wide], pairs: 448 };
}

const QUICK: Care = {
  grow: { scan: 24, beam: 2, tries: 3 },
  augmentRounds: 2,
  augmentDepth: 2,
  augment: { scan: 12, beam: 2, tries: 3 },
  rebuild: { times: 0, heat: 0, widest: 0, noise: 0 },
  improvePasses: 0,
  improveTries: 0,
  improveBudget: 0,
};

const FIRST: Care = {
  grow: { scan: 64, beam: 2, tries: 6 },
  augmentRounds: 3,
  augmentDepth: 3,
  augment: { scan: 24, beam: 3, tries: 8 },
  rebuild: { times: 0, heat: 0, widest: 0, noise: 0 },
  improvePasses: 2,
  improveTries: 16,
  improveBudget: 60,
};

const SECOND: Care = {
  ...FIRST,
  augmentDepth: 4,
  augment: { scan: 24, beam: 2, tries: 5 },
  improvePasses: 2,
  improveTries: 32,
};

/** Where there are few candidates, all of them are tried. */
const WIDE: Breadth = { scan: 256, beam: 6, tries: 24 };

/** Small pools are searched by annealing; the smaller, the more boldly. */
function rebuildSmall(players: number): Rebuilding {
  return players < 200
    ? { times: 800, heat: 0.15, widest: 5, noise: 12 }
    : { times: 150, heat: 0.1, widest: 4, noise: 8 };
}

function scaled(care: Care, times: number): Care {
  return {
    ...care,
    rebuild: { ...care.rebuild, times: care.rebuild.times * times },
    improvePasses: Math.max(1, Math.round(care.improvePasses * times)),
    improveTries: Math.round(care.improveTries * Math.sqrt(Math.max(1, times))),
    improveBudget: care.improveBudget * times,
  };
}

/** What is done after changes: small pieces, and only those in which somebody is fresh. */
export function effortAfterChanges(): Effort {
  const care = { ...SECOND, rebuild: { times: 6, heat: 0, widest: 3, noise: 6 } };
  return { name: 'after changes', phases: [{ order: 1, size: 512, care }], pairs: 448 };
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
 * returns the squads as pool indexes. `kept` are squads to start from; with `fresh` (1: newly without a squad, or new)
 * only pieces in which somebody is fresh are worked on. Whoever drives it decides on how many threads a batch is worked out.
 */
export function* planSquads(
  compiled: Compiled,
  effort: Effort,
  seed: number,
  kept: Int32Array,
  fresh: Uint8Array | null,
): Generator<Task[], { formed: Int32Array; work: number }, TaskResult[]> {
  const eligible = eligiblePlayers(compiled);
  const likeness = likenessOf(compiled.columns);
  let formed = kept;
  let work = 0;
  for (let number = 0; number < effort.phases.length; number++) {
    const phase = effort.phases[number]!;
    const units = unitsOf(compiled, eligible, likeness, formed, phase.order);
    const pieces = cut(units, phase.size, compiled.columns.terms.seats);
    const tasks =
      fresh === null ? pieces : pieces.filter(({ players }) => players.some((player) => fresh[player] === 1));
    const untouched =
      fresh === null ? [] : pieces.filter((piece) => !tasks.includes(piece)).map((piece) => piece.formed);
    const results = yield tasks.map((task, at) => ({
      kind: 'squads',
      ...task,
      seed: mixSeed(seed, number, at),
      care: phase.care,
    }));
    work += results.reduce((sum, result) => sum + result.work, 0);
    formed = join([...untouched, ...results.map((result) => result.formed)]);
  }
  return { formed, work };
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

function mixSeed(seed: number, phase: number, task: number): number {
  return Math.imul(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (phase * 0x10001 + task), 0xc2b2ae35);
}
