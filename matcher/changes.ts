import { AFTER_CHANGES, CHANGES_SIZE } from './effort.ts';
import { createUnits, join, mixSeed, type Piece, piece, type Read, type Units } from './plan.ts';
import type { Task, TaskResult } from './task-shapes.ts';

/**
 * Plans a run after changes, like `planSquads`, but lays out boards only around `fresh` players (1: new, changed, or
 * from a squad that's no longer valid) and their neighbors in similarity order. All other squads in `kept` stay as they
 * are. A second round, wider and in another order, covers players who still have no squad.
 */
export function* planChanges(
  read: Read,
  seed: number,
  kept: Int32Array,
  fresh: Uint8Array,
): Generator<Task[], { formed: Int32Array; work: number }, TaskResult[]> {
  const seats = read.compiled.columns.terms.seats;
  const open = fresh.slice();
  let formed = kept;
  let work = 0;
  for (let number = 0; number < AFTER_CHANGES.phases.length; number++) {
    const phase = AFTER_CHANGES.phases[number]!;
    const units = createUnits(read, formed, phase.order);
    // With many fresh players, use fewer neighbors for each. Otherwise the boards would cover everyone.
    const share = openUnits(units, open) / Math.max(1, units.count);
    const around = Math.max(8, Math.min(phase.around, Math.floor(NEIGHBOURS / Math.max(share, 1e-9))));
    const { pieces, rest } = listPiecesAround({ units, open, around }, seats);
    const results = yield pieces.map((one, at) => ({
      kind: 'squads',
      ...one,
      seed: mixSeed(seed, number, at),
      care: phase.care,
    }));
    work += results.reduce((sum, result) => sum + result.work, 0);
    formed = join([...rest, ...results.map((result) => result.formed)]);
    for (const player of formed) open[player] = 0;
  }
  return { formed, work };
}

/** Total number of neighbors around fresh units, as a multiple of all units. */
const NEIGHBOURS = 3;

function isOpen(units: Units, at: number, open: Uint8Array): boolean {
  return units.isSquad[at] === 0 && getMembers(units, at).some((player) => open[player] === 1);
}

function getMembers({ starts, members }: Units, at: number): Int32Array {
  return members.subarray(starts[at], starts[at + 1]);
}

function openUnits(units: Units, open: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < units.count; at++) if (isOpen(units, at, open)) count++;
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
  const rest: Int32Array[] = [];
  const count = units.count;
  let next = 0;
  for (let at = 0; at < count; at++) {
    if (at < next || !isOpen(units, at, open)) continue;
    const from = Math.max(next, at - around);
    const until = endOfPiece(within, at, from);
    for (let u = next; u < from; u++) if (units.isSquad[u]) rest.push(getMembers(units, u));
    pieces.push(piece(units, from, until, seats));
    next = until;
  }
  for (let u = next; u < count; u++) if (units.isSquad[u]) rest.push(getMembers(units, u));
  return { pieces, rest };
}

/**
 * Returns the end of the piece that begins at `from` and contains the open unit `at`: after the neighbors of its last
 * open unit.
 */
function endOfPiece({ units, open, around }: Open, at: number, from: number): number {
  const count = units.count;
  const { starts } = units;
  let until = at + 1;
  let last = at;
  while (until < count && until <= last + around && starts[until]! - starts[from]! < CHANGES_SIZE) {
    if (isOpen(units, until, open)) last = until;
    until++;
  }
  return until;
}
