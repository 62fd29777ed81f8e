import { AFTER_CHANGES, CHANGES_SIZE } from './effort.ts';
import { createPiece, createUnits, join, type MatcherInput, mixSeed, type Piece, type Units } from './plan.ts';
import type { Task, TaskResult } from './task-shapes.ts';

/**
 * Plans a run after changes, like `planSquads`, but lays out boards only around the players marked in `isNew` (1: new,
 * changed, or from a squad that's no longer valid) and their neighbors in similarity order. All other squads in
 * `squads` stay as they are. A second round, wider and in another order, covers players who still have no squad.
 */
export function* planChanges(
  read: MatcherInput,
  seed: number,
  squads: Int32Array,
  isNew: Uint8Array,
): Generator<Task[], { formed: Int32Array; work: number }, TaskResult[]> {
  const seats = read.compiled.columns.terms.seats;
  const open = isNew.slice();
  let squadMembers = squads;
  let work = 0;
  for (let number = 0; number < AFTER_CHANGES.phases.length; number++) {
    const phase = AFTER_CHANGES.phases[number]!;
    const units = createUnits(read, squadMembers, phase.order);
    // With many fresh players, use fewer neighbors for each. Otherwise the boards would cover everyone.
    const share = openUnits(units, open) / Math.max(1, units.count);
    const around = Math.max(8, Math.min(phase.around, Math.floor(NEIGHBOR_COUNT / Math.max(share, 1e-9))));
    const { pieces, rest } = listPiecesAround({ units, open, around }, seats);
    const results = yield pieces.map((one, index) => ({
      kind: 'squads',
      ...one,
      seed: mixSeed(seed, number, index),
      care: phase.care,
    }));
    work += results.reduce((sum, result) => sum + result.work, 0);
    squadMembers = join([...rest, ...results.map((result) => result.formed)]);
    for (const player of squadMembers) open[player] = 0;
  }
  return { formed: squadMembers, work };
}

/** Total number of neighbors around fresh units, as a multiple of all units. */
const NEIGHBOR_COUNT = 3;

function isOpen(units: Units, index: number, open: Uint8Array): boolean {
  return units.isSquad[index] === 0 && getMembers(units, index).some((player) => open[player] === 1);
}

function getMembers({ starts, members }: Units, index: number): Int32Array {
  return members.subarray(starts[index], starts[index + 1]);
}

function openUnits(units: Units, open: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < units.count; index++) if (isOpen(units, index, open)) count++;
  return count;
}

/** Units, the open players among them, and the number of neighbors to include on either side. */
type Open = { units: Units; open: Uint8Array; around: number };

/**
 * Returns pieces of neighboring units around each unit with a player in `open`, plus the squads outside all of them.
 */
function listPiecesAround(within: Open, seats: number) {
  const { units, open, around } = within;
  const pieces: Piece[] = [];
  const otherSquads: Int32Array[] = [];
  const count = units.count;
  let next = 0;
  for (let index = 0; index < count; index++) {
    if (index < next || !isOpen(units, index, open)) continue;
    const from = Math.max(next, index - around);
    const until = endOfPiece(within, index, from);
    for (let u = next; u < from; u++) if (units.isSquad[u]) otherSquads.push(getMembers(units, u));
    pieces.push(createPiece(units, from, until, seats));
    next = until;
  }
  for (let u = next; u < count; u++) if (units.isSquad[u]) otherSquads.push(getMembers(units, u));
  return { pieces, rest: otherSquads };
}

/**
 * Returns the end of the piece that begins at `from` and contains the open unit `index`: after the neighbors of its last
 * open unit.
 */
function endOfPiece({ units, open, around }: Open, index: number, from: number): number {
  const count = units.count;
  const { starts } = units;
  let until = index + 1;
  let last = index;
  while (until < count && until <= last + around && starts[until]! - starts[from]! < CHANGES_SIZE) {
    if (isOpen(units, until, open)) last = until;
    until++;
  }
  return until;
}
