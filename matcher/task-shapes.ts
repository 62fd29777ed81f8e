import type { Breadth } from './grow.ts';
import type { Rebuilding } from './rebuild.ts';

/** How hard a task works; all of it counted in work, none in time. */
export type Care = {
  /** Whether only those are put together who have the time needed without a break: some who could be are not, but it is quick. */
  unbroken: boolean;
  grow: Breadth;
  augmentRounds: number;
  augmentDepth: number;
  augment: Breadth;
  /** Groups in a row that chains could not free, after which a round of them is given up. */
  patience: number;
  rebuild: Rebuilding;
  /** How often all seats are assigned anew, and candidates valued for each place. */
  assignPasses: number;
  assignTries: number;
};

/** Players at a time among whom pairs are sought, few and many of them being open; `exact`: by the best matching. */
export type PairCare = { few: number; many: number; exact: boolean };

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
type PairTask = { kind: 'pairs'; players: Int32Array; exact: boolean };

/** Squads (`seats` players each) or pairs, flat, and the number of groups evaluated. */
export type TaskResult = { formed: Int32Array; work: number };
