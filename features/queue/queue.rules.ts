import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import * as messages from './queue.messages.ts';

/** Returns one of two messages about the stopped queue, depending on whether an admin gave a reason. */
export function explainStop(reason: string, message: Message, withReason: Message<{ reason: string }>): Translatable {
  const clause = reason.replace(/[.\s]+$/, '');
  return clause ? lazyText(withReason, { reason: clause }) : message;
}

/** Returns the message that explains why no one can join now. */
export const explainStoppedQueue = (reason: string): Translatable =>
  explainStop(reason, messages.queueIsStopped, messages.queueIsStoppedBecause);

/** Interval between presence updates of players with an open page. */
export const SEEN_EVERY_MS = 15_000;
/** How recently a player must have been seen to count as on a page. */
export const ON_PAGE_MS = 40_000;
/** Absence after which a player who isn't reachable otherwise is removed. */
export const ABSENCE_MS = MINUTE_MS;
/** Inactivity before players are asked whether they're still there, and the time they have to confirm. */
export const STILL_THERE_AFTER_MS = 15 * MINUTE_MS;
export const STILL_THERE_WINDOW_MS = 2 * MINUTE_MS;
/** Time before a group that broke up can be matched again. */
export const GROUP_COOLDOWN_MS = HOUR_MS;
/** Time that a player's outcome is shown. */
export const OUTCOME_SHOWN_MS = 5 * MINUTE_MS;
/** Period that the wait estimate is based on. */
export const OBSERVED_MS = 6 * HOUR_MS;

const MIN_WINDOW_MS = 90 * MINUTE_MS;

/** Returns the problem with a player's availability for tonight. */
export function findWindowProblem(
  from: Date | null | undefined,
  until: Date | null | undefined,
  now: Date,
): Message | undefined {
  if (!from || !until) return messages.tonightRequired;
  if (until <= now) return messages.tonightPast;
  if (until > addMs(now, DAY_MS)) return messages.tonightTooFar;
  const start = from > now ? from : now;
  return until.getTime() - start.getTime() < MIN_WINDOW_MS ? messages.tonightTooShort : undefined;
}
