import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** How a user below the limit gets back above it. */
export type RecoveryPath = {
  /** How many matches to attend in a row, without missing another. */
  matchesToCome: number;
  /** When they recover without playing, because old matches lose weight. */
  returnsAt: Date;
};

/** The details a user sees while they're below the limit. */
export const Unreliable = z.object({
  score: z.number().int(),
  limit: z.number().int(),
  counted: z.number().int(),
  missed: z.number().int(),
  since: instant,
  matches_to_come: z.number().int(),
  returns_at: instant,
  /** What changes while they're below the limit, one sentence each. */
  changes: z.array(z.string()),
});
export type Unreliable = z.infer<typeof Unreliable>;

/** A user's reliability as moderators see it. */
export const ReliabilityFile = z.object({
  /** 0–100; null while there's no evidence. */
  score: z.number().int().nullable(),
  counted: z.number().int(),
  missed: z.number().int(),
  /** When they're above the limit again if they attend no matches; null while they aren't below it. */
  unreliable_until: instant.nullable(),
});
export type ReliabilityFile = z.infer<typeof ReliabilityFile>;
