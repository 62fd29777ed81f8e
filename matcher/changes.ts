import { INCREMENTAL_BOARD_SIZE, INCREMENTAL_EFFORT } from './effort.ts';
import { createPiece, createUnits, joinLists, type MatcherInput, mixSeed, type PoolPiece, type Units } from './plan.ts';
import type { Task, TaskResult } from './task-shapes.ts';

/**
 * Plans a run after changes, like `planSquads`, but lays out boards only around the players marked in `isNew` and their
 * neighbors in similarity order. `isNew` is 1 for players who are new, changed, or from a squad that's no longer valid.
 * All other squads in `squads` stay as they are. A second round, wider and in another order, covers players who still
 * have no squad.
 */
export function* planChanges(
  read: MatcherInput,
  seed: number,
  squads: Int32Array,
  isNew: Uint8Array,
): Generator<Task[], { formed: Int32Array; work: number }, TaskResult[]> {
  const seats = read.compiled.columns.terms.seats;
  const openFlags = isNew.slice();
  let squadMembers = squads;
  let workDone = 0;
  for (let number = 0; number < INCREMENTAL_EFFORT.phases.length; number++) {
    const phase = INCREMENTAL_EFFORT.phases[number]!;
    const units = createUnits(read, squadMembers, phase.order);
    // With many fresh players, use fewer neighbors for each. Otherwise the boards would cover everyone.
    const share = countOpenUnits(units, openFlags) / Math.max(1, units.count);
    const neighborCount = Math.max(8, Math.min(phase.around, Math.floor(NEIGHBOR_COUNT / Math.max(share, 1e-9))));
    const { pieces, rest } = listPiecesAround({ units, open: openFlags, around: neighborCount }, seats);
    const results = yield pieces.map((one, index) => ({
      kind: 'squads',
      ...one,
      seed: mixSeed(seed, number, index),
      care: phase.care,
    }));
    workDone += results.reduce((sum, result) => sum + result.work, 0);
    squadMembers = joinLists([...rest, ...results.map((result) => result.formed)]);
    for (const player of squadMembers) openFlags[player] = 0;
  }
  return { formed: squadMembers, work: workDone };
}

/** Total number of neighbors around fresh units, as a multiple of all units. */
const NEIGHBOR_COUNT = 3;

function isOpen(units: Units, index: number, isOpenPlayer: Uint8Array): boolean {
  return units.isSquad[index] === 0 && getMembers(units, index).some((player) => isOpenPlayer[player] === 1);
}

function getMembers({ starts, members }: Units, index: number): Int32Array {
  return members.subarray(starts[index], starts[index + 1]);
}

function countOpenUnits(units: Units, isOpenPlayer: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < units.count; index++) if (isOpen(units, index, isOpenPlayer)) count++;
  return count;
}

/** Units, the open players among them, and the number of neighbors to include on either side. */
type OpenUnits = { units: Units; open: Uint8Array; around: number };

/**
 * Returns pieces of neighboring units around each unit with a player in `open`, plus the squads outside all of them.
 */
function listPiecesAround(within: OpenUnits, seats: number) {
  const { units, open, around } = within;
  const pieces: PoolPiece[] = [];
  const otherSquads: Int32Array[] = [];
  const count = units.count;
  let next = 0;
  for (let index = 0; index < count; index++) {
    if (index < next || !isOpen(units, index, open)) continue;
    const firstIndex = Math.max(next, index - around);
    const pieceEnd = findPieceEnd(within, index, firstIndex);
    for (let u = next; u < firstIndex; u++) if (units.isSquad[u]) otherSquads.push(getMembers(units, u));
    pieces.push(createPiece(units, firstIndex, pieceEnd, seats));
    next = pieceEnd;
  }
  for (let u = next; u < count; u++) if (units.isSquad[u]) otherSquads.push(getMembers(units, u));
  return { pieces, rest: otherSquads };
}

/**
 * Returns the end of the piece that begins at `from` and contains the open unit `index`. The piece includes the
 * neighbors after its last open unit, as far as it has room.
 */
function findPieceEnd({ units, open, around }: OpenUnits, index: number, from: number): number {
  const count = units.count;
  const { starts } = units;
  let endIndex = index + 1;
  let last = index;
  while (endIndex < count && endIndex <= last + around && starts[endIndex]! - starts[from]! < INCREMENTAL_BOARD_SIZE) {
    if (isOpen(units, endIndex, open)) last = endIndex;
    endIndex++;
  }
  return endIndex;
}
