import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './accounts.messages.ts';

/** Messages for a link or provider sign-in that ended early, by protocol code. */
const MESSAGES: Readonly<Record<string, Message>> = {
  otp_expired: messages.linkExpired,
  user_banned: messages.accountClosed,
  signup_disabled: messages.signUpsOff,
  email_exists: messages.emailHasAccount,
  bad_oauth_state: messages.signInTooSlow,
  bad_oauth_callback: messages.signInNotConfirmed,
  provider_disabled: messages.signInMethodOff,
  unexpected_failure: messages.signInUnfinished,
  over_request_rate_limit: messages.signInTooMany,
  identity_already_exists: messages.signInAlreadyLinked,
  manual_linking_disabled: messages.linkingOff,
  user_not_found: messages.accountGone,
  session_expired: messages.signedOutMeanwhile,
  validation_failed: messages.signInLinkIncomplete,
  unavailable: messages.signInUnavailable,
};

/**
 * Returns the message for a sign-in that ended early. It uses only our own texts; otherwise anyone who crafts a link
 * could show their own text under our name.
 */
export function describeSignInError(
  t: Translator,
  error: string | null | undefined,
  code: string | null | undefined,
): string {
  if (code === 'bad_oauth_callback' && error === 'access_denied') return t(messages.signInCanceled);
  // The specification fixes the general message.
  return t(code && Object.hasOwn(MESSAGES, code) ? MESSAGES[code]! : messages.signInFailed);
}
