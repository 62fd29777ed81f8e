import type { PoolPlayer } from './matcher-schema.ts';

/** Tests that two players pass or fail by the two of them alone. */
export const PAIRWISE = ['block', 'spread', 'wish', 'language', 'mode', 'platform', 'region', 'time'] as const;
export type Pairwise = (typeof PAIRWISE)[number];

/** Numbers about those with whom a player might have been proposed. */
type Company = {
  /** Others who look for the same and can be placed at all. */
  others: number;
  /** Of them, those whom nothing keeps apart from the player. */
  fitting: number;
  /** Of the fitting, those who have no proposal. */
  free: number;
  /** How many the player needs beside them: for a squad, or for a pair where that is all they look for. */
  needed: number;
};

/**
 * Why a player has no match: the constraint that bound, with its numbers. Sentences are written from it, for whoever
 * reads (see why-not-words.ts); it holds no words but those of the pool and of the rules.
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

/** What to change, without words; see `changeSentence`. Times are in the player's own zone. */
export type ChangeFacts =
  | { kind: 'crossplay' | 'party' }
  | { kind: 'wants'; wants: 'squad' | 'pair' }
  | { kind: 'mode'; mode: string }
  | { kind: 'time'; day: string; start: string; end: string }
  | { kind: 'position'; position: string; first: boolean }
  | { kind: 'language'; language: string };

/** Changes of a player's own data that go together (one, or two where no single one helps), and their effort in points. */
export type Change = { facts: ChangeFacts[]; player: PoolPlayer; effort: number };

/** A change that was made, in a run of the whole pool, and placed the player. */
export type ProvenChange = Change & { placed: 'squad' | 'pair'; score: number };
