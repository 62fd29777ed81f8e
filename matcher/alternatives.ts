import { compilePool } from './compile.ts';
import { computeGroupValue, FAULT, lastFault } from './group-score.ts';
import type { MatchingRules, Pool, Squad } from './matcher-schema.ts';
import { describeGroup } from './proposals.ts';

/** A player who could join a group, and the resulting group. */
export type AlternativePlayer = { id: string; value: number; group: Squad };

/**
 * Ranks the players of a pool who could join people who already play together, best first. The rank is the score of the
 * resulting group plus waiting points. Leaves out players who don't want squads or who queue with others. A group
 * that's smaller than a squad gets a score from the members it has. If the existing members can't cover their own
 * seats, seats rule out no one. All players then rank equally, in pool order.
 */
export function rankAlternatives(
  memberIds: readonly string[],
  pool: Pool,
  rules: MatchingRules,
  { limit }: { limit: number },
): AlternativePlayer[] {
  const compiledPool = compilePool(pool, rules);
  const { columns: c, ids } = compiledPool;
  const members = memberIds.map((id) => compiledPool.indexOf(id) ?? -1);
  const size = members.length + 1;
  if (members.includes(-1) || size > c.terms.seats) return [];
  const group = new Int32Array(5);
  members.forEach((member, k) => {
    group[k] = member;
  });
  const rankedPlayers: { player: number; value: number }[] = [];
  for (let i = 0; i < c.size; i++) {
    if ((c.wants[i]! & 1) === 0 || c.party[i]! >= 0 || members.includes(i)) continue;
    group[size - 1] = i;
    const value = computeGroupValue(c, group, size, false);
    // The seats are checked last, so a player who fails only there meets all other limits.
    if (value < 0 && lastFault.fault !== FAULT.seats) continue;
    rankedPlayers.push({ player: i, value: Math.max(0, value) });
  }
  rankedPlayers.sort((a, b) => b.value - a.value || a.player - b.player);
  return rankedPlayers.slice(0, limit).map(({ player, value }) => {
    group[size - 1] = player;
    return { id: ids[player]!, value, group: describeGroup(compiledPool, rules, group, size) };
  });
}
