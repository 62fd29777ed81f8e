import { blockedWords } from '../../content/blocked-words.ts';
import { type LazyText, lazyText } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { findBlockedWord } from '../moderation/blocked-words.rules.ts';
import * as messages from './threads.messages.ts';

/** Time limit for authors to edit and delete their own messages. */
const EDIT_MS = 15 * MINUTE_MS;
/** Number of days that we keep a thread after its subject has ended. */
export const RETENTION_DAYS = 180;
export const RETENTION_MS = RETENTION_DAYS * DAY_MS;
/** Time that we keep earlier versions of a message, in case someone reports it. */
export const EDIT_HISTORY_MS = 7 * DAY_MS;
/** Maximum number of earlier versions kept per message. The first `EDIT_HISTORY_FIRST` of them always stay. */
export const EDIT_HISTORY_MAX = 10;
export const EDIT_HISTORY_FIRST = 3;

/** Formats the error for too many messages within a minute, including when to try again. */
export const formatTooManyMessages = (wait: LazyText): LazyText => lazyText(messages.tooManyMessages, { wait });

/** Returns an error message when a message's text isn't allowed. */
export const findTextProblem = (text: string): Message | undefined =>
  findBlockedWord(text, blockedWords) ? messages.wordNotAllowed : undefined;

/** The parts of a message that the rules need. */
type MessageFacts = { authorId: string | null; createdAt: Date; removedAt: Date | null };

const isFresh = ({ createdAt }: MessageFacts, now: Date) => now.getTime() - createdAt.getTime() < EDIT_MS;

/** Returns an error message when a user may not edit a message now; otherwise undefined. */
export function findEditProblem(message: MessageFacts, userId: string, now: Date): Message | undefined {
  if (message.authorId !== userId) return messages.editByAuthorOnly;
  if (message.removedAt) return messages.messageRemoved;
  return isFresh(message, now) ? undefined : messages.editTooLate;
}

/**
 * Returns the role in which a user may delete a message: authors for 15 minutes, the leader at any time.
 * @returns an error message instead of `by` when they may not
 */
export function getRemoval(
  message: MessageFacts,
  { userId, isLead, now }: { userId: string; isLead: boolean; now: Date },
): { by: 'author' | 'leader' } | { by?: undefined; problem: Message } {
  const isOwn = message.authorId === userId;
  if (isOwn && isFresh(message, now)) return { by: 'author' };
  if (isLead) return { by: isOwn ? 'author' : 'leader' };
  return { problem: isOwn ? messages.deleteTooLate : messages.deleteByAuthorOnly };
}
