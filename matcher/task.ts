import { assignSeats } from './assign.ts';
import { Augmenter } from './augment.ts';
import { type Board, layOut, makeBoard } from './board.ts';
import type { Columns } from './columns.ts';
import { construct } from './construct.ts';
import { type Breadth, Grower } from './grow.ts';
import { Openings } from './opening.ts';
import { pairTask } from './pairing.ts';
import { makeRandom } from './random.ts';
import { type Rebuilding, rebuild } from './rebuild.ts';
import { seatPrices } from './seat-prices.ts';

/** How hard a task works; all of it counted in work, none in time. */
export type Care = {
  grow: Breadth;
  augmentRounds: number;
  augmentDepth: number;
  augment: Breadth;
  rebuild: Rebuilding;
  /** How often all seats are assigned anew, and candidates valued for each place. */
  assignPasses: number;
  assignTries: number;
};

/** A piece of the pool that can be worked out by itself. All indexes are pool indexes. */
export type Task = SquadTask | PairTask;
export type SquadTask = {
  kind: 'squads';
  players: Int32Array;
  /** Squads that these players form already, `seats` players each. */
  formed: Int32Array;
  seed: number;
  care: Care;
};

/** Pairs are wanted among these players; those in parties stay out. */
export type PairTask = { kind: 'pairs'; players: Int32Array; exact: boolean };

/** Squads (`seats` players each) or pairs, flat, and the number of groups evaluated. */
export type TaskResult = { formed: Int32Array; work: number };

/** What a thread keeps between tasks. */
export type Workspace = { board: Board; grower: Grower; augmenter: Augmenter; openings: Openings };

/** Places for tasks of up to `room` players. */
export function makeWorkspace(whole: Columns, forbidden: readonly number[][], room: number): Workspace {
  const board = makeBoard(whole, forbidden, room);
  const grower = new Grower(board);
  const openings = new Openings(board);
  return { board, grower, openings, augmenter: new Augmenter(board, grower, openings) };
}

/** Works a task out. The result depends on the task and the pool alone, not on what the bench did before. */
export function runTask(bench: Workspace, task: Task): TaskResult {
  return task.kind === 'pairs' ? pairTask(bench.board, task.players, task.exact) : squadTask(bench, task);
}

function squadTask(bench: Workspace, task: SquadTask): TaskResult {
  const { board, grower, augmenter, openings } = bench;
  const { care } = task;
  const random = makeRandom(task.seed);
  layOut(board, task.players, task.formed, seatPrices(bench.board.whole, task.players).prices);
  construct(board, grower, care.grow);
  augmenter.run(care.augmentRounds, care.augmentDepth, care.augment);
  rebuild(board, grower, random, care.augment, care.rebuild);
  if (!board.c.terms.count) {
    for (let pass = 0; pass < care.assignPasses; pass++) assignSeats(board, openings, care.assignTries);
  }
  const seats = board.c.terms.seats;
  const formed = new Int32Array(board.squadCount * seats);
  for (let at = 0; at < formed.length; at++) formed[at] = board.c.origin[board.squads[at]!]!;
  return { formed, work: board.work };
}
