/**
 * Caches values that depend only on a string. Zones, clocks and stored availability are expensive to parse, and every
 * read of a match or listing needs the same ones. Evicts the least recently used value first.
 */
export function memoizeLru<T>(most: number, workOut: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const found = known.get(word);
    const value = found ?? workOut(word);
    known.delete(word);
    known.set(word, value);
    if (known.size > most) known.delete(known.keys().next().value!);
    return value;
  };
}

/**
 * Caches values by key and recomputes a value when its text changes. Evicts the key whose text changed longest ago
 * first.
 */
export function memoizeLatestByKey<T>(most: number, workOut: (text: string) => T): (id: string, text: string) => T {
  const known = new Map<string, { text: string; value: T }>();
  return (id, text) => {
    const found = known.get(id);
    if (found?.text === text) return found.value;
    // A substring keeps the whole original string in memory, so store a copy.
    const own = Buffer.from(text).toString();
    const value = workOut(own);
    known.delete(id);
    known.set(Buffer.from(id).toString(), { text: own, value });
    if (known.size > most) known.delete(known.keys().next().value!);
    return value;
  };
}
