import type { GoTrueClient } from '@supabase/auth-js';
import { useEffect, useSyncExternalStore } from 'react';
import { readerTranslator } from '../messages/reader-translator.ts';
import {
  type AuthState,
  readAuthState,
  readServerAuthState,
  setAuthError,
  setSession,
  subscribeAuthState,
} from './session-store.ts';
import { SESSION_KEY } from './shell/member-script.ts';
import { readFreshSession } from './stored-session.ts';
import * as messages from './web.messages.ts';

let openingClient: Promise<GoTrueClient> | undefined;
let isWatching = false;

/** Returns the Supabase auth client. Lazy-loaded, so that visitors of public pages don't download it. */
export function getAuthClient(): Promise<GoTrueClient> {
  openingClient ??= import('./auth-client.ts')
    .then(({ openAuthClient }) => openAuthClient())
    .catch((error: unknown) => {
      openingClient = undefined;
      setAuthError(readerTranslator(messages.authStartFailed));
      throw error;
    });
  return openingClient;
}

export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

/** Reads the stored session once and watches other tabs for sign-in and sign-out. */
export function watchSession(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY && event.newValue) void getAuthClient().then(readSession, () => {});
    if (event.key === SESSION_KEY && !event.newValue) setSession(null);
  });
  // A page that the browser restores from memory on Back may have missed a sign-out.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !hasStoredSession()) setSession(null);
  });
  if (openingClient) return;
  if (hasStoredSession()) void getAuthClient().then(readSession, () => {});
  else setSession(null);
}

async function readSession(client: GoTrueClient): Promise<void> {
  const { data, error } = await client.getSession();
  if (error) setAuthError(readerTranslator(messages.authFailed));
  else setSession(data.session);
}

/** Returns the auth state and rerenders on every change. */
export function useAuth(): AuthState {
  useEffect(watchSession, []);
  return useSyncExternalStore(subscribeAuthState, readAuthState, readServerAuthState);
}

/** Returns a valid access token, or undefined if no one is signed in. */
export async function getAccessToken(): Promise<string | undefined> {
  const freshSession = readFreshSession();
  if (freshSession) {
    // Once a page has a token, it also knows the user.
    if (readAuthState().isLoading) setSession(freshSession);
    return freshSession.access_token;
  }
  if (!openingClient && !hasStoredSession()) return undefined;
  const { data } = await (await getAuthClient()).getSession();
  return data.session?.access_token;
}

/** Returns whether this session still needs two-factor authentication. Makes no request. */
export async function needsSecondFactor(): Promise<boolean> {
  const { data } = await (await getAuthClient()).mfa.getAuthenticatorAssuranceLevel();
  return data !== null && data.nextLevel !== data.currentLevel;
}

/** Removes a session that the server no longer accepts. */
export async function forgetSession(): Promise<void> {
  await (await getAuthClient()).signOut({ scope: 'local' }).catch(() => {});
}

/** Forgets the auth client and its session. */
export function closeAuthClient(): void {
  openingClient = undefined;
  setSession(null);
}
