import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

export const RunRequest = z.object({
  /** Whether to withdraw matches that no one has answered yet and propose new ones. */
  rebuild: z.boolean().default(false),
});

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
  /** The version of the rules that were active at the time; 0 means the built-in rules. */
  rulesVersion: z.number().int().nullable(),
  error: z.string().nullable(),
  /** The number of shards; 0 means that one worker does the whole run. */
  shards: z.number().int(),
  shardsDone: z.number().int(),
});

/** The players who were left over in a run and why, longest wait first. Empty once twelve newer runs are done. */
export const LeftOverPlayers = z.object({
  players: z.array(
    z.object({
      id: z.uuid(),
      display_name: z.string(),
      reason: z.string(),
      /** Consecutive runs without a match for the player, including this one. */
      waiting: z.number().int(),
    }),
  ),
});

/** A shard of a run: players who can play with each other but with no one in other shards. */
const RunShard = z.object({
  number: z.number().int(),
  regions: z.array(z.string()),
  platforms: z.array(z.string()),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** Number of players when the run started. */
  players: z.number().int(),
  squads: z.number().int(),
  pairs: z.number().int(),
  seconds: z.number().nullable(),
  gap: z.number().nullable(),
});

/** The matcher's certificate is stored as written; see matcher/matcher-schema.ts for its contents. */
export const RunWithCertificate = Run.extend({
  certificate: z.record(z.string(), z.unknown()).nullable(),
  /** Largest first; empty for an unsharded run. */
  shardList: z.array(RunShard),
});
