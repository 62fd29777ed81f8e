import { addMs, subtractMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';

/** Time until a penalty expires. */
const PENALTY_WINDOW_MS = DAY_MS;
/** Length of a lockout. The first penalty is only a warning. */
const LOCKOUT_MS = 15 * MINUTE_MS;
/**
 * Window for unreachable players. Being unreachable once has no effect; a second time within the window pauses the
 * player.
 */
const UNREACHED_WITHIN_MS = HOUR_MS;
/** Number and share of failed checks within a minute that we treat as an outage, for which no one is penalized. */
const GROUP_FAILURE_THRESHOLD = { atLeast: 5, share: 0.6 };

export type Penalty = { warning: boolean; until: Date | null };

export const getPenaltyWindowStart = (now: Date): Date => subtractMs(now, PENALTY_WINDOW_MS);

/**
 * Computes a player's current penalty.
 * @param marks when they kept others waiting, in any order; expired entries are ignored
 * @returns null without a penalty; `until`: the end of the lockout, null for a warning or once it's over
 */
export function computePenalty(marks: readonly Date[], now: Date): Penalty | null {
  const penalties = marks.filter((at) => at > getPenaltyWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  const last = penalties.at(-1);
  if (!last) return null;
  if (penalties.length === 1) return { warning: true, until: null };
  const lockedUntil = addMs(last, LOCKOUT_MS);
  return { warning: false, until: lockedUntil > now ? lockedUntil : null };
}

export const getUnreachedWindowStart = (now: Date): Date => subtractMs(now, UNREACHED_WITHIN_MS);

/** Returns the end of the queue pause for a player who was repeatedly unreachable; null when there's none. */
export function getUnreachedPauseEnd(times: readonly Date[], now: Date): Date | null {
  const misses = times.filter((at) => at > getUnreachedWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  if (misses.length < 2) return null;
  const lockedUntil = addMs(misses.at(-1)!, LOCKOUT_MS);
  return lockedUntil > now ? lockedUntil : null;
}

/**
 * Returns whether so many ready checks failed that we assume an outage.
 * @param closedChecks checks that closed in the last minute
 */
export function isGroupFailure(closedChecks: readonly { state: 'made' | 'failed' }[]): boolean {
  const failedCount = closedChecks.filter(({ state }) => state === 'failed').length;
  return (
    failedCount >= GROUP_FAILURE_THRESHOLD.atLeast && failedCount >= GROUP_FAILURE_THRESHOLD.share * closedChecks.length
  );
}
