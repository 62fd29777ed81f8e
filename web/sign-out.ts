import type { GoTrueClient } from '@supabase/auth-js';
import { shellEndpoints } from '../content/shell-endpoints.ts';
import { forgetSession, getAuthClient, hasStoredSession, markSessionRevoked } from './auth-session.ts';
import { clearDrafts } from './drafts.ts';
import { setAuthError } from './session-store.ts';
import { dismissToastsAbout, showToast } from './ui/toast-store.ts';

/** What a message about a sign-out that failed is about: it goes once one has worked. */
const SIGN_OUT_TOPIC = 'sign-out';

/** Answers to the end of a session that is over already. */
const OVER = [401, 403, 404];

/** Ends the session on the server. @throws when the server did not end it */
async function endSession(client: GoTrueClient): Promise<void> {
  const { data, error } = await client.getSession();
  if (error) throw error;
  if (!data.session) return;
  const answer = await fetch(`${shellEndpoints.auth}/logout?scope=local`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${data.session.access_token}` },
  });
  await answer.text();
  if (!answer.ok && !OVER.includes(answer.status)) throw new Error('The session was not ended.');
  markSessionRevoked();
}

/** Nothing of somebody is left in this browser; the server is not asked. */
export function clearLocalSession(): Promise<void> {
  clearDrafts();
  return forgetSession();
}

/**
 * Signs out on this device and says so. Where the server does not end the session, somebody stays signed in and may try
 * again, or have this device alone forget them.
 * @returns whether nobody is signed in here any more
 */
export async function signOut(): Promise<boolean> {
  try {
    const client = await getAuthClient();
    await endSession(client);
    const { error } = await client.signOut({ scope: 'local' });
    if (error) throw error;
    clearDrafts();
    dismissToastsAbout([SIGN_OUT_TOPIC]);
    showToast({ title: 'Signed Out', description: 'You are signed out on this device.', tone: 'success' });
    return true;
  } catch {
    setAuthError('Failed to sign out');
    showToast({
      title: 'Sign Out Failed',
      description: 'Failed to sign out',
      tone: 'error',
      about: [SIGN_OUT_TOPIC],
      action: { label: 'Forget me on this device', onClick: () => void clearLocalSession() },
    });
    return !hasStoredSession();
  }
}
