/** Key prefix of drafts that aren't tied to a user, so they're cleared on sign-out. */
export const SHARED_DRAFT_KEYS = 'draft:';

/**
 * Storage keys. Each clearing of drafts has a random id. The first key holds the id of this browser's last clearing,
 * the second the id of the last clearing that this tab has applied.
 */
const CLEARED_AT_KEY = 'planet-crew-drafts-forgotten';
const FORGOTTEN_KEY = 'drafts-forgotten';

/** Returns a draft of this tab. @param empty value if there's no draft */
export function readDraft<T extends object>(key: string, empty: T): T {
  try {
    removeForgottenDrafts();
    const draft = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Partial<T> | null;
    return draft ? { ...empty, ...draft } : empty;
  } catch {
    return empty;
  }
}

export function writeDraft<T extends object>(key: string, values: T, empty: T): void {
  try {
    if (JSON.stringify(values) === JSON.stringify(empty)) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is full or turned off; the form works without drafts.
  }
}

/** Clears the drafts in all tabs, so that the next user of this browser doesn't see the previous user's input. */
export function clearDrafts(): void {
  try {
    removeDrafts();
    const now = crypto.randomUUID();
    window.sessionStorage.setItem(FORGOTTEN_KEY, now);
    window.localStorage.setItem(CLEARED_AT_KEY, now);
  } catch {}
}

/** Calls back when another tab clears shared drafts. @returns a function that unsubscribes */
export function onDraftsForgotten(key: string, onForgotten: () => void): () => void {
  if (!key.startsWith(SHARED_DRAFT_KEYS)) return () => {};
  const onStorage = (event: StorageEvent) => {
    if (event.key !== CLEARED_AT_KEY) return;
    removeForgottenDrafts();
    onForgotten();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Clears this tab's drafts if another tab did, even if this tab was asleep at that time. */
function removeForgottenDrafts(): void {
  const last = window.localStorage.getItem(CLEARED_AT_KEY);
  if (last === null || last === window.sessionStorage.getItem(FORGOTTEN_KEY)) return;
  removeDrafts();
  window.sessionStorage.setItem(FORGOTTEN_KEY, last);
}

function removeDrafts(): void {
  const names = Object.keys(window.sessionStorage).filter((name) => name.startsWith(SHARED_DRAFT_KEYS));
  for (const name of names) window.sessionStorage.removeItem(name);
}
