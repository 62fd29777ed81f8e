import type { Columns } from './columns.ts';
import { AFFORDABLE_PROOF } from './effort.ts';
import type { Keys } from './proof-keys.ts';
import { SquadListing } from './proof-listing.ts';
import { SquadSearch } from './proof-search.ts';

/** Players who can be in a squad together, the lists they share, and the bound their prices prove. */
type Island = { players: number[]; keys: number[]; bound: number };
/** At most `bound` disjoint squads are possible. `squads` (flat) holds that many or one fewer; null if unknown. */
type IslandResult = { bound: number; squads: number[] | null };
/**
 * A shared work budget, in elementary operations, on top of each island's own. Work that one island uses isn't
 * available to the others.
 */
export type WorkBudget = { work: number };
/**
 * Returns the work budget. A tight proof gets enough for a few seconds. An affordable proof, which runs wait for, gets
 * less, or nothing if the pool is too large to finish in time.
 */
export function getWorkBudget(proof: 'tight' | 'affordable', players: number): WorkBudget {
  if (proof === 'tight') return { work: 8e9 };
  return { work: players > AFFORDABLE_PROOF.value ? 0 : 3e9 };
}
/** The lists of all squads, the prices that leave a gap, and the shared work budget. */
type PricedKeys = { c: Columns; keys: Keys; prices: Float64Array; pot: WorkBudget };

/** Maximum number of players on an island. A search over 500 players uses up to 300 MB. */
const MAX_PLAYERS = 500;
/** Work units for testing one squad count of an island before the shared budget is used. */
const MAX_WORK = 300e6;
/** Work units charged for each group tried while listing squads. */
const WORK_PER_LOOK = 32;
const EPSILON = 1e-6;

/**
 * Lowers the bound on the number of squads, separately for each island of players who can meet at all. The number of
 * squads is an integer, and on small islands branching finds it exactly. The returned `packed` includes the squads
 * found there.
 */
export function solveIslands(
  c: Columns,
  keys: Keys,
  { prices, packed }: { prices: Float64Array; packed: Int32Array },
  pot: WorkBudget,
): { bound: number; packed: Int32Array } {
  const { seats } = c.terms;
  const { islands, islandOf } = findIslands(c, keys, prices);
  const pricedIslands = { c, keys, prices, pot };
  const islandResults = new Array<IslandResult>(islands.length);
  // Solve small islands first, because a large one may use up all the work without being solved.
  const order = islands
    .map((_, index) => index)
    .sort((a, b) => islands[a]!.players.length - islands[b]!.players.length || a - b);
  for (const at of order) islandResults[at] = solveIsland(pricedIslands, islands[at]!);
  const start: number[] = islandResults.flatMap(({ squads }) => squads ?? []);
  for (let index = 0; index < packed.length; index += seats) {
    if (islandResults[islandOf(packed[index]!)]!.squads !== null) continue;
    for (let k = 0; k < seats; k++) start.push(packed[index + k]!);
  }
  return { bound: islandResults.reduce((sum, { bound }) => sum + bound, 0), packed: Int32Array.from(start) };
}

/** Groups players who share lists, directly or through others. */
function findIslands(
  c: Columns,
  keys: Keys,
  prices: Float64Array,
): { islands: Island[]; islandOf: (i: number) => number } {
  const root = Int32Array.from({ length: c.size }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (root[at] !== at) {
      root[at] = root[root[at]!]!;
      at = root[at]!;
    }
    return at;
  };
  const isListed = new Uint8Array(c.size);
  for (let key = 0; key < keys.count; key++) {
    const firstPlayer = keys.members[keys.start[key]!]!;
    for (let index = keys.start[key]!; index < keys.start[key + 1]!; index++) {
      isListed[keys.members[index]!] = 1;
      root[find(keys.members[index]!)] = find(firstPlayer);
    }
  }
  const islands: Island[] = [];
  const number = new Map<number, number>();
  const getIsland = (i: number): number => {
    const at = find(i);
    if (!number.has(at)) number.set(at, islands.push({ players: [], keys: [], bound: 0 }) - 1);
    return number.get(at)!;
  };
  for (let i = 0; i < c.size; i++) if (isListed[i] === 1) islands[getIsland(i)]!.players.push(i);
  for (let key = 0; key < keys.count; key++) islands[getIsland(keys.members[keys.start[key]!]!)]!.keys.push(key);
  for (const island of islands)
    island.bound = Math.floor(island.players.reduce((sum, i) => sum + prices[i]!, 0) + 1e-6);
  return { islands, islandOf: getIsland };
}

/**
 * Finds how many disjoint squads an island actually allows.
 * If T disjoint squads are possible, their members and the leftover players together use up Σ p − T: each squad q costs
 * p(q) − 1 (its price minus its value), each leftover player i costs p(i), and no cost is negative. So only squads
 * whose cost is at most Σ p − T can be among the T, and there are few enough of them to list and search. If T squads
 * are impossible, it tries T − 1. It stops at a work limit, but everything proven until then is still valid. A start
 * with one squad fewer is quick to find.
 */
function solveIsland(pricedIslands: PricedKeys, island: Island): IslandResult {
  let { bound } = island;
  if (island.players.length > MAX_PLAYERS) return { bound, squads: null };
  for (; bound > 0; bound--) {
    const { squads, work } = search(pricedIslands, island, { minimum: bound, work: MAX_WORK + pricedIslands.pot.work });
    pricedIslands.pot.work = Math.min(pricedIslands.pot.work, Math.max(0, work));
    if (squads === 'none') continue;
    if (squads !== 'open') return { bound, squads };
    const smallerCover = search(pricedIslands, island, { minimum: bound - 1, work: MAX_WORK });
    return { bound, squads: Array.isArray(smallerCover.squads) ? smallerCover.squads : null };
  }
  return { bound: 0, squads: [] };
}

/** Looks for at least `minimum` disjoint squads on an island. Also returns the work that's left. */
function search(
  { c, keys, prices }: PricedKeys,
  { players, keys: own }: Island,
  { minimum, work }: { minimum: number; work: number },
): { squads: number[] | 'none' | 'open'; work: number } {
  const sum = players.reduce((all, i) => all + prices[i]!, 0);
  const listing = new SquadListing(c, prices, work / WORK_PER_LOOK);
  const squads = listing.listSquads(1 + sum - minimum + EPSILON, keys, own);
  const workLeft = listing.lookCount * WORK_PER_LOOK;
  if (squads === null) return { squads: 'open', work: workLeft };
  const squadSearch = new SquadSearch(squads, minimum, workLeft);
  const outcome = squadSearch.run();
  if (!Array.isArray(outcome)) return { squads: outcome, work: squadSearch.work };
  return { squads: outcome.flatMap((at) => squads[at]!), work: squadSearch.work };
}
