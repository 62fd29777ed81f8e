/** Minimum excess of a triple's shares over 1 for cutting it off. */
const MIN_EXCESS = 0.03;
/** Maximum number of triples per player at a time, so cuts spread over different players. */
const MAX_OF_ONE = 4;

/** A squad's members and its share. */
export type Shared = { members: readonly number[]; share: number };

/**
 * Returns triples of players whose squads violate a subset-row inequality, worst first. No two squads with two or three
 * of these players are disjoint, so an integer solution has at most one of them, but their shares add up to more than
 * 1.
 */
export function listViolatedTriples(squads: readonly Shared[], most: number): [number, number, number][] {
  const pairs = new Map<number, Map<number, number>>();
  const triples = new Map<string, number>();
  for (const { members, share } of squads) {
    const sorted = [...members].sort((a, b) => a - b);
    sorted.forEach((a, i) => {
      for (let j = i + 1; j < sorted.length; j++) {
        const b = sorted[j]!;
        addTo(pairs, a, b, share);
        addTo(pairs, b, a, share);
        for (let k = j + 1; k < sorted.length; k++) {
          const name = `${a} ${b} ${sorted[k]!}`;
          triples.set(name, (triples.get(name) ?? 0) + share);
        }
      }
    });
  }
  const found = new Map<string, { triple: [number, number, number]; excess: number }>();
  for (const [middle, others] of pairs) {
    const entries = [...others];
    for (const [index, [a, withA]] of entries.entries()) {
      for (const [b, withB] of entries.slice(index + 1)) {
        const between = pairs.get(a)!.get(b) ?? 0;
        const sum = withA + withB + between;
        if (sum <= 1 + MIN_EXCESS) continue;
        const triple = [a, b, middle].sort((x, y) => x - y) as [number, number, number];
        const name = triple.join(' ');
        const excess = sum - 2 * (triples.get(name) ?? 0) - 1;
        if (excess > MIN_EXCESS) found.set(name, { triple, excess });
      }
    }
  }
  const times = new Map<number, number>();
  const cuts: [number, number, number][] = [];
  for (const { triple } of [...found.values()].sort((x, y) => y.excess - x.excess || x.triple[0] - y.triple[0])) {
    if (triple.some((i) => (times.get(i) ?? 0) >= MAX_OF_ONE)) continue;
    for (const i of triple) times.set(i, (times.get(i) ?? 0) + 1);
    cuts.push(triple);
    if (cuts.length === most) break;
  }
  return cuts;
}

function addTo(pairs: Map<number, Map<number, number>>, a: number, b: number, share: number): void {
  const own = pairs.get(a);
  if (own) own.set(b, (own.get(b) ?? 0) + share);
  else pairs.set(a, new Map([[b, share]]));
}
