import type { Columns } from './columns.ts';
import type { CompiledPool } from './compile.ts';
import type { Effort } from './effort.ts';
import { computeSortKey, type LikenessGroups } from './order.ts';
import type { Task, TaskResult } from './task-shapes.ts';

/**
 * Returns the players who can be in a squad, considering only themselves and their party. A party must be smaller than
 * a squad, and all its members must be able to be in one.
 */
export function findEligiblePlayers(compiledPool: CompiledPool): Uint8Array {
  const { columns: c, parties } = compiledPool;
  const isEligible = new Uint8Array(c.size);
  for (let i = 0; i < c.size; i++) isEligible[i] = canBeInSquad(c, i) ? 1 : 0;
  for (const party of parties) {
    if (party.length < c.terms.seats && party.every((member) => isEligible[member] === 1)) continue;
    for (const member of party) isEligible[member] = 0;
  }
  return isEligible;
}

/**
 * Returns whether a player wants a squad, plays one of its positions and has enough availability, ignoring their party.
 */
export const canBeInSquad = (c: Columns, i: number): boolean =>
  (c.wants[i]! & 1) !== 0 && c.seatMask[i]! !== 0 && c.bins[i]! >= c.minBins[i]!;

/** Returns whether a player wants a pair, plays one of the rules' positions and has enough availability. */
export const canBeInPair = (c: Columns, i: number): boolean =>
  (c.wants[i]! & 2) !== 0 && c.seatMask[i]! !== 0 && c.bins[i]! >= c.minBins[i]!;

/** A compiled pool with everything a plan needs. */
export type MatcherInput = { compiled: CompiledPool; eligible: Uint8Array; likeness: LikenessGroups };

/**
 * Plans a run: yields batches of independent tasks and takes their results in order, until all phases are done. Returns
 * the squads as pool indexes. `squads` holds the squads to start from. The caller decides how many threads process a
 * batch.
 */
export function* planSquads(
  read: MatcherInput,
  effort: Effort,
  seed: number,
  squads: Int32Array,
): Generator<Task[], { formed: Int32Array; work: number }, TaskResult[]> {
  let squadMembers = squads;
  let workDone = 0;
  for (let number = 0; number < effort.phases.length; number++) {
    const phase = effort.phases[number]!;
    const pieces = cutUnits(
      createUnits(read, squadMembers, phase.order),
      phase.size,
      read.compiled.columns.terms.seats,
    );
    const results = yield pieces.map((piece, index) => ({
      kind: 'squads',
      ...piece,
      seed: mixSeed(seed, number, index),
      care: phase.care,
    }));
    workDone += results.reduce((sum, result) => sum + result.work, 0);
    squadMembers = joinLists(results.map((result) => result.formed));
  }
  return { formed: squadMembers, work: workDone };
}

/** Squads, parties and single players in one order. */
export type Units = {
  count: number;
  /** The members of unit u are `members` from index `starts[u]` up to, but not including, `starts[u + 1]`. */
  starts: Int32Array;
  members: Int32Array;
  isSquad: Uint8Array;
  /** Component of each unit, for cutting the units into pieces. */
  component: Uint8Array;
};

/** Upper limit of unit numbers, because each shares one float with its sort key. */
const UNIT_NUMBER_LIMIT = 4194304;

export function createUnits(
  { compiled, eligible, likeness }: MatcherInput,
  squadMembers: Int32Array,
  order: number,
): Units {
  const unsortedUnits = listUnits(compiled, eligible, squadMembers);
  const { count, starts, members } = unsortedUnits;
  // Key and index share one number, so a plain numeric sort is stable and needs no comparator.
  const keys = new Float64Array(count);
  for (let u = 0; u < count; u++)
    keys[u] = computeSortKey(likeness, members[starts[u]!]!, order) * UNIT_NUMBER_LIMIT + u;
  keys.sort();
  const sortedUnits = createEmptyUnits(count, members.length);
  for (let index = 0; index < count; index++) {
    const u = keys[index]! % UNIT_NUMBER_LIMIT;
    const sourceStart = starts[u]!;
    const size = starts[u + 1]! - sourceStart;
    const targetStart = sortedUnits.starts[index]!;
    for (let k = 0; k < size; k++) sortedUnits.members[targetStart + k] = members[sourceStart + k]!;
    sortedUnits.starts[index + 1] = targetStart + size;
    sortedUnits.isSquad[index] = unsortedUnits.isSquad[u]!;
    sortedUnits.component[index] = likeness.component[members[sourceStart]!]!;
  }
  return sortedUnits;
}

function createEmptyUnits(count: number, players: number): Units {
  return {
    count,
    starts: new Int32Array(count + 1),
    members: new Int32Array(players),
    isSquad: new Uint8Array(count),
    component: new Uint8Array(count),
  };
}

/** Lists squads first, then parties without a squad, then everyone else. */
function listUnits({ columns: c, parties }: CompiledPool, eligible: Uint8Array, squadMembers: Int32Array): Units {
  const seats = c.terms.seats;
  const isTaken = new Uint8Array(c.size);
  for (const member of squadMembers) isTaken[member] = 1;
  const waitingParties = parties.filter((party) => !isTaken[party[0]!] && eligible[party[0]!]);
  for (const party of waitingParties) for (const member of party) isTaken[member] = 1;
  let loneCount = 0;
  for (let i = 0; i < c.size; i++) if (eligible[i] && !isTaken[i]) loneCount++;
  const squads = squadMembers.length / seats;
  const playerCount = waitingParties.reduce((sum, party) => sum + party.length, 0);
  const units = createEmptyUnits(
    squads + waitingParties.length + loneCount,
    squadMembers.length + playerCount + loneCount,
  );
  units.members.set(squadMembers);
  units.isSquad.fill(1, 0, squads);
  for (let squad = 1; squad <= squads; squad++) units.starts[squad] = squad * seats;
  let unit = squads;
  let at = squadMembers.length;
  for (const party of waitingParties) {
    units.members.set(party, at);
    at += party.length;
    units.starts[++unit] = at;
  }
  for (let i = 0; i < c.size; i++) {
    if (!eligible[i] || isTaken[i]) continue;
    units.members[at++] = i;
    units.starts[++unit] = at;
  }
  return units;
}

/** The players of a task and the squads they already form. */
export type PoolPiece = { players: Int32Array; formed: Int32Array };

/** Number of players below which components share a piece. */
const SMALL_COMPONENT = 1024;

/** Cuts the units into even pieces of about `size` players that don't straddle larger components. */
function cutUnits(units: Units, size: number, seats: number): PoolPiece[] {
  const { count, starts, component } = units;
  const pieces: PoolPiece[] = [];
  let pieceStart = 0;
  while (pieceStart < count) {
    let pieceEnd = pieceStart + 1;
    while (
      pieceEnd < count &&
      (starts[pieceEnd]! - starts[pieceStart]! < Math.min(size / 3, SMALL_COMPONENT) ||
        component[pieceEnd] === component[pieceEnd - 1])
    ) {
      pieceEnd++;
    }
    const total = starts[pieceEnd]! - starts[pieceStart]!;
    const parts = Math.max(1, Math.round(total / size));
    let at = pieceStart;
    for (let part = 1; part <= parts; part++) {
      const start = at;
      while (at < pieceEnd && (part === parts || starts[at]! - starts[start]! < total / parts)) at++;
      pieces.push(createPiece(units, start, at, seats));
    }
    pieceStart = pieceEnd;
  }
  return pieces;
}

/** Returns the units from `from` up to, but not including, `until` as one piece. */
export function createPiece(units: Units, from: number, until: number, seats: number): PoolPiece {
  const { starts, members, isSquad } = units;
  let squads = 0;
  for (let index = from; index < until; index++) squads += isSquad[index]!;
  const squadMembers = new Int32Array(squads * seats);
  let memberCount = 0;
  for (let index = from; index < until; index++) {
    if (!isSquad[index]) continue;
    squadMembers.set(members.subarray(starts[index], starts[index + 1]), memberCount);
    memberCount += seats;
  }
  // Copy, because posting a view to another thread would copy the whole pool.
  return { players: members.slice(starts[from], starts[until]), formed: squadMembers };
}

export function joinLists(lists: Int32Array[]): Int32Array {
  const members = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    members.set(list, at);
    at += list.length;
  }
  return members;
}

/** Derives the seed of one task of one phase. */
export function mixSeed(seed: number, phase: number, task: number): number {
  return Math.imul(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (phase * 0x10001 + task), 0xc2b2ae35);
}
