import type { SearchBreadth } from './grow.ts';
import type { RebuildOptions } from './rebuild.ts';

/** Effort settings of a task, measured in work and never in time. */
export type SearchCare = {
  /**
   * Whether to group only players who share an unbroken stretch of the required time. This misses some groups but is
   * fast.
   */
  unbroken: boolean;
  grow: SearchBreadth;
  augmentRounds: number;
  augmentDepth: number;
  augment: SearchBreadth;
  /** A round ends after chains failed to free this many groups in a row. */
  patience: number;
  rebuild: RebuildOptions;
  /** How often all seats are reassigned, and how many candidates are scored for each place. */
  assignPasses: number;
  assignTries: number;
};

/**
 * How many players are searched for pairs at a time: `few` when few players are open, `many` when many are. `exact`
 * uses optimal matching.
 */
export type PairCare = { few: number; many: number; exact: boolean };

/** A part of the pool that can be processed independently. All indexes are pool indexes. */
export type Task = SquadTask | PairTask;
export type SquadTask = {
  kind: 'squads';
  players: Int32Array;
  /** Squads these players already form, `seats` players each. */
  formed: Int32Array;
  seed: number;
  care: SearchCare;
};

/** Looks for pairs among these players; those in parties are excluded. */
type PairTask = { kind: 'pairs'; players: Int32Array; exact: boolean };

/** Squads (`seats` players each) or pairs, flat, and the number of groups evaluated. */
export type TaskResult = { formed: Int32Array; work: number };
