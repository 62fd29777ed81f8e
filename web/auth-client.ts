import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js';
import { shellEndpoints } from '../content/shell-endpoints.ts';
import { readerTranslator } from '../messages/reader-translator.ts';
import { setSession } from './session-store.ts';
import { SESSION_KEY } from './shell/member-script.ts';

/** Whether the server has already ended the session, so that the client doesn't have to. */
let isRevoked = false;
export const markSessionRevoked = (): void => {
  isRevoked = true;
};

/** Creates the auth client. It reports each change of the session to the store and to the account's activity. */
export async function openAuthClient(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js');
  const client = new AuthClient({
    url: `${window.location.origin}${shellEndpoints.auth}`,
    storageKey: SESSION_KEY,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { passkey: true },
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Accept-Language', readerTranslator.locale);
      if (!isRevoked || !String(input).includes('/logout?')) return fetch(input, { ...init, headers });
      isRevoked = false;
      return new Response(null, { status: 204 });
    },
  });
  client.onAuthStateChange((event, session) => {
    setSession(session);
    // The client holds a lock during this callback, so server calls must wait until it returns.
    if (session?.user) setTimeout(() => void logEvent(event, session), 0);
  });
  return client;
}

async function logEvent(event: AuthChangeEvent, session: Session): Promise<void> {
  const { id: user_id, email } = session.user;
  // Reads the body, because an unread response would keep its connection open.
  await fetch(shellEndpoints.securityEvent, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify({
      action: `auth_${event}`,
      resource_type: 'authentication',
      success: true,
      metadata: { user_id, email },
    }),
  })
    .then((answer) => answer.text())
    .catch(() => {});
}
