import { blockedWords } from '../../content/blocked-words.ts';
import { type LazyText, lazyText } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { findBlockedWord } from '../moderation/blocked-words.rules.ts';
import * as messages from './threads.messages.ts';

/** How long authors can edit and delete their own messages. */
const EDIT_MS = 15 * MINUTE_MS;
/** How long a thread is kept after its subject has ended. */
export const RETENTION_DAYS = 180;
export const RETENTION_MS = RETENTION_DAYS * DAY_MS;
/** How long earlier versions of a message are kept, in case of a report. */
export const EDIT_HISTORY_MS = 7 * DAY_MS;
/** How many earlier versions of a message are kept: the first few, and the latest ones up to the maximum. */
export const EDIT_HISTORY_MAX = 10;
export const EDIT_HISTORY_FIRST = 3;

/** Says that the user sent or edited too many messages within a minute, and when to try again. */
export const formatTooManyMessages = (wait: string): LazyText => lazyText(messages.tooManyMessages, { wait });

/** Returns an error message when the text isn't allowed in a message. */
export const findTextProblem = (text: string): Message | undefined =>
  findBlockedWord(text, blockedWords) ? messages.wordNotAllowed : undefined;

/** The facts about a message that the rules use. */
type MessageFacts = { authorId: string | null; createdAt: Date; removedAt: Date | null };

const isFresh = ({ createdAt }: MessageFacts, now: Date) => now.getTime() - createdAt.getTime() < EDIT_MS;

/** Returns an error message when a user may not edit a message now; otherwise undefined. */
export function findEditProblem(message: MessageFacts, userId: string, now: Date): Message | undefined {
  if (message.authorId !== userId) return messages.editByAuthorOnly;
  if (message.removedAt) return messages.messageRemoved;
  return isFresh(message, now) ? undefined : messages.editTooLate;
}

/**
 * Returns the role in which a user may delete a message: authors for a while, the leader at any time.
 * @returns an error message instead of `by` when they may not
 */
export function getRemoval(
  message: MessageFacts,
  { userId, leads, now }: { userId: string; leads: boolean; now: Date },
): { by: 'author' | 'leader' } | { by?: undefined; problem: Message } {
  const own = message.authorId === userId;
  if (own && isFresh(message, now)) return { by: 'author' };
  if (leads) return { by: own ? 'author' : 'leader' };
  return { problem: own ? messages.deleteTooLate : messages.deleteByAuthorOnly };
}
