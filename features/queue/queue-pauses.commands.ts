import type { Db } from '../../db/database.ts';
import type { Message } from '../../messages/message.ts';
import * as messages from './queue.messages.ts';
import { getPenaltyMessage } from './queue.wording.ts';
import {
  computePenalty,
  getPenaltyWindowStart,
  getUnreachedPauseEnd,
  getUnreachedWindowStart,
} from './queue-penalties.rules.ts';
import * as waits from './queue-waits.queries.ts';

/** A restriction that keeps a player out of the queue. `until` is when it ends; null for a warning. */
export type Pause = {
  until: Date | null;
  /** Messages for the player and for a party leader who wants to bring them along. */
  message: Message;
  mateMessage: Message<{ name: string }>;
};

/** Returns each player's pause at a time; the longer one if there are two. */
export async function listPauses(db: Db, ids: readonly string[], now: Date): Promise<Map<string, Pause>> {
  const penaltyTimes = await waits.listPenalties(db, ids, getPenaltyWindowStart(now));
  const unreachedTimes = await waits.getUnreachedTimes(db, ids, getUnreachedWindowStart(now));
  const pauses = new Map<string, Pause>();
  for (const id of ids) {
    const penalty = computePenalty(penaltyTimes.get(id) ?? [], now);
    const pausedUntil = getUnreachedPauseEnd(unreachedTimes.get(id) ?? [], now);
    if (pausedUntil && (!penalty?.until || penalty.until < pausedUntil))
      pauses.set(id, { until: pausedUntil, message: messages.unreachable, mateMessage: messages.memberUnreachable });
    else if (penalty)
      pauses.set(id, {
        until: penalty.until,
        message: getPenaltyMessage(penalty),
        mateMessage: messages.memberMissedChecks,
      });
  }
  return pauses;
}
