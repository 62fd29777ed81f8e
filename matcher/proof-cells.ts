import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import { PART_INDEX } from './score-parts.ts';

/**
 * Players with a common region set, platform, mode and language, and the points their squad can earn for modes and
 * region.
 */
export type Cell = { players: Int32Array; points: number };

/**
 * Divides `players` into cells, so that every valid squad lies in at least one cell whose `points` cover what the squad
 * earns for modes and region. The members of a valid squad have a region set, a platform, a mode and a language in
 * common, where the rules require it. With `countOnly`, a squad is worth 1 point. Otherwise, cells distinguish squads
 * with one common mode or several, and from one region or several.
 */
export function buildCells(c: Columns, players: readonly number[], countOnly: boolean): Cell[] {
  const places = createPlaceLookup(c, players, countOnly);
  const lists = new Map<string, { players: number[]; points: number }>();
  for (const i of players) {
    const platforms = listBits(c.gate[i]! & PLATFORM_BITS);
    const modes = listModeKeys(c, i, countOnly);
    const languages = listLanguageKeys(c, i);
    for (const place of places(i)) {
      for (const platform of platforms) {
        for (const mode of modes) {
          for (const language of languages) {
            const name = `${place.name} ${platform} ${mode.name} ${language}`;
            const cell = lists.get(name);
            if (cell) cell.players.push(i);
            else lists.set(name, { players: [i], points: countOnly ? 1 : place.points + mode.points });
          }
        }
      }
    }
  }
  return [...lists.values()]
    .filter((cell) => cell.players.length >= c.terms.seats)
    .map((cell) => ({ players: Int32Array.from(cell.players), points: cell.points }));
}

type Key = { name: string; points: number };

/**
 * Returns one key per mode. When scoring, also returns one per pair of modes, for squads with at least those two in
 * common.
 */
function listModeKeys(c: Columns, i: number, countOnly: boolean): Key[] {
  const { needMode, weights, modeShare } = c.terms;
  const singlePoints = countOnly
    ? 0
    : weights[PART_INDEX.modes]! * Math.max(modeShare[1]!, needMode ? 0 : modeShare[0]!);
  const maxPoints = countOnly ? 0 : weights[PART_INDEX.modes]! * Math.max(...modeShare);
  const bits = listBits(c.modes[i]!);
  const keys: Key[] = needMode
    ? bits.map((bit) => ({ name: `${bit}`, points: singlePoints }))
    : [{ name: '', points: singlePoints }];
  if (maxPoints <= singlePoints) return keys;
  for (const a of bits) for (const b of bits) if (a < b) keys.push({ name: `${a}+${b}`, points: maxPoints });
  return keys;
}

function listLanguageKeys(c: Columns, i: number): number[] {
  if (!c.terms.needLanguage) return [0];
  return [...listBits(c.languages[2 * i]!), ...listBits(c.languages[2 * i + 1]!).map((bit) => bit + 32)];
}

/** Returns each player's region sets. When scoring, adds a player's own region alone if the set has several regions. */
function createPlaceLookup(c: Columns, players: readonly number[], countOnly: boolean): (i: number) => Key[] {
  const regions = Array.from({ length: 16 }, () => new Set<number>());
  for (const i of players) for (const set of listBits(c.gate[i]! & REGION_BITS)) regions[set]!.add(c.region[i]!);
  const weight = countOnly ? 0 : c.terms.weights[PART_INDEX.region]!;
  const mixedShares = regions.map((set) => computeMixedShare(c, [...set]));
  return (i) =>
    listBits(c.gate[i]! & REGION_BITS).flatMap((set) => {
      const regionTerm = { name: `${set}`, points: weight * (regions[set]!.size === 1 ? 1 : mixedShares[set]!) };
      if (weight === 0 || regions[set]!.size === 1) return [regionTerm];
      return [regionTerm, { name: `${set}:${c.region[i]}`, points: weight }];
    });
}

/** Returns the maximum mean closeness when at least one member is from a different region. */
function computeMixedShare(c: Columns, regions: readonly number[]): number {
  const { seats, closeness } = c.terms;
  let nearest = 0;
  for (const a of regions) {
    for (const b of regions) if (a !== b) nearest = Math.max(nearest, closeness[a * c.terms.regions + b]!);
  }
  const pairs = (seats * (seats - 1)) / 2;
  return 1 - ((seats - 1) / pairs) * (1 - nearest);
}

/** Returns the positions of the set bits. */
function listBits(word: number): number[] {
  const bits: number[] = [];
  for (let remainingBits = word; remainingBits !== 0; remainingBits &= remainingBits - 1)
    bits.push(31 - Math.clz32(remainingBits & -remainingBits));
  return bits;
}
