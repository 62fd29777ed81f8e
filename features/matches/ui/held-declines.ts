import { browserApi } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';

/** So long a no can be taken back: until then it is here alone, and nobody else has heard of it. */
export const HOLD_MS = 10_000;

type Held = { timer: ReturnType<typeof setTimeout>; end: (sent: boolean) => void; token: string | undefined };

const held = new Map<string, Held>();
let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function changed(): void {
  ids = new Set(held.keys());
  for (const listener of listeners) listener();
}

/** Ids of the matches whose no can still be taken back. */
export const readHeldDeclines = () => ids;

export function subscribeHeldDeclines(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function end(id: string, sent: boolean): boolean {
  const one = held.get(id);
  if (!one) return false;
  clearTimeout(one.timer);
  held.delete(id);
  changed();
  one.end(sent);
  return true;
}

/** Takes a no back. @returns false when there is none that waits */
export const takeBackDecline = (id: string): boolean => end(id, false);

/** Nobody is there any more to take one back. */
export const sendHeldDeclines = (): void => {
  for (const id of [...held.keys()]) end(id, true);
};

/** A page that is closed sends what waits on its way out, and hears no answer. */
function sendOnLeaving(): void {
  for (const [id, { token }] of [...held]) {
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
    if (held.size === 0) window.addEventListener('pagehide', sendOnLeaving);
    const finish = (sent: boolean) => {
      if (held.size === 0) window.removeEventListener('pagehide', sendOnLeaving);
      resolve(sent);
    };
    const one: Held = { timer: setTimeout(() => end(id, true), HOLD_MS), end: finish, token: undefined };
    held.set(id, one);
    changed();
    void getAccessToken().then((token) => {
      one.token = token;
    });
  });
}
