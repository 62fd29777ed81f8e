/**
 * What follows from a word alone, worked out once: zones, clocks and stored hours are dear to read, and every read of a
 * match or a listing asks the same of them. What has not been asked for longest is forgotten first.
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
 * What follows from the text of a thing alone, worked out anew when the text is another one. Whose text has changed last is
 * kept longest.
 */
export function memoizeLruByKey<T>(most: number, workOut: (text: string) => T): (id: string, text: string) => T {
  const known = new Map<string, { text: string; value: T }>();
  return (id, text) => {
    const found = known.get(id);
    if (found?.text === text) return found.value;
    // A part of a longer text keeps all of it in memory; what stays is a text of its own.
    const own = Buffer.from(text).toString();
    const value = workOut(own);
    known.delete(id);
    known.set(Buffer.from(id).toString(), { text: own, value });
    if (known.size > most) known.delete(known.keys().next().value!);
    return value;
  };
}
