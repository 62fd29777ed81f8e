import type { PoolPlayer } from './matcher-schema.ts';

/** Constraints that depend only on the two players. */
export const PAIRWISE = ['block', 'spread', 'wish', 'language', 'mode', 'platform', 'region', 'time'] as const;
export type PairwiseConstraint = (typeof PAIRWISE)[number];

/** Counts of the players whom a player could have been matched with. */
type Company = {
  /** Number of other players who want the same kind of group and can be placed at all. */
  others: number;
  /** Number of others who are compatible with the player. */
  fitting: number;
  /** Number of compatible players without a match. */
  free: number;
  /** Number of others the player needs for a squad, or for a pair if that's all they want. */
  needed: number;
};

/**
 * The reason a player has no match: the binding constraint and its numbers. why-not-words.ts writes sentences from it
 * for each reader. It contains no text except values from the pool and the rules.
 */
export type WhyNotFacts =
  | { constraint: 'unknown' | 'placed' | 'wants-nothing' | 'no-language' | 'no-mode' }
  | { constraint: 'unknown-position'; seats: string[] }
  /** Minutes a week. */
  | { constraint: 'too-little-time'; free: number; needed: number }
  | { constraint: 'party'; members: number }
  /**
   * `lacking`: number of members who can't be in any squad; 0 if the party is larger than the `most` who can queue
   * together.
   */
  | { constraint: 'party-impossible'; members: number; lacking: number; most: number }
  /** There was a place without any change, but the run missed it. With `chance`, the next run will find it. */
  | { constraint: 'chance' | 'missed' }
  /** Without these forbidden groups, which include the player, there would have been a match. */
  | { constraint: 'rest'; groups: number }
  /**
   * `lifted`: the number of others who fail only this test. `passing`: the number who pass it, even if another test
   * rules them out. `alone`: there would have been a match without this one test. If `lifted` is 0 but `alone` is set,
   * the test doesn't rule out any pair, but it rules out every group.
   */
  | ({ constraint: PairwiseConstraint; lifted: number; passing: number; alone: boolean } & Company)
  /**
   * `missing`: seats that too few compatible players can take. `able`: how many players can take one of these seats.
   */
  | ({ constraint: 'seat-missing'; missing: string[]; able: number } & Company)
  /**
   * `places`: seats of this run's squads that the player could have taken. Of the players in them, `plan` have priority
   * through their plan, and `waited` others have waited longer.
   */
  | {
      constraint: 'position-crowded' | 'plan-precedence';
      positions: string[];
      places: number;
      plan: number;
      waited: number;
    }
  | ({ constraint: 'too-few' | 'nobody-free' | 'no-group' } & Company);

/** A suggested change, as data; see `changeSentence`. Times are in the player's own time zone. */
export type ChangeFacts =
  | { kind: 'crossplay' | 'party' }
  | { kind: 'wants'; wants: 'squad' | 'pair' }
  | { kind: 'mode'; mode: string }
  | { kind: 'time'; day: string; start: string; end: string }
  | { kind: 'position'; position: string; first: boolean }
  | { kind: 'language'; language: string };

/** One change to the player's own data, or two to make together if no single one helps. `effort` is in points. */
export type Change = { facts: ChangeFacts[]; player: PoolPlayer; effort: number };

/** A change that placed the player in a rerun of the whole pool. */
export type ProvenChange = Change & { placed: 'squad' | 'pair'; score: number };
