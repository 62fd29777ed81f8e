/**
 * Caches values that depend only on a string. Zones, clocks and stored availability are expensive to parse, and reads
 * of matches and listings keep asking for the same strings. Evicts the least recently used value first.
 */
export function memoizeLru<T>(maxEntries: number, compute: (word: string) => T): (word: string) => T {
  const cache = new Map<string, T>();
  return (key) => {
    const cached = cache.get(key);
    const value = cached ?? compute(key);
    cache.delete(key);
    cache.set(key, value);
    if (cache.size > maxEntries) cache.delete(cache.keys().next().value!);
    return value;
  };
}

/**
 * Caches values by key and recomputes a value when its text changes. When the cache is full, evicts the key whose text
 * hasn't changed for the longest time.
 */
export function memoizeLatestByKey<T>(
  maxEntries: number,
  compute: (text: string) => T,
): (id: string, text: string) => T {
  const cache = new Map<string, { text: string; value: T }>();
  return (id, text) => {
    const cached = cache.get(id);
    if (cached?.text === text) return cached.value;
    // A substring keeps the whole original string in memory, so store a copy.
    const copy = Buffer.from(text).toString();
    const value = compute(copy);
    cache.delete(id);
    cache.set(Buffer.from(id).toString(), { text: copy, value });
    if (cache.size > maxEntries) cache.delete(cache.keys().next().value!);
    return value;
  };
}
