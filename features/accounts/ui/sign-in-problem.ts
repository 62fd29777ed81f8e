type Problem = { code?: string | undefined; status?: number | undefined; name?: string; message?: string };

const SENTENCES: Record<string, string> = {
  invalid_credentials: 'That e-mail address and password do not go together. Check both, or ask for a sign-in link.',
  email_not_confirmed: 'This address has not been confirmed yet. Type the code from our mail.',
  user_banned: 'This account is closed for now. Please write to support if you think that is a mistake.',
  otp_expired: 'That code is not right, or it has expired. Ask for a new one.',
  user_already_exists: 'There is an account with this address already. Please sign in.',
  same_password: 'That is your present password. Please choose another one.',
  signup_disabled: 'New accounts are switched off at the moment.',
  password_shut:
    'This password is shut because its owner reported a stranger in the account. Choose “Forgot password?” to set a new one by mail.',
  session_not_found: 'You are not signed in any more. Please sign in again.',
};

/** What went wrong with a sign-in, in a sentence for the person. */
export function problemOf(error: unknown): string {
  const { code, name, message } = (error ?? {}) as Problem;
  if (name === 'AuthRetryableFetchError' || error instanceof TypeError) {
    return 'We cannot reach the server. Please check your connection and try again.';
  }
  return (code && SENTENCES[code]) || message || 'Something went wrong. Please try again.';
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with a typed address, or undefined; the server looks closer. */
export function emailProblem(email: string): string | undefined {
  if (!email.trim()) return 'Please type your e-mail address.';
  return EMAIL.test(email.trim()) ? undefined : 'This does not look like an e-mail address.';
}
