/**
 * Finds duplicate ids, addresses or titles.
 * @param where the file and field of the list
 */
export function findRepeated(where: string, values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.flatMap((value) => {
    if (seen.has(value)) return [`content/${where}: ${value} is there twice`];
    seen.add(value);
    return [];
  });
}
