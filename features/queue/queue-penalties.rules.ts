import { addMs, subtractMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';

/** Penalties are forgotten after this time. */
const PENALTY_WINDOW_MS = DAY_MS;
/** The first penalty is a warning; each further one locks the player out for this long. */
const LOCKOUT_MS = 15 * MINUTE_MS;
/** Being unreachable once is bad luck. Twice within this time, the player is breaking up one group after another. */
const UNREACHED_WITHIN_MS = HOUR_MS;
/**
 * When at least this many checks fail within a minute, and most of that minute's checks did, it's an outage and
 * nobody's fault.
 */
const GROUP_FAILURE_THRESHOLD = { atLeast: 5, share: 0.6 };

export type Penalty = { warning: boolean; until: Date | null };

/** Returns the start of the period in which penalties count. */
export const penaltiesSince = (now: Date): Date => subtractMs(now, PENALTY_WINDOW_MS);

/**
 * Evaluates a player's penalties now.
 * @param marks when they kept others waiting, in any order; expired ones don't count
 * @returns null without one; `until`: the end of the lockout, null for a warning or once it's over
 */
export function penaltyOf(marks: readonly Date[], now: Date): Penalty | null {
  const counted = marks.filter((at) => at > penaltiesSince(now)).toSorted((a, b) => a.getTime() - b.getTime());
  const last = counted.at(-1);
  if (!last) return null;
  if (counted.length === 1) return { warning: true, until: null };
  const until = addMs(last, LOCKOUT_MS);
  return { warning: false, until: until > now ? until : null };
}

/** Returns the start of the period in which being unreachable counts. */
export const unreachedWindowStart = (now: Date): Date => subtractMs(now, UNREACHED_WITHIN_MS);

/** Returns the end of the queue pause for a player who was repeatedly unreachable; null when there's none. */
export function getUnreachedPauseEnd(times: readonly Date[], now: Date): Date | null {
  const counted = times.filter((at) => at > unreachedWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  if (counted.length < 2) return null;
  const until = addMs(counted.at(-1)!, LOCKOUT_MS);
  return until > now ? until : null;
}

/**
 * Checks whether checks are failing because of an outage and not because of the players. @param closed those of the
 * last minute
 */
export function countsAsGroupFailure(closed: readonly { state: 'made' | 'failed' }[]): boolean {
  const failed = closed.filter(({ state }) => state === 'failed').length;
  return failed >= GROUP_FAILURE_THRESHOLD.atLeast && failed >= GROUP_FAILURE_THRESHOLD.share * closed.length;
}
