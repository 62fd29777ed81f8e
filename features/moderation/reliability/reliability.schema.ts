import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** How somebody who is below the limit gets back above it. */
export type RecoveryPath = {
  /** So many matches to come to, the next ones and without missing another. */
  matchesToCome: number;
  /** When it ends by itself, because old matches count for less. */
  returnsAt: Date;
};

/** What somebody below the limit reads about it. */
export const Unreliable = z.object({
  score: z.number().int(),
  limit: z.number().int(),
  counted: z.number().int(),
  missed: z.number().int(),
  since: instant,
  matches_to_come: z.number().int(),
  returns_at: instant,
  /** What is different while it lasts, one sentence each. */
  changes: z.array(z.string()),
});
export type Unreliable = z.infer<typeof Unreliable>;

/** Somebody's reliability as moderators see it. */
export const ReliabilityFile = z.object({
  /** 0–100; null while there is nothing to go by. */
  score: z.number().int().nullable(),
  counted: z.number().int(),
  missed: z.number().int(),
  /** Until when it is below the limit unless they come to matches; null while it is not. */
  unreliable_until: instant.nullable(),
});
export type ReliabilityFile = z.infer<typeof ReliabilityFile>;
