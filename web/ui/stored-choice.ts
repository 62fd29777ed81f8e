const listeners = new Set<() => void>();

/** Calls back when a stored choice changes. @returns a function that unsubscribes */
export function subscribeChoices(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/**
 * Creates a store for an account setting that every page needs before the server responds. It's kept in this browser,
 * and subscribers are notified when it changes. Without storage, each page loads it again.
 * @param read parses the stored text; returns undefined for invalid values
 */
export function createStoredChoice<T extends string | number>(key: string, read: (text: string) => T | undefined) {
  /** Undefined until the storage has been read. */
  let known: T | null | undefined;
  return {
    /** @returns the choice, or null if there's none */
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
