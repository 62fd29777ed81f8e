import type { GoTrueClient } from '@supabase/auth-js';
import { shellEndpoints } from '../content/shell-endpoints.ts';
import { readerTranslator } from '../messages/reader-translator.ts';
import { readAnswers } from './answer-queue.ts';
import { markSessionRevoked } from './auth-client.ts';
import { forgetSession, getAuthClient, hasStoredSession } from './auth-session.ts';
import { clearDrafts } from './drafts.ts';
import { clearOffline } from './offline-store.ts';
import { setAuthError } from './session-store.ts';
import { dismissToastsAbout, showToast } from './ui/toast-store.ts';
import * as messages from './web.messages.ts';

/** Topic of the toast about a failed sign-out, which is dismissed once a sign-out succeeds. */
const SIGN_OUT_TOPIC = 'sign-out';

/** Response statuses for a session that's already over. */
const ENDED_SESSION_STATUSES = [401, 403, 404];

/** Ends the session on the server. @throws if the server doesn't end it */
async function endSession(client: GoTrueClient): Promise<void> {
  const { data, error } = await client.getSession();
  if (error) throw error;
  if (!data.session) return;
  const response = await fetch(`${shellEndpoints.auth}/logout?scope=local`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${data.session.access_token}` },
  });
  await response.text();
  if (!response.ok && !ENDED_SESSION_STATUSES.includes(response.status)) throw new Error('The session was not ended.');
  markSessionRevoked();
}

/** Clears the session, drafts and offline data in this browser without contacting the server. */
export function clearLocalSession(): Promise<void> {
  clearDrafts();
  clearOffline();
  return forgetSession();
}

/**
 * Signs out on this device and shows a message. If the server doesn't end the session, the user stays signed in and can
 * try again, or have only this device forget them.
 * @returns whether the user is now signed out here
 */
export async function signOut(): Promise<boolean> {
  const t = readerTranslator;
  try {
    const client = await getAuthClient();
    await endSession(client);
    const { error } = await client.signOut({ scope: 'local' });
    if (error) throw error;
    clearDrafts();
    clearOffline();
    dismissToastsAbout([SIGN_OUT_TOPIC]);
    showToast({ title: t(messages.signedOut), description: t(messages.signedOutHint), tone: 'success' });
    return true;
  } catch {
    setAuthError(t(messages.signOutFailedHint));
    const unsent = readAnswers().length;
    showToast({
      title: t(messages.signOutFailed),
      description: unsent > 0 ? t(messages.unsentAnswersLost, { count: unsent }) : t(messages.signOutFailedHint),
      tone: 'error',
      about: [SIGN_OUT_TOPIC],
      action: { label: t(messages.forgetMe), onClick: () => void clearLocalSession() },
    });
    return !hasStoredSession();
  }
}
