/** Minimum excess of a triple's shares over 1 for cutting it off. */
const MIN_EXCESS = 0.03;
/** Maximum number of triples per player at a time, so cuts spread over different players. */
const MAX_OF_ONE = 4;

/** A squad and its share in the linear relaxation, from 0 to 1. */
export type SquadShare = { members: readonly number[]; share: number };

/**
 * Returns triples of players whose squads violate a subset-row inequality, worst first. Any two squads with at least
 * two of these three players overlap. So an integer solution contains at most one such squad, but the shares of these
 * squads add up to more than 1.
 */
export function listViolatedTriples(squads: readonly SquadShare[], limit: number): [number, number, number][] {
  const pairs = new Map<number, Map<number, number>>();
  const triples = new Map<string, number>();
  for (const { members, share } of squads) {
    const sortedMembers = [...members].sort((a, b) => a - b);
    sortedMembers.forEach((a, i) => {
      for (let j = i + 1; j < sortedMembers.length; j++) {
        const b = sortedMembers[j]!;
        addTo(pairs, a, b, share);
        addTo(pairs, b, a, share);
        for (let k = j + 1; k < sortedMembers.length; k++) {
          const name = `${a} ${b} ${sortedMembers[k]!}`;
          triples.set(name, (triples.get(name) ?? 0) + share);
        }
      }
    });
  }
  const violatedTriples = new Map<string, { triple: [number, number, number]; excess: number }>();
  for (const [middle, others] of pairs) {
    const entries = [...others];
    for (const [index, [a, withA]] of entries.entries()) {
      for (const [b, withB] of entries.slice(index + 1)) {
        const pairShare = pairs.get(a)!.get(b) ?? 0;
        const sum = withA + withB + pairShare;
        if (sum <= 1 + MIN_EXCESS) continue;
        const triple = [a, b, middle].sort((x, y) => x - y) as [number, number, number];
        const name = triple.join(' ');
        const excess = sum - 2 * (triples.get(name) ?? 0) - 1;
        if (excess > MIN_EXCESS) violatedTriples.set(name, { triple, excess });
      }
    }
  }
  const times = new Map<number, number>();
  const cuts: [number, number, number][] = [];
  for (const { triple } of [...violatedTriples.values()].sort(
    (x, y) => y.excess - x.excess || x.triple[0] - y.triple[0],
  )) {
    if (triple.some((i) => (times.get(i) ?? 0) >= MAX_OF_ONE)) continue;
    for (const i of triple) times.set(i, (times.get(i) ?? 0) + 1);
    cuts.push(triple);
    if (cuts.length === limit) break;
  }
  return cuts;
}

function addTo(pairs: Map<number, Map<number, number>>, a: number, b: number, share: number): void {
  const ownPairs = pairs.get(a);
  if (ownPairs) ownPairs.set(b, (ownPairs.get(b) ?? 0) + share);
  else pairs.set(a, new Map([[b, share]]));
}
