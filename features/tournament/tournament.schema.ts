import { z } from 'zod';

const warriorId = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please name a warrior of the tournament.');

/** The two of a pair in the order of their ids, with how often each was preferred. */
export const PairResult = z.object({
  pair: z.string(),
  first: z.object({ id: z.string(), wins: z.number().int() }),
  second: z.object({ id: z.string(), wins: z.number().int() }),
});
export type PairResult = z.infer<typeof PairResult>;

export const Standing = z.object({
  id: z.string(),
  /** Place in the community ranking, 1 is best. */
  rank: z.number().int(),
  votes: z.number().int(),
  wins: z.number().int(),
  /** Of how many people the votes are; from some number on the warrior leaves the editorial place. */
  voters: z.number().int(),
  settled: z.boolean(),
  /** The places between which the votes leave it open; the same as `rank` where they do not move it. */
  best: z.number().int(),
  worst: z.number().int(),
});
export type Standing = z.infer<typeof Standing>;

export const Ranking = z.object({
  /** Votes cast so far, by everybody. */
  votes: z.number().int(),
  standings: z.array(Standing),
});
export type Ranking = z.infer<typeof Ranking>;

/** A pair to decide. */
export const Duel = z.object({ pair: z.string(), first: z.string(), second: z.string() });
export type Duel = z.infer<typeof Duel>;

export const NextDuel = z.object({
  /** Null when this person has decided every pair today or has used up the day's votes. */
  duel: Duel.nullable(),
  votesToday: z.number().int(),
  votesLeft: z.number().int(),
});
export type NextDuel = z.infer<typeof NextDuel>;

export const NewVote = z.strictObject({ winner: warriorId, loser: warriorId });
export type NewVote = z.infer<typeof NewVote>;

const Moved = z.object({
  id: z.string(),
  before: z.number().int(),
  after: z.number().int(),
  /** How many more people have to vote about it before it moves; 0 once it does. */
  votersMissing: z.number().int(),
});

/** What a vote did: the count of the pair, and the places of the two before and after. */
export const VoteOutcome = z.object({
  result: PairResult,
  winner: Moved,
  loser: Moved,
  votesLeft: z.number().int(),
});
export type VoteOutcome = z.infer<typeof VoteOutcome>;
