/** Fixed by the specification. */
const TRY_AGAIN = 'Sign-in failed. Please try again.';

/** Messages for a link or provider sign-in that ended early, by protocol code. */
const MESSAGES: Readonly<Record<string, string>> = {
  otp_expired: 'This link was already used or has expired. Sign in again to get a new one.',
  user_banned: "This account is closed for now. Contact support if you think that's a mistake.",
  signup_disabled: 'New accounts are turned off right now.',
  email_exists:
    "There's already an account with this email address. Sign in to it, then link this sign-in under Security.",
  bad_oauth_state: 'This sign-in took too long, or you started it in another browser. Start it again here.',
  bad_oauth_callback: "The service you chose didn't sign you in. Try again, or sign in with your email address.",
  provider_disabled: 'This way to sign in is turned off. Sign in with your email address or a passkey.',
  unexpected_failure: "We couldn't finish the sign-in. Try again in a minute, or sign in with your email address.",
  over_request_rate_limit: 'Too many tries. Wait a few minutes, then try again.',
  identity_already_exists: 'That sign-in is already linked to an account. Sign in with it instead.',
  manual_linking_disabled: 'Linking another sign-in is turned off.',
  user_not_found: 'This account no longer exists. Sign up again with the same address.',
  session_expired: 'You signed out everywhere before this sign-in finished. Sign in again.',
  validation_failed: 'This address is incomplete. Open the whole link from the email, or start the sign-in again.',
  unavailable: "We're having trouble. Try again in a few seconds.",
};

const CANCELLED = 'You canceled the sign-in, so nothing changed.';

/** The protocol's response when one of two mailboxes has confirmed a change of address. Clients compare this text. */
export const LINK_ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** The same message for the UI. */
export const EMAIL_CHANGE_PENDING =
  'This address is confirmed. Now open the link in the email that we sent to your other address.';

/**
 * Returns the message for a sign-in that ended early. It uses only our own texts; otherwise anyone who crafts a link
 * could show their own text under our name.
 */
export function describeSignInError(error: string | null | undefined, code: string | null | undefined): string {
  if (code === 'bad_oauth_callback' && error === 'access_denied') return CANCELLED;
  return code && Object.hasOwn(MESSAGES, code) ? MESSAGES[code]! : TRY_AGAIN;
}
