import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { acquireMailClient, readMailConfig } from '../../integrations/mail/mail.client.ts';
import { renderMail } from '../../integrations/mail/mail-layout.ts';
import type { Locale } from '../../messages/locales.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Translator } from '../../messages/translator.ts';
import { type Deps, PermanentError } from '../../server/deps.ts';
import { DAY_MS } from '../../time/units.ts';
import {
  createVerifyLink,
  type EmailKind,
  formatSecurityReason,
  getEmailText,
  type NoticeKind,
} from './account-emails.wording.ts';
import { findRecipientTranslator } from './account-languages.commands.ts';
import { findUser, type UserRow } from './accounts.queries.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { type Challenge, issueCode } from './one-time-codes.commands.ts';
import type { CodePurpose } from './one-time-codes.rules.ts';

export const ACCOUNT_EMAIL_JOB = 'account-mail';

/**
 * Payload of the email job. It contains no one-time code. The code is generated while the email is written and is never
 * stored in clear text.
 */
export type AccountEmail = {
  kind: EmailKind;
  userId: string;
  /** The recipient's address. Omitted if it's the account's own address. */
  to?: string;
  redirectTo?: string;
  challenge?: Challenge | undefined;
  /** Language of the request. The account's own language takes precedence. */
  locale?: Locale;
};

/** Enqueues an email about an account. It's sent only after the transaction has been committed. */
export async function enqueueAccountEmail(tx: Db, deps: Deps, mail: AccountEmail): Promise<void> {
  await deps.jobs.send(ACCOUNT_EMAIL_JOB, { locale: readerTranslator.locale, ...mail }, { tx });
}

/** Retry period for notices without a code. */
const NOTICE_RETRY_MS = DAY_MS;

/** Returns how long to retry. Emails with a code are retried for the code's validity period, and notices for a day. */
export const getAccountEmailRetryMs = ({ env }: Pick<Deps, 'env'>, { kind }: AccountEmail): number =>
  isCode(kind) ? getAuthSettings(env).otpSeconds * 1000 : NOTICE_RETRY_MS;

/**
 * Writes and sends one email about an account. Sends it regardless of the user's notification preferences.
 * @throws when a retry may succeed; PermanentError when the mail server has rejected the email permanently
 */
export async function sendAccountEmail(deps: Deps, mail: AccountEmail): Promise<void> {
  const user = await findUser(deps.db, mail.userId);
  const to = user && resolveRecipient(user, mail);
  if (!user || !to) return;
  // An unconfirmed address gets only emails with a code, no notices.
  if (!mail.to && !isCode(mail.kind) && !user.emailConfirmedAt) return;
  const config = readMailConfig(deps.env);
  if (!config) {
    deps.log.error({ kind: mail.kind }, 'could not send an account email: no mail server is configured (SMTP_URL)');
    return;
  }
  const client = acquireMailClient(config);
  try {
    const t = await findRecipientTranslator(deps, mail);
    const template = await composeEmail(deps, t, user, { ...mail, to });
    const messageId = `<${crypto.randomUUID()}@${new URL(deps.env.origin).hostname}>`;
    const { html, ...rest } = renderMail({
      ...template,
      language: t.locale,
      reason: formatSecurityReason(t),
    });
    const body = { ...rest, html: emphasizeCode(html, template.code) };
    const result = await client.send({ to, subject: template.title, messageId, ...body });
    if (result.outcome === 'sent') return;
    if (result.outcome === 'refused')
      throw new PermanentError(`The mail server rejected an account email: ${result.error}`);
    // Don't retry: the mailbox doesn't exist.
    if (result.outcome === 'closed')
      return deps.log.warn({ kind: mail.kind, error: result.error }, 'could not send an account email');
    // The email may have been sent anyway. That's fine: only the code of the newest one is valid.
    throw new Error(`The mail server deferred an account email: ${result.error}`);
  } finally {
    client.close();
  }
}

function resolveRecipient(user: UserRow, mail: AccountEmail): string | null {
  if (mail.to) return mail.to;
  return mail.kind === 'email_change_new' ? user.emailChange : user.email;
}

const CODES: readonly string[] = [
  'confirmation',
  'recovery',
  'magiclink',
  'invite',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'contact_email',
] satisfies CodePurpose[];

const isCode = (kind: EmailKind): kind is Exclude<CodePurpose, 'sms' | 'phone_change' | 'contact_phone'> =>
  CODES.includes(kind);

async function composeEmail(deps: Deps, t: Translator, user: UserRow, mail: AccountEmail & { to: string }) {
  const { issuer, origin } = getAuthSettings(deps.env);
  const facts = {
    code: '',
    address: user.email ?? '',
    newAddress: user.emailChange ?? user.email ?? '',
    until: user.deleteAfter?.toISOString().slice(0, 10) ?? '',
  };
  if (!isCode(mail.kind)) {
    const { title, lines, button } = getEmailText(t, mail.kind, facts);
    return {
      title,
      lines,
      code: '',
      links: [{ label: button, url: `${origin}${getPagePath(mail.kind as NoticeKind)}` }],
    };
  }
  const codeRequest = { purpose: mail.kind, relatesTo: mail.to, challenge: mail.challenge };
  const { code, link } = await issueCode(deps.db, deps, user.id, codeRequest);
  const { title, lines, button } = getEmailText(t, mail.kind, { ...facts, code });
  const page = CODE_ENTRY_PATHS[mail.kind];
  const url = page
    ? `${origin}${page}`
    : createVerifyLink(issuer, mail.kind, link, mail.redirectTo ?? `${origin}${paths.callback}`);
  return { title, lines, code, links: [{ label: button, url }] };
}

/** Pages where users enter the codes of emails that don't contain a link. */
const CODE_ENTRY_PATHS: Partial<Record<EmailKind, string>> = {
  reauthentication: paths.security,
  contact_email: paths.inbox,
};

const CODE_STYLE = 'display:block;margin:8px 0;font-size:28px;letter-spacing:6px;color:#3fe0ff';

/**
 * Puts a code on its own line in large type and drops the punctuation after it. Matches only visible text, because
 * colors and URLs may contain the same digits.
 */
function emphasizeCode(html: string, code: string): string {
  if (!code) return html;
  const inText = new RegExp(`(?<![\\w#])${code}(?!\\w)\\p{P}?`, 'u');
  return html.replace(inText, `<strong style="${CODE_STYLE}">${code}</strong>`);
}

function getPagePath(kind: NoticeKind): string {
  return kind === 'account_exists' ? paths.auth : paths.security;
}
