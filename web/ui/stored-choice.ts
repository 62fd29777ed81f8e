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
  let cachedChoice: T | null | undefined;
  return {
    /** @returns the choice, or null if there's none */
    getChoice(): T | null {
      if (cachedChoice === undefined) {
        cachedChoice = null;
        try {
          cachedChoice = read(localStorage.getItem(key) ?? '') ?? null;
        } catch {}
      }
      return cachedChoice;
    },
    setChoice(choice: T | null): void {
      try {
        if (choice === null) localStorage.removeItem(key);
        else localStorage.setItem(key, String(choice));
      } catch {}
      cachedChoice = choice;
      for (const listener of listeners) listener();
    },
  };
}
