import type { Columns } from './columns.ts';
import type { CompiledPool } from './compile.ts';
import { computeGroupValue, lastFault } from './group-score.ts';
import type { MatchingRules, Squad } from './matcher-schema.ts';
import { mapParts, PART_INDEX, PARTS } from './score-parts.ts';
import { seatOf } from './seating.ts';
import { BIN_MINUTES, countBits, listIntervals, WEEK_WORDS } from './week.ts';

const commonBits = new Int32Array(WEEK_WORDS);

/**
 * Returns the seat that fits a player best, or -1 if there is none. A player's first position may not be in the rules.
 */
function findLikedSeat({ terms: { seats }, fit, seatMask }: Columns, player: number): number {
  let bestIndex = -1;
  for (let s = 0; s < seats; s++) {
    if (((seatMask[player]! >> s) & 1) === 0) continue;
    if (bestIndex < 0 || fit[player * seats + s]! > fit[player * seats + bestIndex]!) bestIndex = s;
  }
  return bestIndex;
}

/** Describes a group (column indexes) as a match, as far as possible even if the group isn't allowed. */
export function describeGroup(
  { columns: c, ids }: Pick<CompiledPool, 'columns' | 'ids'>,
  rules: MatchingRules,
  group: Int32Array,
  size: number,
): Squad {
  // Rules without weights must still report the parts as zero.
  lastFault.parts.fill(0);
  const value = computeGroupValue(c, group, size, true);
  const isValid = value >= 0;
  const isCountObjective = c.terms.count;
  const parts = mapParts((part) => (isValid ? lastFault.parts[PART_INDEX[part]]! : 0));
  const sum = PARTS.reduce((total, part) => total + parts[part], 0);
  const lineup = Array.from({ length: size }, (_, k) => ({ player: group[k]!, seat: isValid ? seatOf[k]! : -1 }));
  if (size === c.terms.seats) lineup.sort((a, b) => a.seat - b.seat);
  commonBits.fill(-1);
  for (const { player } of lineup)
    for (let w = 0; w < WEEK_WORDS; w++) commonBits[w]! &= c.schedule[player * WEEK_WORDS + w]!;
  let bins = 0;
  for (let w = 0; w < WEEK_WORDS; w++) bins += countBits(commonBits[w]!);
  const positions: Record<string, string> = {};
  const coverage: Record<string, number> = {};
  for (const { player, seat } of lineup) {
    const name = rules.seats[seat] ?? rules.seats[c.primary[player]!] ?? rules.seats[findLikedSeat(c, player)] ?? '-';
    positions[ids[player]!] = name;
    coverage[name] = (coverage[name] ?? 0) + 1;
  }
  return {
    type: size === c.terms.seats ? rules.squadType : rules.pairType,
    members: lineup.map(({ player }) => ids[player]!),
    score: isValid && !isCountObjective ? Math.max(0, sum - lastFault.penalty) : 0,
    parts,
    priority: isValid ? lastFault.bonus : 0,
    coverage,
    overlapMinutes: bins * BIN_MINUTES,
    intervals: listIntervals(commonBits),
    positions,
  };
}
