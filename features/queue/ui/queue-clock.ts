import type { QueueCheck, QueueState } from '../queue.schema.ts';
import { getHoldMs } from '../ready-check.rules.ts';

const SECOND_MS = 1_000;
/** Delay between a deadline and the refresh, because the server processes deadlines slightly late. */
const SERVER_DELAY_MS = 2_500;
/** Number of final seconds in which the countdown is urgent. */
export const LAST_SECONDS = 10;

/** Returns the whole seconds until the given time, counting the current one; 0 once it has passed. */
export const getSecondsLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS));

/** Returns seconds as people say them: 90 seconds, 10 minutes. */
export const toDurationParts = (seconds: number): { count: number; unit: 'second' | 'minute' } =>
  seconds < 120 ? { count: seconds, unit: 'second' } : { count: Math.round(seconds / 60), unit: 'minute' };

/** Returns the deadline that matters to the viewer: to answer or, after accepting, the end of the hold. */
export const getCheckEnd = (check: QueueCheck): string =>
  check.my_answer === 'ready' && check.held_until ? check.held_until : check.deadline;

/** Returns the remaining share of the time, 0 to 1, for the ring. */
export function getRemainingShare(check: QueueCheck, now: number): number {
  const isOnHold = check.held_until && check.my_answer === 'ready';
  const totalMs = isOnHold ? getHoldMs(check.kind) : check.seconds * SECOND_MS;
  return Math.min(1, Math.max(0, (Date.parse(getCheckEnd(check)) - now) / totalMs));
}

/** Checks whether the viewer hasn't answered and is in the last seconds. */
export const isUrgent = (check: QueueCheck, now: number): boolean =>
  check.my_answer === null && getSecondsLeft(check.deadline, now) <= LAST_SECONDS;

/**
 * Returns when to refresh without an update: shortly after the next deadline, in case the update got lost.
 * @returns a time on the server's clock, or undefined when no deadline is pending
 */
export function getNextRefreshAt(state: QueueState, now: number): number | undefined {
  const { ticket, check, offer } = state;
  const endTimes = [
    ...[check?.deadline, check?.held_until, ticket?.still_until, ticket?.window?.until, offer?.until],
    ...[state.obstacle?.until, state.mark?.until],
    ...(ticket?.relaxed ?? []).map(({ at }) => at),
  ];
  const refreshTimes = endTimes
    .flatMap((end) => (end ? [Date.parse(end) + SERVER_DELAY_MS] : []))
    .filter((look) => look > now);
  return refreshTimes.length > 0 ? Math.min(...refreshTimes) : undefined;
}
