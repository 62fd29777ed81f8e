import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

export const RunRequest = z.object({
  /** Withdraw proposals that nobody has answered yet, and propose anew. */
  rebuild: z.boolean().default(false),
});

/** One run of the matcher. */
export const Run = z.object({
  id: z.uuid(),
  trigger: z.enum(['schedule', 'admin', 'rebuild']),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  requestedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  pool: z.number().int().nullable(),
  squads: z.number().int().nullable(),
  pairs: z.number().int().nullable(),
  leftOver: z.number().int().nullable(),
  seconds: z.number().nullable(),
  seed: z.number().int().nullable(),
  total: z.number().nullable(),
  bound: z.number().nullable(),
  gap: z.number().nullable(),
  dropped: z.number().int().nullable(),
  /** Of the rules in force then; 0: those that come with the program. */
  rulesVersion: z.number().int().nullable(),
  error: z.string().nullable(),
  /** Into how many shards it was cut; 0: one worker does all of it in one piece. */
  shards: z.number().int(),
  shardsDone: z.number().int(),
});

/** Who was left over in a run and why, the longest waiting first; empty once twelve newer runs have been done. */
export const LeftOverPlayers = z.object({
  players: z.array(
    z.object({
      id: z.uuid(),
      display_name: z.string(),
      reason: z.string(),
      /** Runs in a row without a proposal, this one included. */
      waiting: z.number().int(),
    }),
  ),
});

/** A shard of a run: players who may play together and with nobody of another shard. */
const RunShard = z.object({
  number: z.number().int(),
  regions: z.array(z.string()),
  platforms: z.array(z.string()),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** How many it held when the run began. */
  players: z.number().int(),
  squads: z.number().int(),
  pairs: z.number().int(),
  seconds: z.number().nullable(),
  gap: z.number().nullable(),
});

/** The matcher's certificate is kept as it wrote it; matcher/matcher-schema.ts says what is in it. */
export const RunWithCertificate = Run.extend({
  certificate: z.record(z.string(), z.unknown()).nullable(),
  /** The largest first; none of a run that was done in one piece. */
  shardList: z.array(RunShard),
});
