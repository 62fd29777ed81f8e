import { paths } from '../../content/paths.ts';
import type { Translator } from '../../messages/translator.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';
import * as messages from './support.messages.ts';

/** The texts of an email about a message. */
export type EmailText = { title: string; lines: string[]; reason: string; linkLabel: string };

/** The reason for an email: the team answered, the team asked something, or the requester's own message arrived. */
type Occasion = 'answer' | 'question' | 'received';

const TITLES = {
  answer: messages.emailAnswerTitle,
  question: messages.emailQuestionTitle,
  received: messages.emailReceivedTitle,
} as const;

/**
 * Writes the email about a message. A visitor's own message is never quoted, so that no one can use our form to send
 * text to a stranger.
 */
export function writeEmail(
  t: Translator,
  { occasion, text, isVisitor }: { occasion: Occasion; text: string; isVisitor: boolean },
): EmailText {
  const received = [t(messages.emailReceived), ...(isVisitor ? [] : [t(messages.emailReceivedCopy, { text })])];
  return {
    title: t(TITLES[occasion]),
    lines: occasion === 'received' ? received : text.split(/\n+/),
    reason: t(isVisitor ? messages.emailVisitorReason : messages.emailReason),
    linkLabel: t(messages.emailOpenLabel),
  };
}

type Content = Omit<NewNotification, 'userId'>;

/**
 * Writes the inbox item about an answer. The email about it is sent separately, because the requester asked for it and
 * it doesn't depend on notification settings.
 */
export const writeAnswerNotification = (
  t: Translator,
  { requestId, messageId, isQuestion }: { requestId: string; messageId: string; isQuestion: boolean },
): Content => ({
  kind: 'moderation',
  title: t(isQuestion ? messages.inboxQuestionTitle : messages.inboxAnswerTitle),
  lines: [],
  link: { label: t(messages.inboxOpenLabel), path: paths.supportRequest(requestId) },
  channels: ['push'],
  dedupeKey: `support-answer:${messageId}`,
});

/** Writes the message to an admin that a support request is waiting. It's sent only if no other request was waiting. */
export const writeDeskNotification = (t: Translator, requestId: string, adminId: string): Content => ({
  kind: 'moderation',
  title: t(messages.deskNewTitle),
  lines: [t(messages.deskNew)],
  link: { label: t(messages.deskOpenLabel), path: paths.supportDesk },
  dedupeKey: `support-desk:${requestId}:${adminId}`,
});
