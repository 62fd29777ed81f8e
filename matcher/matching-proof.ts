import { computeMaximumMatching, type Matching, roundWeight, WEIGHT_STEPS, type WeightedEdges } from './matching.ts';

/** Number of each vertex's best edges that a search adds. */
const EDGES_PER_SEARCH = 12;

/**
 * Returns a maximum-weight matching of a graph with many edges. Most of them can't be in it, so it searches only each
 * vertex's best ones, checks the labels against all others and searches again with those that break them. Once none
 * does, the labels prove that the matching is optimal for all edges.
 */
export function computeDenseMatching(size: number, graph: WeightedEdges): Matching {
  const edges = {
    from: Int32Array.from(graph.from),
    to: Int32Array.from(graph.to),
    weight: Float64Array.from(graph.weight),
  };
  const isUsed = new Uint8Array(edges.weight.length);
  markBestEdges(isUsed, edges, Array.from(isUsed.keys()), subtractMeans(size, edges));
  for (;;) {
    const matching = computeMaximumMatching(size, selectEdges(edges, isUsed));
    const uncovered = listUncoveredEdges(edges, matching);
    if (uncovered.length === 0) return matching;
    const { labels } = matching;
    const getExcess = (index: number) =>
      2 * roundWeight(edges.weight[index]!) - labels[edges.from[index]!]! - labels[edges.to[index]!]!;
    markBestEdges(isUsed, edges, uncovered, getExcess);
  }
}

/** Returns the weight that no matching can exceed, according to the labels. It's tight for an optimal matching. */
export function computeMatchingBound({ labels, sets }: Pick<Matching, 'labels' | 'sets'>): number {
  let sum = 0;
  for (const label of labels) sum += label;
  for (const { members, label } of sets) sum += (label * (members.length - 1)) / 2;
  return sum / 2 / WEIGHT_STEPS;
}

/**
 * Returns the problems with a matching, one sentence each; an empty list proves that it's optimal. It uses only the edges
 * and the labels, not the search.
 */
export function verifyMatching(size: number, edges: WeightedEdges, matching: Matching): string[] {
  const { partner, labels, sets } = matching;
  const faults: string[] = [];
  const mutual = partner.every((other, vertex) => other === -1 || (other !== vertex && partner[other] === vertex));
  if (partner.length !== size || !mutual) faults.push('A vertex and its partner name different partners.');
  if (labels.length !== size || labels.some((label) => label < 0))
    faults.push('A vertex has no label or a negative one.');
  if (sets.some((set) => !isValidSet(size, set)))
    faults.push('A set is even, lists a vertex twice or has a negative label.');
  if (listUncoveredEdges(edges, matching).length > 0) faults.push('An edge is worth more than its labels.');
  const { pairs, steps } = sumMatched(edges, partner);
  if (pairs !== partner.filter((other) => other >= 0).length / 2) faults.push('Two partners share no edge.');
  if (steps / WEIGHT_STEPS !== computeMatchingBound(matching)) faults.push("The matching doesn't reach the bound.");
  return faults;
}

function isValidSet(size: number, { members, label }: Matching['sets'][number]): boolean {
  const isVertex = (member: number) => Number.isInteger(member) && member >= 0 && member < size;
  return label >= 0 && members.length % 2 === 1 && new Set(members).size === members.length && members.every(isVertex);
}

function sumMatched({ from, to, weight }: WeightedEdges, partner: Int32Array): { pairs: number; steps: number } {
  let pairs = 0;
  let steps = 0;
  for (let index = 0; index < weight.length; index++) {
    if (partner[from[index]!] !== to[index] || roundWeight(weight[index]!) === 0) continue;
    pairs++;
    steps += roundWeight(weight[index]!);
  }
  return { pairs, steps };
}

/** Returns the indexes of edges whose labels add up to less than twice their weight. */
function listUncoveredEdges({ from, to, weight }: WeightedEdges, { labels, sets }: Matching): number[] {
  const setsByVertex = Array.from(labels, (): number[] => []);
  for (const [index, { members }] of sets.entries()) for (const member of members) setsByVertex[member]!.push(index);
  const sumShared = (a: number, b: number) => {
    let sum = 0;
    for (const set of setsByVertex[a]!) if (setsByVertex[b]!.includes(set)) sum += sets[set]!.label;
    return sum;
  };
  const uncovered: number[] = [];
  for (let index = 0; index < weight.length; index++) {
    const [a, b] = [from[index]!, to[index]!];
    const missing = 2 * roundWeight(weight[index]!) - labels[a]! - labels[b]!;
    if (missing > 0 && missing > sumShared(a, b)) uncovered.push(index);
  }
  return uncovered;
}

/**
 * Returns what an edge is worth beyond the means of its two vertices. A vertex whose edges are all worth a lot can still
 * be matched only once, so its edges must not push out those of others.
 */
function subtractMeans(size: number, { from, to, weight }: WeightedEdges): (index: number) => number {
  const sums = new Float64Array(size);
  const counts = new Int32Array(size);
  for (let index = 0; index < weight.length; index++) {
    for (const vertex of [from[index]!, to[index]!]) {
      sums[vertex]! += weight[index]!;
      counts[vertex]!++;
    }
  }
  const means = sums.map((sum, vertex) => sum / Math.max(1, counts[vertex]!));
  return (index) => weight[index]! - means[from[index]!]! - means[to[index]!]!;
}

/** Marks the edges that are among the best of one of their vertices. */
function markBestEdges(
  isUsed: Uint8Array,
  { from, to }: WeightedEdges,
  indexes: readonly number[],
  getWorth: (index: number) => number,
): void {
  const best = new Map<number, { index: number; worth: number }[]>();
  const insert = (vertex: number, index: number, worth: number) => {
    const list = best.get(vertex) ?? [];
    if (list.length === 0) best.set(vertex, list);
    if (list.length === EDGES_PER_SEARCH && list.at(-1)!.worth >= worth) return;
    if (list.length === EDGES_PER_SEARCH) list.pop();
    let place = list.length;
    while (place > 0 && list[place - 1]!.worth < worth) place--;
    list.splice(place, 0, { index, worth });
  };
  for (const index of indexes) {
    const worth = getWorth(index);
    insert(from[index]!, index, worth);
    insert(to[index]!, index, worth);
  }
  for (const list of best.values()) for (const { index } of list) isUsed[index] = 1;
}

function selectEdges({ from, to, weight }: WeightedEdges, isUsed: Uint8Array): WeightedEdges {
  const used: number[] = [];
  for (let index = 0; index < isUsed.length; index++) if (isUsed[index] === 1) used.push(index);
  return {
    from: used.map((index) => from[index]!),
    to: used.map((index) => to[index]!),
    weight: used.map((index) => weight[index]!),
  };
}
