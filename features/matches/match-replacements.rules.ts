import type { MatchingRules } from '../../matcher/matcher-schema.ts';

/** What every list holds, in the order of the first. */
export function findSharedValues(lists: readonly (readonly string[])[]): string[] {
  return (lists[0] ?? []).filter((word) => lists.every((list) => list.includes(word)));
}

/**
 * Regions from which a substitute could come at best: every set of regions that holds all members, the sets that open
 * after a wait included; the matcher decides for each player.
 * @returns null when the rules know no regions
 */
export function reachableRegions(regions: readonly string[], rules: MatchingRules): string[] | null {
  if (!rules.limits.regions) return null;
  const sets = [...rules.limits.regions, ...rules.relaxation.flatMap((step) => step.regions ?? [])];
  const fitting = sets.filter((set) => regions.some((region) => set.includes(region))).flat();
  return [...new Set([...regions, ...fitting])];
}
