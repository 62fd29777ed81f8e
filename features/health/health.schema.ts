import { z } from 'zod';
import { instant } from '../../time/instant-schema.ts';

/** One condition of the verdict, with its finding and, if it isn't met, what to do. */
export const Check = z.object({
  id: z.enum(['matcher', 'notifications', 'disk', 'memory', 'files', 'jobs', 'backups']),
  label: z.string(),
  ok: z.boolean(),
  found: z.string(),
  todo: z.string().nullable(),
});
export type Check = z.infer<typeof Check>;

/** The public verdict: GO or NO-GO with its checks. */
export const Verdict = z.object({ verdict: z.enum(['GO', 'NO-GO']), checked_at: instant, checks: z.array(Check) });
export type Verdict = z.infer<typeof Verdict>;

const ChannelRate = z.object({
  channel: z.string(),
  attempts: z.number().int(),
  failed: z.number().int(),
});

const FailedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  attempts: z.number().int(),
  error: z.string(),
  failed_at: instant,
});
/** A background job that has used up its retries. */
export type FailedJob = z.infer<typeof FailedJob>;

/** The data that the console's health tab shows beside the verdict. */
export const HealthReport = Verdict.extend({
  release: z.object({ version: z.string(), commit: z.string().nullable() }),
  last_run_at: instant.nullable(),
  channels: z.array(ChannelRate),
  failures: z.array(
    z.object({ status: z.string(), channel: z.string(), error: z.string().nullable(), created_at: instant }),
  ),
  queue: z.object({ waiting: z.number().int(), active: z.number().int(), oldest_seconds: z.number() }),
  database: z.object({ kind: z.enum(['embedded', 'postgres']), latency_ms: z.number(), bytes: z.number() }),
  /** Jobs that failed permanently and haven't been retried or dismissed, newest first. */
  unfinished_jobs: z.array(FailedJob),
  last_backup: z
    .object({
      started_at: instant,
      finished_at: instant.nullable(),
      bytes: z.number().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  /** When the newest successful backup started. */
  last_good_backup_at: instant.nullable(),
  backups_configured: z.boolean(),
  secrets: z.array(
    z.object({
      name: z.string(),
      for: z.string(),
      present: z.boolean(),
      /** The sandbox that replaces the real vendor here, if any. */
      stand_in: z.string().nullable(),
    }),
  ),
});
export type HealthReport = z.infer<typeof HealthReport>;
