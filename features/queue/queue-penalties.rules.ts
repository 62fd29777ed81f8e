import { addMs, subtractMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';

/** After so long nobody remembers. */
const PENALTY_WINDOW_MS = DAY_MS;
/** The first is a warning, each further one keeps somebody out for so long. */
const LOCKOUT_MS = 15 * MINUTE_MS;
/** Being unreachable once is bad luck; again within this time it breaks up one group after another. */
const UNREACHED_WITHIN_MS = HOUR_MS;
/** When so many checks of one minute have failed, and most of them did, it is nobody's fault: something is broken. */
const GROUP_FAILURE_THRESHOLD = { atLeast: 5, share: 0.6 };

export type Penalty = { warning: boolean; until: Date | null };

/** From when on marks still count. */
export const penaltiesSince = (now: Date): Date => subtractMs(now, PENALTY_WINDOW_MS);

/**
 * What somebody's marks mean now.
 * @param marks when they let others wait, in any order; those that are forgotten do not count
 * @returns null without one; `until`: how long they are kept out, null when it is a warning or that time is over
 */
export function penaltyOf(marks: readonly Date[], now: Date): Penalty | null {
  const counted = marks.filter((at) => at > penaltiesSince(now)).toSorted((a, b) => a.getTime() - b.getTime());
  const last = counted.at(-1);
  if (!last) return null;
  if (counted.length === 1) return { warning: true, until: null };
  const until = addMs(last, LOCKOUT_MS);
  return { warning: false, until: until > now ? until : null };
}

/** From when on it still counts that somebody could not be reached. */
export const unreachedWindowStart = (now: Date): Date => subtractMs(now, UNREACHED_WITHIN_MS);

/** Until when the queue pauses for somebody who could not be reached again and again; null when it does not. */
export function getUnreachedPauseEnd(times: readonly Date[], now: Date): Date | null {
  const counted = times.filter((at) => at > unreachedWindowStart(now)).toSorted((a, b) => a.getTime() - b.getTime());
  if (counted.length < 2) return null;
  const until = addMs(counted.at(-1)!, LOCKOUT_MS);
  return until > now ? until : null;
}

/** Whether checks fail for a reason that is not in the people. @param closed those of the last minute */
export function countsAsGroupFailure(closed: readonly { state: 'made' | 'failed' }[]): boolean {
  const failed = closed.filter(({ state }) => state === 'failed').length;
  return failed >= GROUP_FAILURE_THRESHOLD.atLeast && failed >= GROUP_FAILURE_THRESHOLD.share * closed.length;
}
