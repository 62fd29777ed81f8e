import { getAuthClient } from '../../../web/auth-session.ts';
import { getCallbackAddress } from './destination.ts';

/** `email` signs in and creates an account if there's none; `signup` confirms the address of a new account. */
export type CodeKind = 'signup' | 'email' | 'recovery';

/** How long the server waits before it sends another code to the same address. */
export const RESEND_SECONDS = 60;

/** Sends the email for this kind of code. @returns the error, if any */
export async function sendCode(kind: CodeKind, email: string, next: string | undefined): Promise<unknown> {
  const client = await getAuthClient();
  const address = getCallbackAddress(next);
  if (kind === 'signup') {
    return (await client.resend({ type: 'signup', email, options: { emailRedirectTo: address } })).error;
  }
  if (kind === 'recovery') return (await client.resetPasswordForEmail(email, { redirectTo: address })).error;
  return (await client.signInWithOtp({ email, options: { emailRedirectTo: address } })).error;
}
