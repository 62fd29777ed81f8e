import createBidi from 'bidi-js';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

let bidi: ReturnType<typeof createBidi> | undefined;

/** Returns the bidi embedding level of each UTF-16 unit of a line; odd levels run right to left. */
export function getBidiLevels(line: string): (at: number) => number {
  if (!RIGHT_TO_LEFT.test(line)) return () => 0;
  bidi ??= createBidi();
  const { levels } = bidi.getEmbeddingLevels(line, 'auto');
  return (at) => levels[at] ?? 0;
}

/** Mirrors brackets, which face the other way in right-to-left runs. */
export const mirrorLetter = (letter: string): string => (bidi?.getMirroredCharacter(letter) as string | null) ?? letter;

/** Sorts runs into visual order, left to right (rule L2 of UAX #9). */
export function toVisualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const order = [...runs];
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = deepest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && order[to]!.level >= level) to++;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}
