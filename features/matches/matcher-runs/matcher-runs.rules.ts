import { MINUTE_MS } from '../../../time/units.ts';

/**
 * The matcher should finish a run every two hours. If the last run ended longer ago, the health verdict becomes NO-GO.
 */
export const MATCHER_HOURS = 2;
/** How often we check whether a run is due, as in the timetable. */
const CHECK_MINUTES = 5;
/** A run that takes longer than this is aborted. */
export const LONGEST_RUN_SECONDS = 900;
/** How long to wait after a failed or aborted run. */
const PAUSE_MINUTES = 15;

/** How often the worker of a run, or of a shard, sends a heartbeat. */
export const HEARTBEAT_MS = 15_000;
/**
 * A worker without a heartbeat for this long is considered dead. Another worker takes over its shard, and an unsharded
 * run fails.
 */
export const LEASE_MS = 2 * MINUTE_MS;
/** A sharded run fails this long after its workers' last heartbeat. Until then, another worker may take it over. */
export const SHARDS_ABANDONED_MS = 3 * LEASE_MS;
/** A run is split into shards from this many published players on. Below that, one worker does all of it. */
export const SHARDS_FROM = 150_000;
/** After this long, the job queue gives up on a shard. Its worker may continue while it holds the lease. */
export const LONGEST_SHARD_SECONDS = 1_800;

/** Derives the run's seed, which makes it repeatable and is recorded in the certificate. */
export const getRunSeed = (poolReadAt: Date): number => Math.floor(poolReadAt.getTime() / 1000) % 2 ** 31;

/**
 * How long after the last run ended the next one starts. It's early enough that even the longest run, started at the
 * latest check, ends before the limit.
 */
const DUE_MS = MATCHER_HOURS * 60 * MINUTE_MS - LONGEST_RUN_SECONDS * 1000 - 2 * CHECK_MINUTES * MINUTE_MS;

export type RunTimes = {
  /** When the newest completed run ended. */
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
export function computeNextRunAt({ lastDone, lastAsked }: RunTimes, now: Date): Date {
  const look = CHECK_MINUTES * MINUTE_MS;
  const due = Math.max(
    now.getTime() + 1,
    lastDone ? lastDone.getTime() + DUE_MS : 0,
    lastAsked ? lastAsked.getTime() + PAUSE_MINUTES * MINUTE_MS : 0,
  );
  return new Date(Math.ceil(due / look) * look);
}
