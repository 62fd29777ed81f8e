type Problem = { code?: string | undefined; status?: number | undefined; name?: string; message?: string };

const MESSAGES: Record<string, string> = {
  invalid_credentials: "That email address and password don't match. Check both, or ask for a sign-in link.",
  email_not_confirmed: "This address isn't confirmed yet. Enter the code from our email.",
  user_banned: "This account is closed for now. Contact support if you think that's a mistake.",
  otp_expired: 'That code is wrong or has expired. Ask for a new one.',
  user_already_exists: "There's already an account with this address. Sign in.",
  same_password: "That's your current password. Choose another one.",
  signup_disabled: 'New accounts are turned off right now.',
  password_shut:
    'This password no longer works, because the owner reported someone else in the account. Choose “Forgot password?” to set a new one by email.',
  session_not_found: "You're no longer signed in. Sign in again.",
};

/** Returns a readable message for a failed sign-in. */
export function toSignInProblem(error: unknown): string {
  const { code, name, message } = (error ?? {}) as Problem;
  if (name === 'AuthRetryableFetchError' || error instanceof TypeError) {
    return "We can't reach the server. Check your connection and try again.";
  }
  return (code && Object.hasOwn(MESSAGES, code) && MESSAGES[code]) || message || 'Something went wrong. Try again.';
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns what's wrong with an entered email, or undefined. The server validates it more strictly. */
export function findEmailProblem(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email address.';
  return EMAIL.test(email.trim()) ? undefined : "This doesn't look like an email address.";
}
