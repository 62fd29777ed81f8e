/** Drafts under such names are anybody's who sits here: they go when somebody signs out. */
export const SHARED_DRAFT_KEYS = 'draft:';

/** The last time that drafts were forgotten in this browser, and the one that this tab has heard of. */
const FORGOTTEN = 'planet-crew-drafts-forgotten';
const HEARD = 'drafts-forgotten';

/** Drafts of this tab, read by whoever shows them. @param empty what holds where there is none */
export function readDraft<T extends object>(key: string, empty: T): T {
  try {
    removeForgottenDrafts();
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Partial<T> | null;
    return stored ? { ...empty, ...stored } : empty;
  } catch {
    return empty;
  }
}

export function writeDraft<T extends object>(key: string, values: T, empty: T): void {
  try {
    if (JSON.stringify(values) === JSON.stringify(empty)) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage that is full or switched off: the form works without a memory.
  }
}

/** Whoever comes next in this browser finds nothing of what the one before has typed, in no tab. */
export function clearDrafts(): void {
  try {
    removeDrafts();
    const now = crypto.randomUUID();
    window.sessionStorage.setItem(HEARD, now);
    window.localStorage.setItem(FORGOTTEN, now);
  } catch {}
}

/** Calls back when another tab has forgotten a draft of this name. @returns ends it */
export function onDraftsForgotten(key: string, forgotten: () => void): () => void {
  if (!key.startsWith(SHARED_DRAFT_KEYS)) return () => {};
  const onStorage = (event: StorageEvent) => {
    if (event.key !== FORGOTTEN) return;
    removeForgottenDrafts();
    forgotten();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** A tab that slept, or was opened again, hears of it when it next looks for a draft. */
function removeForgottenDrafts(): void {
  const last = window.localStorage.getItem(FORGOTTEN);
  if (last === null || last === window.sessionStorage.getItem(HEARD)) return;
  removeDrafts();
  window.sessionStorage.setItem(HEARD, last);
}

function removeDrafts(): void {
  const names = Object.keys(window.sessionStorage).filter((name) => name.startsWith(SHARED_DRAFT_KEYS));
  for (const name of names) window.sessionStorage.removeItem(name);
}
