/**
 * Finds duplicate ids, addresses or titles.
 * @param where the file and field of the list
 */
export function findRepeated(where: string, values: readonly string[]): string[] {
  const seenKeys = new Set<string>();
  return values.flatMap((value) => {
    if (seenKeys.has(value)) return [`content/${where}: ${value} is there twice`];
    seenKeys.add(value);
    return [];
  });
}
