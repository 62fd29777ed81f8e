import { MINUTE_MS } from '../../../time/units.ts';

/** Maximum hours since the last finished run. After that, the health verdict becomes NO-GO. */
export const MATCHER_HOURS = 2;
/** How often to check whether a run is due. Must match the matcher's schedule in `server/timetable.ts`. */
const CHECK_MINUTES = 5;
/** Time limit after which a run is aborted. */
export const LONGEST_RUN_SECONDS = 900;
/** Pause after a failed or aborted run. */
const PAUSE_MINUTES = 15;

/** Interval between heartbeats of a run's or shard's worker. */
export const HEARTBEAT_MS = 15_000;
/**
 * Time without a heartbeat after which a worker is considered dead. Another worker takes over its shard, and an
 * unsharded run fails.
 */
export const LEASE_MS = 2 * MINUTE_MS;
/** Time after the last heartbeat until a sharded run fails. Until then, another worker may take it over. */
export const SHARDS_TIMEOUT_MS = 3 * LEASE_MS;
/** Number of published players from which a run is split into shards. Below that, one worker does the whole run. */
export const MIN_PLAYERS_FOR_SHARDS = 150_000;
/** Time limit of a shard's job. Its worker may continue while it holds the lease. */
export const LONGEST_SHARD_SECONDS = 1_800;

/** Derives the run's seed, which makes it repeatable and is recorded in the certificate. */
export const getRunSeed = (poolReadAt: Date): number => Math.floor(poolReadAt.getTime() / 1000) % 2 ** 31;

/**
 * How long after the end of a run the next one is due. If that run starts at the latest possible check and takes the
 * maximum time, it still ends within `MATCHER_HOURS`.
 */
const NEXT_RUN_DELAY_MS = MATCHER_HOURS * 60 * MINUTE_MS - LONGEST_RUN_SECONDS * 1000 - 2 * CHECK_MINUTES * MINUTE_MS;

export type RunTimes = {
  /** When the newest completed run ended. */
  lastDone: Date | null;
  /** When the newest run was requested, whatever its outcome. */
  lastAsked: Date | null;
};

/** Returns whether the schedule should start a run now. */
export function isRunDue({ lastDone, lastAsked }: RunTimes, now: Date): boolean {
  if (lastAsked && now.getTime() - lastAsked.getTime() < PAUSE_MINUTES * MINUTE_MS) return false;
  return lastDone === null || now.getTime() - lastDone.getTime() >= NEXT_RUN_DELAY_MS;
}

/** Predicts the next check at which a run will be due. */
export function computeNextRunAt({ lastDone, lastAsked }: RunTimes, now: Date): Date {
  const interval = CHECK_MINUTES * MINUTE_MS;
  const due = Math.max(
    now.getTime() + 1,
    lastDone ? lastDone.getTime() + NEXT_RUN_DELAY_MS : 0,
    lastAsked ? lastAsked.getTime() + PAUSE_MINUTES * MINUTE_MS : 0,
  );
  return new Date(Math.ceil(due / interval) * interval);
}
