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

/** Returns a readable message for a failed sign-in. */
export function toSignInProblem(t: Translator, error: unknown): string {
  const { code, name, message } = (error ?? {}) as Problem;
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
