import { MINUTE_MS } from '../../../time/units.ts';

/** The matcher should run every two hours; the health verdict is NO-GO once the last run ended so long ago. */
export const MATCHER_HOURS = 2;
/** How often it is looked whether a run is due. */
const CHECK_MINUTES = 5;
/** A run that takes longer is given up. */
export const LONGEST_RUN_SECONDS = 900;
/** After an attempt that failed or was given up, the next one waits. */
const PAUSE_MINUTES = 15;

/** How often whoever works on a run, or on a shard of one, says so. */
export const HEARTBEAT_MS = 15_000;
/** Whoever has not been heard of for so long is gone: another worker takes the shard, and a whole run has failed. */
export const LEASE_MS = 2 * MINUTE_MS;
/** So long after the last word of its workers a run in shards has failed; until then somebody may take one over. */
export const SHARDS_ABANDONED_MS = 3 * LEASE_MS;
/** From so many published players on a run is cut into shards; below, one worker does all of it in one piece. */
export const SHARDS_FROM = 150_000;
/** A shard that takes longer is no longer the job's; whoever works on it goes on while the lease is theirs. */
export const LONGEST_SHARD_SECONDS = 1_800;

/** The run's own number makes it repeatable: the certificate names it. */
export const seedOf = (poolReadAt: Date): number => Math.floor(poolReadAt.getTime() / 1000) % 2 ** 31;

export const CHECK_CRON = `*/${CHECK_MINUTES} * * * *`;

/**
 * So long after the end of the last run the next one starts: early enough that the longest run, begun at the latest
 * look, still ends before the limit.
 */
const DUE_MS = MATCHER_HOURS * 60 * MINUTE_MS - LONGEST_RUN_SECONDS * 1000 - 2 * CHECK_MINUTES * MINUTE_MS;

export type RunTimes = {
  /** End of the newest run that was done. */
  lastDone: Date | null;
  /** When the newest run of any outcome was asked for. */
  lastAsked: Date | null;
};

/** Whether the schedule should run the matcher now. */
export function isRunDue({ lastDone, lastAsked }: RunTimes, now: Date): boolean {
  if (lastAsked && now.getTime() - lastAsked.getTime() < PAUSE_MINUTES * MINUTE_MS) return false;
  return lastDone === null || now.getTime() - lastDone.getTime() >= DUE_MS;
}

/** The next look at which a run will be due, as far as one knows now. */
export function nextRunAt({ lastDone, lastAsked }: RunTimes, now: Date): Date {
  const look = CHECK_MINUTES * MINUTE_MS;
  const due = Math.max(
    now.getTime() + 1,
    lastDone ? lastDone.getTime() + DUE_MS : 0,
    lastAsked ? lastAsked.getTime() + PAUSE_MINUTES * MINUTE_MS : 0,
  );
  return new Date(Math.ceil(due / look) * look);
}
