import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { acquireMailClient, readMailConfig } from '../../integrations/mail/mail.client.ts';
import { renderMail } from '../../integrations/mail/mail-layout.ts';
import { SOURCE_LOCALE } from '../../messages/locales.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Deps } from '../../server/deps.ts';
import { findAccountEmail } from '../accounts/account-views.queries.ts';
import { getLanguages } from '../profiles/player-views.queries.ts';
import { findMessage, type MessageRow, type RequestRow, setEmailState } from './support.queries.ts';
import { writeEmail } from './support-messages.wording.ts';

/** Name of the job that emails the person about one message. */
export const SUPPORT_EMAIL_JOB = 'support-email';
export type SupportEmailJob = { messageId: string; isQuestion: boolean };

/** Requests an email about a message in the caller's transaction. */
export const enqueueEmail = (tx: Db, deps: Deps, job: SupportEmailJob): Promise<void> =>
  deps.jobs.send(SUPPORT_EMAIL_JOB, job, { tx, key: job.messageId });

/**
 * Emails the person about a message. A retry has the same Message-ID, so mailboxes keep only one copy.
 * @throws Error when the mail server can't be reached, so that the job is tried again
 */
export async function sendSupportEmail(deps: Deps, { messageId, isQuestion }: SupportEmailJob): Promise<void> {
  const found = await findMessage(deps.db, messageId);
  if (found?.message.email !== 'waiting') return;
  const config = readMailConfig(deps.env);
  const recipient = config && (await findRecipient(deps, found.request));
  if (!recipient) return setEmailState(deps.db, messageId, 'failed');
  const client = acquireMailClient(config);
  try {
    const result = await client.send(toMail(deps, found, { ...recipient, isQuestion }));
    // The requester may have received the email although the server's response was lost. The Message-ID lets their
    // mailbox drop a second copy.
    if (result.outcome === 'retry' || result.outcome === 'unknown') throw new Error(result.error);
    await setEmailState(deps.db, messageId, result.outcome === 'sent' ? 'sent' : 'failed');
  } finally {
    client.close();
  }
}

type Recipient = { to: string; language: RequestRow['language'] };

async function findRecipient(
  deps: Deps,
  { userId, visitorEmail, language }: RequestRow,
): Promise<Recipient | undefined> {
  if (userId === null) return { to: visitorEmail!, language };
  const to = await findAccountEmail(deps.db, userId);
  const languages = await getLanguages(deps.db, [userId]);
  return to === undefined ? undefined : { to, language: languages.get(userId) ?? SOURCE_LOCALE };
}

function toMail(
  deps: Deps,
  { message, request }: { message: MessageRow; request: RequestRow },
  { to, language, isQuestion }: Recipient & { isQuestion: boolean },
) {
  const t = getTranslator(language);
  const answer = isQuestion ? 'question' : 'answer';
  const { linkLabel, ...text } = writeEmail(t, {
    occasion: message.author === 'person' ? 'received' : answer,
    text: message.body,
    isVisitor: request.userId === null,
  });
  // A visitor's key is in the URL's fragment, so that it never reaches a server as part of an address.
  const address = paths.supportRequest(request.id) + (request.visitorKey ? `#${request.visitorKey}` : '');
  return {
    to,
    subject: text.title,
    messageId: `<support.${message.id}@${new URL(deps.env.origin).hostname}>`,
    ...renderMail({ ...text, language: t.locale, links: [{ label: linkLabel, url: `${deps.env.origin}${address}` }] }),
  };
}
