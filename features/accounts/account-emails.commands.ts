import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { acquireMailClient, readMailConfig } from '../../integrations/mail/mail.client.ts';
import { renderMail } from '../../integrations/mail/mail-layout.ts';
import { type Deps, PermanentError } from '../../server/deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { createVerifyLink, type EmailKind, getEmailText, type NoticeKind } from './account-emails.wording.ts';
import { findUser, type UserRow } from './accounts.queries.ts';
import { authSettings } from './accounts.rules.ts';
import { type Challenge, issueCode } from './one-time-codes.commands.ts';
import type { CodePurpose } from './one-time-codes.rules.ts';

export const ACCOUNT_EMAIL_JOB = 'account-mail';

/** What the job knows. No code is in it: codes are made while the mail is written and nowhere else in clear. */
export type AccountEmail = {
  kind: EmailKind;
  userId: string;
  /** Only when the mail goes elsewhere than to the account's own address. */
  to?: string;
  redirectTo?: string;
  challenge?: Challenge | undefined;
};

/** Asks for a mail about an account; it is sent after the transaction has been committed, and only then. */
export async function enqueueAccountEmail(tx: Db, deps: Deps, mail: AccountEmail): Promise<void> {
  await deps.jobs.send(ACCOUNT_EMAIL_JOB, mail, { tx });
}

/** News without a code are worth sending for a day. */
const NOTICE_RETRY_MS = DAY_MS;

/** How long a mail is tried: as long as the code in it would have been good, had it left at once. */
export const accountEmailRetryMs = ({ env }: Pick<Deps, 'env'>, { kind }: AccountEmail): number =>
  isCode(kind) ? authSettings(env).otpSeconds * 1000 : NOTICE_RETRY_MS;

/**
 * Writes and sends one mail about an account. Security mail is never suppressed by preferences.
 * @throws when it may arrive later, PermanentFailure when the mail server takes no such mail from us
 */
export async function sendAccountEmail(deps: Deps, mail: AccountEmail): Promise<void> {
  const user = await findUser(deps.db, mail.userId);
  const to = user && resolveRecipient(user, mail);
  if (!user || !to) return;
  // Nobody has shown yet that this mailbox is theirs: until then it gets codes that show it, and no news.
  if (!mail.to && !isCode(mail.kind) && !user.emailConfirmedAt) return;
  const config = readMailConfig(deps.env);
  if (!config) {
    deps.log.error({ kind: mail.kind }, 'no mail server is configured (SMTP_URL), so an account mail was not sent');
    return;
  }
  const client = acquireMailClient(config);
  try {
    const template = await composeEmail(deps, user, to, mail);
    const messageId = `<${crypto.randomUUID()}@${new URL(deps.env.origin).hostname}>`;
    const { html, ...rest } = renderMail(template);
    const body = { ...rest, html: emphasizeCode(html, template.code) };
    const result = await client.send({ to, subject: template.title, messageId, ...body });
    if (result.outcome === 'sent') return;
    if (result.outcome === 'refused')
      throw new PermanentError(`The mail server refused an account mail: ${result.error}`);
    // There is no such mailbox: nothing is broken here.
    if (result.outcome === 'closed')
      return deps.log.warn({ kind: mail.kind, error: result.error }, 'account mail not sent');
    // It may have left even so; each attempt carries a new code, and the newest one counts.
    throw new Error(`The mail server put an account mail off: ${result.error}`);
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

async function composeEmail(deps: Deps, user: UserRow, to: string, mail: AccountEmail) {
  const { issuer, origin } = authSettings(deps.env);
  const facts = {
    code: '',
    address: user.email ?? '',
    newAddress: user.emailChange ?? user.email ?? '',
    until: user.deleteAfter?.toISOString().slice(0, 10) ?? '',
  };
  if (!isCode(mail.kind)) {
    const { title, lines, button } = getEmailText(mail.kind, facts);
    return {
      title,
      lines,
      code: '',
      links: [{ label: button, url: `${origin}${pagePathFor(mail.kind as NoticeKind)}` }],
    };
  }
  const opening = { purpose: mail.kind, relatesTo: to, challenge: mail.challenge };
  const { code, link } = await issueCode(deps.db, deps, user.id, opening);
  const { title, lines, button } = getEmailText(mail.kind, { ...facts, code });
  const page = CODE_ENTRY_PATHS[mail.kind];
  const url = page
    ? `${origin}${page}`
    : createVerifyLink(issuer, mail.kind, link, mail.redirectTo ?? `${origin}${paths.callback}`);
  return { title, lines, code, links: [{ label: button, url }] };
}

/** Where the codes are typed that no link may stand for. */
const CODE_ENTRY_PATHS: Partial<Record<EmailKind, string>> = {
  reauthentication: paths.security,
  contact_email: paths.inbox,
};

const CODE_STYLE = 'display:block;margin:8px 0;font-size:28px;letter-spacing:6px;color:#3fe0ff';

/** Makes a code easy to find and to type from another screen. */
function emphasizeCode(html: string, code: string): string {
  return code ? html.replace(`${code}.`, `<strong style="${CODE_STYLE}">${code}</strong>`) : html;
}

function pagePathFor(kind: NoticeKind): string {
  return kind === 'account_exists' ? paths.auth : paths.security;
}
