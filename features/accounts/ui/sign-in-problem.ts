import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as web from '../../../web/web.messages.ts';
import * as messages from '../accounts.messages.ts';

type Problem = { code?: string | undefined; status?: number | undefined; name?: string; message?: string };

const MESSAGES: Record<string, Message> = {
  invalid_credentials: messages.wrongCredentials,
  email_not_confirmed: messages.emailNotConfirmed,
  user_banned: messages.accountClosed,
  otp_expired: messages.codeExpired,
  user_already_exists: messages.accountExists,
  same_password: messages.samePassword,
  signup_disabled: messages.signUpsOff,
  password_shut: messages.passwordBlocked,
  session_not_found: messages.noLongerSignedIn,
};

const WAIT = /(\d+) (second|minute)/;

/** Parses the required wait from the error's message, because the official client provides it only there. */
function findWait(error: unknown): { count: number; unit: string } | undefined {
  const [, count, unit] = WAIT.exec((error as Problem | null)?.message ?? '') ?? [];
  return count && unit ? { count: Number(count), unit } : undefined;
}

/**
 * Returns how many seconds to wait before another email may be sent to an address. Returns undefined if sending failed
 * for a different reason.
 */
export function getEmailWait(error: unknown): number | undefined {
  if ((error as Problem | null)?.code !== 'over_email_send_rate_limit') return undefined;
  const wait = findWait(error);
  return wait && wait.count * (wait.unit === 'minute' ? 60 : 1);
}

/** Returns whether the server rejected the email address. The server is stricter than `findEmailProblem`. */
export const isInvalidEmail = (error: unknown): boolean =>
  (error as Problem | null)?.code === 'validation_failed' && /email/i.test((error as Problem).message ?? '');

function describeLimit(t: Translator, error: unknown): string | undefined {
  const { code } = (error ?? {}) as Problem;
  const isEmail = code === 'over_email_send_rate_limit';
  const found = isEmail || code === 'over_request_rate_limit' ? findWait(error) : undefined;
  if (!found) return undefined;
  const wait = t(found.unit === 'minute' ? messages.waitMinutes : messages.waitSeconds, { count: found.count });
  return t(isEmail ? messages.tooManyEmails : messages.tooManyTries, { wait });
}

/** Returns a readable message for a failed sign-in. */
export function toSignInProblem(t: Translator, error: unknown): string {
  const { code, name, message } = (error ?? {}) as Problem;
  const limit = describeLimit(t, error);
  if (limit) return limit;
  if (name === 'AuthRetryableFetchError' || error instanceof TypeError) return t(web.serverUnreachable);
  const label = code && Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  return label ? t(label) : message || t(messages.signInWentWrong);
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns what's wrong with an entered email, or undefined. The server validates it more strictly. */
export function findEmailProblem(t: Translator, email: string): string | undefined {
  if (!email.trim()) return t(messages.enterEmail);
  return EMAIL.test(email.trim()) ? undefined : t(messages.invalidEmail);
}

/**
 * Converts an entered address to one that mail servers accept: no spaces around it, a plain @ and an ASCII domain. Only
 * some browsers convert domains such as bücher.example.
 */
export function toSendableEmail(typed: string): string {
  const email = typed.trim().replaceAll('＠', '@');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!/\P{ASCII}/u.test(domain) || /[\s/?#:]/.test(domain)) return email;
  const address = `https://${domain}`;
  return URL.canParse(address) ? email.slice(0, -domain.length) + new URL(address).hostname : email;
}
