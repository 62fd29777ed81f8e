/**
 * Something that the account chose and every page needs before the server has answered: kept in this browser, told to
 * whoever shows it once it changes. Without storage it is learnt again on each page.
 * @param read what is kept as text; undefined for what cannot be meant
 */
export function keptChoice<T extends string | number>(key: string, read: (text: string) => T | undefined) {
  const listeners = new Set<() => void>();
  /** Undefined until the storage has been read. */
  let known: T | null | undefined;

  function kept(): T | undefined {
    try {
      const text = localStorage.getItem(key);
      return text === null ? undefined : read(text);
    } catch {
      return undefined;
    }
  }

  return {
    /** @returns undefined while nothing is chosen */
    chosen: (): T | undefined => {
      if (known === undefined) known = kept() ?? null;
      return known ?? undefined;
    },
    learn(chosen: T | null): void {
      try {
        if (chosen === null) localStorage.removeItem(key);
        else localStorage.setItem(key, String(chosen));
      } catch {}
      const before = known;
      known = chosen;
      if (known !== before) for (const listener of listeners) listener();
    },
    listen(onChange: () => void): () => void {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
