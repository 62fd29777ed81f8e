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
  const counted = marks.filter((at) => at > getPenaltyWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  const last = counted.at(-1);
  if (!last) return null;
  if (counted.length === 1) return { warning: true, until: null };
  const until = addMs(last, LOCKOUT_MS);
  return { warning: false, until: until > now ? until : null };
}

export const getUnreachedWindowStart = (now: Date): Date => subtractMs(now, UNREACHED_WITHIN_MS);

/** Returns the end of the queue pause for a player who was repeatedly unreachable; null when there's none. */
export function getUnreachedPauseEnd(times: readonly Date[], now: Date): Date | null {
  const counted = times.filter((at) => at > getUnreachedWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  if (counted.length < 2) return null;
  const until = addMs(counted.at(-1)!, LOCKOUT_MS);
  return until > now ? until : null;
}

/**
 * Returns whether ready checks are failing because of an outage and not because of players.
 * @param closed checks that closed in the last minute
 */
export function isGroupFailure(closed: readonly { state: 'made' | 'failed' }[]): boolean {
  const failed = closed.filter(({ state }) => state === 'failed').length;
  return failed >= GROUP_FAILURE_THRESHOLD.atLeast && failed >= GROUP_FAILURE_THRESHOLD.share * closed.length;
}
