import { readAuthState, subscribeAuthState } from './session-store.ts';

/** A session that was ended elsewhere while its user has a page open. */
export type EndedSession = { userId: string; email: string; token: string };

let endedSession: EndedSession | null = null;
let pendingSignIn: { promise: Promise<string | undefined>; settle: (token: string | undefined) => void } | undefined;
const listeners = new Set<() => void>();

export const readEndedSession = () => endedSession;

export function subscribeEndedSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function settle(token: string | undefined): void {
  const { settle: done } = pendingSignIn ?? {};
  endedSession = null;
  pendingSignIn = undefined;
  for (const listener of listeners) listener();
  done?.(token);
}

subscribeAuthState(() => {
  const { user, session } = readAuthState();
  // The same user signed in again, in this tab or another. If it's a different user, the page frame handles it.
  if (endedSession && session && session.access_token !== endedSession.token && user?.id === endedSession.userId)
    settle(session.access_token);
});

/** Stops waiting because the user doesn't sign in again. */
export const abandonEndedSession = (): void => settle(undefined);

/**
 * Waits until the user whose session ended has signed in again, in this tab or another. All requests refused in the
 * meantime share the same wait.
 * @param token the token that's no longer valid
 * @returns a token to continue with, or undefined if they don't sign in
 */
export function signInAgain(token: string): Promise<string | undefined> {
  const { user, session } = readAuthState();
  // The user signed in while the 401 was on its way.
  if (session && session.access_token !== token) return Promise.resolve(session.access_token);
  if (!user) return Promise.resolve(undefined);
  if (pendingSignIn) return pendingSignIn.promise;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  pendingSignIn = { promise, settle: resolve };
  endedSession = { userId: user.id, email: user.email ?? '', token };
  for (const listener of listeners) listener();
  return promise;
}
