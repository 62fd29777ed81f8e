import { MINUTE_MS } from '../../../time/units.ts';

/** The matcher should run every two hours. The health verdict becomes NO-GO once the last run ended this long ago. */
export const MATCHER_HOURS = 2;
/** How often we check whether a run is due, as in the timetable. */
const CHECK_MINUTES = 5;
/** A run that takes longer is aborted. */
export const LONGEST_RUN_SECONDS = 900;
/** How long to wait after an attempt that failed or was aborted. */
const PAUSE_MINUTES = 15;

/** How often the worker of a run, or of a shard, sends a heartbeat. */
export const HEARTBEAT_MS = 15_000;
/**
 * A worker without a heartbeat for this long is considered dead: another worker takes over its shard, and an unsharded
 * run fails.
 */
export const LEASE_MS = 2 * MINUTE_MS;
/** A sharded run fails this long after its workers' last heartbeat. Until then, someone may take it over. */
export const SHARDS_ABANDONED_MS = 3 * LEASE_MS;
/** From this many published players on, a run is split into shards. Below that, one worker does it in one piece. */
export const SHARDS_FROM = 150_000;
/** After this long, a shard no longer belongs to the job. Its worker may continue while it holds the lease. */
export const LONGEST_SHARD_SECONDS = 1_800;

/** The run's own seed makes it repeatable; the certificate records it. */
export const seedOf = (poolReadAt: Date): number => Math.floor(poolReadAt.getTime() / 1000) % 2 ** 31;

/**
 * The next run starts this long after the end of the last one. That's early enough for the longest run, started at the
 * latest check, to end before the limit.
 */
const DUE_MS = MATCHER_HOURS * 60 * MINUTE_MS - LONGEST_RUN_SECONDS * 1000 - 2 * CHECK_MINUTES * MINUTE_MS;

export type RunTimes = {
  /** End of the newest completed run. */
  lastDone: Date | null;
  /** When the newest run was requested, whatever its outcome. */
  lastAsked: Date | null;
};

/** Returns whether the schedule should start a run now. */
export function isRunDue({ lastDone, lastAsked }: RunTimes, now: Date): boolean {
  if (lastAsked && now.getTime() - lastAsked.getTime() < PAUSE_MINUTES * MINUTE_MS) return false;
  return lastDone === null || now.getTime() - lastDone.getTime() >= DUE_MS;
}

/** Predicts the next check at which a run will be due. */
export function nextRunAt({ lastDone, lastAsked }: RunTimes, now: Date): Date {
  const look = CHECK_MINUTES * MINUTE_MS;
  const due = Math.max(
    now.getTime() + 1,
    lastDone ? lastDone.getTime() + DUE_MS : 0,
    lastAsked ? lastAsked.getTime() + PAUSE_MINUTES * MINUTE_MS : 0,
  );
  return new Date(Math.ceil(due / look) * look);
}
