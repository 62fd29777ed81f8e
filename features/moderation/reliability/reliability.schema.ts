import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** How a user below the limit gets back above it. */
export type RecoveryPath = {
  /** Number of matches to attend in a row. */
  matchesToCome: number;
  /** Time when they recover without playing, because old matches lose weight. */
  returnsAt: Date;
};

/** The details a user sees while they're below the limit. */
export const UnreliablePlayer = z.object({
  score: z.number().int(),
  limit: z.number().int(),
  counted: z.number().int(),
  missed: z.number().int(),
  since: instant,
  matches_to_come: z.number().int(),
  returns_at: instant,
  /** Consequences while they're below the limit, one sentence each. */
  changes: z.array(z.string()),
});
export type UnreliablePlayer = z.infer<typeof UnreliablePlayer>;

/** A user's reliability as moderators see it. */
export const ReliabilityFile = z.object({
  /** 0–100; null while there's no evidence. */
  score: z.number().int().nullable(),
  counted: z.number().int(),
  missed: z.number().int(),
  /** Time when they recover without attending matches; null while they aren't below the limit. */
  unreliable_until: instant.nullable(),
});
export type ReliabilityFile = z.infer<typeof ReliabilityFile>;
