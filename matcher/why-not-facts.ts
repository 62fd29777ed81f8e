import type { PoolPlayer } from './matcher-schema.ts';

/** Tests that depend only on the two players. */
export const PAIRWISE = ['block', 'spread', 'wish', 'language', 'mode', 'platform', 'region', 'time'] as const;
export type Pairwise = (typeof PAIRWISE)[number];

/** Counts of the players who could have been proposed together with a player. */
type Company = {
  /** Other players who want the same and can be placed at all. */
  others: number;
  /** The number of them who are compatible with the player. */
  fitting: number;
  /** The number of compatible players without a proposal. */
  free: number;
  /** How many others the player needs for a squad, or for a pair if that's all they want. */
  needed: number;
};

/**
 * The reason a player has no match: the binding constraint and its numbers. Sentences are written from it for each
 * reader (see why-not-words.ts). It contains no text except values from the pool and the rules.
 */
export type WhyNotFacts =
  | { constraint: 'unknown' | 'placed' | 'wants-nothing' | 'no-language' | 'no-mode' }
  | { constraint: 'unknown-position'; seats: string[] }
  /** Minutes a week. */
  | { constraint: 'too-little-time'; free: number; needed: number }
  | { constraint: 'party'; members: number }
  /** `lacking`: members who can be in no squad, whoever else there is; 0: more than the `most` who can queue together. */
  | { constraint: 'party-impossible'; members: number; lacking: number; most: number }
  /** With nothing changed there was a place, which the run did not come to; `chance`: the next run comes to it. */
  | { constraint: 'chance' | 'missed' }
  /** Groups with the player that may not be proposed; without this there would have been a match. */
  | { constraint: 'rest'; groups: number }
  /**
   * `lifted`: others who would fit too but for this test; `passing`: others who pass it, whatever else keeps them
   * apart; `alone`: without this test, and nothing else changed, there would have been a match. Nobody lifted, and
   * still alone: it keeps nobody apart two by two, but every group.
   */
  | ({ constraint: Pairwise; lifted: number; passing: number; alone: boolean } & Company)
  /** Seats for which there are too few of the fitting: so many are `able` to take one of them. */
  | ({ constraint: 'seat-missing'; missing: string[]; able: number } & Company)
  /**
   * `places`: seats of this run's squads that the player could have sat in; of those who sit there, `plan` go first by
   * standing precedence, and `waited` others have waited longer.
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

/**
 * Changes to a player's own data that go together (one, or two if no single change helps), and their effort in points.
 */
export type Change = { facts: ChangeFacts[]; player: PoolPlayer; effort: number };

/** A change that placed the player when the whole pool was rerun with it. */
export type ProvenChange = Change & { placed: 'squad' | 'pair'; score: number };
