import { readAuthState, subscribeAuthState } from './session-store.ts';

/** Whose session has ended elsewhere, while a page of theirs is open here. */
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
  // In this tab or in another one; somebody else finds another page, which the frame sees to.
  if (endedSession && session && session.access_token !== endedSession.token && user?.id === endedSession.userId)
    settle(session.access_token);
});

/** Whoever does not sign in again. */
export const abandonEndedSession = (): void => settle(undefined);

/**
 * Waits until the person whose session has ended has signed in again, in this tab or another one. All that are refused
 * meanwhile wait for the same.
 * @param token the one that is no longer good
 * @returns a token to go on with, or undefined when they do not sign in
 */
export function signInAgain(token: string): Promise<string | undefined> {
  const { user, session } = readAuthState();
  // Somebody has signed in while the refusal was on its way.
  if (session && session.access_token !== token) return Promise.resolve(session.access_token);
  if (!user) return Promise.resolve(undefined);
  if (pendingSignIn) return pendingSignIn.promise;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  pendingSignIn = { promise, settle: resolve };
  endedSession = { userId: user.id, email: user.email ?? '', token };
  for (const listener of listeners) listener();
  return promise;
}
