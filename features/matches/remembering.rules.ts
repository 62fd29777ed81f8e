/**
 * What follows from a word alone, worked out once: zones, clocks and stored hours are dear to read, and every read of a
 * match or a listing asks the same of them. What has not been asked for longest is forgotten first.
 */
export function remembering<T>(most: number, workOut: (word: string) => T): (word: string) => T {
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
