import { type Db, withDeadlockRetry } from '../../db/database.ts';
import type { Translatable } from '../../messages/lazy-text.ts';
import type { AfterCommit, Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { dismissPush } from '../notifications/push/push-dismissal.commands.ts';
import { getRecipientTranslator } from '../notifications/recipient-language.commands.ts';
import * as messages from './queue.messages.ts';
import type { CheckAnswer } from './queue.schema.ts';
import { advanceCheck, removeLostSeats } from './queue-checks.commands.ts';
import * as checks from './queue-checks.queries.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { createDismissal, getCheckTopic } from './queue-messages.wording.ts';
import { isOpenState } from './ready-check.rules.ts';

/**
 * Records that a check appeared on the user's screen. From then on, not answering is penalized.
 * @throws Refusal not_found for users who weren't invited to the check
 */
export async function recordCheckShown(deps: Deps, actor: Person, { id }: { id: string }): Promise<void> {
  const now = await getQueueNow(deps);
  const seat = await checks.findSeat(deps.db, id, actor.userId);
  if (!seat) throw new Refusal('not_found', messages.checkNotFound);
  if (seat.state === 'asked' && !seat.shownAt && now <= seat.deadline)
    await checks.markShownAt(deps.db, id, actor.userId, now);
}

/** An answer to a check. `version` is the one the player saw; answers with a notification token don't need it. */
type CheckResponse = { id: string; answer: CheckAnswer; version?: number; byPush?: boolean };

/**
 * Answers a check. The first answer is final, except that a player can still decline after accepting while the check is
 * open. Late or repeated answers change nothing.
 * @throws Refusal not_found for users who weren't invited, conflict when the check is over or the user lost their seat
 */
export async function answerCheck(deps: Deps, actor: Person, reply: CheckResponse): Promise<void> {
  const { after, refused } = await withDeadlockRetry(deps.db, (tx) => answer(tx, deps, actor.userId, reply));
  await after();
  if (refused) throw new Refusal('conflict', refused);
}

/** Records an answer. Changes that were already due are committed even if the answer is too late. */
async function answer(
  tx: Db,
  deps: Deps,
  userId: string,
  { id, answer: reply, version, byPush = false }: CheckResponse,
): Promise<{ after: AfterCommit; refused?: Translatable }> {
  const check = await checks.lockCheck(tx, id);
  const before = check && (await checks.findSeat(tx, id, userId));
  if (!check || !before) throw new Refusal('not_found', messages.checkNotFound);
  const now = await getQueueNow(deps, tx);
  const afterCommit = await advanceCheck(tx, deps, check, now);
  const openCheck = (await checks.findCheck(tx, id))!;
  const seat = (await checks.findSeat(tx, id, userId))!;
  const isRepeat = reply === 'ready' ? seat.state === 'ready' : seat.state === 'declined';
  if (isRepeat) return { after: afterCommit };
  if (openCheck.state !== 'open' || !isOpenState(seat)) return { after: afterCommit, refused: messages.checkOver };
  const isOutdated = version !== undefined && (version < openCheck.fiveVersion || version > openCheck.version);
  if (reply === 'ready' && isOutdated) return { after: afterCommit, refused: messages.queueChanged };
  const state = reply === 'ready' ? 'ready' : 'declined';
  await checks.setSeat(tx, seat, { state, answeredAt: now });
  await dismissPush(tx, deps, createDismissal(getCheckTopic(id), userId, seat.deadline), { answeredByPush: byPush });
  await removeLostSeats(tx, { check: openCheck, seats: [seat], states: new Map([[userId, state]]) }, now);
  return { after: await advanceCheck(tx, deps, openCheck, now) };
}

/**
 * Answers a check from a notification, using its token.
 * @returns the result, as a sentence in the language of the notification. The request comes without a page, so it doesn't
 *   name that language.
 * @throws Refusal forbidden for an invalid token, conflict when the answer is too late
 */
export async function answerCheckByToken(
  deps: Deps,
  { id, token, answer: reply }: { id: string; token: string; answer: CheckAnswer },
): Promise<string> {
  const userId = await checks.findUserByToken(deps.db, id, token);
  if (!userId) throw new Refusal('forbidden', messages.checkTokenExpired);
  await answerCheck(deps, { userId }, { id, answer: reply, byPush: true });
  const t = await getRecipientTranslator(deps.db, userId);
  return t(reply === 'ready' ? messages.answeredReady : messages.answeredNotNow);
}
