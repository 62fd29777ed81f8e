import { storeAnswer } from '../../../web/answer-queue.ts';
import { browserApi } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';

/** Time in which a decline can be undone. Until it's over, only this browser knows about the decline. */
export const HOLD_MS = 10_000;

type PendingDecline = {
  timer: ReturnType<typeof setTimeout>;
  end: (isSent: boolean) => void;
  token: string | undefined;
};

const pendingDeclines = new Map<string, PendingDecline>();
let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  ids = new Set(pendingDeclines.keys());
  for (const listener of listeners) listener();
}

/** Returns the ids of the matches whose decline can still be undone. */
export const readPendingDeclines = () => ids;

export function subscribePendingDeclines(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function end(id: string, isSent: boolean): boolean {
  const pendingDecline = pendingDeclines.get(id);
  if (!pendingDecline) return false;
  clearTimeout(pendingDecline.timer);
  pendingDeclines.delete(id);
  notifyListeners();
  pendingDecline.end(isSent);
  return true;
}

/** Undoes a pending decline. @returns false when no decline was pending */
export const undoDecline = (id: string): boolean => end(id, false);

/** Sends all pending declines, because the user is leaving the page and can't undo them anymore. */
export const sendPendingDeclines = (): void => {
  for (const id of [...pendingDeclines.keys()]) end(id, true);
};

/** Sends pending declines while the page is closing, without waiting for a response. */
function sendOnPageHide(): void {
  for (const [id, { token }] of [...pendingDeclines]) {
    if (storeAnswer({ kind: 'match', id, answer: 'decline' })) {
      end(id, false);
      continue;
    }
    if (!token) continue;
    const address = browserApi().api.matches[':id'].response.$url({ param: { id } });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    void fetch(address, { method: 'POST', keepalive: true, headers, body: JSON.stringify({ action: 'decline' }) });
    end(id, false);
  }
}

/**
 * Holds a decline for ten seconds.
 * @returns whether to send it now; false when it was undone
 */
export async function holdDecline(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (pendingDeclines.size === 0) window.addEventListener('pagehide', sendOnPageHide);
    const finish = (isSent: boolean) => {
      if (pendingDeclines.size === 0) window.removeEventListener('pagehide', sendOnPageHide);
      resolve(isSent);
    };
    const pendingDecline: PendingDecline = {
      timer: setTimeout(() => end(id, true), HOLD_MS),
      end: finish,
      token: undefined,
    };
    pendingDeclines.set(id, pendingDecline);
    notifyListeners();
    void getAccessToken().then((token) => {
      pendingDecline.token = token;
    });
  });
}
