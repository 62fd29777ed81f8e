import { assignSeats } from './assign.ts';
import { SquadAugmenter } from './augment.ts';
import { type Board, createBoard, layOutBoard } from './board.ts';
import type { Columns } from './columns.ts';
import { constructSquads } from './construct.ts';
import { SquadGrower } from './grow.ts';
import { Openings } from './opening.ts';
import { runPairingTask } from './pairing.ts';
import { createRandom } from './random.ts';
import { rebuildSquads } from './rebuild.ts';
import { computeSeatPrices } from './seat-prices.ts';
import type { SquadTask, Task, TaskResult } from './task-shapes.ts';

/** Data a thread keeps between tasks. */
export type Workspace = { board: Board; grower: SquadGrower; augmenter: SquadAugmenter; openings: Openings };

/** Creates a workspace for tasks of up to `room` players. */
export function createWorkspace(columns: Columns, forbiddenGroups: readonly number[][], room: number): Workspace {
  const board = createBoard(columns, forbiddenGroups, room);
  const grower = new SquadGrower(board);
  const openings = new Openings(board);
  return { board, grower, openings, augmenter: new SquadAugmenter(board, grower, openings) };
}

/** Runs a task. The result depends only on the task and the pool, not on earlier tasks on the same workspace. */
export function runTask(bench: Workspace, task: Task): TaskResult {
  return task.kind === 'pairs' ? runPairingTask(bench.board, task.players, task.exact) : runSquadTask(bench, task);
}

function runSquadTask(bench: Workspace, task: SquadTask): TaskResult {
  const { board, grower, augmenter, openings } = bench;
  const { care } = task;
  const random = createRandom(task.seed);
  const { prices } = computeSeatPrices(board.poolColumns, task.players);
  layOutBoard(board, task.players, task.formed, { prices, unbroken: care.unbroken });
  constructSquads(board, grower, care.grow);
  augmenter.run(care.augmentRounds, care.augmentDepth, care.augment, care.patience);
  rebuildSquads(board, grower, random, care.rebuild);
  if (!board.c.terms.count) {
    for (let pass = 0; pass < care.assignPasses; pass++) assignSeats(board, openings, care.assignTries);
  }
  const seats = board.c.terms.seats;
  const squadMembers = new Int32Array(board.squadCount * seats);
  for (let index = 0; index < squadMembers.length; index++) squadMembers[index] = board.c.origin[board.squads[index]!]!;
  return { formed: squadMembers, work: board.work };
}
