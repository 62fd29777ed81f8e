import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import * as messages from './tournament.messages.ts';

const warriorId = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, issueText(messages.warriorInvalid));

/** The two warriors of a pair in id order, with how often each one won. */
export const PairResult = z.object({
  pair: z.string(),
  first: z.object({ id: z.string(), wins: z.number().int() }),
  second: z.object({ id: z.string(), wins: z.number().int() }),
});
export type PairResult = z.infer<typeof PairResult>;

export const Standing = z.object({
  id: z.string(),
  /** Rank in the community ranking; 1 is best. */
  rank: z.number().int(),
  votes: z.number().int(),
  wins: z.number().int(),
  /** Number of people who voted. From `SETTLED_VOTERS` on, votes affect the warrior's rank. */
  voters: z.number().int(),
  settled: z.boolean(),
  /** Best and worst rank the votes still allow. Both equal `rank` while votes don't affect it. */
  best: z.number().int(),
  worst: z.number().int(),
});
export type Standing = z.infer<typeof Standing>;

export const Ranking = z.object({
  /** Total votes cast so far. */
  votes: z.number().int(),
  standings: z.array(Standing),
});
export type Ranking = z.infer<typeof Ranking>;

/** A pair to vote on. */
export const Duel = z.object({ pair: z.string(), first: z.string(), second: z.string() });
export type Duel = z.infer<typeof Duel>;

export const NextDuel = z.object({
  /** Null when this person has decided every pair or used up their votes for today. */
  duel: Duel.nullable(),
  votesToday: z.number().int(),
  votesLeft: z.number().int(),
});
export type NextDuel = z.infer<typeof NextDuel>;

export const NewVote = z.strictObject({ winner: warriorId, loser: warriorId });
export type NewVote = z.infer<typeof NewVote>;

const RankMove = z.object({
  id: z.string(),
  before: z.number().int(),
  after: z.number().int(),
  /** Voters still needed before votes affect the warrior's rank; 0 once they do. */
  votersMissing: z.number().int(),
});

/** The result of a vote: the pair's count, and the ranks of both warriors before and after. */
export const VoteOutcome = z.object({
  result: PairResult,
  winner: RankMove,
  loser: RankMove,
  votesLeft: z.number().int(),
});
export type VoteOutcome = z.infer<typeof VoteOutcome>;
