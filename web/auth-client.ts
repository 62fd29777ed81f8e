import {
  type AuthChangeEvent,
  AuthClient,
  AuthRetryableFetchError,
  type GoTrueClient,
  type Session,
} from '@supabase/auth-js';
import { shellEndpoints } from '../content/shell-endpoints.ts';
import { readerTranslator } from '../messages/reader-translator.ts';
import { isCutOff, isOffline } from './network.ts';
import { clearOffline, readStoredSession } from './offline-store.ts';
import { readAuthState, setSession } from './session-store.ts';
import { SESSION_KEY } from './shell/member-script.ts';
import { SESSION_MARGIN_MS } from './stored-session.ts';

/** Whether the server has already ended the session, so that the client doesn't have to. */
let isRevoked = false;
export const markSessionRevoked = (): void => {
  isRevoked = true;
};

/** Creates the auth client. It reports each change of the session to the store and to the account's activity. */
export function openAuthClient(): GoTrueClient {
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
      // The client's own retries get slower and slower, and would notice a returning network late.
      if (String(input).includes('/token?') && (await isCutOff())) await waitForNetwork();
      if (!isRevoked || !String(input).includes('/logout?')) return fetch(input, { ...init, headers });
      isRevoked = false;
      return new Response(null, { status: 204 });
    },
  });
  readSessionOffline(client);
  client.onAuthStateChange((event, session) => {
    // A session that couldn't be refreshed for lack of a network hasn't ended.
    if (event === 'INITIAL_SESSION' && !session && readStoredSession()) return;
    setSession(session);
    if (event === 'SIGNED_OUT') clearOffline();
    else if (session) clearOffline(session.user.id);
    // The client holds a lock during this callback, so server calls must wait until it returns.
    if (session?.user) setTimeout(() => void logEvent(event, session), 0);
  });
  return client;
}

const NETWORK_WAIT_MS = 30_000;

function waitForNetwork(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true });
    setTimeout(resolve, NETWORK_WAIT_MS);
  });
}

/**
 * Without a network, the client spends half a minute trying to refresh an expired session. Instead, tell the page
 * immediately whose session it is. There's no token to send until the session is refreshed.
 */
function readSessionOffline(client: GoTrueClient): void {
  const getSession = client.getSession.bind(client);
  client.getSession = async () => {
    const session = isOffline() ? readStoredSession<Session>() : undefined;
    if (!session || (session.expires_at ?? Infinity) * 1000 - Date.now() > SESSION_MARGIN_MS) return getSession();
    if (!(await isCutOff())) return getSession();
    if (readAuthState().user?.id !== session.user.id) setSession(session);
    return { data: { session: null }, error: new AuthRetryableFetchError('Offline', 0) };
  };
}

async function logEvent(event: AuthChangeEvent, session: Session): Promise<void> {
  const { id: user_id, email } = session.user;
  // Read the body, because an unread response would keep its connection open.
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
