const listeners = new Set<() => void>();

/** Calls back when something chosen has changed. @returns ends it */
export function subscribeChoices(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/**
 * Something that the account chose and every page needs before the server has answered: kept in this browser, told to
 * whoever shows it once it changes. Without storage it is learnt again on each page.
 * @param read what is kept as text; undefined for what cannot be meant
 */
export function createStoredChoice<T extends string | number>(key: string, read: (text: string) => T | undefined) {
  /** Undefined until the storage has been read. */
  let known: T | null | undefined;
  return {
    /** @returns null while nothing is chosen */
    getChoice(): T | null {
      if (known === undefined) {
        known = null;
        try {
          known = read(localStorage.getItem(key) ?? '') ?? null;
        } catch {}
      }
      return known;
    },
    setChoice(chosen: T | null): void {
      try {
        if (chosen === null) localStorage.removeItem(key);
        else localStorage.setItem(key, String(chosen));
      } catch {}
      known = chosen;
      for (const listener of listeners) listener();
    },
  };
}
