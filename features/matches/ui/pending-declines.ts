import { browserApi } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';

/** So long a no can be taken back: until then it is here alone, and nobody else has heard of it. */
export const HOLD_MS = 10_000;

type PendingDecline = { timer: ReturnType<typeof setTimeout>; end: (sent: boolean) => void; token: string | undefined };

const pendingDeclines = new Map<string, PendingDecline>();
let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  ids = new Set(pendingDeclines.keys());
  for (const listener of listeners) listener();
}

/** Ids of the matches whose no can still be taken back. */
export const readPendingDeclines = () => ids;

export function subscribePendingDeclines(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function end(id: string, sent: boolean): boolean {
  const one = pendingDeclines.get(id);
  if (!one) return false;
  clearTimeout(one.timer);
  pendingDeclines.delete(id);
  notifyListeners();
  one.end(sent);
  return true;
}

/** Takes a no back. @returns false when there is none that waits */
export const undoDecline = (id: string): boolean => end(id, false);

/** Nobody is there any more to take one back. */
export const sendPendingDeclines = (): void => {
  for (const id of [...pendingDeclines.keys()]) end(id, true);
};

/** A page that is closed sends what waits on its way out, and hears no answer. */
function sendOnPageHide(): void {
  for (const [id, { token }] of [...pendingDeclines]) {
    if (!token) continue;
    const address = browserApi().api.matches[':id'].response.$url({ param: { id } });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    void fetch(address, { method: 'POST', keepalive: true, headers, body: JSON.stringify({ action: 'decline' }) });
    end(id, false);
  }
}

/**
 * Holds a no back for ten seconds.
 * @returns whether it is to be sent now; false when it was taken back
 */
export async function holdDecline(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (pendingDeclines.size === 0) window.addEventListener('pagehide', sendOnPageHide);
    const finish = (sent: boolean) => {
      if (pendingDeclines.size === 0) window.removeEventListener('pagehide', sendOnPageHide);
      resolve(sent);
    };
    const one: PendingDecline = { timer: setTimeout(() => end(id, true), HOLD_MS), end: finish, token: undefined };
    pendingDeclines.set(id, one);
    notifyListeners();
    void getAccessToken().then((token) => {
      one.token = token;
    });
  });
}
