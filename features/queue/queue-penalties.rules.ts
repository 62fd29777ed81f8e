import { addMs, subtractMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';

/** Penalties expire after this time. */
const PENALTY_WINDOW_MS = DAY_MS;
/** The first penalty is a warning; each further one locks the player out for this long. */
const LOCKOUT_MS = 15 * MINUTE_MS;
/** Being unreachable once is bad luck. A player who's unreachable twice within this time keeps breaking up groups. */
const UNREACHED_WITHIN_MS = HOUR_MS;
/**
 * If at least this many checks fail within a minute, and they're most of that minute's checks, it's an outage and
 * nobody's fault.
 */
const GROUP_FAILURE_THRESHOLD = { atLeast: 5, share: 0.6 };

export type Penalty = { warning: boolean; until: Date | null };

/** Returns the start of the window for penalties. */
export const getPenaltyWindowStart = (now: Date): Date => subtractMs(now, PENALTY_WINDOW_MS);

/**
 * Computes a player's current penalty.
 * @param marks when they kept others waiting, in any order; expired entries are ignored
 * @returns null without a penalty; `until`: the end of the lockout, null for a warning or once it's over
 */
export function computePenalty(marks: readonly Date[], now: Date): Penalty | null {
  const counted = marks.filter((at) => at > getPenaltyWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  const last = counted.at(-1);
  if (!last) return null;
  if (counted.length === 1) return { warning: true, until: null };
  const until = addMs(last, LOCKOUT_MS);
  return { warning: false, until: until > now ? until : null };
}

/** Returns the start of the window for unreachable players. */
export const getUnreachedWindowStart = (now: Date): Date => subtractMs(now, UNREACHED_WITHIN_MS);

/** Returns the end of the queue pause for a player who was repeatedly unreachable; null when there's none. */
export function getUnreachedPauseEnd(times: readonly Date[], now: Date): Date | null {
  const counted = times.filter((at) => at > getUnreachedWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  if (counted.length < 2) return null;
  const until = addMs(counted.at(-1)!, LOCKOUT_MS);
  return until > now ? until : null;
}

/**
 * Checks whether checks are failing because of an outage instead of because of the players. @param closed the checks of
 * the last minute
 */
export function isGroupFailure(closed: readonly { state: 'made' | 'failed' }[]): boolean {
  const failed = closed.filter(({ state }) => state === 'failed').length;
  return failed >= GROUP_FAILURE_THRESHOLD.atLeast && failed >= GROUP_FAILURE_THRESHOLD.share * closed.length;
}
