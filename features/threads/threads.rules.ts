import { blockedWords } from '../../content/blocked-words.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { findBlockedWord } from '../moderation/blocked-words.rules.ts';

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

export const THREAD_TEXTS = {
  notFound: 'Chat not found, or you’re no longer in it.',
  noMessage: 'This message no longer exists.',
  closed: 'This chat has ended. You can’t send messages in it anymore.',
  blockedWord: 'Your message contains a word that isn’t allowed here. Change it and send it again.',
  notYours: 'Only the author can edit a message.',
  notYoursToRemove: 'Only the author or the squad captain can delete a message.',
  tooLate: 'You can edit a message for 15 minutes. Send another one instead.',
  tooLateToRemove: 'You can delete a message for 15 minutes. Send another one instead.',
  removed: 'This message was removed.',
  nothingLeft: 'We no longer keep this message, so there’s nothing to report.',
  notAMember: 'This player is no longer in the chat.',
  notYourself: 'You can’t mute yourself.',
} as const;

/** Says that the user sent or edited too many messages within a minute, and when to try again. */
export const formatTooManyMessages = (wait: string): string =>
  `You’ve sent or edited a lot of messages in the last minute. Wait ${wait} and send this one again.`;

/** Returns an error message when the text isn't allowed in a message. */
export const findTextProblem = (text: string): string | undefined =>
  findBlockedWord(text, blockedWords) ? THREAD_TEXTS.blockedWord : undefined;

/** The facts about a message that the rules use. */
type MessageFacts = { authorId: string | null; createdAt: Date; removedAt: Date | null };

const isFresh = ({ createdAt }: MessageFacts, now: Date) => now.getTime() - createdAt.getTime() < EDIT_MS;

/** Returns an error message when a user may not edit a message now; otherwise undefined. */
export function findEditProblem(message: MessageFacts, userId: string, now: Date): string | undefined {
  if (message.authorId !== userId) return THREAD_TEXTS.notYours;
  if (message.removedAt) return THREAD_TEXTS.removed;
  return isFresh(message, now) ? undefined : THREAD_TEXTS.tooLate;
}

/**
 * Returns the role in which a user may delete a message: authors for a while, the leader at any time.
 * @returns an error message instead of `by` when they may not
 */
export function getRemoval(
  message: MessageFacts,
  { userId, leads, now }: { userId: string; leads: boolean; now: Date },
): { by: 'author' | 'leader' } | { by?: undefined; problem: string } {
  const own = message.authorId === userId;
  if (own && isFresh(message, now)) return { by: 'author' };
  if (leads) return { by: own ? 'author' : 'leader' };
  return { problem: own ? THREAD_TEXTS.tooLateToRemove : THREAD_TEXTS.notYoursToRemove };
}
