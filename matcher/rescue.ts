import { groupForbiddenByHash, isForbidden } from './board.ts';
import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import { type CompiledPool, compilePool } from './compile.ts';
import { computeGroupValue } from './group-score.ts';
import type { MatchingRules, Pool, Squad } from './matcher-schema.ts';
import { describeGroup } from './proposals.ts';
import { seatOf } from './seating.ts';
import { countBits, WEEK_WORDS } from './week.ts';

/** A player who could take the open seat, and the resulting squad. */
export type Substitute = { id: string; value: number; squad: Squad };

export type RescueOptions = {
  /** Maximum number of replacements to return; default 10. */
  limit?: number;
  /** Ids to choose from; default: everyone in the pool who wants squads and isn't in a party. */
  among?: ReadonlySet<string>;
  /** Ids to leave out, for example players who declined. */
  exclude?: ReadonlySet<string>;
};

/**
 * Returns the best replacements for `seat` of a squad whose remaining players are `remaining` (ids in the pool), best
 * first by score plus waiting points. The remaining players sit in seats they play, and the replacement sits in `seat`.
 */
export function rescue(
  { remaining, seat }: { remaining: readonly string[]; seat: string },
  pool: Pool | CompiledPool,
  rules: MatchingRules,
  options: RescueOptions = {},
): Substitute[] {
  const compiledPool = 'columns' in pool ? pool : compilePool(pool, rules);
  const { columns: c, ids } = compiledPool;
  const seats = c.terms.seats;
  const otherIndexes = remaining.map((id) => compiledPool.indexOf(id) ?? -1);
  if (otherIndexes.length !== seats - 1 || otherIndexes.includes(-1)) return [];
  const seatBits = rules.seats.reduce((bits, name, s) => (name === seat ? bits | (1 << s) : bits), 0);
  const forbiddenGroups = groupForbiddenByHash(compiledPool.forbidden);
  const keptIds = new Set(otherIndexes);
  const commonBits = new Int32Array(WEEK_WORDS).fill(-1);
  let gate = -1;
  let modes = -1;
  for (const other of otherIndexes) {
    for (let w = 0; w < WEEK_WORDS; w++) commonBits[w]! &= c.schedule[other * WEEK_WORDS + w]!;
    gate &= c.gate[other]!;
    modes &= c.modes[other]!;
  }
  const group = new Int32Array(5);
  otherIndexes.forEach((other, k) => {
    group[k] = other;
  });
  const candidates: { player: number; value: number }[] = [];
  for (let i = 0; i < c.size; i++) {
    if ((c.seatMask[i]! & seatBits) === 0 || (c.wants[i]! & 1) === 0 || c.party[i]! >= 0 || keptIds.has(i)) continue;
    const gates = gate & c.gate[i]!;
    if ((gates & REGION_BITS) === 0 || (gates & PLATFORM_BITS) === 0) continue;
    if (c.terms.needMode && (modes & c.modes[i]!) === 0) continue;
    if (!hasCommonTime(commonBits, c, i)) continue;
    if (options.exclude?.has(ids[i]!) || (options.among && !options.among.has(ids[i]!))) continue;
    group[seats - 1] = i;
    const value = computeGroupValue(c, group, seats, false);
    if (value < 0 || isForbidden(forbiddenGroups, c, group, seats)) continue;
    candidates.push({ player: i, value: ((1 << seatOf[seats - 1]!) & seatBits) !== 0 ? value : value - 1e-6 });
  }
  candidates.sort((a, b) => b.value - a.value || a.player - b.player);
  return candidates.slice(0, options.limit ?? 10).map(({ player, value }) => {
    group[seats - 1] = player;
    return { id: ids[player]!, value, squad: describeGroup(compiledPool, rules, group, seats) };
  });
}

/** Returns whether the player is free in as many of the common bins as they need. */
function hasCommonTime(commonBits: Int32Array, { schedule, minBins }: Columns, i: number): boolean {
  const requiredBins = minBins[i]!;
  let bins = 0;
  for (let w = 0; w < WEEK_WORDS && bins < requiredBins; w++)
    bins += countBits(commonBits[w]! & schedule[i * WEEK_WORDS + w]!);
  return bins >= requiredBins;
}
