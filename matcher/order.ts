import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import { countBits, WEEK_WORDS } from './week.ts';

/** Coarse features of the players, as small numbers. The pool is sorted by them. */
export type LikenessGroups = {
  /** Components connected by region sets. Players of different components can never play together. */
  component: Uint8Array;
  components: number;
  platform: Uint8Array;
  language: Uint8Array;
  /**
   * The four-hour stretch of the UTC day (weekday or weekend) in which the player has the most time, and the stretch
   * with the second most.
   */
  stretch: Uint8Array;
  second: Uint8Array;
  rating: Uint8Array;
};

const STRETCH_COUNT = 12;

export function computeLikeness(c: Columns): LikenessGroups {
  const n = c.size;
  const component = findComponents(c);
  const likeness: LikenessGroups = {
    component: component.of,
    components: component.count,
    platform: new Uint8Array(n),
    language: new Uint8Array(n),
    stretch: new Uint8Array(n),
    second: new Uint8Array(n),
    rating: new Uint8Array(n),
  };
  const { mean, spread } = measureRatings(c);
  const counts = new Int32Array(STRETCH_COUNT);
  for (let i = 0; i < n; i++) {
    const platform = 31 - Math.clz32(c.gate[i]! & PLATFORM_BITS & ~(1 << 16));
    likeness.platform[i] = (c.gate[i]! >> 16) & 1 ? 0 : Math.max(1, platform - 15);
    likeness.language[i] = Math.min(15, c.firstLanguage[i]!);
    countStretches(c, i, counts);
    let firstSeat = 0;
    for (let s = 1; s < STRETCH_COUNT; s++) if (counts[s]! > counts[firstSeat]!) firstSeat = s;
    let secondSeat = firstSeat === 0 ? 1 : 0;
    for (let s = 0; s < STRETCH_COUNT; s++) if (s !== firstSeat && counts[s]! > counts[secondSeat]!) secondSeat = s;
    likeness.stretch[i] = firstSeat;
    likeness.second[i] = secondSeat;
    const rating = c.rating[i]!;
    const step = Number.isNaN(rating) ? 8 : Math.round(8 + ((rating - mean) / spread) * 3);
    likeness.rating[i] = Math.max(0, Math.min(15, step));
  }
  return likeness;
}

function countStretches(c: Columns, player: number, counts: Int32Array): void {
  counts.fill(0);
  for (let w = 0; w < WEEK_WORDS; w++) {
    const word = c.schedule[player * WEEK_WORDS + w]!;
    if (word === 0) continue;
    // There are three words a day, and half a word is four hours.
    const weekend = w >= 15 ? 6 : 0;
    const stretch = weekend + (w % 3) * 2;
    counts[stretch]! += countBits(word & 0xffff);
    counts[stretch + 1]! += countBits(word >>> 16);
  }
}

function measureRatings(c: Columns): { mean: number; spread: number } {
  let ratedCount = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < c.size; i++) {
    const rating = c.rating[i]!;
    if (Number.isNaN(rating)) continue;
    ratedCount++;
    sum += rating;
    squares += rating * rating;
  }
  const mean = ratedCount === 0 ? 0 : sum / ratedCount;
  const variance = ratedCount === 0 ? 1 : squares / ratedCount - mean * mean;
  return { mean, spread: Math.sqrt(Math.max(1e-6, variance)) };
}

/** Finds the components of players connected by shared region sets. */
function findComponents(c: Columns): { of: Uint8Array; count: number } {
  const root = Array.from({ length: 16 }, (_, set) => set);
  const find = (set: number): number => (root[set] === set ? set : find(root[set]!));
  const regions = new Set<number>();
  for (let i = 0; i < c.size; i++) regions.add(c.gate[i]! & REGION_BITS);
  for (const sets of regions) {
    const firstSet = 31 - Math.clz32(sets & -sets);
    for (let set = firstSet + 1; set < 16; set++) if ((sets >> set) & 1) root[find(set)] = find(firstSet);
  }
  const number = new Map<number, number>();
  for (const sets of [...regions].sort((a, b) => a - b)) {
    const key = sets === 0 ? -1 : find(31 - Math.clz32(sets & -sets));
    if (!number.has(key)) number.set(key, number.size);
  }
  const groupOf = new Uint8Array(c.size);
  for (let i = 0; i < c.size; i++) {
    const sets = c.gate[i]! & REGION_BITS;
    groupOf[i] = number.get(sets === 0 ? -1 : find(31 - Math.clz32(sets & -sets)))!;
  }
  return { of: groupOf, count: number.size };
}

/**
 * Returns a player's sort key in one of the orders 0 to 3, with the most important fields first. The key is below 2^30.
 */
export function computeSortKey(like: LikenessGroups, i: number, order: number): number {
  const component = Math.min(15, like.component[i]!);
  const [p, l, s, t, r] = [like.platform[i]!, like.language[i]!, like.stretch[i]!, like.second[i]!, like.rating[i]!];
  if (order === 0) return pack(packThree(component, p, l), packThree(s, t, r));
  if (order === 1) return pack(packThree(component, l, s), packThree(r, t, p));
  if (order === 2) return pack(packThree(component, l, r), packThree(s, t, p));
  return pack(packThree(component, s, t), packThree(l, p, r));
}

const packThree = (a: number, b: number, c: number): number => (a * 16 + b) * 16 + c;
const pack = (first: number, last: number): number => first * 16 ** 3 + last;
