import type { Columns } from './columns.ts';
import { buildCells } from './proof-cells.ts';
import { listTimeWindows, type TakeList } from './proof-times.ts';
import { listRatingWindows } from './proof-windows.ts';
import { PART_INDEX } from './score-parts.ts';

/**
 * Lists of players, stored back to back in `members`: list k runs from start[k] to start[k + 1]. Every valid squad lies
 * within a list whose `points` are at least its points for time, modes and region (1 when counting squads).
 */
export type Keys = { count: number; start: number[]; members: Int32Array; points: number[]; work: number };

/**
 * Maximum number of players visited in the search for broken common time: per player of a cell, and per player across
 * all cells. A cell that exceeds its limit becomes one list that ignores time.
 */
const LOOKS_PER_PLAYER = 1000;
const MAX_LOOKS_PER_PLAYER = 4000;
/**
 * Total number of list entries above which each remaining cell becomes one list. Cells are processed by size, and time
 * matters least in large ones.
 */
const MAX_ENTRIES = 2_000_000;

/** Groups `players` into lists that bound either the number of squads (`countOnly`) or their total value. */
export function buildKeys(c: Columns, players: readonly number[], countOnly: boolean): Keys {
  const table = new KeyTable();
  const { hourShare, weights } = c.terms;
  const minBinValues = listNeeds(c, players, countOnly);
  const cells = buildCells(c, players, countOnly).sort((a, b) => a.players.length - b.players.length);
  let budget = MAX_LOOKS_PER_PLAYER * players.length;
  for (const cell of cells) {
    // If the search ran out of work for one number of bins, it will run out for the others too.
    let isLong = false;
    for (const minBins of minBinValues) {
      const candidates = cell.players.filter((i) => c.minBins[i]! <= minBins && c.bins[i]! >= minBins);
      if (candidates.length < c.terms.seats) continue;
      const hours = countOnly
        ? 0
        : weights[PART_INDEX.commonHours]! * hourShare[Math.min(minBins, hourShare.length - 1)]!;
      const isFull = table.keys.start[table.keys.count]! > MAX_ENTRIES;
      const workLimit = isLong || isFull ? 0 : Math.min(budget, LOOKS_PER_PLAYER * candidates.length);
      const add: TakeList = (list, size) => table.add(list, size, cell.points + hours);
      const workLeft = listTimeWindows(c, candidates, { minBins, work: workLimit }, (list, size) =>
        c.terms.spreads ? listRatingWindows(c, list, size, add) : add(list, size),
      );
      budget -= workLimit - workLeft;
      isLong ||= workLeft === 0;
    }
  }
  table.keys.work = MAX_LOOKS_PER_PLAYER * players.length - budget;
  return table.keys;
}

/**
 * Returns the numbers of common bins that divide squads into classes, from high to low. A squad belongs to the class
 * with the highest number that its common bins reach. Every player's minimum is included, so a squad's number is never
 * below a minimum of its members. When scoring, all numbers that earn different points are included too.
 */
function listNeeds(c: Columns, players: readonly number[], countOnly: boolean): number[] {
  const minBinValues = new Set<number>();
  for (const i of players) minBinValues.add(c.minBins[i]!);
  const leastBins = Math.min(...minBinValues);
  if (!countOnly && c.terms.weights[PART_INDEX.commonHours]! > 0)
    for (let n = leastBins; n <= c.terms.fullBins; n++) minBinValues.add(n);
  return [...minBinValues].sort((a, b) => b - a);
}

class KeyTable {
  readonly keys: Keys = { count: 0, start: [0], members: new Int32Array(1 << 16), points: [], work: 0 };
  readonly #byHash = new Map<number, number>();

  /** Stores a list; if it already exists, only raises its points. */
  add(list: Int32Array, size: number, points: number): void {
    const { keys } = this;
    const hash = hashList(list, size);
    const foundIndex = this.#byHash.get(hash);
    if (foundIndex !== undefined && this.#isSame(foundIndex, list, size)) {
      keys.points[foundIndex] = Math.max(keys.points[foundIndex]!, points);
      return;
    }
    const memberStart = keys.start[keys.count]!;
    if (memberStart + size > keys.members.length) {
      const widerMembers = new Int32Array(2 * (memberStart + size));
      widerMembers.set(keys.members.subarray(0, memberStart));
      keys.members = widerMembers;
    }
    keys.members.set(list.subarray(0, size), memberStart);
    keys.start.push(memberStart + size);
    keys.points.push(points);
    this.#byHash.set(hash, keys.count++);
  }

  #isSame(key: number, list: Int32Array, size: number): boolean {
    const { start, members } = this.keys;
    const memberStart = start[key]!;
    if (start[key + 1]! - memberStart !== size) return false;
    for (let k = 0; k < size; k++) if (members[memberStart + k] !== list[k]) return false;
    return true;
  }
}

/** Hashes a list to 52 bits, as an integer. */
export function hashList(list: ArrayLike<number>, size: number): number {
  let lowHash = 0x811c9dc5;
  let highHash = size;
  for (let k = 0; k < size; k++) {
    lowHash = Math.imul(lowHash ^ list[k]!, 0x01000193);
    highHash = Math.imul(highHash ^ (list[k]! + (lowHash >>> 15)), 0x85ebca6b);
  }
  return (highHash >>> 12) * 0x100000000 + (lowHash >>> 0);
}
