import type { Session } from '@supabase/auth-js';
import { SESSION_KEY } from './shell/member-script.ts';

/** How long before a session expires the auth client refreshes it. */
export const SESSION_MARGIN_MS = 90_000;

/**
 * Returns the stored session if the auth client would return it unchanged, so that a page's first requests don't wait
 * for that client's script.
 */
export function readFreshSession(): Session | undefined {
  try {
    const session = JSON.parse(window.localStorage.getItem(SESSION_KEY) as string) as Session | null;
    if (session && (session.expires_at ?? 0) * 1000 - Date.now() > SESSION_MARGIN_MS) return session;
  } catch {}
  return undefined;
}
